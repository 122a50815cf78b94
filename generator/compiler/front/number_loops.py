"""The passes of a loop over numbers as calls of one function, where that makes fewer operations.

`for coin in (50, 20, 10, 5):` has its body once in the source. Written out, a listing has it four times. As a
function it stands once, and each pass is the number and a call. The locals that a pass changes are arguments
and results in the same order, and the number is the last argument: it is keyed in on top of what the pass
before left on the stack. Where a pass needs more than the stack holds, `kept_arguments` makes registers of
its locals.

A search through a table of rising numbers, whose index only names entries, takes the entries from row to row:

    i = 0                                           low, high = LIMITS[0], LIMITS[1]
    while x > LIMITS[i + 1]:                        for after in LIMITS[2:]:
        i += 1                                          if x > high:
    return x - LIMITS[i]                                    low, high = high, after
                                                    return x - low

Every test after one that fails fails too, so that the rows end at the index of the source. An index outside
of a table ends the source in an Error, so that it does not count.
"""

from __future__ import annotations

import ast
import copy
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Final

from generator.compiler.front.made_nodes import (
    RELATIONS,
    Replaced,
    declared_names,
    is_name,
    names_in,
    parse_at,
    several,
)
from generator.compiler.front.tables import ENTRY_OF, numbers_of, value_of
from generator.compiler.tree.ir import Relation
from generator.compiler.tree.relations import MIRRORED, NEGATED

MOST_ARGUMENTS: Final = 4
"""The most arguments of a call: as many as the stack has levels."""
LINES_OF_CALL: Final = 3
"""About how many lines a pass takes as a call: a number of two digits and GSB."""
LINES_OF_FUNCTION: Final = 4
"""About how many lines a function takes besides its body: a label, RTN, and moves on the stack."""
LINES_OF_REGISTER: Final = 2
"""About how many lines a local takes that becomes a register."""
LINES_OF_BRANCH: Final = 2
"""The lines that a condition takes besides its comparisons: a jump, and a label."""
LINES_OF_REMAINDER: Final = 4
"""The lines that `%` takes besides one."""
LINES_OF_ENTRY: Final = 5
"""About how many lines an entry of a table takes: a label, a number, RTN, and a part of the choice."""
LINES_OF_LOOP: Final = 16
"""About how many lines a loop over the places of a table takes besides its body."""
_COUNTED: Final = (ast.BinOp, ast.Compare, ast.Call, ast.AugAssign, ast.Assign)
_BRANCHES: Final = (ast.While, ast.If, ast.IfExp)
_KNOWN: Final = (ast.Assign, ast.AugAssign, ast.Expr, ast.If, ast.While, ast.For, ast.Match, ast.Pass)
_CONDITIONS: Final = (ast.Compare, ast.BoolOp)


