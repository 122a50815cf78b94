"""Statements of the function that is written, as a tree and as lines of Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from re import fullmatch
from typing import Final, NamedTuple

from hp15c.terms.term import Term

INDENT = "    "
_SIGNS: Final[dict[type[ast.operator], str]] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
FEWEST_CASES: Final = 3
"""The number of tests of one value from which on they are written as a `match`."""


@dataclass(frozen=True)
class Statement:
    """The base of all statements. By itself it marks a place."""


@dataclass(frozen=True)
class Jump(Statement):
    """`break` or `continue`."""

    word: str


@dataclass(frozen=True)
class Assign(Statement):
    """`targets = value`."""

    targets: tuple[str, ...]
    value: str


@dataclass(frozen=True)
class Text(Statement):
    """A call as a statement of its own."""

    text: str


@dataclass(frozen=True)
class Return(Statement):
    """`return values`, or the Error in which the program ends in its place."""

    values: tuple[str, ...]
    error: int | None = None


@dataclass(frozen=True)
class If(Statement):
    """`if condition: body else: orelse`."""

    condition: Term
    body: Block
    orelse: Block = ()


@dataclass(frozen=True)
class Loop(Statement):
    """`while condition: body`, `while True` where there is none."""

    body: Block
    condition: Term | None = None


@dataclass(frozen=True)
class Count(Statement):
    """DSE or ISG of a variable, which starts as `start` says. `limits` are those of its range, if known."""

    op: str
    name: str
    start: str
    limits: tuple[int, int, int] | None
    leaf: Term
    line: int


@dataclass(frozen=True)
class For(Statement):
    """`for name in head: body`."""

    body: Block
    name: str
    head: str


Block = tuple[Statement, ...]
BREAK: Final = Jump("break")
CONTINUE: Final = Jump("continue")


def with_inner(one: Statement, change: Callable[[Block], Block]) -> Statement:
    """A statement with the blocks in it changed."""
    if isinstance(one, If):
        return If(one.condition, change(one.body), change(one.orelse))
    if isinstance(one, Loop | For):
        return replace(one, body=change(one.body))
    return one


def size(statement: Statement) -> int:
    """How many lines a statement takes."""
    return sum(1 for _ in walk((statement,)))


def ends(block: Block) -> bool:
    """Whether nothing that stands after a block is reached from it."""
    if not block:
        return False
    last = block[-1]
    if isinstance(last, If):
        return ends(last.body) and ends(last.orelse)
    if isinstance(last, Loop):
        return last.condition is None and not has(last.body, BREAK)
    return isinstance(last, Return) or last in (BREAK, CONTINUE)


def has(block: Block, wanted: Statement) -> bool:
    """Whether a block has a statement, such as a `break`, outside the loops in it."""
    return any(
        one == wanted or (isinstance(one, If) and (has(one.body, wanted) or has(one.orelse, wanted)))
        for one in block
    )


def walk(block: Block) -> Iterator[Statement]:
    """All statements of a block, those in others included."""
    for one in block:
        yield one
        for name in ("body", "orelse"):
            yield from walk(getattr(one, name, ()))


Condition = Callable[[Term], str]


def lines(block: Block, condition: Condition) -> list[str]:
    """The lines of statements. `condition` writes conditions."""
    found: list[str] = []
    while block:
        cases = _cases(block, "", condition)
        if len(cases.bodies) < FEWEST_CASES:
            found += _statement(block[0], condition)
            block = block[1:]
            continue
        found += [f"match {cases.subject}:"]
        for numbers, body in (*cases.bodies, *([("_", cases.rest)] if cases.rest else [])):
            found += [f"{INDENT}case {numbers}:", *(INDENT + line for line in _inner(body, condition))]
        block = cases.behind
    return found


class _Cases(NamedTuple):
    """Tests of one value that can be a `match`.

    It has the value, the statements for each number, those for the rest, and those after it.
    """

    subject: str
    bodies: tuple[tuple[str, Block], ...]
    rest: Block
    behind: Block


def _cases(block: Block, subject: str, condition: Condition) -> _Cases:
    """The tests with which a block begins, of this value if one is given.

    What stands after a test whose statements leave belongs to the other numbers.
    """
    bodies: list[tuple[str, Block]] = []
    while block and isinstance(one := block[0], If) and (one.orelse or ends(one.body)):
        value, numbers = _comparison(condition(one.condition))
        if not numbers or (subject and value != subject):
            break
        subject = value
        bodies.append((numbers, one.body))
        block = block[1:]
        if one.orelse:
            inner = _cases(one.orelse, subject, condition)
            rest = inner.rest or inner.behind
            if inner.rest and inner.behind:
                inner, rest = _Cases(subject, (), (), ()), one.orelse
            return _Cases(subject, (*bodies, *inner.bodies), rest, block)
    return _Cases(subject, tuple(bodies), (), block)


def _comparison(text: str) -> tuple[str, str]:
    """The value that a condition compares with whole numbers, and the pattern of these numbers."""
    parts = [fullmatch(r"(.+) == (\d+)", one) for one in text.split(" or ")]
    known = [one for one in parts if one is not None]
    if len(known) < len(parts) or len({one[1] for one in known}) > 1 or " and " in known[0][1]:
        return "", ""
    return known[0][1], " | ".join(one[2] for one in known)


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
    """An assignment, as `a -= b` where the value is `a - b`."""
    match ast.parse(one.value, mode="eval").body:
        case ast.BinOp(left, op, right) if type(op) in _SIGNS:
            changed = one.value[: left.end_col_offset]
            if one.targets == (changed,):
                return f"{changed} {_SIGNS[type(op)]}= {one.value[right.col_offset : right.end_col_offset]}"
    return f"{', '.join(one.targets)} = {one.value}"
