"""The source as it runs, on terms, with its names and operands, and why ways of source and listing end."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from generator.compiler.validation.knowledge import Knowledge
from hp15c.table.models import Model
from hp15c.terms import TermState, Way, begin
from hp15c.terms.term import Term


class Frame(NamedTuple):
    """A function that runs: its next line, its names, and its operands, the last one on top."""

    function: str
    line: int
    names: Mapping[str, Term]
    operands: tuple[Term, ...] = ()


class SourceState(NamedTuple):
    """The source as it runs: functions, the innermost last, registers, elements and modes.

    `memory` has the elements of arrays that have an address, `registers` the registers of the module and the
    elements of other arrays. `modes` is a calculator that has the modes and the seed.
    """

    frames: tuple[Frame, ...]
    registers: Mapping[str, Term]
    memory: Term
    modes: TermState


class Block(NamedTuple):
    """Registers that follow each other: the first, and how many."""

    start: int
    length: int


class Event(Enum):
    """Why a way of the source ends."""

    CUT = "cut"
    PAUSES = "pauses"
    ASKS = "asks"
    ENDS = "ends"
    FAILS = "fails"


class SourceLeaf(NamedTuple):
    """The end of a way: why it ends, what is known, the state, and what is shown or returned.

    A pause and a question leave the number shown on top of the operands. `imaginary` has the imaginary parts
    of complex numbers that are shown or returned. `answers` is how many numbers a question has: with two,
    both are keyed in.
    """

    event: Event
    facts: Knowledge
    state: SourceState
    values: tuple[Term, ...] = ()
    error: int | None = None
    imaginary: tuple[Term, ...] = ()
    answers: int = 1


class ListingLeaf(NamedTuple):
    """The end of a way of the listing: why, what is known, the state, and the number of an Error.

    GOES_ON is a line at which the source's cut may be met. `overflows` says that an HP-11C stopped.
    """

    why: Way
    facts: Knowledge
    state: TermState
    error: int | None = None
    overflows: bool = False


SourceWay = tuple[Knowledge, SourceState] | SourceLeaf
"""What is known after a line and the state there, or the end of a way."""


def assume(facts: Knowledge, *conditions: Term) -> Knowledge | None:
    """The facts with more conditions. None where one cannot hold."""
    for one in conditions:
        truth = facts.truth(one)
        if truth is False:
            return None
        if truth is None:
            facts = facts.and_(one)
    return facts


def cannot_be(facts: Knowledge) -> bool:
    """Whether what was learned later decides one of the conditions otherwise.

    Where all conditions hold, what follows from them holds, too. So nothing goes a way on which the opposite
    of one follows.
    """
    plain = ((one.args[0], False) if one.op == "not" else (one, True) for one in facts.conditions)
    return any(
        facts.conclude(form) is (not truth) for one, truth in plain for form in (one, facts.normal(one))
    )


def next_line(state: SourceState, operands: tuple[Term, ...]) -> SourceState:
    """The state at the next line, with these operands."""
    frame = state.frames[-1]
    return at_line(state, frame.line + 1, operands)


def at_line(state: SourceState, line: int, operands: tuple[Term, ...]) -> SourceState:
    frame = state.frames[-1]._replace(line=line, operands=operands)
    return state._replace(frames=(*state.frames[:-1], frame))


def calculator(model: Model) -> TermState:
    """A calculator with nothing known, for the modes of the source."""
    return begin(model, 1, lift=True, depth=0)


def source_end(leaf: SourceLeaf) -> str:
    """How a way of the source ends, in words."""
    told = {Event.PAUSES: "pauses", Event.ASKS: "asks", Event.ENDS: "ends"}
    return told.get(leaf.event, f"ends in {error_in(leaf.error)}")


def listing_end(leaf: ListingLeaf) -> str:
    """How a way of the listing ends, in words, with its line."""
    line = leaf.state.line or 0
    if leaf.why is Way.STOPS:
        return f"stops before {line:03d}" if line else "ends"
    if leaf.why is Way.FAILS:
        return f"ends in {error_in(leaf.error)} at {line:03d}"
    paused = leaf.why is Way.PAUSES
    return f"pauses before {line:03d}" if paused else f"comes to {line:03d}, which terms do not follow"


def error_in(error: int | None) -> str:
    """An Error by its number, or one with matrices, for which there is no number."""
    return "an Error with matrices" if error is None else f"Error {error}"
