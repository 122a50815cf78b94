"""Draw random programs, compile and validate them, and count how many listings are proved.

    python -m tests.random_proofs --seed 1 --count 100
    python -m tests.random_proofs --folder programs/compiled
    python -m tests.random_proofs --mutants 1000

The programs and the ways to compile them are those of `tests.random_programs`. What is not proved is printed
with its reason, and the reasons are counted without their numbers. `--folder` validates the listings of a
folder beside their sources instead. `--mutants` changes one line of listings of `programs/compiled`: each
changed listing that is proved is compared with its source in 200 drawn calls on the readable machine. The
exit code is 1 where a listing is proved that differs.
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
from generator.compiler.checking.check import check, sides
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
from tests.random_programs import programs, some_ways
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


def drawn(seed: int, count: int) -> Iterator[Subject]:
    """The listings of so many random programs for both models."""
    for number, source in enumerate(programs(seed, count), 1):
        for model in Model:
            with suppress(Unsupported):
                module = with_sums_of(front.parse(source), model)
                for way, made in some_ways(module, model):
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


def differs(subject: Subject, seed: int) -> str:
    """What disagrees in drawn calls on the readable machine, empty where nothing does."""
    checked = check(subject.module, subject.listing, CALLS, Random(seed), engines=("reference",))
    return "" if checked.agrees else f"{checked.tally.disagreement}"


def tell(subjects: Iterator[Subject]) -> int:
    """Validate listings and print the counts. Returns how many are proved that differ."""
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
        if sum(verdicts.values()) % 50 == 0:
            print(f"{dict(verdicts)}, {time.process_time() - begun:.0f} s", flush=True)
    for reason, count in reasons.most_common():
        print(f"{count:5} {reason}")
    print(f"{dict(verdicts)}, {wrong} proved that differ, {time.process_time() - begun:.0f} s")
    return wrong


def tell_mutants(count: int, seed: int) -> int:
    """Change a line of listings so many times. Returns how many changed listings are proved that differ."""
    chance = Random(seed)
    good = [subject for subject in of_folder(COMPILED) if not subject.name.startswith("codemaker")]
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
    parser.add_argument("--folder", type=Path, help="the listings of a folder instead of random programs")
    parser.add_argument("--mutants", type=int, default=0, help="so many changed listings instead")
    options = parser.parse_args(arguments)
    if options.mutants:
        return 1 if tell_mutants(options.mutants, options.seed) else 0
    subjects = of_folder(options.folder) if options.folder else drawn(options.seed, options.count)
    return 1 if tell(subjects) else 0


if __name__ == "__main__":
    sys.exit(main())
