"""Statements that are written several times with other numbers, as a loop over these numbers.

    if income > 40000:                            for limit, rate in ((40000, 0.4), (20000, 0.3), ...):
        due += (income - 40000) * 0.4                 if income > limit:
        income = 40000                                    due += (income - limit) * rate
    if income > 20000:                                    income = limit
        due += (income - 20000) * 0.3
        income = 20000
    ...

Only numbers that are operands differ. An index, an exponent and a setting stay as they are, because a number
that is computed is something else there. A group is more than one formula: the same formula in many places
becomes a subroutine in the listing.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from generator.compiler.front.made_nodes import Replaced, several

LEAST_GROUPS: Final = 2
MOST_GROUPS: Final = 16
"""The most groups that become calls, because the search takes time for each call."""
LONGEST_GROUP: Final = 4
MOST_NUMBERS: Final = 2
"""The most numbers in which groups may differ: they take two levels of the stack."""
_NUMBER: Final = re.compile(r"Constant\(value=[\d.e+-]+\)")
_OPERATIONS: Final = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod)


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of equal statements in a block, one after the other, that differ in their numbers only.

    `rows` has the numbers of each group. `places` has for each of the numbers the places where it stands,
    among all numbers of a group.
    """

    groups: list[list[ast.stmt]]
    rows: list[list[ast.expr]]
    places: list[list[int]]

    @property
    def statements(self) -> list[ast.stmt]:
        """The statements of all groups."""
        return [one for group in self.groups for one in group]

    def loop(self, names: Sequence[str]) -> ast.For:
        """The loop over the numbers, with these names for them."""
        group = ast.Module(copy.deepcopy(self.groups[0]), [])
        numbers = [number for number, _ in _numbers_in(group)]
        named: dict[ast.AST, ast.expr] = {
            numbers[place]: ast.copy_location(ast.Name(name, ast.Load()), numbers[place])
            for name, places in zip(names, self.places, strict=True)
            for place in places
        }
        rows = [row[0] if len(row) == 1 else ast.Tuple(row, ast.Load()) for row in self.rows]
        body = Replaced(named).visit(group).body
        return ast.For(several(names, ast.Store()), ast.Tuple(rows, ast.Load()), body, [])


def groups_from(body: list[ast.stmt], begin: int) -> Iterator[Groups]:
    """The ways to see statements from a place on as groups with other numbers, the longest first."""
    found = []
    for length in range(1, min(LONGEST_GROUP, (len(body) - begin) // LEAST_GROUPS) + 1):
        pieces = [body[at : at + length] for at in range(begin, len(body) - length + 1, length)]
        shape = _shape(pieces[0])
        same = next((at for at, one in enumerate(pieces) if _shape(one) != shape), len(pieces))
        first = begin < length or _shape(body[begin - length : begin]) != shape
        worth = first and LEAST_GROUPS <= same <= MOST_GROUPS and _is_group(pieces[0])
        made = _groups(pieces[:same]) if worth else None
        found += [made] if made is not None else []
    yield from sorted(found, key=lambda one: -len(one.statements))


def _is_group(piece: Sequence[ast.stmt]) -> bool:
    """Whether statements are more than one formula, and not themselves one shape several times."""
    length = len(piece)
    for part in range(1, length):
        if len({_shape(piece[at : at + part]) for at in range(0, length, part)}) == 1:
            return False
    return length > 1 or isinstance(piece[0], ast.If | ast.While)


def _groups(pieces: list[list[ast.stmt]]) -> Groups | None:
    """Groups of one shape. None where too many numbers differ, or one that is no operand."""
    numbers = [list(_numbers_in(ast.Module(piece, []))) for piece in pieces]
    columns: dict[tuple[str, ...], list[int]] = {}
    for place, column in enumerate(zip(*numbers, strict=True)):
        values = tuple(repr(one.value) for one, _ in column)
        if len(set(values)) > 1:
            if not all(operand for _, operand in column):
                return None
            columns.setdefault(values, []).append(place)
    if not 1 <= len(columns) <= MOST_NUMBERS:
        return None
    places = list(columns.values())
    rows: list[list[ast.expr]] = [[copy.deepcopy(row[one[0]][0]) for one in places] for row in numbers]
    return Groups(pieces, rows, places)


def _shape(piece: Sequence[ast.stmt]) -> str:
    """Statements as text, without their numbers."""
    return _NUMBER.sub("0", "\n".join(map(ast.dump, piece)))


def _numbers_in(node: ast.AST) -> Iterator[tuple[ast.Constant, bool]]:
    """The numbers in statements, in order, and whether each is an operand that may be any number."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Constant) and type(child.value) in (int, float):
            arithmetic = isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, _OPERATIONS)
            yield child, arithmetic or isinstance(node, ast.Compare | ast.Assign)
        else:
            yield from _numbers_in(child)
