"""Both sides run together from point to point, and what all ways have in common runs once."""

from __future__ import annotations

from random import Random

from generator.compiler import front
from generator.compiler.checking.check import check as compare
from generator.compiler.validation.check import check
from generator.compiler.validation.verdict import validate
from generator.compiler.validation.work import Work
from hp15c.listing.program import Program
from tests.support.shares import share
from tests.support.variants import mutant

HEAD = 'from generator.language import pause, program\n\n@program("A")\ndef f(x, y):\n'
SHOWN = "    y += x\n    pause(y)\n"
SHOWS = "x↔y\nSTO 1\n+\nPSE\nSTO 2\n"
TESTS = "".join(f"    if x > {one}:\n        y -= {one}\n" for one in (2, 4, 8))
LIMITS = enumerate((2, 4, 8))
TESTED = "".join(f"RCL 1\n{one}\nx≥y\nGTO {place}\nSTO − 2\nLBL {place}\n" for place, one in LIMITS)


def sums(count: int, ways: bool) -> tuple[str, str]:
    """A source with so many sums before its tests, and its listing."""
    source = HEAD + SHOWN + "    y += x\n" * count + (TESTS if ways else "") + "    return y\n"
    return source, f"LBL A\n{SHOWS}" + "RCL 1\nSTO + 2\n" * count + (TESTED if ways else "") + "RCL 2\nRTN"


def steps(count: int, ways: bool) -> int:
    """The work that checks the listing with so many sums."""
    source, listing = sums(count, ways)
    module, program = front.parse(source), Program.parse(listing)
    found = validate(module, program, {}).certificate
    assert found is not None
    work = Work()
    check(found, module, program, work=work)
    return work.done


def test_lines_before_the_ways_part_run_once() -> None:
    """Three tests make four ways, because those of larger numbers follow from each other."""
    of_one_way, of_all = (steps(40, ways) - steps(0, ways) for ways in (False, True))
    assert of_all < 2 * of_one_way


def test_no_changed_listing_with_many_ways_that_differs_is_proved() -> None:
    source, listing = sums(2, ways=True)
    module, program, chance = front.parse(source), Program.parse(listing), Random(5)
    for number in range(share(120)):
        changed = mutant(program, chance)
        if validate(module, changed, {}, work=20_000).proof == "proven":
            assert compare(module, changed, 100, Random(number), engines=("reference",)).agrees
