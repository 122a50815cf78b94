"""The verbs `list` and `show`: groups, the search, a program's sheet and its listing."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from hp15c.listing.collection import Collection, name_of
from hp15c.listing.program import Program
from programs import cli_list
from programs.groups import GROUPS
from programs.sheets import FOLDER
from programs.shell import main


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_list_names_every_program_under_its_group() -> None:
    lines = call("list").stdout.splitlines()
    heads = [line for line in lines if not line.startswith(" ")]
    assert heads == list(GROUPS)
    assert sorted(line.split()[0] for line in lines if line.startswith(" ")) == Collection(FOLDER).names()


def test_on_a_terminal_no_line_of_the_list_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = call("list").stdout
    monkeypatch.setattr(cli_list, "sys", SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True)))
    monkeypatch.setenv("COLUMNS", "80")
    folded = call("list").stdout
    assert max(map(len, folded.splitlines())) <= 80 < max(map(len, whole.splitlines()))
    assert folded.split() == whole.split()


def test_list_tells_machines_of_every_listing() -> None:
    rows = json.loads(call("list", "--json").stdout)
    paths = Collection(FOLDER).paths()
    told = sorted((row["name"], row["model"]) for row in rows)
    assert told == sorted((name_of(path), path.suffix[1:].upper()) for path in paths)
    counter = next(row for row in rows if (row["name"], row["model"]) == ("counter", "15C"))
    program = Program.read(FOLDER / "counter.15c")
    assert (counter["lines"], counter["bytes"], counter["title"]) == (
        *(len(program), program.bytes),
        program.title,
    )


def test_list_searches() -> None:
    told = call("list", "--search", "polynomial roots").stdout
    assert "polynomial-roots" in told
    assert "dates" not in told


@pytest.mark.parametrize(("options", "printed"), [((), ""), (("--json",), "[]\n")])
def test_a_search_that_finds_nothing_ends_in_exit_code_1(options: tuple[str, ...], printed: str) -> None:
    nothing = call("list", "--search", "unicorn", *options)
    assert (nothing.exit_code, nothing.stdout) == (1, printed)
    assert "no program speaks of 'unicorn'" in nothing.stderr


def test_show_tells_the_sheet_and_the_listing() -> None:
    told = call("show", "julian_day").stdout
    assert told.startswith("Julian day number")
    assert "Dates and the sky. HP-15C: " in told
    assert "Example: FIX 0 1 STO 1 1 STO 2 2000 STO 3 GSB A\nshows    2,451,545., " in told
    assert "   001 {    42 21 11 } f LBL A" in told
    assert "001" not in call("show", "julian-day", "--sheet").stdout
    assert "def julian_day():" in call("show", "julian-day", "--python").stdout
    explained = call("show", "julian-day", "--explain").stdout
    assert explained.startswith("Julian day number")
    assert call("explain", "julian-day").stdout in explained
    facts = json.loads(call("show", "julian-day", "--json").stdout)
    assert Program.parse(facts["listing"]) == Program.read(FOLDER / "compiled" / "julian_day.15c")


def test_show_refuses_what_does_not_come_along() -> None:
    assert "was not compiled from Python" in call("show", "counter", "--python").stderr
    assert "did you mean 'cubic'?" in call("show", "cubik").stderr
    assert "does not come with hp15c" in call("show", str(FOLDER.parent / "README.md")).stderr
