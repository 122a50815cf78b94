"""The verb `analyse`."""

from __future__ import annotations

import json

import pytest

from tests.solver.shell.test_cli import mm


@pytest.mark.parametrize(
    ("history", "said"), [("", "no turn"), ("112:01 231:11 112:10", "contradict each other")]
)
def test_what_cannot_be_analysed_is_said(history: str, said: str) -> None:
    refused = mm("analyse", history, "3", "5")
    assert (refused.exit_code, said in refused.stderr) == (2, True)


def test_a_game_is_analysed() -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    shown = json.loads(mm("analyse", "112:01 231:11", "3", "5", "--json").stdout)
    assert [turn["guess"] for turn in shown["turns"]] == ["112", "231"]
    assert all(turn["cost"] >= 0 for turn in shown["turns"])
    assert mm("analyse", "112", "3", "5").exit_code == 2
