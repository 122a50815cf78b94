"""The verb `page`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from programs.shell import main
from programs.web.folder.build import BuiltFolder


def test_a_folder_of_somebody_elses_files_is_kept(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("mine", "utf-8")
    result = CliRunner().invoke(main, ["page", str(tmp_path), "--pyodide", str(tmp_path / "none")])
    assert result.exit_code == 2
    assert (tmp_path / "letter.txt").read_text("utf-8") == "mine"


def test_a_bar_moves_while_the_folder_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    @contextmanager
    def bar(what: str) -> Iterator[Callable[..., None]]:
        told.append(what)
        yield lambda *done: None
        told.append("ends")

    def build(out: Path, given: Path | None) -> BuiltFolder:
        told.append("works")
        return BuiltFolder(out, 1)

    monkeypatch.setattr("programs.web.folder.cli.bar", bar)
    monkeypatch.setattr("programs.web.folder.build.build", build)
    assert CliRunner().invoke(main, ["page", str(tmp_path)]).exit_code == 0
    assert told == ["build", "works", "ends"]
