"""The machine against the solver: what agrees, and that what does not is found and can be seen again."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import programs
from hp15c.engines import NAMES, NEEDS_EXTRA
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.table.instructions import step
from programs.codemaker import Seat, read_start
from programs.verify import Check, DrawnSecrets, Rectangle, Sample, Tally, count_codes, rectangles, run

INSTALLED = [name for name in NAMES if name not in NEEDS_EXTRA or find_spec("llvmlite")]
PROGRAM = Program.read(Path(programs.__file__).with_name("codemaker-small.15c"))


def checked(engine: str, program: Program = PROGRAM) -> Tally:
    """All pairs of two digits, and a sample of four."""
    check = Check(program, Seat(), engine)
    total = run(check, Rectangle(2, (0, 4), (0, 4)))
    total.add(run(check, Sample(4, 45, seed=1)))
    return total


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("engine", INSTALLED)
def test_every_engine_verifies_the_codemaker(engine: str) -> None:
    tally = checked(engine)
    assert (tally.pairs, tally.agreed, tally.disagreements) == (16 + 45, 16 + 45, [])


@pytest.mark.slow
def test_engines_run_the_same_number_of_lines() -> None:
    assert len({checked(engine).lines for engine in INSTALLED}) == 1


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("engine", INSTALLED[1:])
def test_a_wrong_format_is_found(engine: str) -> None:
    steps = tuple(step("FIX", "3") if str(one) == "FIX 2" else one for one in PROGRAM.steps)
    tally = checked(engine, PROGRAM.with_steps(steps))
    assert tally.agreed == 0
    row = tally.disagreements[0]
    assert row.keys == "11 GSB B 11 R/S"
    assert row.machine == "1. then 11.200 (stop)"
    assert row.solver == "1. then 11.20"


def test_a_program_that_scores_wrongly_is_found() -> None:
    found = [number for number, one in enumerate(PROGRAM.steps) if str(one) in ("x≠y", "x=y")]
    steps = list(PROGRAM.steps)
    steps[found[0]] = step("x=y" if str(steps[found[0]]) == "x≠y" else "x≠y")
    check = Check(PROGRAM.with_steps(tuple(steps)), Seat(), "source")
    tally = run(check, Rectangle(2, (0, 4), (0, 4)))
    assert tally.agreed < tally.pairs
    assert tally.disagreements


def test_drawn_secrets_are_codes() -> None:
    tally = run(Check(PROGRAM, Seat(), "source"), DrawnSecrets(3))
    assert tally.pairs == tally.agreed > 0


def test_keys_that_do_not_set_a_secret_are_refused() -> None:
    seat = Seat(set=read_start("{secret} GSB E", "secret"))
    with pytest.raises(InputError, match="do these keys set its secret"):
        run(Check(PROGRAM, seat, "source"), Rectangle(2, (0, 4), (0, 4)))


@pytest.mark.parametrize("digits", [1, 2, 3, 4])
def test_rectangles_cover_all_pairs_once(digits: int) -> None:
    pieces = rectangles(digits, 50)
    assert sum(piece.pairs for piece in pieces) == count_codes(digits) ** 2
    corners = {(piece.secrets, piece.guesses) for piece in pieces}
    assert len(corners) == len(pieces)


LISTINGS = sorted(path for path in Path(programs.__path__[0]).glob("codemaker-*.1[15]c"))


def test_the_listings_are_found() -> None:
    assert len(LISTINGS) >= 10


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "digits"),
    [(path, digits) for path in LISTINGS for digits in range(4, 9) if digits == 4 or "-4." not in path.name],
    ids=lambda value: value.name if isinstance(value, Path) else f"N={value}",
)
def test_a_shipped_listing_agrees(path: Path, digits: int) -> None:
    tasks = rectangles(4) if digits == 4 else [Sample(digits, 100_000, seed=1)]
    for task in tasks:
        tally = run(Check(Program.read(path), Seat(), None), task)
        assert (tally.pairs, tally.agreed, tally.disagreements) == (task.pairs, task.pairs, [])
