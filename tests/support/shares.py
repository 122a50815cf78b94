"""Which of many examples of a test run by default, in CI, or by hand only.

A run of everything, `pytest -m ""`, runs all examples and draws as many random ones as a test says. CI draws
a fourth of these, and of a test with more than four slow examples it runs the first of each four. A test of
the page that runs on the server's page and on the folder's runs on one of them in CI. The default run draws
an eighth. `fewer` says so to the tests. `tests/conftest.py` sets it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from tests.support.pages import KINDS

FOURTH, EIGHTH = 4, 8
KIND = re.compile(rf"\[({'|'.join(KINDS)})\b")
fewer = 1


def few(examples: Iterable[Any]) -> list[Any]:
    """All examples. The first of each eight runs by default, and the others are `slow`."""
    return [_example(one, slow=place % EIGHTH > 0) for place, one in enumerate(examples)]


def firsts(examples: Iterable[Any]) -> list[Any]:
    """All examples. The first runs by default, and the others are `slow`."""
    return [_example(one, slow=place > 0) for place, one in enumerate(examples)]


def rarely(examples: Iterable[Any], *slow: Any) -> list[Any]:
    """All examples, of a mapping its values. Those named, or with these keys, are `slow`."""
    pairs = examples.items() if isinstance(examples, Mapping) else ((one, one) for one in examples)
    return [_example(value, slow=name in slow) for name, value in pairs]


def _example(one: Any, *, slow: bool) -> Any:
    """An example with its own marks, and `slow` where it is asked for."""
    marks = [pytest.mark.slow] * slow
    if isinstance(one, type(pytest.param())):
        return pytest.param(*one.values, marks=[*marks, *one.marks], id=one.id)
    return pytest.param(*one if isinstance(one, tuple) else (one,), marks=marks)


def share(count: int) -> int:
    """How many of `count` random examples this run draws: a fourth in CI, an eighth by default."""
    return -(-count // fewer)


def counts(*drawn: int) -> list[Any]:
    """How many examples are drawn. The last number is for a `long` run, the one before for CI.

    One that stands before these two is for the default run.
    """
    marks = ((), pytest.mark.slow, pytest.mark.long)
    return [pytest.param(one, marks=mark) for one, mark in zip(drawn, marks[-len(drawn) :], strict=True)]


def behind_first(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The examples after the first one of each test that is marked `first`. Slow ones are slow anyway."""
    known: set[str] = set()
    behind = []
    for item in items:
        if item.get_closest_marker("first") and not any(map(item.get_closest_marker, ("slow", "long"))):
            if (name := item.nodeid.partition("[")[0]) in known:
                behind.append(item)
            known.add(name)
    return behind


def beyond_share(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The slow examples that CI leaves out: of a test with more than four of them all but each fourth.

    A test marked `each` has examples of different kinds, and CI runs all of them.
    """
    examples: dict[str, list[pytest.Item]] = {}
    for item in filter(_is_drawn, items):
        examples.setdefault(item.nodeid.partition("[")[0], []).append(item)
    many = [these for these in examples.values() if len(these) > FOURTH]
    return [one for these in many for place, one in enumerate(these) if place % FOURTH]


def other_kind(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The tests of the page that CI leaves out: those on the other of the two kinds of page.

    The tests of a file take turns, so that each kind of page gets half of them. A test marked `each` does
    something else on each kind, and CI runs it on both.
    """
    files: dict[str, dict[str, list[pytest.Item]]] = {}
    for item in filter(_is_drawn, items):
        file, _, test = item.nodeid.partition("::")
        if (name := KIND.sub("[", test)) != test:
            files.setdefault(file, {}).setdefault(name, []).append(item)
    left_out = []
    for tests in files.values():
        both = [these for these in tests.values() if len(these) == len(KINDS)]
        left_out += [these[1 - place % 2] for place, these in enumerate(both)]
    return left_out


def _is_drawn(item: pytest.Item) -> bool:
    """Whether CI may leave the test out: one that is slow, neither `long` nor of examples that all differ."""
    return bool(item.get_closest_marker("slow")) and not any(map(item.get_closest_marker, ("each", "long")))
