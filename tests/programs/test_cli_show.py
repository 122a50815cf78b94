"""The verb `show`."""

from __future__ import annotations

import json

from click.testing import CliRunner

from programs.sheets import FOLDER
from programs.shell import main


def shown(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["show", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_listing_stands_below_the_sheet_unless_it_is_left_out() -> None:
    assert "001" in shown("counter")
    assert shown("counter").startswith(shown("counter", "--sheet"))
    assert len(shown("counter")) > len(shown("counter", "--sheet"))


def test_as_json_with_the_listing() -> None:
    assert json.loads(shown("counter", "--json"))["listing"] == (FOLDER / "counter.15c").read_text("utf-8")


def test_a_listing_that_was_not_compiled_has_no_source() -> None:
    result = CliRunner().invoke(main, ["show", "counter", "--python"])
    assert result.exit_code == 2
    assert "was not compiled from Python" in result.output
