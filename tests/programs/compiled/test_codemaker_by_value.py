"""The CodeMakers that count by value score as the solver does, and take fewer lines than one with marks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hp15c.listing.program import Program
from programs.codemaker import NumberAndKey, Seat
from programs.compiled_listings import FOLDERS
from programs.verify import Check, rectangles, run, samples

SEAT = Seat(guess=NumberAndKey("guess", "C"), fixed=(4, 4))


def shipped(name: str) -> Program:
    return Program.read(FOLDERS[0] / f"{name}.15c")


@pytest.mark.parametrize(("digits", "drawn"), [(1, 0), (2, 0), (3, 0), (4, 300), (8, 40)])
def test_scores_are_the_solvers(digits: int, drawn: int) -> None:
    check = Check(shipped("codemaker_by_value"), SEAT)
    tallies = [run(check, piece) for piece in (samples(digits, drawn, 0) if drawn else rectangles(digits))]
    assert sum(one.pairs for one in tallies) == sum(one.agreed for one in tallies) > 0


@pytest.mark.slow
def test_four_digits_written_out_score_as_the_solver_says() -> None:
    check = Check(shipped("codemaker_four_by_value"), replace(SEAT, guess=NumberAndKey("guess", "A")))
    tallies = [run(check, piece) for piece in rectangles(4)]
    assert sum(one.pairs for one in tallies) == sum(one.agreed for one in tallies) == 256**2


def test_it_is_a_quarter_shorter_than_two_loops() -> None:
    assert len(shipped("codemaker_by_value")) < 0.75 * len(shipped("codemaker_two_loops"))
