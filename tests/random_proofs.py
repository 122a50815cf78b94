"""Draw random programs, compile and validate them, and count how many listings are proved.

    python -m tests.random_proofs --seed 1 --count 100
    python -m tests.random_proofs --seed 1 --count 2000 --first --engines
    python -m tests.random_proofs --folder programs/compiled
    python -m tests.random_proofs --mutants 1000

The programs and the ways to compile them are those of `tests.random_programs`. What is not proved is printed
with its reason, and the reasons are counted without their numbers. What is proved is compared with its source
in 200 drawn calls on the readable machine. `--first` leaves out the search, so that each program has only its
first listing for each model. `--engines` compares 30 drawn calls of every listing on every engine that is
installed, proved or not. `--folder` validates the listings of a folder beside their sources instead of random
programs. `--mutants` changes one line of listings of that folder, or of `programs/compiled`. The exit code is
1 where a listing differs from its source: of the mutants, one that is proved.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from generator.compiler import front
from generator.compiler.checking.check import check, installed_engines, sides
from generator.compiler.checking.examples import examples
from generator.compiler.choosing import fits
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
_LISTING_NUMBER = re.compile(r"\d+|\.\d|\b[A-E]\b")


class Subject(NamedTuple):
    """A source with its listing, and the register of each name."""

    name: str
    module: Module
    listing: Program
    places: dict[str, str]


def drawn(seed: int, count: int, skip: int = 0, first: bool = False) -> Iterator[Subject]:
    """The listings of so many random programs for both models, without the first `skip` programs."""
    for number, source in enumerate(programs(seed, count), 1):
        for model in Model if number > skip else ():
            with suppress(Unsupported):
                module = with_sums_of(front.parse(source), model)
                ways = (
                    first_way(module, model, Random(source), "small") if first else some_ways(module, model)
                )
                for way, made in ways:
                    listing, _, _ = line_passed(made.program, made.sources, module, "small", made.registers)
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


def tell(subjects: Iterator[Subject], engines: tuple[str, ...] = ()) -> int:
    """Validate listings and print the counts. Returns how many differ, and are proved or ran on `engines`."""
    verdicts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    wrong, begun = 0, time.process_time()
    for subject in subjects:
        started = time.process_time()
        found = proved(subject)
        spent = time.process_time() - started
        verdicts[found.proof] += 1
        if found.proof == "proven":
            said = differs(subject, 1)
            wrong += bool(said)
            if said:
                print(f"{subject.name}: PROVEN, BUT {said}\n{subject.module.source}", flush=True)
        else:
            reason = found.reason.rpartition("Not proved for label ")[2]
            reasons[_LISTING_NUMBER.sub("", reason)] += 1
            print(f"{subject.name}: {found.proof}, {spent:.1f} s: {reason}", flush=True)
        said = differs(subject, 2, ENGINE_CALLS, engines) if engines else ""
        wrong += bool(said)
        if said:
            print(f"{subject.name}: DIFFERS: {said}\n{subject.module.source}\n{subject.listing}", flush=True)
        if sum(verdicts.values()) % 50 == 0:
            print(f"{dict(verdicts)}, {time.process_time() - begun:.0f} s", flush=True)
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")
    print(f"{dict(verdicts)}, {wrong} differ, {time.process_time() - begun:.0f} s")
    return wrong


def tell_mutants(folder: Path, count: int, seed: int) -> int:
    """Change a line of listings so many times. Returns how many changed listings are proved that differ."""
    chance = Random(seed)
    good = [subject for subject in of_folder(folder) if not subject.name.startswith("codemaker")]
    tried = equal = wrong = 0
    begun = time.process_time()
    while tried < count:
        subject = chance.choice(good)
        changed = subject._replace(listing=mutant(subject.listing, chance))
        if changed.listing.steps == subject.listing.steps:
            continue
        tried += 1
        if proved(changed, MUTANT_WORK).proof == "proven":
            equal += 1
            said = differs(changed, tried)
            wrong += bool(said)
            if said:
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
    parser.add_argument("--engines", action="store_true", help="compare every listing on every engine")
    parser.add_argument("--folder", type=Path, help="the listings of a folder instead of random programs")
    parser.add_argument("--mutants", type=int, default=0, help="so many changed listings instead")
    options = parser.parse_args(arguments)
    if options.mutants:
        return 1 if tell_mutants(options.folder or COMPILED, options.mutants, options.seed) else 0
    subjects = (
        of_folder(options.folder)
        if options.folder
        else drawn(options.seed, options.count, options.skip, options.first)
    )
    return 1 if tell(subjects, installed_engines() if options.engines else ()) else 0


if __name__ == "__main__":
    sys.exit(main())
