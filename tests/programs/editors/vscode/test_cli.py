"""The commands that make the extension for VS Code."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from hp15c.errors import InputError
from programs.editors.vscode import cli, packing
from programs.editors.vscode.contents import made_files


def test_write_names_the_files_that_it_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing.write_made, "__defaults__", (tmp_path,))
    told = CliRunner().invoke(cli.main, ["write"])
    assert told.stdout.split() == list(made_files())
    assert {name: (tmp_path / name).read_text("utf-8") for name in made_files()} == made_files()


def test_package_replaces_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "pack", lambda: b"a package")
    out = tmp_path / "hp15c.vsix"
    assert CliRunner().invoke(cli.main, ["package", str(out)]).exit_code == 0
    assert out.read_bytes() == b"a package"


def test_package_without_npm_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="npm is not installed"):
        packing.pack()
    told = CliRunner().invoke(cli.main, ["package", str(tmp_path / "hp15c.vsix")])
    assert told.exit_code == 2
    assert told.stderr.startswith("Error: npm is not installed")
