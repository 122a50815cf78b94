"""Statements of the function that is written, as a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from hp15c.terms.term import Term


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
    if isinstance(statement, If):
        return 1 + sum(map(size, statement.body)) + sum(map(size, statement.orelse))
    if isinstance(statement, Loop | For):
        return 1 + sum(map(size, statement.body))
    return 1


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
    """Whether a break or continue stands in a block, and not in a loop in it."""
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
