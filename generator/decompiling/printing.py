"""Statements as lines of Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.decompiling.statements import Assign, Block, For, If, Jump, Loop, Return, Statement, Text
from hp15c.terms.term import Term

INDENT = "    "
Condition = Callable[[Term], str]


def lines(block: Block, condition: Condition) -> list[str]:
    """The lines of statements. `condition` writes conditions."""
    return [line for one in block for line in _statement(one, condition)]


def _inner(block: Block, condition: Condition) -> Iterator[str]:
    yield from (INDENT + line for line in lines(block, condition) or ["pass"])


def _statement(one: Statement, condition: Condition) -> Iterator[str]:
    if isinstance(one, Assign):
        yield _assignment(one)
    elif isinstance(one, Text):
        yield one.text
    elif isinstance(one, Return) and one.error:
        yield f"raise CalculatorError({one.error})"
    elif isinstance(one, Return):
        yield f"return {', '.join(one.values)}".rstrip()
    elif isinstance(one, If):
        yield from _if(one, "if", condition)
    elif isinstance(one, Loop):
        yield f"while {'True' if one.condition is None else condition(one.condition)}:"
        yield from _inner(one.body, condition)
    elif isinstance(one, For):
        yield f"for {one.name} in {one.head}:"
        yield from _inner(one.body, condition)
    elif isinstance(one, Jump):
        yield one.word


def _if(one: If, word: str, condition: Condition) -> Iterator[str]:
    yield f"{word} {condition(one.condition)}:"
    yield from _inner(one.body, condition)
    if len(one.orelse) == 1 and isinstance(one.orelse[0], If):
        yield from _if(one.orelse[0], "elif", condition)
    elif one.orelse:
        yield "else:"
        yield from _inner(one.orelse, condition)


def _assignment(one: Assign) -> str:
    name = one.targets[0]
    if len(one.targets) == 1:
        for sign in ("+", "-", "*", "/"):
            start = f"{name} {sign} "
            rest = one.value[len(start) :]
            if one.value.startswith(start) and _single(rest, sign):
                return f"{name} {sign}= {_unwrap(rest)}"
    return f"{', '.join(one.targets)} = {one.value}"


def _single(text: str, sign: str) -> bool:
    """Whether a text is one operand, so that `a - b` can be written as an assignment `a -= b`."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and letter in "+-" and place and text[place - 1] == " ":
            return False
        if depth == 0 and sign in "*/" and letter in "*/" and text[place - 1 : place + 2] != "**":
            return False
    return True


def _unwrap(text: str) -> str:
    """A text without a bracket around all of it."""
    depth = 0
    for letter in text[:-1]:
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text
    return text[1:-1] if text.startswith("(") else text
