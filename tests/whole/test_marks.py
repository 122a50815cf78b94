"""Which tests a run leaves out by their marks, and in which order their files come."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems


class Item:
    """A test of a file with one mark at most."""

    def __init__(self, mark: str, name: str = "test_one.py") -> None:
        self.mark = mark
        self.path = Path(name)

    def get_closest_marker(self, name: str) -> str | None:
        return name if name == self.mark else None


@pytest.mark.parametrize(
    ("chosen", "left_out"),
    [("not slow", ["long"]), ("slow", ["long"]), ("not slow and not long", []), ("long", []), ("", [])],
)
def test_long_tests_run_only_when_they_are_named(chosen: str, left_out: list[str]) -> None:
    deselected: list[Any] = []
    hook = SimpleNamespace(pytest_deselected=lambda items: deselected.extend(items))
    config: Any = SimpleNamespace(hook=hook, getoption={"markexpr": chosen}.__getitem__)
    items: list[Any] = [Item(mark) for mark in ("", "slow", "long")]
    pytest_collection_modifyitems(config, items)
    assert [one.mark for one in deselected] == left_out
    assert [one.mark for one in items] == [mark for mark in ("", "slow", "long") if mark not in left_out]


def test_files_with_slow_tests_come_first_and_their_tests_stay_in_order() -> None:
    config: Any = SimpleNamespace(getoption=lambda name: "")
    written = [("", "a.py"), ("", "b.py"), ("slow", "b.py"), ("", "c.py"), ("slow", "test_loading.py")]
    items: list[Any] = [Item(mark, name) for mark, name in written]
    pytest_collection_modifyitems(config, items)
    assert [(one.mark, one.path.name) for one in items] == [written[place] for place in (4, 1, 2, 0, 3)]
