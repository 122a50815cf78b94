"""The verbs for the programs besides the CodeMaker."""

from __future__ import annotations

from click.testing import CliRunner

from generator.games import codebreaker as plan
from generator.shell.cli import generate
from generator.shell.cli_collection import PLAYS
from tests.generator.games.test_codebreaker import made


def test_the_kind_of_play_is_chosen_by_its_name() -> None:
    shown = CliRunner().invoke(generate, ["codebreaker", "--play", "better"]).output
    assert shown == made("better").text
    assert plan.OPENINGS["better"].code in shown
    assert tuple(plan.OPENINGS) == PLAYS
    refused = CliRunner().invoke(generate, ["codebreaker", "--play", "best"])
    assert refused.exit_code == 2
    assert "'best' is not one of 'fast', 'better'" in refused.output
