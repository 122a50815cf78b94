"""Which tests a run leaves out by their marks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems


class Item:
    """A test with one mark at most."""

    def __init__(self, mark: str) -> None:
        self.mark = mark

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
