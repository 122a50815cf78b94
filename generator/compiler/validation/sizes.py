"""The sizes of matrices, and how R0 and R1 go on from element to element (BEHAVIOUR 7.2, 7.3, 7.5).

The rows and the columns of a matrix are terms over what changed it. Most lines leave them as they were.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from generator.compiler.validation import opaque
from generator.compiler.validation.rewriting import Numbers
from hp15c.terms import laws
from hp15c.terms.matrices import INTO_RESULT, name_of, size_of_result
from hp15c.terms.term import MATRIX, NOUGHT, Term, term

Size = tuple[Term, Term]
"""Rows and columns."""
_LETTERS: Final = tuple(opaque.PIECES)[:-1]
_ELEMENTS: Final = ("STO", "STO g")
_RESHAPING: Final = ("MATRIX 4", "Py,x", "Cy,x")


def size_of(matrix: Term) -> Size:
    """The rows and the columns of a matrix."""
    rows, columns = (term(part, matrix) for part in opaque.PARTS)
    return rows, columns


def simplify(known: Numbers, of: Term) -> Term:
    """The rows or the columns of a matrix, as far as the lines that changed it tell them."""
    matrix, part = of.args[0], opaque.PARTS.index(of.op)
    while matrix.op == "matrix changed":
        size = _size_behind(known, matrix)
        if size is None:
            break
        found = size[part]
        if found.op not in opaque.PARTS:
            return found
        (matrix,), part = found.args, opaque.PARTS.index(found.op)
    if matrix is NOUGHT:  # cleared memory
        return NOUGHT
    return of if matrix is of.args[0] else term(opaque.PARTS[part], matrix)


def _size_behind(known: Numbers, changed: Term) -> Size | None:
    """The size of a matrix after a line that changed matrices. None where it is not known."""
    line, _, letter = str(changed.payload).rpartition(" ")
    row, _, operand = line.rpartition(" ")
    if row in _ELEMENTS:
        return size_of(changed.args[0])
    pieces = dict(zip(opaque.PIECES, changed.args, strict=False))
    before, levels = size_of(pieces[letter]), changed.args[len(opaque.PIECES) :]
    if line == "CHS" or (row in ("DIM", "STO MATRIX") and operand != letter):
        return before
    if line == "MATRIX 0":
        return NOUGHT, NOUGHT
    if row == "DIM":
        columns, rows = levels
        return (rows, columns) if is_placed(known, rows, columns) else None
    sizes = [size_of(pieces[name_of(one)]) if name_of(one) else None for one in levels]
    if any(size is None and one.kind & MATRIX for size, one in zip(sizes, levels, strict=True)):
        return None
    if row == "STO MATRIX":
        return sizes[0] or before
    if line in _RESHAPING:
        return before if name_of(levels[0]) != letter else before[::-1] if line == "MATRIX 4" else None
    number = pieces["RESULT"].number
    if line not in INTO_RESULT or number is None:
        return None
    if _LETTERS[int(number) - 1] != letter:
        return before
    x, y = (*sizes, None)[:2]
    if len(levels) > 1 and (x is None or y is None):
        return x or y
    return size_of_result(line, x, y)


def is_placed(known: Numbers, row: Term, column: Term) -> bool:
    """Whether a row and a column are known to be whole and from 1 on."""
    return all(held.whole and held.above(0) for held in map(known.range, (row, column)))


def inside(matrix: Term, row: Term, column: Term) -> tuple[Term, Term]:
    """The conditions that a matrix has the row and the column of an element, both from 1 on."""
    rows, columns = size_of(matrix)
    return laws.no(laws.below(rows, row)), laws.no(laws.below(columns, column))


def is_there(known: Numbers, matrix: Term, row: Term, column: Term) -> bool:
    """Whether a matrix is known to have the element at a row and a column."""
    found = all(known.truth(one) is True for one in inside(matrix, row, column))
    return found and is_placed(known, row, column)


def only_size(elements: Term, letter: str, rows: Term, columns: Term) -> tuple[Term, Term]:
    """The conditions that a matrix in a memory has this size or no elements."""
    size = size_of(laws.register(elements, opaque.PIECES[letter]))
    pairs = zip(size, (rows, columns), strict=True)
    first, second = (laws.either(laws.equal(part, NOUGHT), laws.equal(part, one)) for part, one in pairs)
    return first, second


def elements_of(fact: Term) -> Term | None:
    """The memory of which a condition says that a matrix has no elements, or one number of rows or columns.

    None for other conditions.
    """
    sides = [one for part in fact.args for one in part.args] if fact.op == "or" else []
    sizes = [one.args[0] for one in sides if one.op in opaque.PARTS]
    memories = [one.args[0] for one in sizes if one.op == "register"]
    numbers = [one for one in sides if one.number is not None]
    for memory, letter, one in product(memories[:1], _LETTERS, numbers):
        if fact in only_size(memory, letter, one, one):
            return memory
    return None
