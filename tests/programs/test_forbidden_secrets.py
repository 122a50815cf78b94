"""Digits that a listing does not allow in a secret do what it says of them. What it says wrongly is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import programs
from generator.codemaker.plan import OTHER_DIGITS
from generator.plans.dialogue import ZERO_NEVER_SCORES, ZERO_SCORES
from hp15c.listing.program import Program
from programs.cli import verify
from programs.codemaker import Seat
from programs.forbidden_secrets import others, statement
from programs.verify import Check
from tests.support.shares import few

FOLDER = Path(programs.__file__).parent
LISTINGS = sorted(FOLDER.glob("codemaker*.1?c"))
SAID = {"fast": OTHER_DIGITS, "small": ZERO_NEVER_SCORES, "plain": ZERO_SCORES}


def check(path: Path, description: str | None = None) -> Check:
    program = Program.read(path)
    said = program.description if description is None else description
    return Check(replace(program, description=said), Seat(), "source")


@pytest.mark.first
@pytest.mark.parametrize("path", few(LISTINGS), ids=lambda path: path.name)
def test_a_shipped_listing_does_what_it_says(path: Path) -> None:
    numbers = [4] if "-4." in path.name else [1, 4, 7]
    rows = others(check(path), numbers, pairs=40)
    assert [row.digits for row in rows if row.digits > 1] == [one for one in numbers if one > 1]
    assert all(row.holds and row.pairs == 40 for row in rows)


@pytest.mark.first
@pytest.mark.parametrize(
    ("name", "said", "wrong"),
    [
        ("codemaker-fast-4.15c", ZERO_SCORES, True),
        ("codemaker-fast-4.15c", ZERO_NEVER_SCORES, True),
        ("codemaker-small.11c", ZERO_SCORES, True),
        ("codemaker-plain.15c", OTHER_DIGITS, True),
        ("codemaker-plain.15c", ZERO_NEVER_SCORES, True),
        ("codemaker-plain.15c", ZERO_SCORES, False),
    ],
)
def test_what_a_listing_says_wrongly_is_found(name: str, said: str, wrong: bool) -> None:
    (row,) = others(check(FOLDER / name, f"sets a secret of digits 1 to 4.\n{said}"), [4], pairs=60)
    assert row.holds != wrong
    assert ("which is not what the listing says" in row.text) == wrong


def test_a_listing_that_says_nothing_is_not_asked() -> None:
    assert statement("a game\nof mine") is None
    assert others(check(FOLDER / "codemaker-fast.15c", ""), [4]) == []


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(("said", "code"), [(OTHER_DIGITS, 0), (ZERO_SCORES, 1)])
def test_verify_fails_where_it_is_not_so(said: str, code: int, tmp_path: Path) -> None:
    text = (FOLDER / "codemaker-fast-4.15c").read_text("utf-8")
    path = tmp_path / "maker.15c"
    path.write_text(text.replace(OTHER_DIGITS, said), "utf-8")
    typed = CliRunner().invoke(verify, [str(path), "--digits", "4", "--sample", "40", "--engine", "source"])
    assert typed.exit_code == code, typed.output
    assert "Secrets with other digits, N = 4: 200 pairs, " in typed.output
