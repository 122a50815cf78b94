"""The verb `page`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from programs.shell import main


def test_a_folder_of_somebody_elses_files_is_kept(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", "utf-8")
    result = CliRunner().invoke(main, ["page", str(tmp_path), "--pyodide", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert (tmp_path / "letter.txt").read_text("utf-8") == "mine"