@dataclass(frozen=True, slots=True)
class Enclosing:
    """The function that a loop is in, with its locals and the registers that it declares as global."""

    function: ast.FunctionDef
    locals: frozenset[str]
    declared: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass as a function: parameters, the last ones for `numbers`, what it gives, and its body."""

    parameters: tuple[str, ...]
    results: tuple[str, ...]
    body: list[ast.stmt]
    numbers: int = 1


def pass_of(
    loop: ast.For,
    numbers: int,
    within: Enclosing,
    written: Sequence[ast.stmt],
    *,
    keep: bool,
    wanted: bool = False,
) -> Pass | None:
    """The pass of a loop over `numbers` numbers as a function.

    None where it saves too little, unless it is `wanted`, leaves the loop, calls the function around it, or
    needs more than the stack holds, unless with `keep` locals may become registers. `written` are the
    statements of the source that the passes stand for.
    """
    targets = [one.id for one in targets_of(loop.target)]
    inside = [one for stmt in loop.body for one in ast.walk(stmt)]
    size = _size(loop)
    saved = (numbers - 1) * size - LINES_OF_CALL * len(targets) * numbers - LINES_OF_FUNCTION
    if saved < 0 and not wanted:
        return None
    called = {one.func.id for one in inside if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
    followed = all(isinstance(one, _KNOWN) for one in inside if isinstance(one, ast.stmt))
    if not followed or within.function.name in called or not within.locals.issuperset(targets):
        return None
    own = within.locals.difference(targets)
    first, _ = _reads_first(loop.body, frozenset(targets), own)
    own_pieces = {id(one) for stmt in written for one in ast.walk(stmt)}
    outside = [one for one in ast.walk(within.function) if id(one) not in own_pieces]
    read_outside = names_in(outside, ast.Load) | (names_in(outside, ast.Store) & _names_updated(outside))
    stored = names_in(inside, ast.Store)
    if stored & read_outside & {*targets}:  # after the loop they have what the last pass gives them
        return None
    changed = stored & own & (first | read_outside)
    _, surely = _reads_first(loop.body, frozenset(), own)
    carried = sorted(changed)
    arguments = [*sorted(first - changed), *(one for one in carried if one in first or one not in surely)]
    before = (one for one in outside if isinstance(one, ast.Name) and one.lineno < loop.lineno)
    begun = {one.arg for one in within.function.args.args} | names_in(before, ast.Store)
    if not begun.issuperset(arguments) or {*arguments, *carried} & _conditions(within.function):
        return None
    fits = len(arguments) + len(targets) <= MOST_ARGUMENTS and len(carried) < MOST_ARGUMENTS
    if not fits or len(first - changed) > 1:
        registers = len({*arguments, *carried})
        costly = saved < LINES_OF_REGISTER * registers and not wanted
        if not keep or len(targets) > MOST_ARGUMENTS or costly:
            return None
    body = copy.deepcopy(loop.body)
    if declared := sorted(stored & within.declared):
        body.insert(0, ast.Global(declared))
    if carried:
        body.append(ast.Return(several(carried, ast.Load())))
    return Pass((*arguments, *targets), tuple(carried), body, len(targets))


def is_shorter_by_places(loop: ast.For, rows: list[list[ast.expr]]) -> bool:
    """Whether a table with the numbers and one body take fewer lines than a body for each row."""
    size, tables = _size(loop), len([*targets_of(loop.target)])
    return LINES_OF_LOOP + LINES_OF_ENTRY * len(rows) * tables + size < size * len(rows)


def _size(loop: ast.For) -> int:
    """About how many lines the body of a loop takes."""
    targets = {one.id for one in targets_of(loop.target)}
    inside = [one for stmt in loop.body for one in ast.walk(stmt)]
    size = sum(isinstance(one, _COUNTED) for one in inside)
    size += LINES_OF_BRANCH * sum(isinstance(one, _BRANCHES) for one in inside)
    size += LINES_OF_REMAINDER * sum(isinstance(one, ast.Mod) for one in inside)
    return size + sum(isinstance(one, ast.Name) and one.id in targets for one in inside)


def calls(name: str, made: Pass, rows: list[list[ast.expr]]) -> Iterator[ast.stmt]:
    """The statements that call the function of a pass for the numbers of each row.

    After them the names of the loop have the numbers of the last row.
    """
    for numbers in rows:
        arguments: list[ast.expr] = [ast.Name(one, ast.Load()) for one in made.parameters[: -made.numbers]]
        call = ast.Call(ast.Name(name, ast.Load()), [*arguments, *numbers], [])
        yield ast.Assign([several(made.results, ast.Store())], call) if made.results else ast.Expr(call)
    for target, number in zip(made.parameters[-made.numbers :], rows[-1], strict=True):
        yield ast.Assign([ast.Name(target, ast.Store())], number)


def _names_updated(pieces: list[ast.AST]) -> set[str]:
    """Names that an augmented assignment reads."""
    return {
        one.target.id for one in pieces if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name)
    }


def _reads_first(
    body: list[ast.stmt], known: frozenset[str], own: frozenset[str]
) -> tuple[set[str], frozenset[str]]:
    """The locals that statements may read before they assign them, and those with a value after them."""
    read: set[str] = set()
    for one in body:
        head: ast.AST = one
        ways: list[tuple[list[ast.stmt], frozenset[str]]] = []
        match one:
            case ast.If():
                head, ways = one.test, [(one.body, known), (one.orelse, known)]
            case ast.While():
                head, ways = one.test, [([*one.body, *one.orelse], known), (one.orelse, known)]
            case ast.For():
                head, inside = one.iter, known | names_in([one.target], ast.Store)
                ways = [([*one.body, *one.orelse], inside)]
                ways += [] if isinstance(one.iter, ast.Tuple | ast.List) else [(one.orelse, known)]
        pieces = list(ast.walk(head))
        read |= ((names_in(pieces, ast.Load) | _names_updated(pieces)) & own) - known
        ends = [_reads_first(*way, own) for way in ways]
        read |= {name for inside, _ in ends for name in inside}
        known = frozenset.intersection(*(end for _, end in ends)) if ends else known
        if isinstance(one, ast.Assign):
            known |= {target.id for part in one.targets for target in targets_of(part)}
    return read, known


def targets_of(target: ast.expr) -> Iterator[ast.Name]:
    """The names that an assignment gives a value."""
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, ast.Tuple | ast.List):
        for one in target.elts:
            yield from targets_of(one)


def _conditions(function: ast.FunctionDef) -> set[str]:
    """The names to which a condition is assigned."""
    return {
        target.id
        for one in ast.walk(function)
        if isinstance(one, ast.Assign) and _is_condition(one.value)
        for part in one.targets
        for target in targets_of(part)
    }


def _is_condition(value: ast.expr) -> bool:
    negated = isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not)
    known = isinstance(value, ast.Constant) and isinstance(value.value, bool)
    return isinstance(value, _CONDITIONS) or negated or known


# searches

_Entry = tuple[str, int]
"""An entry that a search names: its table, and what is added to the index."""
_Tables = Mapping[str, Sequence[Decimal]]


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison of a key with an entry of a table: `key relation entry`."""

    key: str
    relation: Relation
    entry: _Entry


