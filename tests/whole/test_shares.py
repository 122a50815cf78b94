"""What CI runs of many slow examples: the first of each four, and all of those marked `each`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import leaves_out_long
from tests.support.shares import beyond_share


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
        (9, (), []),
    ],
)
def test_a_fourth_of_many_slow_examples_is_run(
    count: int, marks: tuple[str, ...], left_out: list[int]
) -> None:
    others = examples("test_other", 3, "slow")
    expected = [f"test_one[{number}]" for number in left_out]
    assert [one.nodeid for one in beyond_share([*examples("test_one", count, *marks), *others])] == expected


@pytest.mark.parametrize(
    ("chosen", "without"),
    [("not slow and not long", True), ("not long", True), ("slow", True), ("long", False), ("", False)],
)
def test_only_a_run_that_asks_for_it_has_what_is_long(chosen: str, without: bool) -> None:
    assert leaves_out_long(chosen) is without
