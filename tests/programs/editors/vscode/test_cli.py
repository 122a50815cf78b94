"""The commands that make the extension for VS Code."""

from __future__ import annotations

import zipfile
from pathlib import Path

from click.testing import CliRunner

from programs.editors.vscode.cli import main


def test_the_package_is_an_archive_and_its_size_is_told(tmp_path: Path) -> None:
    out = tmp_path / "hp15c.vsix"
    result = CliRunner().invoke(main, ["package", str(out)])
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"{out}: ")
    with zipfile.ZipFile(out) as archive:
        assert archive.testzip() is None
        assert any(name.endswith("package.json") for name in archive.namelist())