@dataclass(frozen=True, slots=True)
class Search:
    """A search with an index from `begin` to `last` at most, which goes on while a test holds.

    It `ends` when it comes to the last index without a test of it. `low` is the least that its tests add to
    the index. `pieces` are the parts of the source that use the index only for the search, and `rest` is what
    comes after it.
    """

    index: str
    begin: int
    last: float
    ends: bool
    onwards: Test
    low: int
    pieces: list[ast.AST]
    rest: list[ast.stmt]


@dataclass(frozen=True, slots=True)
class ByRows:
    """A search by rows: statements that take the first entries, a loop over rows, and those that follow."""

    first: list[ast.stmt]
    loop: ast.For
    rest: list[ast.stmt]


def search_by_rows(
    body: Sequence[ast.stmt],
    named: Mapping[str, ast.expr],
    function: ast.FunctionDef,
    new_local: Callable[[str], str],
) -> ByRows | None:
    """The search through tables with which statements begin, by rows. None where there is none.

    The entries in the statements after it are replaced in place.
    """
    tables = {
        name: [Decimal(ast.unparse(one)) for one in numbers]
        for name, table in named.items()
        if (numbers := numbers_of(table))
    }
    search = _search_in(body, tables)
    if search is None or search.index in declared_names(function):
        return None
    parts = (part for one in search.rest for part in ast.walk(one))
    found = {part: at for part in parts if (at := _entry_at(part, search.index, tables)) is not None}
    used = {*found.values()}
    entry, begin = search.onwards.entry, search.begin
    untested = search.ends and search.last <= len(tables[entry[0]]) - entry[1]
    reached = used if untested else {*used, entry}
    last = int(min(search.last, *(len(tables[table]) - 1 - more for table, more in reached)))
    least = begin + min(more for _, more in {*used, entry})
    names = [one for one in ast.walk(function) if is_name(one, search.index)]
    inside = {id(one) for part in (*search.pieces, *found) for one in ast.walk(part)}
    limits = tables[entry[0]][max(0, begin + search.low) : last + entry[1] + 1]
    rising = search.onwards.relation in (">", ">=")
    ordered = all(one < after if rising else one > after for one, after in pairwise(limits))
    if not used or least < 0 or last <= begin or not ordered or not {*map(id, names)} <= inside:
        return None
    held = {at: new_local(ENTRY_OF + at[0]) for at in sorted(used)}
    new = {at: new_local(ENTRY_OF + at[0]) for at in held if (at[0], at[1] + 1) not in held}
    at_limit = entry[0], entry[1] - 1
    if entry not in held:  # the limit is keyed in last, because it is tested first
        new[at_limit] = new.pop(at_limit, "") or new_local(ENTRY_OF + entry[0])
    limit = held.get(entry) or new[at_limit]
    taken = Replaced(
        {one: ast.copy_location(ast.Name(held[at], ast.Load()), one) for one, at in found.items()}
    )
    for one in search.rest:
        taken.visit(one)

    def number(entry: _Entry, index: int) -> str:
        return f"{tables[entry[0]][entry[1] + index]:f}"

    rows = [", ".join(number(at, index + 1) for at in new) for index in range(begin, last)]
    begun = "".join(f"{name} = {number(at, begin)}\n" for at, name in held.items())
    moves = "".join(
        f"        {name} = {held.get((at[0], at[1] + 1)) or new[at]}\n" for at, name in held.items()
    )
    text = (
        f"for {', '.join(new.values())}, in ({' '.join(f'({row},),' for row in rows)}):\n"
        f"    if {search.onwards.key} {search.onwards.relation} {limit}:\n{moves}"
    )
    (loop,) = parse_at(text, search.rest[0])
    assert isinstance(loop, ast.For)
    return ByRows(parse_at(begun, body[0]), loop, search.rest)


