"""Which tests a run leaves out by their marks, and in which order their files come."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import pytest_collection_modifyitems, runs_in_ci, spread_pages
from tests.support.shares import behind_first, beyond_share, other_kind


class Item:
    """A test of a file with one mark at most."""

    def __init__(self, mark: str, name: str = "test_one.py") -> None:
        self.mark = mark
        self.path = Path(name)
        self.nodeid = f"{name}::test_{mark}"

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


def test_files_of_the_page_are_spread_among_the_others() -> None:
    files = [Path(name) for name in ("a.py", "b.py", "page/c.py", "page/d.py", "e.py", "f.py")]
    spread = sorted(files, key=spread_pages(files).__getitem__)
    assert [file.stem for file in spread] == ["a", "c", "b", "d", "e", "f"]


def examples(name: str, count: int, *marks: str) -> list[Any]:
    return [
        SimpleNamespace(nodeid=f"{name}[{number}]", get_closest_marker=lambda mark: mark in marks or None)
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("count", "marks", "left_out"),
    [
        (4, ("slow",), []),
        (5, ("slow",), [1, 2, 3]),
        (9, ("slow",), [1, 2, 3, 5, 6, 7]),
        (9, ("slow", "each"), []),
        (9, ("slow", "long"), []),
        (9, (), []),
    ],
)
def test_a_fourth_of_many_slow_examples_is_run(
    count: int, marks: tuple[str, ...], left_out: list[int]
) -> None:
    others = examples("test_other", 3, "slow")
    expected = [f"test_one[{number}]" for number in left_out]
    assert [one.nodeid for one in beyond_share([*examples("test_one", count, *marks), *others])] == expected


def test_of_a_test_marked_first_the_other_examples_are_slow() -> None:
    """The first one that is not slow by itself is quick, whatever stands before it."""
    slow, *quick = examples("test_one", 4, "first")
    slow.get_closest_marker = lambda mark: mark in ("first", "slow") or None
    items = [*examples("test_other", 2), slow, *quick, *examples("test_two", 2, "first")]
    assert [one.nodeid for one in behind_first(items)] == ["test_one[2]", "test_one[3]", "test_two[1]"]


def pages(test: str, *marks: str, kinds: tuple[str, ...] = ("server", "folder")) -> list[Any]:
    marked = {"get_closest_marker": lambda mark: mark in marks or None}
    return [SimpleNamespace(nodeid=test.replace("KIND", kind), **marked) for kind in kinds]


def test_tests_of_the_page_take_turns_on_its_two_kinds() -> None:
    """What one kind alone has, and what does something else on each kind, is run whole."""
    items = [
        *pages("a.py::test_one[KIND-screen]", "slow"),
        *pages("a.py::test_two[KIND]", "slow"),
        *pages("a.py::test_all[KIND-screen]", "slow", "each"),
        *pages("a.py::test_sizes[KIND-phone]", "slow", "long"),
        *pages("a.py::test_quick[KIND-phone]"),
        *pages("a.py::test_alone[KIND-phone]", "slow", kinds=("server",)),
        *pages("a.py::test_other[KINDS-phone]", "slow"),
        *pages("a.py::test_three[KIND-screen-15C]", "slow"),
        *pages("a.py::test_three[KIND-screen-11C]", "slow"),
        *pages("b.py::test_one[KIND]", "slow"),
    ]
    assert [one.nodeid for one in other_kind(items)] == [
        "a.py::test_one[folder-screen]",
        "a.py::test_two[server]",
        "a.py::test_three[folder-screen-15C]",
        "a.py::test_three[server-screen-11C]",
        "b.py::test_one[folder]",
    ]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [("not long", True), ("slow", True), ("not slow and not long", False), ("long", False), ("", False)],
)
def test_a_share_of_the_examples_is_for_runs_like_those_of_ci(chosen: str, expected: bool) -> None:
    assert runs_in_ci(chosen) is expected
