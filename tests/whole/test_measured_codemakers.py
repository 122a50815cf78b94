"""The seconds of CodeMakers against those that the genuine calculators took.

`measured/` holds the listings as they were measured on 21 November 2026. Later ones differ, so that the means
are not theirs: the plain listing is four lines shorter since.
"""

from __future__ import annotations

import pytest

from generator.planner.cost import measure
from hp15c.listing import reader
from tests import TESTS

pytest.importorskip("llvmlite")

pytestmark = pytest.mark.slow

LISTINGS = TESTS / "measured"
PAIRS = {4: 2000, 6: 500}

# Mean seconds of a scoring at N = 4 and N = 6, the pause included, over about a thousand pairs. The plain one
# depends so much on the pairs that N = 6 would take thousands of them.
MEASURED = {
    "codemaker-small.15c": {4: 94.29, 6: 196.20},
    "codemaker-fast.15c": {4: 8.38, 6: 11.08},
    "codemaker-fast-4.15c": {4: 7.62},
    "codemaker-plain.15c": {4: 95.95},
    "codemaker-small.11c": {4: 81.54, 6: 169.96},
    "codemaker-fast.11c": {4: 12.24, 6: 16.87},
}


@pytest.mark.parametrize("name", MEASURED)
def test_a_scoring_takes_the_measured_seconds_within_one_per_cent(name: str) -> None:
    program = reader.read(LISTINGS / name).program
    for digits, seconds in MEASURED[name].items():
        took = measure(program, digits, PAIRS[digits], "lanes").seconds
        assert took == pytest.approx(seconds, rel=0.01), digits
