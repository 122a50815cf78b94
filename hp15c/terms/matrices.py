"""What is known of matrices after a line: which one is RESULT, how large each is, where R0 and R1 point.

Their elements have no terms. But descriptors, the choice of RESULT and sizes that are written in a program
are known, and with them how a line in USER mode goes on to the next element (BEHAVIOUR 7).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeVar

from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor
from hp15c.table.instructions import LETTERS, OperandKind, Role, Step
from hp15c.table.step import OF_MATRICES
from hp15c.terms import laws
from hp15c.terms.state import MATRIX_NAMES, TermState
from hp15c.terms.term import FALSE, MATRIX, OTHER, TRUE, UNIT, Term, constant, input_of
from hp15c.terms.uses import EVERYTHING, registers_used, use_of

_V = TypeVar("_V")
_BASE: Final = 1000
INTO_RESULT: Final = ("+", "−", "×", "÷", "1/x", "MATRIX 5", "MATRIX 6", "MATRIX 9")
_GIVING_RESULT: Final = INTO_RESULT[:-1]
_OF_RESULT: Final = (*INTO_RESULT, "RCL RESULT")
_GIVING_NUMBERS: Final = ("RCL", "RCL g", "RCL DIM", "MATRIX 7", "MATRIX 8", "MATRIX 9")
_RESHAPING: Final = ("MATRIX 2", "MATRIX 3", "MATRIX 4", "Py,x", "Cy,x")


class Behind(NamedTuple):
    """What is known after a line that terms do not follow.

    `skips` is whether it leaves out the next line, None where that is not known.
    """

    matrices: tuple[Term, ...]
    x: Term | None = None
    registers: Mapping[int, Term] = {}
    skips: bool | None = None


def letter_of(step: Step, state: TermState) -> str:
    """The matrix that the operand of a line means, '' where that is not known."""
    if step.operand in LETTERS:
        return step.operand
    return name_of(state.i) if step.operand in ("I", "(i)") else ""


def name_of(value: Term) -> str:
    """The matrix that a descriptor names, '' for what is not known to be a descriptor."""
    return value.payload.name if isinstance(value.payload, Descriptor) else ""


def is_choice(step: Step, state: TermState) -> bool:
    """Whether a line chooses a matrix only, and changes none: `chosen` follows it."""
    names = {"RESULT": True, "RCL MATRIX": True, "STO RESULT": name_of(state.x)}
    known = names | {"RCL RESULT": name_of(state.matrices[0])}
    return bool(known.get(step.name)) and _is_plain(step, state)


def _is_plain(step: Step, state: TermState) -> bool:
    lift = TRUE if state.entry is not None else state.lift
    known = {TRUE: True, FALSE: False}.get(lift)
    return state.complex is FALSE and use_of(step, known) is not EVERYTHING


def choose_matrix(step: Step, state: TermState) -> TermState:
    """The state after a line that pushes a descriptor, or chooses RESULT."""
    by_name = {"STO RESULT": state.x, "RCL RESULT": state.matrices[0]}
    which = by_name.get(step.name) or constant(Descriptor(step.operand))
    lifted = state.entry is not None or state.lift is TRUE
    state = state._replace(entry=None, lift=TRUE)
    if step.name in ("RESULT", "STO RESULT"):
        return state._replace(matrices=(which, *state.matrices[1:]))
    if lifted:
        state = state._replace(y=state.x, z=state.y, t=state.z)
    return state._replace(x=which)


def gives_numbers(step: Step) -> bool:
    """Whether all results of a line are numbers."""
    return step.name in _GIVING_NUMBERS or str(step) in _GIVING_NUMBERS


def uses_result(step: Step) -> bool:
    """Whether what a line does depends on RESULT."""
    return str(step) in _OF_RESULT


def behind(step: Step, state: TermState, mark: str) -> Behind:
    """What is known after a line that terms do not follow. `mark` begins the names of what is not."""
    fresh = tuple(input_of(f"{mark}{name}", OTHER) for name in MATRIX_NAMES)
    if step.role is Role.EVALUATES or not _is_plain(step, state):
        return Behind(fresh)
    if step.names is OperandKind.REGISTER and step.operand != "I":
        return _at_place(step, state)
    result, *sizes = state.matrices
    text, letter = str(step), ""
    if text == "MATRIX 0":
        return Behind((result, *[constant(0)] * len(sizes)))
    if text == "MATRIX 1":
        return Behind(state.matrices, registers={0: UNIT, 1: UNIT})
    if step.name == "DIM" and step.operand != "(i)":
        letter = letter_of(step, state)
        size = size_by(state.y, state.x)
        return Behind(_with_size(state.matrices, fresh, letter, size))
    if text == "STO RESULT":
        return Behind((fresh[0], *sizes))
    one, other = (_known_size(state, value) for value in (state.x, state.y))
    if text in INTO_RESULT:
        x = result if text in _GIVING_RESULT and name_of(result) else None
        size = size_of_result(text, one, other) if text != "MATRIX 6" else _known_size(state, result)
        return Behind(_with_size(state.matrices, fresh, name_of(result), size), x)
    if text in _RESHAPING:
        return Behind(_with_size(state.matrices, fresh, name_of(state.x), _reshape(text, one)))
    if step.name == "STO MATRIX":
        return Behind(
            _with_size(state.matrices, fresh, step.operand, one) if is_matrix(state.x) else state.matrices
        )
    return Behind(state.matrices, skips=False if name_of(state.x) and step.name == "MATRIX" else None)


Size = tuple[int, int]


def is_matrix(value: Term) -> bool:
    """Whether a value may be a descriptor."""
    return bool(value.kind & MATRIX) or name_of(value) != ""


def _known_size(state: TermState, value: Term) -> Size | None:
    """Rows and columns of the matrix that a value names, None where that is not known."""
    letter = name_of(value)
    size = state.matrices[1 + LETTERS.index(letter)].whole if letter else None
    return divmod(size, _BASE) if size else None


def size_of_result(text: str, x: tuple[_V, _V] | None, y: tuple[_V, _V] | None) -> tuple[_V, _V] | None:
    """The size of what a line makes of X, or of Y and X. None where that is not known."""
    if text in ("1/x", "MATRIX 9"):
        return x
    if x is None or y is None:
        return None
    if text == "×":
        return y[0], x[1]
    return (y[1], x[1]) if text == "MATRIX 5" else y


def _reshape(text: str, size: Size | None) -> Size | None:
    """The size after a line that puts elements in another order. None where it is not known."""
    if size is None:
        return None
    rows, columns = size
    if text == "MATRIX 4":
        return columns, rows
    if text in ("MATRIX 2", "MATRIX 3"):
        return rows, columns * 2 if text == "MATRIX 2" else columns // 2
    return (rows * 2, columns // 2) if text == "Py,x" else (rows // 2, columns * 2)


def size_by(rows: Term, columns: Term) -> Size | None:
    """The size by two numbers, None where they are not known."""
    one, other = whole_count(rows), whole_count(columns)
    return None if one is None or other is None else (one, other)


def whole_count(value: Term) -> int | None:
    """The number of a row or column. None where it is not known, or is none."""
    number = value.number
    known = number is not None and number.is_integer and 0 < int(number) < _BASE
    return int(number) if known and number is not None else None


def _with_size(
    matrices: tuple[Term, ...], fresh: tuple[Term, ...], letter: str, size: Size | None = None
) -> tuple[Term, ...]:
    """The matrices after one has got another size: any of them where its letter is not known."""
    if not letter:
        return (matrices[0], *fresh[1:])
    place = 1 + LETTERS.index(letter)
    held = constant(size[0] * _BASE + size[1]) if size else fresh[place]
    return (*matrices[:place], held, *matrices[place + 1 :])


def _at_place(step: Step, state: TermState) -> Behind:
    """A line with the element to which R0 and R1 point. In USER mode they move on."""
    if not step.user:
        return Behind(state.matrices)
    letter = letter_of(step, state)
    size = _known_size(state, constant(Descriptor(letter))) if letter else None
    row, column = map(whole_count, pointers(state))
    if size is None or row is None or column is None:
        return Behind(state.matrices)
    found = next_place(size, row, column)
    if found is None:
        return Behind(state.matrices)
    places = {number: constant(Number.of(one)) for number, one in enumerate(found[:2])}
    return Behind(state.matrices, registers=places, skips=found[2])


def next_place(size: Size, row: int, column: int) -> tuple[int, int, bool] | None:
    """The row and column after an element, and whether it was the last. None outside the matrix."""
    rows, columns = size
    if row > rows or column > columns:
        return None
    if column < columns:
        return row, column + 1, False
    return (1, 1, True) if row == rows else (row + 1, 1, False)


def pointers(state: TermState) -> tuple[Term, Term]:
    """What R0 and R1 hold."""
    return laws.register(state.memory, constant(0)), laws.register(state.memory, constant(1))


def places_used(step: Step, state: TermState) -> tuple[int, ...] | None:
    """The registers that a line may read and write itself, None for any.

    R0 and R1 are for the elements to which they point, and for MATRIX 1.
    """
    if step.operand == "(i)" and (step.name == "DIM" or not name_of(state.i)):
        return None
    if str(step) == "MATRIX 1" or (step.names is OperandKind.REGISTER and letter_of(step, state)):
        return (0, 1)
    in_table = step.names in OF_MATRICES
    computes = (*INTO_RESULT, *_RESHAPING, "CHS", "STO RESULT", "RCL RESULT")
    return () if in_table or str(step) in computes else registers_used(step)


def agree_on_sizes(old: TermState, new: TermState) -> tuple[TermState, TermState]:
    """Two states of calculators with the same matrices, with the sizes that are known in one of them."""
    pairs = zip(old.matrices[1:], new.matrices[1:], strict=True)
    sizes = [one if one.op == "constant" else other for one, other in pairs]
    return (
        old._replace(matrices=(old.matrices[0], *sizes)),
        new._replace(matrices=(new.matrices[0], *sizes)),
    )
