"""The file of kept searches."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.shell import kept_file
from generator.shell.kept_file import KeptFile


def test_another_process_finds_what_was_kept(tmp_path: Path) -> None:
    one, other = KeptFile(tmp_path / "searches"), KeptFile(tmp_path / "searches")
    assert one.get("a") is None
    one["a"] = "first"
    one["a"] = "second"
    assert other.get("a") == "second"
    assert other.get("b") is None


def test_another_version_of_the_compiler_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = KeptFile(tmp_path / "searches")
    one["a"] = "text"
    monkeypatch.setattr(kept_file, "_version", lambda: "changed")
    assert one.get("a") is None


def test_the_oldest_go_where_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_file, "MOST", 5)
    one = KeptFile(tmp_path / "searches")
    for number in range(20):
        one[str(number)] = "text"
    assert [number for number in range(20) if one.get(str(number))] == [15, 16, 17, 18, 19]


def test_a_file_that_cannot_be_used_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "searches"
    path.write_text("a letter, and no database", "utf-8")
    one = KeptFile(path)
    one["a"] = "text"
    assert path.read_text("utf-8") == "a letter, and no database"
    assert KeptFile(tmp_path).get("a") is None


def test_a_cache_folder_that_cannot_be_made_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert KeptFile.of_user() is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))
    assert KeptFile.of_user() is not None
    assert (tmp_path / "new" / "hp15c" / "searches.sqlite").exists()
