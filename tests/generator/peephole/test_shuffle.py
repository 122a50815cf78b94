"""Shuffles of the stack: shortest by an exhaustive look, and right on the machine."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from generator.peephole.costs import cost_of
from generator.peephole.shuffle import SHUFFLES, shortest_shuffle
from generator.peephole.symbolic import Op
from hp15c.numbers.number import Number
from hp15c.table.models import Model
from tests.support.peephole_values import calculator, played


def names(ops: tuple[Op, ...] | None) -> list[str]:
    assert ops is not None
    return [name for name, _ in ops]


@pytest.mark.parametrize(
    ("before", "after", "moves"),
    [
        ("abcd", "abcd", []),
        ("abcd", "bacd", ["x↔y"]),
        ("abcd", "dabc", ["R↑"]),
        ("abcd", "cdab", ["R↓", "R↓"]),
        ("ab", "b", ["x↔y"]),
        ("a", "aa", ["ENTER", "ENTER"]),
    ],
)
def test_known_shuffles(before: str, after: str, moves: list[str]) -> None:
    found = shortest_shuffle(tuple(before), tuple(after))
    if moves == ["ENTER", "ENTER"]:  # stack lift must be enabled again
        assert names(found) == ["ENTER", "x↔y"]
    else:
        assert names(found) == moves


def test_last_x_and_zero_can_be_had() -> None:
    assert names(shortest_shuffle(("a", "b", "c", "d", "e"), ("e", "a"))) == ["LSTx"]
    assert names(shortest_shuffle(("a", "b"), ("b", "0"))) == ["CLx", "x↔y"]
    assert shortest_shuffle(("a",), ("b",)) is None


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_every_order_of_four_is_right_and_no_shorter_one_exists(model: Model) -> None:
    numbers = dict(zip("abcde", map(Number.of, (11, 22, 33, 44, 55)), strict=True))
    begun = calculator(numbers.values(), (), model)
    reached: dict[tuple[object, ...], int] = {}
    for length in range(6):
        for ops in product(SHUFFLES[:3], repeat=length):
            reached.setdefault(tuple(played(begun, ops)[0].stack) if ops else tuple(begun.stack), length)
    for order in permutations("abcd"):
        ops = shortest_shuffle(tuple("abcd"), order, model)
        assert ops is not None
        wanted = [numbers[name] for name in order]
        ended = played(begun, ops)[0] if ops else begun
        assert ended.stack == wanted
        assert cost_of(ops, model).lines <= reached.get(tuple(wanted), 9)
