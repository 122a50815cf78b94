"""Tables of numbers, `DAYS = (31, 28, 31, 30)` with `DAYS[month - 1]`, as functions of the index.

Small whole numbers are the digits of one number, from which the index takes one:

    def entry_of_DAYS(index):
        return 50 // 4 ** index % 4 + 28

Other tables are a match with a case for each index. Every entry of such a formula is computed here with the
calculator's arithmetic, so a table that the formula does not give stays a match.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Collection
from decimal import Decimal
from typing import Final

from generator.language.values import value

LEAST_PACKED: Final = 4
"""The entries from which on a formula is shorter than tests."""
_DIGITS: Final = 10
ENTRY_OF: Final = "entry_of_"
"""The names of such functions begin so."""


def numbers_of(node: ast.expr) -> list[ast.expr] | None:
    """The numbers of a tuple or list that has nothing else. None for anything else."""
    if isinstance(node, ast.Tuple | ast.List) and all(map(_is_number, node.elts)):
        return node.elts
    return None


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def own_tables(function: ast.FunctionDef, others: Collection[str]) -> dict[str, list[ast.expr]]:
    """The tables that a function assigns, once each, to names that are not among others and that it uses as
    tables only.
    """
    names = [one for one in ast.walk(function) if isinstance(one, ast.Name)]
    stored = Counter(one.id for one in names if isinstance(one.ctx, ast.Store))
    read = Counter(one.id for one in names if isinstance(one.ctx, ast.Load))
    used = Counter(ast.unparse(_table_of(one)) for one in ast.walk(function))
    found = {}
    for one in function.body:
        if isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name):
            name, numbers = one.targets[0].id, numbers_of(one.value)
            once = stored[name] == 1 and 0 < read[name] == used[name]
            if numbers and once and name not in others:
                found[name] = numbers
    return found


def _table_of(node: ast.AST) -> ast.AST:
    """What is used as a table here."""
    if isinstance(node, ast.Subscript):
        return node.value
    return node.iter if isinstance(node, ast.For) else ast.Constant(None)


def entry(index: str, numbers: list[ast.expr], like: ast.AST) -> list[ast.stmt]:
    """The statements that return the entry of a table at an index from 0 on, at the place of a piece of the
    source.
    """
    entries = [Decimal(ast.unparse(one)) for one in numbers]
    formula = _formula(index, entries) if len(entries) >= LEAST_PACKED else ""
    if formula:
        return _parse_at(f"return {formula}", like)
    last = len(numbers) - 1
    cases = (
        f"    case {place if place < last else '_'}:\n        return 0\n" for place in range(len(numbers))
    )
    made = _parse_at(f"match {index}:\n{''.join(cases)}", like)
    returned = [one for statement in made for one in ast.walk(statement) if isinstance(one, ast.Return)]
    for one, number in zip(returned, numbers, strict=True):
        one.value = copy.deepcopy(number)
    return made


def _parse_at(text: str, like: ast.AST) -> list[ast.stmt]:
    body = ast.parse(text).body
    for one in (one for statement in body for one in ast.walk(statement)):
        if "lineno" in one._attributes:
            ast.copy_location(one, like)
    return body


def _formula(index: str, entries: list[Decimal]) -> str:
    """The expression that takes an entry out of one number. '' where there is none."""
    if any(one != one.to_integral_value() for one in entries):
        return ""
    least = int(min(entries))
    digits = [int(one) - least for one in entries]
    base = max(digits) + 1
    forms = [(digits, index), (digits[::-1], f"({len(digits) - 1} - {index})")]
    for order, place in forms:
        packed = sum(digit * base**power for power, digit in enumerate(order))
        if base > 1 and packed < 10**_DIGITS and _is_exact(packed, base, order):
            more = f" {'-' if least < 0 else '+'} {abs(least)}" if least else ""
            return f"{packed} // {base} ** {place} % {base}{more}"
    return ""


def _is_exact(packed: int, base: int, digits: list[int]) -> bool:
    """Whether the calculator, with its ten digits, takes each digit out of the packed number exactly."""
    whole, radix = value(packed), value(base)
    found = [whole // radix ** value(power) % radix for power in range(len(digits))]
    return found == [value(one) for one in digits]
