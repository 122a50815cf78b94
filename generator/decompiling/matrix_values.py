"""What lines with matrices do, in the words of `generator.language`.

Descriptors on the stack are known, and so is RESULT. So `RCL MATRIX B`, `RCL MATRIX A`, `÷` is one statement,
`c[:] = b / a`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from re import findall
from typing import Final, NamedTuple

from generator.decompiling.routines import NotWritten
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, OperandKind, Step
from hp15c.table.step import OF_MATRICES
from hp15c.terms import TermState, constant, input_of, laws, matrices, uses
from hp15c.terms.term import FALSE, TRUE, Term

_SIGNS: Final = {"+": "+", "−": "-", "×": "*", "÷": "/"}
FIRST_RESULT: Final = "A"
"""The matrix to which results go in cleared memory."""


class MatrixLine(NamedTuple):
    """A line with matrices: a statement, the values in it, and its results.

    `text` is the statement or what is assigned, with {0}, {1} for the values and {A} to {E} for matrices.
    `words` are the words of the language in it. `takes` are these values, and `gives` the results in the
    order of the stack. `after` is the state after the line. `follows` is the answer whether another element
    follows, 1 or 0. It is None where that is known.
    """

    text: str
    words: tuple[str, ...]
    takes: Mapping[str, Term]
    gives: Mapping[str, Term]
    after: TermState
    follows: Term | None = None
    skips: bool = False


def walks(program: Program) -> bool:
    """Whether a program goes through elements by R0 and R1."""
    return any(
        one.user or (one.names is OperandKind.REGISTER and one.operand in LETTERS) for one in program.steps
    )


def is_matrix_line(step: Step, state: TermState) -> bool:
    """Whether a line works with matrices."""
    if step.names in OF_MATRICES or step.user or step.name in ("STO RESULT", "RCL RESULT"):
        return True
    if step.names is OperandKind.REGISTER and step.operand != "I":
        return bool(matrices.letter_of(step, state))
    of_two = step.name in _SIGNS and matrices.name_of(state.y) != ""
    one = (*_SIGNS, "CHS", "1/x", "Py,x", "Cy,x")
    return of_two or (step.name in one and matrices.name_of(state.x) != "")


def matrix_line(step: Step, state: TermState, line: int, mark: str) -> MatrixLine:
    """What a line with matrices does. NotWritten for what the language has no word for."""
    if state.complex is not FALSE:
        raise NotWritten("matrices in complex mode", line)
    state = state if state.entry is None else state._replace(entry=None, lift=TRUE)
    if matrices.is_choice(step, state):
        return MatrixLine("", (), {}, {}, matrices.choose_matrix(step, state))
    known = matrices.behind(step, state, f"@matrix {mark} ")
    text, words, takes, results = _say(step, state, line, known.skips is None)
    use = uses.use_of(step, state.lift is TRUE)
    gives = {name: input_of(f"{name}@matrix {mark}") for name in results}
    made = dict(zip(results, gives.values(), strict=True))
    if known.x is not None:
        made["x"] = known.x
    levels = {
        place: getattr(state, source) if source else made.get(place, state.x)
        for place, source in zip(uses.PLACES, use.after, strict=True)
    }
    memory = state.memory
    for number in matrices.places_used(step, state) or () if step.user else known.registers:
        held = known.registers.get(number) or input_of(f"r{number}@matrix {mark}")
        memory = laws.store(memory, constant(number), held)
        gives |= {f"r{number}": held} if held.op == "input" else {}
    after = state.with_places(levels)._replace(memory=memory, matrices=known.matrices, lift=TRUE)
    follows = None
    if step.user and step.may_skip and known.skips is None:
        follows = input_of(f"more@matrix {mark}")
        gives |= {"more": follows}
    elif step.may_skip and known.skips is None:
        raise NotWritten(f"{step} may leave out the next line", line)
    return MatrixLine(text, words, takes, gives, after, follows, known.skips is True)


class _Row(NamedTuple):
    """How a line is written: its text, the levels that stand in it as {0}, {1}, {2}, its results' places.

    {x}, {y} and {result} are the matrices in X, in Y and in RESULT, {letter} is the one that the line names.
    """

    text: str
    takes: str = ""
    gives: tuple[str, ...] = ()


_ROWS: Final = {
    "MATRIX 0": _Row("clear_matrices()"),
    "MATRIX 1": _Row("first_element()"),
    "MATRIX 2": _Row("double_complex({x})"),
    "MATRIX 3": _Row("halve_complex({x})"),
    "MATRIX 4": _Row("{x}[:] = transpose({x})"),
    "MATRIX 5": _Row("{result}[:] = transposed_product({y}, {x})"),
    "MATRIX 6": _Row("{result}[:] = residual({y}, {x})"),
    "MATRIX 7": _Row("row_norm({x})", gives=("x",)),
    "MATRIX 8": _Row("norm({x})", gives=("x",)),
    "MATRIX 9": _Row("det({x}, {result})", gives=("x",)),
    "CHS": _Row("{x}[:] = -{x}"),
    "1/x": _Row("{result}[:] = inverse({x})"),
    "Py,x": _Row("part_complex({x})"),
    "Cy,x": _Row("join_complex({x})"),
    "DIM (i)": _Row("dim_registers({0})", "x"),
    "DIM": _Row("dim({letter}, {0}, {1})", "yx"),
    "RCL DIM": _Row("size({letter})", gives=("y", "x")),
    "STO MATRIX": _Row("{letter}[:] = {0}", "x"),
    "STO g": _Row("{letter}[{1}, {2}] = {0}", "zyx"),
    "RCL g": _Row("{letter}[{0}, {1}]", "yx", ("x",)),
    "STO": _Row("put_here({letter}, {0})", "x"),
    "RCL": _Row("here({letter})", gives=("x",)),
}
"""Lines by their step, or by its name where that is followed by the letter of a matrix."""
Said = tuple[str, tuple[str, ...], Mapping[str, Term], Sequence[str]]


def _say(step: Step, state: TermState, line: int, asks: bool) -> Said:
    """The statement of a line, its words, the values in it, and the places of its results.

    `asks` is whether it is asked for another element.
    """
    named = {
        "x": matrices.name_of(state.x),
        "y": matrices.name_of(state.y),
        "result": matrices.name_of(state.matrices[0]) or FIRST_RESULT,
        "letter": matrices.letter_of(step, state),
    }
    row = _row_of(step, named, line, "_next" if asks else "")
    if row is None or any(f"{{{place}}}" in row.text and not letter for place, letter in named.items()):
        raise NotWritten(f"the language has no word for {step} here", line)
    text = row.text.format("{0}", "{1}", "{2}", **{place: f"{{{one}}}" for place, one in named.items()})
    takes = {f"{number}": getattr(state, level) for number, level in enumerate(row.takes)}
    return text, tuple(findall(r"[a-z_]+(?=\()", text)), takes, row.gives


def _row_of(step: Step, named: Mapping[str, str], line: int, asks: str) -> _Row | None:
    """How a line is written where X, Y and RESULT name these matrices. None for a line without a word."""
    x, y = named["x"], named["y"]
    if step.name in _SIGNS and (x or y):
        sign = "@" if x and y and step.name == "×" else _SIGNS[step.name]
        if sign == "/" and not y:
            raise NotWritten("a number divided by a matrix", line)
        left, right = "{y}" if y else "{0}", "{x}" if x else "{0}"
        return _Row(f"{{result}}[:] = {left} {sign} {right}", "" if x and y else "y" if x else "x")
    if step.name == "STO MATRIX" and x:
        return _Row("{letter}[:] = {x}")
    if str(step) == "MATRIX 9" and x == named["result"]:
        return _Row("det({x})", gives=("x",))
    if step.user and step.name == "STO":
        return _Row(f"put{asks}({{letter}}, {{0}})", "x")
    if step.user and step.name == "RCL":
        return _Row(f"take{asks}({{letter}})", gives=("x",))
    return _ROWS.get(str(step)) or _ROWS.get(step.name)


def pointed_words(number: int) -> tuple[str, str]:
    """The words that read and set R0 or R1 where a program goes through elements."""
    return ("row", "set_row") if number == 0 else ("column", "set_column")
