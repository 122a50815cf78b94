"""Locals that hold the number of a register in place of an index.

Where an element of an array is reached at `i + 1` again and again, `i` itself can be kept as the greater
number: all that is added to it or compared with it moves along. The values are whole numbers, of which
comparisons and sums stay exact.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import cast

from generator.compiler.ranges import held_intervals
from generator.compiler.ranges.conditions import WITH_ZERO
from generator.compiler.target.storage import POINTER
from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, constant, whole
from generator.compiler.tree.ir import HEIGHT, KEPT
from generator.compiler.tree.nodes import Piece, nodes, with_parts
from generator.compiler.tree.rewriting import assignments
from generator.compiler.tree.substitution import minus, plus, tidy

MOST_LOCALS = 5
"""The number of locals of a function whose combinations are tried."""
LARGEST = 10**9
"""The largest size of a local that is moved. Sums of a few of them have at most ten digits."""
MOST_START = 10**8
MOST_STEP = 10
"""The largest number with which a count begins, and the largest step of one."""
_TEN_DIGITS = 10**10 - 1


def bias(module: ir.Module) -> ir.Module:
    """The module with locals as numbers of registers, where the arrays have their places."""
    functions = {name: _with_biased_locals(one, module) for name, one in module.functions.items()}
    return replace(module, functions=functions)


def with_height_as_register(module: ir.Module) -> ir.Module:
    """The module in which the height of what recursion keeps counts registers, where the arrays have places.

    Only the compiler's own statements read the height: as an index, and to change it by 1. Every run begins
    it anew. It stands in I where nothing else does.
    """
    if KEPT not in module.arrays:
        return module
    at = module.arrays[KEPT].at or 0
    if len(module.arrays) == 1 and all(one.at != POINTER for one in module.registers.values()):
        module = replace(module, registers={**module.registers, HEIGHT: ir.Register(HEIGHT, POINTER)})
    functions = {
        name: replace(one, body=_move(one.body, {HEIGHT: at}, {HEIGHT}))
        for name, one in module.functions.items()
    }
    return replace(module, functions=functions)


def is_counted_height(tree: ir.Operation, module: ir.Module) -> bool:
    """Whether an operation takes 1 from the height and leaves the number of a register from R1 on."""
    at = module.arrays[KEPT].at if KEPT in module.arrays else None
    return bool(at) and tree.name == "sub" and tree.operands == (ir.Read(HEIGHT), constant(1))


def _with_biased_locals(function: ir.Function, module: ir.Module) -> ir.Function:
    """A function in which locals count registers in place of indices, where that leaves fewer sums."""
    small = _small_locals(function, module)
    shifts = list(_shifts(function, module, small).items())[:MOST_LOCALS]
    subsets = (dict(some) for size in range(len(shifts) + 1) for some in combinations(shifts, size))
    bodies = [_biased_body(function.body, some, small) for some in subsets]
    return replace(function, body=min(bodies, key=lambda body: _sums(body, module)))


def _biased_body(body: ir.Block, shifts: Mapping[str, int], small: set[str]) -> ir.Block:
    """Statements in which some locals are greater by their `shifts`."""
    if not shifts:
        return body
    return _with_tests_against_zero(_move(body, shifts, small), small)


def _sums(body: ir.Block, module: ir.Module) -> int:
    """How many sums with a number a body has, less one where a loop counts through its end."""
    count = 0
    for node in nodes(body):
        match node:
            case ir.Element(array=array, index=index):
                place = affine(plus(constant(module.arrays[array].at or 0), index))
                given = affine(index)
                count += (place is not None and place.constant != 0) - (
                    given is not None and given.constant != 0
                )
            case ir.For(through=True):
                count -= 1
            case ir.Operation(name="add" | "sub", operands=operands):
                count += any(isinstance(one, ir.Constant) for one in operands)
            case _:
                pass
    return count


def _small_locals(function: ir.Function, module: ir.Module) -> set[str]:
    """The locals that only ever hold whole numbers up to `LARGEST`.

    Their ranges say so, or they count: each value is a number, the variable of a loop, or another such local
    with a number added. Ten digits would take years to count.
    """
    held = held_intervals(module, function)
    short = {name for name, one in held.items() if one.whole and one.size <= LARGEST}
    given = list(_assigned_locals(function.body))
    names = {name for name, _ in given} - set(module.registers) - set(function.parameters)
    names -= {
        target.name
        for node in nodes(function.body)
        if isinstance(node, ir.Unpack)
        for target in node.targets
        if isinstance(target, ir.Name)
    } - short
    while True:
        broken = {name for name, value in given if name in names - short and not _counts(value, names)}
        if not broken:
            return names
        names -= broken


def _counts(value: ir.Expression, names: set[str]) -> bool:
    """Whether a value is a whole number, or one of some names with a small whole number added."""
    sum_of = affine(value) if _is_exact(value, names) else None
    if sum_of is None:
        return False
    most = MOST_STEP if sum_of.factors else MOST_START
    return [factor for _, factor in sum_of.factors] in ([], [1]) and abs(sum_of.constant) <= most


def _assigned_locals(body: ir.Block) -> list[tuple[str, ir.Expression]]:
    """The locals that are assigned, each with its value. A loop's variable, always whole, has 0 for it."""
    found = [(target.name, value) for _, target, value in assignments(body) if isinstance(target, ir.Name)]
    return [*found, *((node.name, constant(0)) for node in nodes(body) if isinstance(node, ir.For))]


