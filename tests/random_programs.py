"""Write random programs of the compiler's language, compile each, and compare its listings with Python.

    python -m tests.random_programs --seed 1 --count 1000
    python -m tests.random_programs --seed 1 --count 1000 --trees

A third of the programs come from `compiler_programs`, which mixes everything that the language has. A third
come from `compiler_shapes`, which writes as people do. The last third come in turn from `compiler_changes`,
where modes and indices change between equal pieces of code, from `compiler_words`, which has statistics,
matrices, SOLVE and integrals, from `compiler_kinds`, which has menus, tables, recursion and complex
numbers, and from `compiler_forms`, which has Python's short forms. Each is compiled for both models: one
form of its loops with one way through each block, and one way by the search, for `small` or for `fast` as
its text decides. 30 drawn calls of each listing are compared on every engine that is installed. With
`--every` all the ways that the compiler weighs are compared, which takes a minute a program. With `--trees`
nothing is compiled: all trees that the compiler weighs are run beside Python, with numbers at the limits.
Every second program is then a larger one of `compiler_forms`. What disagrees is printed with its program:
exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded

from generator.compiler import front
from generator.compiler.advice import check_words
from generator.compiler.checking.check import check, installed_engines
from generator.compiler.choosing import Goal, candidates, fits, layouts, trials_of
from generator.compiler.code import Generated
from generator.compiler.code.arrays import FIRST, place_arrays
from generator.compiler.code.building import choices_of
from generator.compiler.code.generate import CompileWay, Spent, narrowest
from generator.compiler.code.schedules import Width
from generator.compiler.passes import line_passed
from generator.compiler.ranges import narrow_module
from generator.compiler.target.biased import bias
from generator.compiler.target.divided import share_divisions
from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree.ir import Module
from hp15c.errors import Unsupported
from hp15c.table.models import Model
from tests.support import compiler_changes, compiler_forms, compiler_kinds, compiler_words
from tests.support.compiler_programs import sources
from tests.support.compiler_shapes import program
from tests.support.searched import generate_way
from tests.support.weighed_trees import differing_tree

QUICK = Width(30, 10, 2, 1000)
"""States that a search follows here: it is to find any code, not the shortest."""
CALLS = 30
TRIES = 9
"""How often another program is drawn in place of one that the language refuses."""

Ways = Callable[[Module, Model], Iterator[tuple[str, Generated]]]


def every_way(module: Module, model: Model) -> Iterator[tuple[str, Generated]]:
    """Every program that the compiler weighs against others, with how it came about."""
    for trial in trials_of(module, model, "small", effort=0):
        if trial.made is not None:  # None where the model has not registers, labels or memory enough
            yield trial.line, trial.made


def some_ways(module: Module, model: Model) -> Iterator[tuple[str, Generated]]:
    """One form of the loops with one way through each block, and one way of a wider search."""
    chance = Random(module.source)
    goal: Goal = chance.choice(("small", "fast"))
    yield from first_way(module, model, chance, goal, chance.choice((0, 2000)))
    with suppress(Unsupported):
        written = chance.choice([one.module for one in candidates(module, goal) if one.as_written])
        laid_out = place_arrays(narrow_module(written), model, chance.choice(FIRST))
        laid_out = chance.choice((laid_out, bias(laid_out)))
        choices = chance.choice(list(choices_of(laid_out, model)))
        way = CompileWay(choices, chance.random() < 0.5, chance.random() < 0.5)
        searched = generate_way(laid_out, model, way, QUICK, goal, Spent())
        if searched is not None:
            yield f"{way}, {goal}", searched


def first_way(
    module: Module, model: Model, chance: Random, goal: Goal, mixed: int = 0, plain: float = 0.5
) -> Iterator[tuple[str, Generated]]:
    """One form of the loops with one way through each block, where the model has room for it.

    A block is searched with up to `mixed` states of the stack, where that is not 0. `plain` is how often the
    first program is taken that is found, in place of the shortest of these.
    """
    candidate = chance.choice(list(candidates(module, goal)))
    with suppress(Unsupported):
        forms, _ = layouts(narrow_module(candidate.module), model)
        if forms:
            quick, form = chance.random() < plain, chance.choice(forms)
            form = chance.choice((form, share_divisions(form, model)))
            form = chance.choice((form, bias(form)))
            made = narrowest([form], model, quick, goal, mixed)
            yield f"{candidate.name}, one way, quick: {quick}, mixed: {mixed}", made


def agree(source: str, model: Model, engines: tuple[str, ...], ways: Ways = some_ways) -> int:
    """How many listings of a source agree with it on every engine; AssertionError when one does not."""
    try:
        module, count = with_sums_of(front.parse(source), model), 0
        check_words(module, model)
    except Unsupported:  # a name is pinned where this model has its sums, or it lacks a word
        return 0
    for way, made in ways(module, model):
        known = replace(module, numbered=made.numbered)
        listing, _, _ = line_passed(made.program, made.sources, known, "small", made.registers)
        try:
            fits(model, listing, made.registers)
            checked = check(module, listing, CALLS, Random(1), engines=engines)
        except Unsupported:  # too long for the model, or for its memory as it is when it is switched on
            continue
        assert checked.agrees, f"{way}, {checked.engine}: {checked.tally.disagreement}\n{listing}"
        count += 1
    return count


def wrong(source: str, model: Model, engines: tuple[str, ...], ways: Ways) -> tuple[int, str]:
    """How many listings agree, and what disagrees in words; an exception is wrong too."""
    try:
        return agree(source, model, engines, ways), ""
    except Exception as error:
        return 0, f"{type(error).__name__}: {error}"


def programs(seed: int, count: int) -> Iterator[str]:
    """So many programs, no two of them the same; a seed gives the same ones in every run."""
    drawn: dict[str, None] = {}

    @seeded(seed)
    @settings(max_examples=max(1, count // 3), deadline=None, database=None,
              suppress_health_check=tuple(HealthCheck), phases=[Phase.generate])  # fmt: skip
    @given(sources())
    def collect(source: str) -> None:
        drawn[source] = None

    collect()
    mixed = list(drawn)[: count // 3]
    for number in range(count):
        chance = Random(1_000_000 * seed + number)
        if number % 3 == 1 and mixed:
            yield mixed.pop()
        else:
            others = (compiler_changes, compiler_words, compiler_kinds, compiler_forms)
            writes = others[number // 3 % 4].program if number % 3 == 2 else program
            yield accepted_source(writes, chance) if writes is compiler_forms.program else writes(chance)


def accepted_source(writes: Callable[[Random], str], chance: Random) -> str:
    """The first program of several that the language takes: not all short forms fit into each other."""
    for _ in range(TRIES):
        source = writes(chance)
        with suppress(front.SourceError):
            front.parse(source)
            break
    return source


def trees(seed: int, count: int) -> int:
    """How many programs disagree with one of their trees. Each of them is printed."""
    faults = refused = 0
    for number, other in enumerate(programs(seed, count)):
        source = other if number % 2 else compiler_forms.program(Random(1_000_000 * seed + number), 5, 3)
        said = ""
        try:
            said = differing_tree(with_sums_of(front.parse(source), Model.HP15C))
        except (Unsupported, front.SourceError):
            refused += 1
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        if said:
            faults += 1
            print(f"{source}\n{said}", flush=True)
        if (number + 1) % 20 == 0 or number + 1 == count:
            print(f"{number + 1} programs, {refused} refused, {faults} faults", flush=True)
    return faults


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="another seed writes other programs")
    parser.add_argument("--count", type=int, default=100, help="so many programs")
    parser.add_argument("--every", action="store_true", help="all ways to compile a program")
    parser.add_argument("--trees", action="store_true", help="all trees, and no listing")
    given_options = parser.parse_args(arguments)
    if given_options.trees:
        return 1 if trees(given_options.seed, given_options.count) else 0
    ways = every_way if given_options.every else some_ways
    engines, listings, faults, begun = installed_engines(), 0, 0, time.process_time()
    for done, source in enumerate(programs(given_options.seed, given_options.count), 1):
        for model in Model:
            agreed, said = wrong(source, model, engines, ways)
            listings += agreed
            if said:
                faults += 1
                print(f"{source}\nHP-{model}: {said}", flush=True)
        if done % 20 == 0 or done == given_options.count:
            spent = time.process_time() - begun
            print(f"{done} programs, {listings} listings, {faults} faults, {spent:.0f} s", flush=True)
    print(f"engines: {', '.join(engines)}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
