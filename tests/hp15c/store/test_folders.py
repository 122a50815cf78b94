"""The places of a person's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.errors import InputError
from hp15c.store.folders import cache_file, data_file


def test_a_folder_that_is_not_there_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert data_file("one.json") == tmp_path / "data" / "hp15c" / "one.json"
    assert cache_file("two").parent.is_dir()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").write_text("a file", "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with pytest.raises(InputError, match="HOME or XDG_DATA_HOME names another"):
        data_file("one.json")