def _is_exact(tree: ir.Expression, names: set[str]) -> bool:
    """Whether each part of a value has at most ten digits and no fraction, with names up to `LARGEST`."""
    return _size(tree, names) <= _TEN_DIGITS


def _size(tree: ir.Expression, names: set[str]) -> float:
    """The largest size of a value and of its parts. Infinite where a part may have a fraction."""
    match tree:
        case ir.Constant(value=number) if (value := whole(number)) is not None:
            return abs(value)
        case ir.Read(name=name) if name in names:
            return LARGEST
        case ir.Operation(name="add" | "sub", operands=(one, other)):
            return _size(one, names) + _size(other, names)
        case ir.Operation(name="mul", operands=(one, other)):
            sizes = _size(one, names), _size(other, names)
            return max(*sizes, sizes[0] * sizes[1])
        case ir.Operation(name="neg" | "abs", operands=(one,)):
            return _size(one, names)
    return math.inf


def _shifts(function: ir.Function, module: ir.Module, small: set[str]) -> dict[str, int]:
    """By how much each local is tried to be greater: its most frequent distance to the register of an
    element.

    For a local that reaches no element it is the number that is most often added to it, or, where it gets the
    value of a local with a distance, this distance.
    """
    distances: dict[str, Counter[int]] = {}
    others: dict[str, Counter[int]] = {}
    counted = {
        value
        for _, target, value in assignments(function.body)
        if isinstance(target, ir.Name) and ir.Read(target.name) in nodes(value)
    }
    for node in nodes(function.body):
        if isinstance(node, ir.Element):
            where = plus(constant(module.arrays[node.array].at or 0), node.index)
        elif isinstance(node, ir.Operation) and node not in counted:
            where = node
        else:
            continue
        place = affine(where)
        for name, factor in place.factors if place is not None else ():
            if factor == 1 and name in small and place is not None:
                found = distances if isinstance(node, ir.Element) else others
                found.setdefault(name, Counter())[place.constant] += 1
    chosen = {name: counter.most_common(1)[0][0] for name, counter in distances.items()}
    for name, counter in others.items():
        chosen.setdefault(name, counter.most_common(1)[0][0])
    for _, target, value in assignments(function.body):
        if isinstance(target, ir.Name) and isinstance(value, ir.Read) and target.name in small:
            chosen.setdefault(target.name, chosen.get(value.name, 0))
    return {name: shift for name, shift in chosen.items() if shift}


def _move(piece: Piece, shifts: Mapping[str, int], small: set[str]) -> Piece:
    """Statements with `shifts` added to locals where they are read and assigned, and short sums."""
    if isinstance(piece, ir.Read) and piece.name in shifts:
        return cast(Piece, minus(piece, constant(shifts[piece.name])))
    made: object = with_parts(piece, lambda part: _move(part, shifts, small))
    match made:
        case ir.Element(index=index):
            made = replace(made, index=tidy(index))
        case ir.Operation(name="add" | "sub") if made != piece and _is_exact(made, small):
            made = tidy(made)
        case ir.Assign(targets=targets, values=values):
            given = [
                plus(value, constant(shifts[target.name]))
                if isinstance(target, ir.Name) and target.name in shifts
                else value
                for target, value in zip(targets, values, strict=True)
            ]
            made = replace(made, values=tuple(given))
        case ir.For(name=name, start=start, stop=stop) if name in shifts:
            shift = constant(shifts[name])
            made = replace(
                made, start=plus(start, shift), stop=plus(stop, shift), short=False, through=shifts[name] == 1
            )
        case ir.Compare(left=left, relation=relation, right=right):
            if _is_exact(left, small) and _is_exact(right, small):
                made = _balance(made, left, relation, right)
        case ir.If(test=test) if made != piece and test != getattr(piece, "test", None):
            made = replace(made, compared=ir.Span())
    return cast(Piece, made)


def _balance(
    made: ir.Compare, left: ir.Expression, relation: ir.Relation, right: ir.Expression
) -> ir.Compare:
    """A comparison of sums with its number on one side."""
    one, other = affine(left), affine(right)
    if one is None or other is None or not (one.constant or other.constant):
        return made
    if one.factors and other.factors:
        return made
    number = other.constant - one.constant
    sides = Affine(one.factors), Affine(other.factors, number)
    if not one.factors:
        sides = Affine((), -number), Affine(other.factors)
    return replace(made, left=sides[0].expression(), relation=relation, right=sides[1].expression())


def _with_tests_against_zero(piece: Piece, small: set[str]) -> Piece:
    """Comparisons of a whole number with 1 or −1 as comparisons with 0, where these are the same."""
    made: object = with_parts(piece, lambda part: _with_tests_against_zero(part, small))
    match made:
        case ir.Compare(left=left, relation=relation, right=ir.Constant(value=number)):
            same = None if (one := whole(number)) is None else WITH_ZERO.get((relation, one))
            if same is not None and _is_exact(left, small):
                made = replace(made, relation=same, right=constant(0))
    return cast(Piece, made)
