"""Matrices in a proof: functions of which only what they read and change is known.

Each matrix and RESULT is one value, kept in a place of the memory that is no register. A line with an element
reads that matrix. Every other line reads all of them and changes all matrices. Only RESULT changes RESULT.
Both sides execute the same lines, so that equal operands have equal results and the same Errors.
`evaluation` has SOLVE and the integral.
"""

from __future__ import annotations

from typing import Final

from generator.language.matrix_lines import MATRIX_OPERATIONS
from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor
from hp15c.table.instructions import LETTERS, Lift, Step
from hp15c.terms import TermState, constant, laws, uses
from hp15c.terms.term import FALSE, MATRIX, NOUGHT, NUMBER, OTHER, TRUE, UNIT, Term, term

PIECES: Final = {letter: constant(1_000 + number) for number, letter in enumerate((*LETTERS, "RESULT"))}
"""The place in memory of each matrix, and of the number from 1 on of the letter of RESULT.

No register has such a number.
"""
FIRST_RESULT: Final = constant(Number.of(1))
"""The number of the matrix that is RESULT in cleared memory, which is A."""
POINTERS: Final = (constant(0), constant(1))
"""R0 and R1, which point to an element: its row and its column."""
_BY_POINTERS: Final = ("RCL", "STO")
_ELEMENTS: Final = ("RCL g", "STO g", *_BY_POINTERS)
_OF_ONE: Final = (*_ELEMENTS, "RCL DIM")
_READING: Final = ("RCL g", "RCL", "RCL DIM", "RCL MATRIX")
_GIVES_NUMBERS: Final = ("RCL g", "RCL", "RCL DIM", "MATRIX")
_ROWS: Final = frozenset(row for one in MATRIX_OPERATIONS.values() for row, _ in one.lines)
_FUNCTIONS: Final = ("0", "1", "4", "9")
_FIRST_ELEMENT: Final = "MATRIX 1"
FAILS: Final = "matrix fails"
PARTS: Final = ("rows", "columns")
"""The operations of the terms for the size of a matrix."""
KINDS: Final = {
    "case": NUMBER,
    "cases": NUMBER,
    "evaluation": NUMBER,
    "finds": OTHER,
    FAILS: OTHER,
    "matrix ends": OTHER,
    "matrix changed": NUMBER,
    "matrix number": NUMBER,
    "matrix result": NUMBER | MATRIX,
    **dict.fromkeys(PARTS, NUMBER),
}
"""The kinds of what opaque lines, SOLVE and the integral give, by the operations of their terms."""
CONDITIONS: Final = tuple(name for name, kind in KINDS.items() if kind == OTHER)


def result_is_first(memory: Term) -> Term:
    """The condition that RESULT in a memory is the same matrix as in cleared memory."""
    return laws.equal(laws.register(memory, PIECES["RESULT"]), FIRST_RESULT)


def use_of(step: Step, state: TermState) -> uses.Use | None:
    """What a line does with the levels. None where it is not followed."""
    row = step.instruction
    if row.name not in _ROWS or row.lift is not Lift.ENABLE:
        return None
    if row.name == "MATRIX" and step.operand not in _FUNCTIONS:
        return None
    if row.name in (*_OF_ONE, "DIM", "RCL MATRIX", "RESULT") and step.operand not in LETTERS:
        return None
    if not is_real(state):
        return None
    use = uses.use_of(step, {TRUE: True, FALSE: False}.get(state.lift))
    return None if use is uses.EVERYTHING else use


def is_real(state: TermState) -> bool:
    """Whether there are no imaginary parts."""
    lower = (state.xi, state.yi, state.zi, state.ti, state.last_xi)
    real = all(one is NOUGHT for one in lower) and state.keeps_imaginary is FALSE
    return real and state.complex is FALSE


def pieces_of(step: Step) -> tuple[str, ...]:
    """The matrices that a line reads."""
    name = step.instruction.name
    if name in ("RCL MATRIX", "RESULT") or str(step) == _FIRST_ELEMENT:
        return ()
    return (step.operand,) if name in _OF_ONE else tuple(PIECES)


def pointers_of(step: Step) -> tuple[Term, ...]:
    """R0 and R1 where a line reads them."""
    return POINTERS if step.instruction.name in _BY_POINTERS else ()


def pointers_behind(step: Step, operands: tuple[Term, ...]) -> tuple[Term, ...]:
    """What R0 and R1 hold after a line that changes them. Empty for all others.

    The first operands of a line in USER mode are the matrix, the row and the column.
    """
    if str(step) == _FIRST_ELEMENT:
        return UNIT, UNIT
    if not step.user:
        return ()
    return tuple(term("matrix number", *operands[:3], payload=f"next {one}") for one in ("row", "column"))


def is_last(step: Step, operands: tuple[Term, ...]) -> Term:
    """The condition that no element follows the one of a line, so that the next line is left out."""
    return term("matrix ends", *operands[:3], kind=OTHER) if step.user else FALSE


def element(step: Step, operands: tuple[Term, ...]) -> tuple[Term, Term, Term] | None:
    """The matrix, the row and the column of a line with an element by numbers. None for other lines."""
    if step.instruction.name not in _ELEMENTS or any(one.kind != NUMBER for one in operands[1:]):
        return None
    matrix, row, column = operands[:3]
    return (matrix, row, column) if step.instruction.name in _BY_POINTERS else (matrix, column, row)


def by_numbers(step: Step, operands: tuple[Term, ...]) -> tuple[str, tuple[Term, ...]]:
    """A line and its operands. One with the element at R0 and R1 is as one by a row and a column."""
    found = element(step, operands)
    if found is None:
        return str(step), operands
    name = step.instruction.name.removesuffix(" g")
    return f"{name} g {step.operand}", (*found, *operands[3:])


def failure(step: Step, operands: tuple[Term, ...]) -> Term:
    """The condition that a line fails."""
    if step.instruction.name in ("RCL MATRIX", "RESULT", "RCL DIM") or str(step) == _FIRST_ELEMENT:
        return FALSE
    line, operands = by_numbers(step, operands)
    return term(FAILS, *operands, payload=line, kind=OTHER)


def error(step: Step, levels: tuple[Term, ...]) -> int | None:
    """The number of the Error that a line ends in. None where it may be one of several.

    An element by numbers ends in Error 3 where the matrix has no such element, and in no other.
    """
    by_numbers = step.instruction.name in _ELEMENTS and not any(one.kind & MATRIX for one in levels)
    return 3 if by_numbers else None


def result(step: Step, place: str, operands: tuple[Term, ...]) -> Term:
    """The number, or the matrix, that a line leaves in a level."""
    if step.instruction.name == "RCL MATRIX":
        return constant(Descriptor(step.operand))
    if step.instruction.name == "RCL DIM":
        return term(PARTS["yx".index(place)], *operands)
    op = "matrix number" if step.instruction.name in _GIVES_NUMBERS else "matrix result"
    line, operands = by_numbers(step, operands)
    return term(op, *operands, payload=f"{line} {place}", kind=KINDS[op])


def changed_matrices(step: Step, operands: tuple[Term, ...]) -> dict[str, Term]:
    """The terms of the matrices that a line changes, by their names."""
    name = step.instruction.name
    if name in _READING or str(step) == _FIRST_ELEMENT:
        return {}
    if name == "RESULT":
        return {"RESULT": constant(Number.of(LETTERS.index(step.operand) + 1))}
    pieces = (one for one in pieces_of(step) if one != "RESULT")
    line, operands = by_numbers(step, operands)
    return {one: term("matrix changed", *operands, payload=f"{line} {one}", kind=NUMBER) for one in pieces}
