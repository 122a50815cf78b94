"""The verbs of `hp15c mastermind`, driven as a user would."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from solver.cli import mastermind


def mm(*args: str, typed: str = "") -> Result:
    """Run one verb with `typed` on standard input."""
    return CliRunner().invoke(mastermind, list(args), input=typed)


def test_score_has_all_packings() -> None:
    shown = json.loads(mm("score", "4323", "2443", "--json").stdout)
    assert shown == {"black": 1, "white": 2, "ordinal": 7, "decimal": 12, "hex": 0x12}
    assert mm("score", "4323", "2443").stdout == "1 black, 2 white\n"


def test_score_counts_colours_from_zero_when_asked() -> None:
    assert json.loads(mm("score", "--zero", "0123", "3210", "--json").stdout)["decimal"] == 4
    refused = mm("score", "0123", "3210")
    assert refused.exit_code == 2
    assert '"0" on peg 1' in refused.stderr


def test_codes_of_unequal_length_are_refused() -> None:
    refused = mm("score", "123", "1234")
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert "4 characters" in refused.stderr
