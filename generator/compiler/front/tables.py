"""Tables of numbers, `DAYS = (31, 28, 31, 30)` with `DAYS[month - 1]`, as functions of the index.

Small whole numbers are the digits of one number, from which the index takes one. They are its decimals, or
its digits in a smaller base:

    def entry_of_SHARES(index):                     def entry_of_LENGTHS(index):
        return 0.31415 * 10 ** index % 1 * 10 // 1      return 0.8083455 * 4 ** index % 1 * 4 // 1 + 28

Other tables are a match with a case for each index. Every entry of such a formula is computed here with the
calculator's arithmetic, so a table that the formula does not give stays a match. Lists that a function
changes become arrays of the module.
"""

from __future__ import annotations

import ast
import copy
import math
import operator
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from itertools import chain, pairwise, product
from typing import Any, Final

from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import names_in, parse_at, place_at
from generator.language.values import value
from hp15c.errors import InputError

LINES_OF_CASE: Final = 3
"""About how many lines an entry takes as a case, besides its digits: a label, a test or GTO, and RTN."""
_DIGITS: Final = 10
_TRIED: Final = 3
"""How many fractions with equally many decimals are tried. These are the smallest ones."""
_COMPUTED: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
LARGEST: Final = 10**10
"""From here on whole numbers have more than ten digits."""
ENTRY_OF: Final = "entry_of_"
"""The names of the functions that stand for tables begin so, and those of locals that hold entries."""


def write_numbers(module: ast.Module) -> dict[str, float]:
    """Write out, in place, the numbers of a module that are computed from others when Python reads it.

    The name of a number that is the length of an array is written out too. Returns the numbers by their
    names.
    """
    known: dict[str, float] = {}
    for one in module.body:
        if isinstance(one, ast.FunctionDef):
            one.args.defaults = [_write(each, known) for each in one.args.defaults]
        if not (isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)):
            continue
        match one.value:
            case ast.Call(ast.Name("array"), several) | ast.Tuple(several) | ast.List(several):
                several[:] = [_write(inner, known) for inner in several]
            case _:
                one.value = _write(one.value, known)
        if (number := value_of(one.value, known, module=True)) is not None:
            known[one.targets[0].id] = number
    return known


def _write(node: ast.expr, known: Mapping[str, float]) -> ast.expr:
    """The number that an expression is, unless it is written already or none."""
    number = None if is_number(node) else value_of(node, known, module=True)
    return node if number is None else ast.copy_location(ast.Constant(number), node)


def value_of(node: ast.expr, known: Mapping[str, float], *, module: bool = False) -> float | None:
    """The number that an expression is, in a function or where Python reads the `module`.

    None where it is no number, and in a function where the calculator makes another one of it: a quotient or
    remainder below 0, a number of more than ten digits.
    """
    match node:
        case ast.Constant(int() | float() as number):
            return number
        case ast.Name(name):
            return known.get(name)
        case ast.UnaryOp(ast.USub(), inner):
            positive = value_of(inner, known, module=module)
            return None if positive is None else -positive
        case ast.BinOp(left, sign, right) if type(sign) in _COMPUTED:
            one, other = (value_of(each, known, module=module) for each in (left, right))
            if one is None or other is None:
                return None
            rounded = isinstance(sign, ast.FloorDiv | ast.Mod) and min(one, other) < 0
            with suppress(ArithmeticError):
                found: float = _COMPUTED[type(sign)](one, other)
                return found if module or (not rounded and abs(found) < LARGEST) else None
    return None


def place_in(places: range, place: str, passes: range) -> str:
    """The place in one range, as an expression of the place that a pass has in the range of the loop."""
    if places.step == passes.step:
        return f"{place}{places.start - passes.start:+}".removesuffix("+0")
    times = {1: "+", -1: "-"}.get(places.step, f"{places.step:+} * ")
    return f"{places.start}{times}{f'({place}{-passes.start:+})' if passes.start else place}"


def from_begin(index: ast.expr, count: int) -> ast.expr:
    """An index into `count` entries, counted from their beginning also where it is a number below 0."""
    number = value_of(index, {})
    if number is None or number >= 0:
        return index
    return place_at(ast.BinOp(index, ast.Add(), ast.Constant(count)), index)


