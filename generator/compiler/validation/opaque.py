"""Matrices in a proof: their lines are functions of which nothing is known but what they read and change.

Each matrix and RESULT is one value, kept in a place of the memory that is no register. A line with an element
reads that matrix. Every other line reads and changes all of them. Both sides execute the same
lines, so that equal operands have equal results and the same Errors.
"""

from __future__ import annotations

from typing import Final

from generator.language.matrix_lines import MATRIX_OPERATIONS
from hp15c.state.state import Descriptor
from hp15c.table.instructions import LETTERS, Lift, Step
from hp15c.terms import TermState, constant, handed
from hp15c.terms.term import FALSE, MATRIX, NOUGHT, NUMBER, OTHER, TRUE, Term, term

PIECES: Final = {letter: constant(1_000 + number) for number, letter in enumerate((*LETTERS, "RESULT"))}
"""The place in memory of each matrix and of the letter of RESULT. No register has such a number."""
_OF_ONE: Final = ("RCL g", "STO g", "RCL DIM")
_READING: Final = ("RCL g", "RCL DIM", "RCL MATRIX")
_GIVES_NUMBERS: Final = ("RCL g", "RCL DIM", "MATRIX")
_ROWS: Final = frozenset(row for one in MATRIX_OPERATIONS.values() for row, _ in one.lines)
_FUNCTIONS: Final = ("4", "9")
FAILS: Final = "matrix fails"
KINDS: Final = {FAILS: OTHER, "matrix": NUMBER, "matrix number": NUMBER, "matrix result": NUMBER | MATRIX}
"""The kinds of what such a line gives, and the operations of its terms."""


def use_of(step: Step, state: TermState) -> handed.Use | None:
    """What a line does with the levels. None where it is not followed."""
    row = step.instruction
    if row.name not in _ROWS or step.user or row.lift is not Lift.ENABLE or state.complex is not FALSE:
        return None
    if row.name == "MATRIX" and step.operand not in _FUNCTIONS:
        return None
    if row.name in (*_OF_ONE, "DIM", "RCL MATRIX", "RESULT") and step.operand not in LETTERS:
        return None
    lower = (state.xi, state.yi, state.zi, state.ti, state.last_xi)
    if any(one is not NOUGHT for one in lower) or state.keeps_imaginary is not FALSE:
        return None
    use = handed.use_of(step, {TRUE: True, FALSE: False}.get(state.lift))
    return None if use is handed.EVERYTHING else use


def pieces_of(step: Step) -> tuple[str, ...]:
    """The matrices that a line reads."""
    name = step.instruction.name
    return () if name in ("RCL MATRIX", "RESULT") else (step.operand,) if name in _OF_ONE else tuple(PIECES)


def failure(step: Step, operands: tuple[Term, ...]) -> Term:
    """The condition that a line fails."""
    if step.instruction.name in ("RCL MATRIX", "RESULT"):
        return FALSE
    return term(FAILS, *operands, payload=str(step), kind=OTHER)


def result(step: Step, place: str, operands: tuple[Term, ...]) -> Term:
    """The number, or the matrix, that a line leaves in a level."""
    if step.instruction.name == "RCL MATRIX":
        return constant(Descriptor(step.operand))
    op = "matrix number" if step.instruction.name in _GIVES_NUMBERS else "matrix result"
    return term(op, *operands, payload=f"{step} {place}", kind=KINDS[op])


def changed(step: Step, operands: tuple[Term, ...]) -> dict[str, Term]:
    """The matrices that a line changes."""
    name = step.instruction.name
    if name in _READING:
        return {}
    if name == "RESULT":
        return {"RESULT": constant(Descriptor(step.operand))}
    pieces = pieces_of(step)
    return {one: term("matrix", *operands, payload=f"{step} {one}", kind=NUMBER) for one in pieces}
