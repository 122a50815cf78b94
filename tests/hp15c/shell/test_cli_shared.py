"""The name of an output says the calculator."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c import Program
from hp15c.table.models import Model
from programs.shell import main

VERBS = [["generate", "counter"], ["convert", "counter"]]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("model", Model)
def test_the_name_of_the_output_says_the_model(tmp_path: Path, verb: list[str], model: Model) -> None:
    out = tmp_path / f"out.{model.value.lower()}"
    found = CliRunner().invoke(main, [*verb, "-o", str(out)])
    assert found.exit_code == 0, found.output
    assert Program.read(out).model is model


@pytest.mark.parametrize("verb", VERBS)
def test_a_name_that_contradicts_the_model_is_refused(tmp_path: Path, verb: list[str]) -> None:
    out = tmp_path / "out.11c"
    found = CliRunner().invoke(main, [*verb, "--model", "15C", "-o", str(out)])
    assert found.exit_code != 0
    assert "this name is for the HP-11C" in found.output
    assert not out.exists()
