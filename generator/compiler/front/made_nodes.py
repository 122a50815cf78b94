"""Pieces of Python's tree that are made, at the place of a piece of the source, and names for them."""

from __future__ import annotations

import ast
from collections.abc import Container
from typing import TypeVar

Tree = TypeVar("Tree", bound=ast.AST)


def place_at(made: Tree, like: ast.AST) -> Tree:
    """A piece with the place of another one in all of its nodes that have no place."""
    for one in ast.walk(made):
        if "lineno" in one._attributes and not hasattr(one, "lineno"):
            ast.copy_location(one, like)
    return made


def parse_at(text: str, like: ast.AST) -> list[ast.stmt]:
    """The statements of a text, all of them at the place of a piece of the source."""
    body = ast.parse(text).body
    for one in (one for statement in body for one in ast.walk(statement)):
        if "lineno" in one._attributes:
            ast.copy_location(one, like)
    return body


def free_name(name: str, taken: Container[str]) -> str:
    """This name, or one like it that is not taken."""
    while name in taken:
        name += "_"
    return name


def call_at(name: str, arguments: list[ast.expr], like: ast.AST) -> ast.Call:
    """A call of a function, at the place of a piece of the source."""
    return place_at(ast.Call(ast.Name(name, ast.Load()), arguments, []), like)


def function_at(name: str, parameters: list[str], body: list[ast.stmt], like: ast.AST) -> ast.FunctionDef:
    """A function that the source does not have, at the place where it is needed first."""
    arguments = ast.arguments([], [ast.arg(one) for one in parameters], None, [], [], None, [])
    return place_at(ast.FunctionDef(name, arguments, body, [], None), like)
