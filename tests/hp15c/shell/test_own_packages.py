"""The packages of this project are found before others of their names."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hp15c.shell.own_packages import HERE, SHIPPED, leave_working_folder, own_packages_first


def test_while_the_block_runs_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["elsewhere"])
    with own_packages_first():
        assert sys.path == [str(HERE), "elsewhere"]
    assert sys.path == ["elsewhere"]


def test_the_working_folder_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), "library"])
    leave_working_folder()
    assert sys.path == ["library"]
    monkeypatch.setattr(sys, "path", [str(HERE), "library"])
    leave_working_folder()
    assert sys.path == [str(HERE), "library"]


def test_the_listings_that_come_along_are_there() -> None:
    assert (SHIPPED / "counter.15c").is_file()
