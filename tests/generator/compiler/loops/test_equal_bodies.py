"""Two blocks as one, and conditions in parts."""

from __future__ import annotations

from generator.compiler.loops.equal_bodies import all_of, conjuncts, pure, unite
from generator.compiler.tree import ir
from tests.support.tree_pairs import function, module_of


def block(text: str) -> ir.Block:
    return module_of(function(text + "\nreturn x", "a")).functions["f"].body[:-1]


def test_equal_statements_stand_once() -> None:
    which = ir.Compare(ir.Read("x"), "<", ir.Read("y"))
    first, second = block("y = 1\nx = 2"), block("y = 1\nx = 3")
    assert unite(first, second, second, which) == (second[0], ir.If(which, first[1:], second[1:]))
    assert unite(first, first, first, which) == first


def test_blocks_of_other_lengths_stand_apart() -> None:
    which = ir.Compare(ir.Read("x"), "<", ir.Read("y"))
    first, second = block("y = 1"), block("y = 1\nx = 3")
    assert unite(first, second, second, which) == (ir.If(which, first, second),)


def test_conditions_in_parts() -> None:
    (test,) = block("if x > 1 and x < 5:\n    x = 1")
    assert isinstance(test, ir.If)
    assert len(conjuncts(test.test)) == 2
    assert all_of(conjuncts(test.test)) == test.test
    assert all_of(conjuncts(test.test)[:1]) == conjuncts(test.test)[0]


def test_what_may_raise_an_error_is_not_pure() -> None:
    for text, expected in (("x + 1", True), ("a[x]", True), ("1 / x", False)):
        (test,) = block(f"if {text} > 1:\n    x = 1")
        assert isinstance(test, ir.If)
        assert pure(test.test) == expected
