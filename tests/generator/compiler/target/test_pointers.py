"""Loop variables that count registers."""

from __future__ import annotations

from generator.compiler.target.pointers import moved_pointers
from tests.support.tree_pairs import function, module_of, shown

PLACES = {"a": 5, "b": 10}


def moved(body: str) -> str:
    return shown(moved_pointers(module_of(function(body, "ab")), PLACES))


def test_a_loop_over_elements_counts_their_registers() -> None:
    made = moved("for i in range(4):\n    a[i] = x\nreturn x")
    assert "range(5, 9)" in made
    assert "range(4)" not in made


def test_a_distance_between_variable_and_index_is_counted_in() -> None:
    made = moved("for i in range(1, 4):\n    a[i - 1] = x\nreturn x")
    assert "range(5, 8)" in made


def test_a_variable_that_is_more_than_an_index_stays() -> None:
    for body in ("a[i] = i * x", "a[i] = b[i]"):
        assert "range(4)" in moved(f"for i in range(4):\n    {body}\nreturn x")
