"""Nodes that are made from texts: parts in the place of names, and the place in the source."""

from __future__ import annotations

import ast

import pytest

from generator.compiler.front.made_nodes import all_of, assignment_at, expression_at, loops_of, parse_at


@pytest.fixture
def like() -> ast.expr:
    """A piece of a source, in its third line."""
    statement = ast.parse("\n\nx + 1").body[0]
    assert isinstance(statement, ast.Expr)
    return statement.value


def test_parts_stand_in_the_place_of_names(like: ast.expr) -> None:
    body = ast.parse("a = 1\nb = 2").body
    made = parse_at(
        "while TEST:\n    BODY\n    c = TEST\nelse:\n    ELSE", like, TEST=like, BODY=body, ELSE=[]
    )
    assert "\n".join(map(ast.unparse, made)) == "while x + 1:\n    a = 1\n    b = 2\n    c = x + 1"


def test_what_is_made_has_a_place_and_a_part_keeps_its_own(like: ast.expr) -> None:
    part = ast.parse("y").body[0]
    assert isinstance(part, ast.Expr)
    made = expression_at("PART * 2", like, PART=part.value)
    assert isinstance(made, ast.BinOp)
    assert (made.lineno, made.left.lineno, made.right.lineno) == (3, 1, 3)


def test_a_comprehension_becomes_loops_with_its_conditions(like: ast.expr) -> None:
    each = ast.parse("(0 for i in range(3) if i for j in a if j if i)", mode="eval").body
    assert isinstance(each, ast.GeneratorExp)
    (loop,) = loops_of(each, parse_at("f(i, j)", like))
    written = "for i in range(3):\n    if i:\n        for j in a:\n            if j:\n"
    assert (
        ast.unparse(ast.fix_missing_locations(loop))
        == written + "                if i:\n                    f(i, j)"
    )


def test_names_and_conditions_are_joined(like: ast.expr) -> None:
    assert ast.unparse(assignment_at(["a", "b"], like, like)) == "a, b = x + 1"
    assert ast.unparse(assignment_at("a", like, like)) == "a = x + 1"
    assert all_of(ast.And(), [like], like) is like
    assert ast.unparse(all_of(ast.Or(), [like, ast.Name("y", ast.Load())], like)) == "x + 1 or y"