def slice_of(node: ast.Slice, known: Mapping[str, float]) -> slice | None:
    """The slice that is written, with the known numbers. None where one of its ends is no whole number."""
    written = (node.lower, node.upper, node.step)
    ends: list[Any] = [None if one is None else value_of(one, known) for one in written]
    whole = all(one is None or isinstance(end, int) for one, end in zip(written, ends, strict=True))
    return slice(*ends) if whole else None


def rows_of(node: ast.expr, named: Mapping[str, ast.expr]) -> list[list[ast.expr]] | None:
    """The numbers of each pass of a loop over numbers, or over rows of them. None for any other loop.

    `named` has the tuples and lists with names.
    """
    match node:
        case ast.Name(name) if name in named:
            return rows_of(named[name], named)
        case ast.Tuple(several) | ast.List(several):
            rows = [[one] if is_number(one) else numbers_of(one) or [] for one in several]
            return rows if rows and all(len(one) == len(rows[0]) > 0 for one in rows) else None
        case ast.Subscript(inner, ast.Slice() as ends) if (part := slice_of(ends, {})) and part.step != 0:
            return (rows_of(inner, named) or [])[part] or None
        case ast.Call(ast.Name("reversed"), [inner]):
            return (rows_of(inner, named) or [])[::-1] or None
        case ast.Call(ast.Name("enumerate"), [inner, *rest], []):
            start = value_of(rest[0], {}) if rest else 0
            inside = rows_of(inner, named) or []
            if isinstance(start, int) and len(rest) < 2:
                return [[ast.Constant(place), *row] for place, row in enumerate(inside, start)] or None
        case ast.Call(ast.Name("zip"), several, []):
            parts = [rows_of(one, named) or [] for one in several]
            return [list(chain(*row)) for row in zip(*parts, strict=False)] or None
    return None


def numbers_of(node: ast.expr) -> list[ast.expr] | None:
    """The numbers of a tuple or list that has nothing else. None for anything else."""
    if isinstance(node, ast.Tuple | ast.List) and all(map(is_number, node.elts)):
        return node.elts
    return None


def length_of_zeroes(node: ast.expr) -> ast.expr | None:
    """The length of a list that has only zeroes, `[0] * 5` or `[0, 0]`. None for anything else."""
    match node:
        case ast.List([_, *_] as several):
            zeroes = all(isinstance(one, ast.Constant) and one.value == 0 for one in several)
            return ast.Constant(len(several)) if zeroes else None
        case ast.BinOp(ast.List([ast.Constant(0)]), ast.Mult(), times):
            return times
    return None


def own_tables(function: ast.FunctionDef, others: Collection[str]) -> dict[str, ast.expr]:
    """The tables that a function assigns, once each, to names that are not among others and that it uses as
    tables only, after that.
    """
    names = [one for one in ast.walk(function) if isinstance(one, ast.Name)]
    stored = Counter(one.id for one in names if isinstance(one.ctx, ast.Store))
    read = Counter(one.id for one in names if isinstance(one.ctx, ast.Load))
    used = Counter(ast.unparse(_table_of(one)) for one in ast.walk(function))
    found = {}
    for place, one in enumerate(function.body):
        if isinstance(one, ast.Assign) and len(one.targets) == 1 and isinstance(one.targets[0], ast.Name):
            name = one.targets[0].id
            before = (inner for statement in function.body[:place] for inner in ast.walk(statement))
            once = (
                stored[name] == 1 and 0 < read[name] == used[name] and name not in names_in(before, ast.Load)
            )
            if numbers_of(one.value) and once and name not in others:
                found[name] = one.value
    return found


def _table_of(node: ast.AST) -> ast.AST:
    """The expression that a node uses as a table, by an index or in a loop. None for other nodes."""
    if isinstance(node, ast.Subscript):
        return node.value
    return node.iter if isinstance(node, ast.For) else ast.Constant(None)


