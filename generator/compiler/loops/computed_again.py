"""An array that one entry computes and that others only copy is computed again in place of the copy.

    def enter(x):                           def enter(x):
        n = count(x)                            n = count(x)
        for i in range(n - 1, -1, -1):          begun_x = x
            a[i] = x % 10
            x //= 10
    def use():                              def use():
        for i in range(n):                      x_2 = begun_x
            b[i] = a[i]                         for i in range(n - 1, -1, -1):
                                                    b[i] = x_2 % 10
                                                    x_2 //= 10

A few values that the loop begins with stay in registers then, and not the elements. Before the first run all
registers are 0, and there the loop makes no pass.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, cast

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.nests import FormRefused, is_own
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, reach
from generator.compiler.tree.nodes import (
    Piece,
    changed_names,
    element_count,
    leaves,
    nodes,
    read_names,
    with_parts,
)
from generator.compiler.tree.rewriting import rewritten, single, unused_in_module, unused_name, with_body

MOST_BEGUN: Final = 2
"""The number of values that may stay in registers for an array."""
_EXACT: Final = frozenset(("neg", "abs", "intpart", "frac"))
_DIVISIONS: Final = frozenset(("div", "floordiv", "mod"))
_CONDITIONS: Final = (ir.Compare, ir.Not, ir.And, ir.Or, ir.Truth)
_STATEMENTS: Final = (ir.Assign, ir.If, ir.Name, ir.Constant, ir.Read)


@dataclass(frozen=True, slots=True)
class _Computed:
    """The loop of a function that computes an array, and the locals whose values before it are used."""

    array: str
    function: str
    loop: ir.For
    begun: tuple[str, ...]


def compute_again(candidate: Candidate, function: str) -> Candidate:
    """The candidate whose function computes again what it copies. FormRefused where there is nothing."""
    module = candidate.module
    for array in module.arrays:
        found = _find(array, module)
        copies = _copies(array, module)
        if found is None or not copies or function not in copies or found.function in copies:
            continue
        names = {one: unused_in_module(f"{one}_of_{array}", module) for one in found.begun}
        for name, loops in copies.items():
            for loop in loops:
                module = _write_again(module, name, loop, found, names)
        module = _keep_begun(module, found, names)
        told = f"{array} is computed again where it was copied"
        arrays = {name: one for name, one in module.arrays.items() if name != array}
        return candidate.with_module(replace(module, arrays=arrays), told)
    raise FormRefused("no array is only copied")


def _find(array: str, module: ir.Module) -> _Computed | None:
    """The loop that computes all elements of an array. None where the array cannot be computed again."""
    functions = [one for one in module.functions.values() if _writes(one.body, array)]
    if len(functions) != 1 or module.arrays[array].at is not None:
        return None
    [function] = functions
    place = next(place for place, one in enumerate(function.body) if element_count(one, array))
    loop, before = function.body[place], function.body[:place]
    if not isinstance(loop, ir.For) or element_count(function.body, array) != 1 or function.levels:
        return None
    calls = any(isinstance(one, ir.Call | ir.Ask | ir.Pause) for one in nodes(function.body[: place + 1]))
    stops = any(isinstance(one, ir.Return) for one in nodes(before)) or leaves(loop.body)
    if calls or stops or not is_own(loop, function.body, module) or abs(loop.step) != 1:
        return None
    targets = [one for statement in loop.body if (one := single(statement)) is not None]
    if not any(target == ir.Element(array, ir.Read(loop.name)) for target, _ in targets):
        return None
    if not all(_is_exact(one, array) for one in nodes(loop.body)):
        return None
    registers = module.registers.keys()
    changed, read = changed_names(loop.body, module), read_names((loop.start, loop.stop, loop.body), module)
    after, others = function.body[place + 1 :], [one for one in module.functions.values() if one != function]
    kept = read & registers
    begun = tuple(sorted((read | changed) - {loop.name} - kept))
    if (
        changed & (registers | read_names(after, module))
        or kept & changed_names((after, tuple(others)), module)
        or any(module.registers[one].at is not None for one in kept)
        or not _is_empty_at_first(loop, kept)
        or len(begun) > MOST_BEGUN
        or not set(begun) <= _surely_assigned(before, function)
    ):
        return None
    return _Computed(array, function.name, loop, begun)


def _is_exact(one: ir.Node, array: str) -> bool:
    """Whether a node of a loop gives the same in another run, without an Error, flag 9 or other elements."""
    match one:
        case ir.Element(array=name):
            return name == array
        case ir.Operation(name=name, operands=(_, ir.Constant(value=divisor))) if name in _DIVISIONS:
            return abs(divisor.decimal) >= 1
        case ir.Operation(name=name):
            return name in _EXACT
    return isinstance(one, (*_STATEMENTS, *_CONDITIONS))


def _surely_assigned(before: ir.Block, function: ir.Function) -> set[str]:
    """The parameters of a function, and the names that its first statements surely assign."""
    targets = (one for statement in before for one in getattr(statement, "targets", ()))
    return {*function.parameters, *(one.name for one in targets if isinstance(one, ir.Name))}


def _is_empty_at_first(loop: ir.For, registers: Set[str]) -> bool:
    """Whether a loop, whose bounds are sums of some registers, makes no pass while they are 0."""
    start, stop = affine(loop.start), affine(loop.stop)
    if start is None or stop is None or not start.names | stop.names <= registers:
        return False
    return len(range(start.constant, stop.constant, loop.step)) == 0


def _writes(piece: object, array: str) -> bool:
    statements = (one for one in nodes(piece) if isinstance(one, ir.Assign | ir.Unpack))
    targets = (target for one in statements for target in one.targets)
    return any(isinstance(one, ir.Element) and one.array == array for one in targets)


def _copies(array: str, module: ir.Module) -> dict[str, list[ir.For]]:
    """The loops of each function that copy an array element by element. Empty where it is used otherwise."""
    found: dict[str, list[ir.For]] = {}
    for name, one in module.functions.items():
        if _writes(one.body, array) or not element_count(one.body, array):
            continue
        loops = [loop for loop in nodes(one.body) if isinstance(loop, ir.For) and _is_copy(loop, array)]
        if len(loops) != element_count(one.body, array) or not all(
            is_own(loop, one.body, module) for loop in loops
        ):
            return {}
        found[name] = loops
    return found


def _is_copy(loop: ir.For, array: str) -> bool:
    """Whether a loop does nothing but copy elements of an array to those of another one."""
    given = single(loop.body[0]) if len(loop.body) == 1 else None
    match given:
        case (ir.Element(array=target, index=index), ir.Element(array=source, index=place)):
            where = affine(place)
            counts = where is not None and where.factors == ((loop.name, 1),)
            return source == array != target and index == place and counts and abs(loop.step) == 1
    return False


def _write_again(
    module: ir.Module, name: str, copy: ir.For, found: _Computed, registers: dict[str, str]
) -> ir.Module:
    """The module with the loop of `found` in the place of one that copies."""
    body = module.functions[name].body
    given = single(copy.body[0])
    assert given is not None
    assert isinstance(given[0], ir.Element)
    index = affine(given[0].index)
    assert index is not None
    if reach(copy, index.constant) != reach(found.loop, 0):
        raise FormRefused(f"other elements of {found.array} are copied than are computed")
    locals_of = {one: unused_name(f"{one}_again", body, module) for one in found.begun}
    loop = _with_names(found.loop, {**locals_of, found.loop.name: copy.name}, {found.array: given[0].array})
    begin = tuple(
        ir.Assign((ir.Name(locals_of[one]),), (ir.Read(registers[one]),), place=copy.place)
        for one in found.begun
    )
    loop = replace(loop, runs=copy.runs)
    return with_body(module, name, rewritten(body, lambda one: (*begin, loop) if one is copy else None))


def _with_names(piece: Piece, names: dict[str, str], arrays: dict[str, str]) -> Piece:
    """A piece with other locals and arrays."""
    made: object = with_parts(piece, partial(_with_names, names=names, arrays=arrays))
    match made:
        case ir.Name(name=name) | ir.Read(name=name) | ir.For(name=name) if name in names:
            made = replace(made, name=names[name])
        case ir.Element(array=array) if array in arrays:
            made = replace(made, array=arrays[array])
    return cast(Piece, made)


def _keep_begun(module: ir.Module, found: _Computed, registers: dict[str, str]) -> ir.Module:
    """The module in which the function keeps what its loop begins with, in place of the loop."""
    begin = tuple(
        ir.Assign((ir.Name(registers[one]),), (ir.Read(one),), place=found.loop.place) for one in found.begun
    )
    body = module.functions[found.function].body
    module = with_body(
        module, found.function, rewritten(body, lambda one: begin if one is found.loop else None)
    )
    return replace(
        module, registers={**module.registers, **{name: ir.Register(name) for name in registers.values()}}
    )
