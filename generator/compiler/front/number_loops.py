"""The passes of a loop over numbers as calls of one function, where that makes fewer operations.

`for coin in (50, 20, 10, 5):` has its body once in the source. Written out, a listing has it four times. As a
function it stands once, and each pass is the number and a call. The locals that a pass changes are arguments
and results in the same order, and the number is the last argument: it is keyed in on top of what the pass
before left on the stack. Where a pass needs more than the stack holds, `kept_arguments` makes registers of
its locals.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from generator.compiler.front.made_nodes import names_in

MOST_ARGUMENTS: Final = 4
"""The levels of the stack, on which the arguments of a call stand."""
LINES_OF_CALL: Final = 3
"""What a pass takes as a call, about: a number of two digits and GSB."""
LINES_OF_FUNCTION: Final = 4
"""What a function takes beside its body, about: a label, RTN, and moves on the stack."""
LINES_OF_REGISTER: Final = 2
"""What a local takes, about, that becomes a register."""
LINES_OF_BRANCH: Final = 2
"""What a condition takes beside its comparisons: a jump, and a label."""
LINES_OF_ENTRY: Final = 5
"""What an entry of a table takes, about: a label, a number of two digits, RTN, and a part of the choice."""
LINES_OF_LOOP: Final = 16
"""What a loop over the places of a table takes beside its body, about."""
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
    """One pass as a function: its parameters, the last `numbers` of them for the numbers, what it gives, and
    its body.
    """

    parameters: tuple[str, ...]
    results: tuple[str, ...]
    body: list[ast.stmt]
    numbers: int = 1


def pass_of(
    loop: ast.For, numbers: int, within: Enclosing, written: Sequence[ast.stmt], *, keep: bool
) -> Pass | None:
    """The pass of a loop over so many numbers as a function.

    None where it saves too little, leaves the loop, calls the function around it, or needs more than the
    stack holds, unless with `keep` locals may become registers. `written` are the statements of the source
    that the passes stand for.
    """
    targets = [one.id for one in targets_of(loop.target)]
    inside = [one for stmt in loop.body for one in ast.walk(stmt)]
    size = _size(loop)
    saved = (numbers - 1) * size - LINES_OF_CALL * len(targets) * numbers - LINES_OF_FUNCTION
    if saved < 0:
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
        if not keep or len(targets) > MOST_ARGUMENTS or saved < LINES_OF_REGISTER * registers:
            return None
    body = copy.deepcopy(loop.body)
    if declared := sorted(stored & within.declared):
        body.insert(0, ast.Global(declared))
    if carried:
        body.append(ast.Return(_several(carried, ast.Load())))
    return Pass((*arguments, *targets), tuple(carried), body, len(targets))


def is_shorter_by_places(loop: ast.For, rows: list[list[ast.expr]]) -> bool:
    """Whether a table with the numbers and one body take fewer lines than a body for each row."""
    size, tables = _size(loop), len([*targets_of(loop.target)])
    return LINES_OF_LOOP + LINES_OF_ENTRY * len(rows) * tables + size < size * len(rows)


def _size(loop: ast.For) -> int:
    """What the body of a loop takes, about, in lines."""
    targets = {one.id for one in targets_of(loop.target)}
    inside = [one for stmt in loop.body for one in ast.walk(stmt)]
    size = sum(isinstance(one, _COUNTED) for one in inside)
    size += LINES_OF_BRANCH * sum(isinstance(one, _BRANCHES) for one in inside)
    return size + sum(isinstance(one, ast.Name) and one.id in targets for one in inside)


def calls(name: str, made: Pass, rows: list[list[ast.expr]]) -> Iterator[ast.stmt]:
    """The statements that call the function of a pass for the numbers of each row.

    After them the names of the loop have the numbers of the last row.
    """
    for numbers in rows:
        arguments: list[ast.expr] = [ast.Name(one, ast.Load()) for one in made.parameters[: -made.numbers]]
        call = ast.Call(ast.Name(name, ast.Load()), [*arguments, *numbers], [])
        yield (
            ast.Assign([_several(list(made.results), ast.Store())], call) if made.results else ast.Expr(call)
        )
    for target, number in zip(made.parameters[-made.numbers :], rows[-1], strict=True):
        yield ast.Assign([ast.Name(target, ast.Store())], number)


def _several(names: list[str], context: ast.expr_context) -> ast.expr:
    """One name, or a tuple of them."""
    made: list[ast.expr] = [ast.Name(one, context) for one in names]
    return made[0] if len(made) == 1 else ast.Tuple(made, context)


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