def entry(index: str, numbers: list[ast.expr], like: ast.AST) -> list[ast.stmt]:
    """The statements that return the entry of a table at an index from 0 on, at a place of the source."""
    entries = [Decimal(ast.unparse(one)) for one in numbers]
    formula = _formula(index, entries)
    if formula:
        return parse_at(f"return {formula}", like)
    last = len(numbers) - 1
    named = {f"NUMBER{place}": copy.deepcopy(one) for place, one in enumerate(numbers)}
    cases = (
        f"    case {place if place < last else '_'}:\n        return {name}\n"
        for place, name in enumerate(named)
    )
    return parse_at(f"match {index}:\n{''.join(cases)}", like, **named)


def _formula(index: str, entries: list[Decimal]) -> str:
    """The shortest expression that takes an entry out of one number. '' where there is none.

    The entries are multiples of a unit above the least one, or above 0.
    """
    steps = {after - one for one, after in pairwise(entries)}
    if (
        len(steps) == 1
        and (step := steps.pop())
        and _are_exact(range(len(entries)), step, entries[0], entries)
    ):
        return f"{index} * {step:f} + {entries[0]:f}"
    forms: list[tuple[int, str]] = []
    for least, unit in product({Decimal(0), min(entries)}, {Decimal(1), _unit(entries)}):
        digits = [(one - least) / unit for one in entries]
        if not all(one >= 0 and one == int(one) for one in digits):
            continue
        times = f" * {unit:f}" if unit != 1 else ""
        plus = f" {'-' if least < 0 else '+'} {abs(least):f}" if least else ""
        if _are_exact(digits, unit, least, entries):
            more = times + plus
            whole = list(map(int, digits))
            made = (*_by_decimals(index, whole), *_by_fraction(index, whole))
            forms += [(size + len(more.replace(" ", "")), text + more) for size, text in made]
    cases = sum(len(f"{one:f}") + LINES_OF_CASE for one in entries)
    return min([*forms, (cases, "")])[1]


def _are_exact(
    places: Iterable[Decimal | int], unit: Decimal, least: Decimal, entries: list[Decimal]
) -> bool:
    """Whether the calculator, with its ten digits, has these numbers, and makes the entries of them."""
    with suppress(InputError):  # a number that is too large
        made = [value(place) * value(unit) + value(least) for place in places]
        return value(unit).decimal == unit and [one.decimal for one in made] == entries
    return False


def _unit(entries: list[Decimal]) -> Decimal:
    """The largest number of which all differences of entries are multiples."""
    tens = 10 ** max(0, *(-int(one.normalize().as_tuple().exponent) for one in entries))
    steps = [int((one - min(entries)) * tens) for one in entries]
    return Decimal(math.gcd(*steps) or tens) / Decimal(tens)


def _by_decimals(index: str, digits: list[int]) -> Iterator[tuple[int, str]]:
    """About how many lines it takes to get an entry out of the decimals of a number, and the expression.

    Moving the point is exact.
    """
    width = len(str(max(digits)))
    if width * len(digits) <= _DIGITS and max(digits):
        packed = "".join(f"{digit:0{width}}" for digit in digits)
        power = f"10 ** {index}" if width == 1 else f"10 ** ({width} * {index})"
        yield len(packed) + 8 + 3 * (width > 1), f"0.{packed} * {power} % 1 * {10**width} // 1"


def _by_fraction(index: str, digits: list[int]) -> Iterator[tuple[int, str]]:
    """About how many lines it takes to get an entry out of the digits of a fraction in another base, and the
    expression.

    The fraction has as few decimals as rounding allows.
    """
    base, places = max(digits) + 1, len(digits)
    least = sum(digit * base ** (places - 1 - place) for place, digit in enumerate(digits))
    for decimals in range(1, _DIGITS + 1) if base > 1 else ():
        tens = 10**decimals
        first = -(-least * tens // base**places)
        for packed in range(first, min(first + _TRIED, -(-(least + 1) * tens // base**places))):
            fraction = f"0.{packed:0{decimals}}"
            found = [value(fraction) * value(base) ** value(place) % 1 * base // 1 for place in range(places)]
            if found == [value(one) for one in digits]:
                size = decimals + 2 * len(str(base)) + 7
                yield size, f"{fraction} * {base} ** {index} % 1 * {base} // 1"
                return
