"""The verb `generate`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from generator.shell.cli import generate
from hp15c import Program
from hp15c.table.models import Model


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


def test_the_command_gives_figures() -> None:
    import json

    result = CliRunner().invoke(generate, ["codemaker", "--digits", "2", "--json"])
    found = json.loads(result.stdout)
    assert {"lines", "bytes", "registers", "executed_lines", "seconds", "listing"} <= set(found)
    assert list(found["seconds"]) == ["2"]
    assert Program.parse(found["listing"]).bytes == found["bytes"]
