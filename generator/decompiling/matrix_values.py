"""What lines with matrices do, in the words of `generator.language`.

Descriptors on the stack are known, and so is RESULT. So `RCL MATRIX B`, `RCL MATRIX A`, `÷` is one statement,
`c[:] = b / a`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from generator.decompiling.routines import NotWritten
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, OperandKind, Step
from hp15c.table.step import OF_MATRICES
from hp15c.terms import TermState, constant, input_of, laws, matrices, uses
from hp15c.terms.term import FALSE, TRUE, Term

_SIGNS: Final = {"+": "+", "−": "-", "×": "*", "÷": "/"}
_OF_TWO: Final = {"MATRIX 5": "transposed_product", "MATRIX 6": "residual"}
_IN_PLACE: Final = {
    "MATRIX 2": "double_complex",
    "MATRIX 3": "halve_complex",
    "Py,x": "part_complex",
    "Cy,x": "join_complex",
}
_OF_ONE: Final = {"MATRIX 7": "row_norm", "MATRIX 8": "norm"}
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


Said = tuple[str, tuple[str, ...], Mapping[str, Term], Sequence[str]]


def _say(step: Step, state: TermState, line: int, asks: bool) -> Said:
    """The statement of a line, its words, the values in it, and the places of its results.

    `asks` is whether it is asked for another element.
    """
    text = str(step)
    x, y = matrices.name_of(state.x), matrices.name_of(state.y)
    result = matrices.name_of(state.matrices[0]) or FIRST_RESULT
    letter = matrices.letter_of(step, state)
    if text in ("MATRIX 0", "MATRIX 1"):
        word = "clear_matrices" if text == "MATRIX 0" else "first_element"
        return f"{word}()", (word,), {}, ()
    if text in _IN_PLACE and x:
        return f"{_IN_PLACE[text]}({{{x}}})", (_IN_PLACE[text],), {}, ()
    if text in ("MATRIX 4", "CHS") and x:
        made, words = (f"transpose({{{x}}})", ("transpose",)) if text == "MATRIX 4" else (f"-{{{x}}}", ())
        return f"{{{x}}}[:] = {made}", words, {}, ()
    if text in _OF_TWO and x and y:
        return f"{{{result}}}[:] = {_OF_TWO[text]}({{{y}}}, {{{x}}})", (_OF_TWO[text],), {}, ()
    if text in _SIGNS and (x or y):
        return f"{{{result}}}[:] = {_compute(step, state, line)}", (), _numbers_of(x, y, state), ()
    if text == "1/x" and x:
        return f"{{{result}}}[:] = inverse({{{x}}})", ("inverse",), {}, ()
    if text in _OF_ONE and x:
        return f"{_OF_ONE[text]}({{{x}}})", (_OF_ONE[text],), {}, ("x",)
    if text == "MATRIX 9" and x:
        return f"det({{{x}}}{'' if result == x else f', {{{result}}}'})", ("det",), {}, ("x",)
    if text == "DIM (i)":
        return "dim_registers({0})", ("dim_registers",), {"0": state.x}, ()
    if letter and step.name in _BY_LETTER:
        return _of_letter(step, state, letter, x, "_next" if asks else "")
    raise NotWritten(f"the language has no word for {step} here", line)


def _numbers_of(x: str, y: str, state: TermState) -> Mapping[str, Term]:
    return {} if x and y else {"0": state.y if x else state.x}


def _compute(step: Step, state: TermState, line: int) -> str:
    """The text of an operation of two matrices, or of a matrix and a number, which has {0} for its place."""
    x, y, sign = matrices.name_of(state.x), matrices.name_of(state.y), _SIGNS[step.name]
    if x and y:
        return f"{{{y}}} {'@' if sign == '*' else sign} {{{x}}}"
    if x and sign == "/":
        raise NotWritten("a number divided by a matrix", line)
    return f"{{0}} {sign} {{{x}}}" if x else f"{{{y}}} {sign} {{0}}"


_BY_LETTER: Final = ("DIM", "RCL DIM", "STO MATRIX", "STO g", "RCL g", "STO", "RCL")


def _of_letter(step: Step, state: TermState, letter: str, x: str, asks: str) -> Said:
    """How a line whose operand is a matrix is written."""
    name = f"{{{letter}}}"
    if step.name == "DIM":
        return f"dim({name}, {{0}}, {{1}})", ("dim",), {"0": state.y, "1": state.x}, ()
    if step.name == "RCL DIM":
        return f"size({name})", ("size",), {}, ("y", "x")
    if step.name == "STO MATRIX":
        return f"{name}[:] = {f'{{{x}}}' if x else '{0}'}", (), {} if x else {"0": state.x}, ()
    if step.name == "RCL g":
        return f"{name}[{{0}}, {{1}}]", (), {"0": state.y, "1": state.x}, ("x",)
    if step.name == "STO g":
        return f"{name}[{{1}}, {{2}}] = {{0}}", (), {"0": state.z, "1": state.y, "2": state.x}, ()
    if step.name == "STO":
        word = f"put{asks}" if step.user else "put_here"
        return f"{word}({name}, {{0}})", (word,), {"0": state.x}, ()
    word = f"take{asks}" if step.user else "here"
    return f"{word}({name})", (word,), {}, ("x",)


def pointed_words(number: int) -> tuple[str, str]:
    """The words that read and set R0 or R1 where a program goes through elements."""
    return ("row", "set_row") if number == 0 else ("column", "set_column")
