"""All trees that the compiler weighs for a module, compared with Python on numbers at the limits.

A listing takes seconds to compile, a tree is run at once. So what a pass over the tree makes wrong for few
numbers shows here: where ten digits round, where a number counts as 0, and beside the numbers of the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, get_args

from generator.assembler.targets import Goal
from generator.compiler.checking.calls import CallResult, EntryCall
from generator.compiler.checking.compare import SKIPPED
from generator.compiler.checking.draws import BESIDE, LIMITS, CallDraws
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import layouts
from generator.compiler.loops.entered_together import with_loops_together
from generator.compiler.passes import candidates, tree_passed
from generator.compiler.target.biased import bias
from generator.compiler.target.divided import share_divisions
from generator.compiler.tree.ir import Module
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from tests.support.tree_side import TreeSide

LAYOUTS: Final = 2


class LimitDraws(CallDraws):
    """Draws calls of which half of the numbers are at a limit, or at or beside a number of the program."""

    def _any(self) -> Number:
        choice = self.chance.randrange(4)
        if choice == 0:
            return self.chance.choice(LIMITS)
        if choice == 1 and self.constants:
            return Number.of(self.chance.choice(self.constants).decimal + self.chance.choice(BESIDE))
        return super()._any()


def weighed_trees(module: Module, model: Model = Model.HP15C) -> Iterator[tuple[str, Module]]:
    """The trees that a module is compiled from, each with how it came about."""
    for goal in get_args(Goal):
        for one in candidates(module, goal):
            passed = tree_passed(one.module)
            yield f"{goal}, {one.name}, before the passes", one.module
            yield f"{goal}, {one.name}", passed
            placed = layouts(passed, model)[0][:LAYOUTS]
            for form in (*placed, *(share_divisions(one, model) for one in placed)):
                for number, last in enumerate((form, with_loops_together(form))):
                    yield f"{goal}, {one.name}, form {number}", last
                    yield f"{goal}, {one.name}, form {number}, indices moved", bias(last)


def differing_tree(module: Module, calls: int = 60, seed: int = 1) -> str:
    """The first tree that gives something else than the source run as Python, in words.

    It is empty where none does.
    """
    wanted, seen = list(_outcomes(module, calls, seed)), set[str]()
    for how, tree in weighed_trees(module):
        text = repr((tree.functions, tree.arrays))
        if text in seen:
            continue
        seen.add(text)
        side = TreeSide(tree)
        for sequence in wanted:
            side.reset()
            for call, expected in sequence:
                given = side.run(call)
                if given.end == "too long":
                    break
                if not _agree(given, expected):
                    keys = "; ".join(str(one) for one, _ in sequence)
                    return f"{how}: {keys}\n  Python: {expected}\n  tree:   {given}"
    return ""


def _outcomes(module: Module, calls: int, seed: int) -> Iterator[list[tuple[EntryCall, CallResult]]]:
    """Sequences of calls, each call with its result in Python."""
    python, draws = PythonSide(module), LimitDraws(module, [], Random(seed))
    for _ in range(calls):
        python.reset()
        sequence: list[tuple[EntryCall, CallResult]] = []
        drawn = draws.sequence()
        for call in drawn:
            found = python.run(call)
            if found.end in SKIPPED:
                break
            sequence.append((call, found))
            if found.end != "results":
                break
        draws.note(drawn, bool(sequence))
        yield sequence


def _agree(one: CallResult, other: CallResult) -> bool:
    """Whether two results are equal, with the registers that both have."""
    held = dict(one.registers), dict(other.registers)
    both: Sequence[str] = [at for at in held[0] if at in held[1]]
    return (one.shown, one.end, one.results, one.modes, [held[0][at] for at in both]) == (
        *(other.shown, other.end, other.results, other.modes),
        [held[1][at] for at in both],
    )