def _search_in(body: Sequence[ast.stmt], tables: _Tables) -> Search | None:
    """The search through tables with which statements begin. None where they begin with something else."""
    match body:
        case [
            ast.Assign([ast.Name(index)], ast.Constant(int() as begin)),
            ast.While(test=test, body=[step], orelse=[]),
            _,
            *_,
        ] if ast.unparse(step) in (f"{index} += 1", f"{index} = {index} + 1"):
            last = math.inf
            parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
            found: list[Test | None] = []
            for part in parts:
                if (bound := _bound_in(part, index)) is not None:
                    last = min(last, bound)
                else:
                    found += _tests_in(part, index, tables) or [None]
            if len(found) == 1 and found[0] is not None:
                return Search(index, begin, last, True, found[0], found[0].entry[1], [*body[:2]], [*body[2:]])
        case [
            ast.For(
                target=ast.Name(index) as target,
                iter=ast.Call(ast.Name("range"), [*ends]),
                body=[ast.If(test=test, body=inner, orelse=[]) as one],
                orelse=[],
            ),
            *rest,
        ] if 1 <= len(ends) <= 2:
            begin_, end = value_of(ends[0], {}) if len(ends) > 1 else 0, value_of(ends[-1], {})
            stops = _tests_in(test, index, tables)
            onwards = _onwards(stops)
            if onwards is None or not isinstance(begin_, int) or not isinstance(end, int):
                return None
            low = min(one.entry[1] for one in stops)
            if isinstance(inner[-1], ast.Return) and not any(
                isinstance(each, ast.Break | ast.Continue) for stmt in inner for each in ast.walk(stmt)
            ):
                return Search(index, begin_, end - 1, False, onwards, low, [target], [one, *rest])
            if rest and isinstance(inner[0], ast.Break) and len(stops) == 1:
                return Search(index, begin_, end - 1, False, onwards, low, [target, test], rest)
    return None


def _bound_in(test: ast.expr, index: str) -> int | None:
    """The index with which a search ends, by a test that compares the index. None for another test."""
    match test:
        case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.NotEq() as sign], [right]):
            more, end = _offset(left, index), value_of(right, {})
            if more is not None and isinstance(end, int):
                return end - more + isinstance(sign, ast.LtE)
    return None


def _tests_in(test: ast.expr, index: str, tables: _Tables) -> list[Test]:
    """The comparisons of a condition, all of which are of a name with an entry. Nothing for another one."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        several = [_tests_in(one, index, tables) for one in test.values]
        return [one for found in several for one in found] if all(several) else []
    if not isinstance(test, ast.Compare):
        return []
    found = []
    for left, sign, right in zip([test.left, *test.comparators], test.ops, test.comparators, strict=False):
        for key, entry, turned in ((left, right, False), (right, left, True)):
            at = _entry_at(entry, index, tables)
            ordered = isinstance(sign, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
            if at and isinstance(key, ast.Name) and key.id != index and ordered:
                relation = RELATIONS[type(sign)]
                found.append(Test(key.id, MIRRORED[relation] if turned else relation, at))
    return found if len(found) == len(test.ops) else []


def _onwards(stops: list[Test]) -> Test | None:
    """The test with which a search goes on that stops where all of these hold.

    With two of them the first rows that are too low are not found at all.
    """
    if not stops or len(stops) > 2 or len({(one.key, one.entry[0]) for one in stops}) > 1:
        return None
    last = max(stops, key=lambda one: one.entry[1])
    if len(stops) == 2 and len({one.relation[0] for one in stops}) < 2:
        return None
    return Test(last.key, NEGATED[last.relation], last.entry)


def _entry_at(node: ast.AST, index: str, tables: _Tables) -> _Entry | None:
    """The table and the number added to the index of an entry that is named. None for others."""
    match node:
        case ast.Subscript(ast.Name(table), place) if table in tables:
            more = _offset(place, index)
            return None if more is None else (table, more)
    return None


def _offset(node: ast.expr, index: str) -> int | None:
    """The whole number that an expression adds to an index, as 1 in `i + 1`. None for another expression."""
    match node:
        case ast.Name(name) if name == index:
            return 0
        case ast.BinOp(ast.Name(name), ast.Add() | ast.Sub() as sign, ast.Constant(int() as more)) if (
            name == index
        ):
            return more if isinstance(sign, ast.Add) else -more
    return None
