"""Draw random programs, compile and validate them, and count how many listings are proved.

    python -m tests.random_proofs --seed 1 --count 100
    python -m tests.random_proofs --seed 1 --count 2000 --first --engines
    python -m tests.random_proofs --folder programs/compiled
    python -m tests.random_proofs --mutants 1000

The programs and the ways to compile them are those of `tests.random_programs`. What is not proved is
printed with its reason, and the reasons are counted without their numbers. Each listing is compared with
its source in 200 drawn calls on the readable machine, or in as many as `--calls` says. `--first` leaves out
the search, so that each program has only its first listing for each model, for `small` or for `fast`.
`--in-turn` compiles each program for one model alone. `--engines` compares 30 drawn calls of every listing
on every engine that is installed, and `--engines 50` those of each fiftieth. `--folder` validates the
listings of a folder beside their sources instead of random programs. `--mutants` changes one line of
listings of that folder, of `programs/compiled`, or with `--first` of random programs. The exit code is 1
where a listing differs from its source: of the mutants, where one does in the calls of the labels for which
it is proved.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

from generator.compiler import front
from generator.compiler.advice import check_words
from generator.compiler.checking.check import check, installed_engines, sides
from generator.compiler.checking.compare import CallDisagreement, CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.examples import examples
from generator.compiler.choosing import Goal, fits
from generator.compiler.passes import line_passed
from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree.ir import Module
from generator.compiler.validation.verdict import Verdict, validate
from generator.compiler.validation.work import USUAL_WORK
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.models import Model
from tests.random_programs import CALLS as ENGINE_CALLS
from tests.random_programs import first_way, programs, some_ways
from tests.support.compiled_sources import COMPILED, compiled_in
from tests.support.variants import mutant

CALLS = 200
MUTANT_WORK = 30_000
PLAIN = 0.85
"""How often the first listing is the first one found: a shorter one takes some seconds."""
_LISTING_NUMBER = re.compile(r"\d+|\.\d|\b[A-E]\b")


class Subject(NamedTuple):
    """A source with its listing, and the register of each name."""

    name: str
    module: Module
    listing: Program
    places: dict[str, str]


def drawn(
    seed: int, count: int, skip: int = 0, first: bool = False, in_turn: bool = False
) -> Iterator[Subject]:
    """The listings of so many random programs, without the first `skip` programs.

    Each program is compiled for both models, or with `in_turn` for one of them. With `first` alone, the goal
    is `small` for two programs and `fast` for the next two.
    """
    models = tuple(Model)
    for number, source in enumerate(programs(seed, count), 1):
        chosen = (models[number % 2],) if in_turn else models
        goal: Goal = ("small", "fast")[number // 2 % 2]
        for model in chosen if number > skip else ():
            with suppress(Unsupported, front.SourceError):
                module = with_sums_of(front.parse(source), model)
                check_words(module, model)
                ways = (
                    first_way(module, model, Random(source), goal, plain=PLAIN)
                    if first
                    else some_ways(module, model)
                )
                for way, made in ways:
                    known = replace(module, numbered=made.numbered)
                    listing, _, _ = line_passed(made.program, made.sources, known, goal, made.registers)
                    with suppress(Unsupported):
                        fits(model, listing, made.registers)
                        yield Subject(f"{number} HP-{model} {way}", module, listing, dict(made.registers))


def of_folder(folder: Path) -> Iterator[Subject]:
    """The listings of a folder that have their source beside them."""
    for path in sorted([*folder.glob("*.15c"), *folder.glob("*.11c")]):
        if path.with_suffix(".py").exists():
            yield Subject(path.name, *compiled_in(path))


def proved(subject: Subject, work: int = USUAL_WORK) -> Verdict:
    """How far a listing is proved, with the examples of its source as calls to guess from."""
    python, _ = sides(subject.module, subject.listing)
    calls = [[one.call for one in sequence] for sequence in examples(subject.module, python.names)]
    return validate(subject.module, subject.listing, subject.places, calls=calls, work=work)


def differs(
    subject: Subject, seed: int, calls: int = CALLS, engines: tuple[str, ...] = ("reference",)
) -> str:
    """What disagrees in drawn calls, with its engine. It is empty where nothing does."""
    checked = check(subject.module, subject.listing, calls, Random(seed), engines=engines)
    return "" if checked.agrees else f"{checked.engine}: {checked.tally.disagreement} {checked.wrong}"


def differs_for(subject: Subject, labels: Sequence[str], chance: Random) -> CallDisagreement | None:
    """What disagrees in drawn calls of some labels alone."""
    python, listing = sides(subject.module, subject.listing)
    draws, tally = CallDraws(subject.module, [], chance), CallTally()
    for _ in range(CALLS):
        calls = [one for one in draws.sequence() if one.label in labels]
        found = compare(calls, python, listing, tally) if calls else None
        if found is not None:
            return found
        if tally.compared >= CALLS:
            break
    return None


def tell(
    subjects: Iterator[Subject], engines: tuple[str, ...] = (), every: int = 1, calls: int = CALLS
) -> int:
    """Validate listings and print the counts. Returns how many differ.

    Each listing runs `calls` drawn calls on the readable machine, and one of `every` runs on `engines`.
    """
    verdicts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    wrong, begun = 0, time.process_time()
    for subject in subjects:
        started = time.process_time()
        found = proved(subject)
        spent = time.process_time() - started
        verdicts[found.proof] += 1
        if found.proof != "proven":
            reason = found.reason.rpartition("Not proved for label ")[2]
            reasons[_LISTING_NUMBER.sub("", reason)] += 1
            print(f"{subject.name}: {found.proof}, {spent:.1f} s: {reason}", flush=True)
        said = differs(subject, 1, calls)
        if engines and not said and sum(verdicts.values()) % every == 0:
            said = differs(subject, 2, ENGINE_CALLS, engines)
        wrong += bool(said)
        if said:
            print(
                f"{subject.name}: {found.proof}, DIFFERS: {said}\n{subject.module.source}\n{subject.listing}",
                flush=True,
            )
        if sum(verdicts.values()) % 50 == 0:
            print(f"{dict(verdicts)}, {time.process_time() - begun:.0f} s", flush=True)
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")
    print(f"{dict(verdicts)}, {wrong} differ, {time.process_time() - begun:.0f} s")
    return wrong


def tell_mutants(good: Sequence[Subject], count: int, seed: int) -> int:
    """Change a line of listings so many times. Returns how many changed listings are proved that differ."""
    chance = Random(seed)
    tried = equal = wrong = 0
    begun = time.process_time()
    while tried < count:
        subject = chance.choice(good)
        changed = subject._replace(listing=mutant(subject.listing, chance))
        if changed.listing.steps == subject.listing.steps:
            continue
        tried += 1
        certificate = proved(changed, MUTANT_WORK).certificate
        if certificate is not None:
            equal += 1
            said = differs_for(changed, certificate.labels, Random(tried))
            wrong += said is not None
            if said is not None:
                print(f"{subject.name}: PROVEN, BUT {said}\n{changed.listing}", flush=True)
        if tried % 50 == 0:
            spent = time.process_time() - begun
            print(f"{tried} mutants, {equal} proved, {wrong} of them differ, {spent:.0f} s", flush=True)
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="another seed writes other programs")
    parser.add_argument("--count", type=int, default=100, help="so many programs")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many programs at the beginning")
    parser.add_argument("--first", action="store_true", help="the first listing of each program and model")
    parser.add_argument("--in-turn", action="store_true", help="each program for one model, in turn")
    parser.add_argument("--engines", type=int, nargs="?", const=1, default=0, metavar="N",
                        help="compare every listing, or each Nth, on every engine")  # fmt: skip
    parser.add_argument("--calls", type=int, default=CALLS, help="so many calls on the readable machine")
    parser.add_argument("--folder", type=Path, help="the listings of a folder instead of random programs")
    parser.add_argument("--mutants", type=int, default=0, help="so many changed listings instead")
    options = parser.parse_args(arguments)
    if options.mutants:
        some = drawn(options.seed, options.count, options.skip, True, options.in_turn)
        known = (one for one in of_folder(options.folder or COMPILED) if not one.name.startswith("codemaker"))
        good = list(some if options.first else known)
        return 1 if tell_mutants(good, options.mutants, options.seed) else 0
    subjects = (
        of_folder(options.folder)
        if options.folder
        else drawn(options.seed, options.count, options.skip, options.first, options.in_turn)
    )
    engines = installed_engines() if options.engines else ()
    return 1 if tell(subjects, engines, max(options.engines, 1), options.calls) else 0


if __name__ == "__main__":
    sys.exit(main())
