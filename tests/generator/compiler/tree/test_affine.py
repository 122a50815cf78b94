"""Sums of variables times whole numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, constant, passes, reach
from tests.support.tree_pairs import function, module_of

SUMS = st.builds(Affine.of, st.dictionaries(st.sampled_from("ijn"), st.integers(-9, 9)), st.integers(-99, 99))


@given(SUMS)
def test_a_sum_as_an_expression_is_the_same_sum(one: Affine) -> None:
    assert affine(one.expression()) == one


@given(SUMS, SUMS, st.integers(-5, 5), st.dictionaries(st.sampled_from("ijn"), st.integers(-9, 9)))
def test_sums_are_added_as_numbers_are(one: Affine, other: Affine, times: int, at: dict[str, int]) -> None:
    def value(sum_: Affine) -> int:
        return sum_.constant + sum(factor * at.get(name, 0) for name, factor in sum_.factors)

    assert value(one.plus(other, times)) == value(one) + times * value(other)
    assert value(one.scale(times)) == times * value(one)


def expression(text: str) -> ir.Expression:
    statement = module_of(function(f"return {text}", "", "i, n")).functions["f"].body[-1]
    assert isinstance(statement, ir.Return)
    return statement.values[0]


@pytest.mark.parametrize(
    ("text", "shown"), [("2 * i - n + 1", "2*i - n + 1"), ("-(i - n)", "n - i"), ("3 - 3", "0"), ("-i", "-i")]
)
def test_text(text: str, shown: str) -> None:
    found = affine(expression(text))
    assert str(found) == shown


@pytest.mark.parametrize("text", ["i * n", "i / 2", "i + 0.5", "i % 3"])
def test_what_is_no_sum(text: str) -> None:
    assert affine(expression(text)) is None


def test_the_passes_of_a_loop() -> None:
    assert passes(ir.For("i", constant(3), constant(-1), -1, ())) == range(3, -1, -1)
    assert passes(ir.For("i", constant(0), ir.Read("n"), 1, ())) is None


@pytest.mark.parametrize(
    ("start", "stop", "step", "ends"), [(0, 5, 1, (2, 6)), (5, 0, -1, (3, 7)), (4, 5, 1, (6, 6))]
)
def test_a_loop_reaches_from_its_lowest_index_to_its_highest(
    start: int, stop: int, step: int, ends: tuple[int, int]
) -> None:
    loop = ir.For("i", constant(start), constant(stop), step, ())
    found = reach(loop, 2)
    assert found is not None
    assert tuple(one.constant for one in found) == ends
    assert {one + 2 for one in range(start, stop, step)} == set(range(ends[0], ends[1] + 1))
    assert reach(ir.For("i", ir.Operation("sin", (constant(1),)), constant(stop), step, ()), 2) is None
