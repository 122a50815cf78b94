"""The verb `generate`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.codemaker.plan import Wish
from generator.planner import frontier
from generator.shell.cli import _frontier as printed
from generator.shell.cli import generate
from hp15c import Program
from hp15c.errors import InputError
from hp15c.table.models import Model
from tests.generator.planner.test_frontier import points


def test_the_command_writes_reads_and_explains(tmp_path: Path) -> None:
    run = CliRunner().invoke
    target = tmp_path / "maker.11c"
    assert run(generate, ["codemaker", "--model", "11C", "-o", str(target)]).exit_code == 0
    assert Program.read(target).model is Model.HP11C
    listing = run(generate, ["codemaker", "--format", "mnemonics"])
    assert listing.exit_code == 0
    assert "f LBL A" in listing.stdout
    explained = run(generate, ["codemaker", "--explain", "--scheme", "two-loops"]).stdout
    for part in ("Visits", "Dependences", "Barriers", "Plan: queues"):
        assert part in explained
    refused = run(generate, ["codemaker", "--digits", "9"])
    assert refused.exit_code == 2
    assert "N is 1 to 8" in refused.output
    assert run(generate, ["codemaker", "-o", str(tmp_path / "no" / "maker.15c")]).exit_code == 2


@pytest.mark.slow
def test_the_command_gives_figures() -> None:
    import json

    result = CliRunner().invoke(generate, ["codemaker", "--digits", "2", "--json"])
    found = json.loads(result.stdout)
    assert {"lines", "bytes", "registers", "executed_lines", "seconds", "listing"} <= set(found)
    assert list(found["seconds"]) == ["2"]
    assert Program.parse(found["listing"]).bytes == found["bytes"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--plot x.svg", "--plot means nothing without --frontier"),
        ("-v", "--verbose means nothing without --walk"),
        ("--frontier --json", "leave --json out"),
        ("--frontier --at-most-bytes 90", "leave --at-most-bytes out"),
        ("--frontier --goal fast", "leave --goal out"),
        ("--frontier --explain", "leave --frontier out"),
        ("--explain --at-most-seconds 9", "leave --at-most-seconds out"),
        ("--walk 12 21 --digits 2 --checks all", "leave --digits and --checks out"),
        ("--walk 12 21 --model 11C -o x.11c", "leave --output and --model out"),
    ],
)
def test_options_that_do_not_go_together(options: str, said: str) -> None:
    result = CliRunner().invoke(generate, ["codemaker", *options.split()])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.slow
def test_the_plot_is_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(frontier, "points", lambda wish: points())
    assert "| 70 | 99 | 40.0 |" in printed(Wish(), tmp_path / "frontier.svg")
    assert (tmp_path / "frontier.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.first
@pytest.mark.parametrize(
    ("ending", "said"), [("x.xyz", "the ending names the format"), ("none/x.svg", "there is no folder")]
)
def test_a_plot_that_cannot_be_written_is_refused_at_once(ending: str, said: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(InputError, match=said):
        printed(Wish(), tmp_path / ending)
