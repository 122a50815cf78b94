"""Arrays prepared for the search: each gets a place, and elements that a line can name become registers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import cast

from generator.compiler.target.biased import with_height_as_register
from generator.compiler.target.pointers import moved_pointers
from generator.compiler.target.storage import NAMED, used_lengths
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import Piece, callees_first, nodes, with_parts
from generator.compiler.tree.substitution import plus
from hp15c.errors import Unsupported
from hp15c.table.models import Model

FIRST = (0, 1)
"""The register of the first array without a pinned place: there indices from 0 or 1 on need no sum."""
SCRATCH = 6
"""The number of registers that lines can name and that arrays leave to values on the way."""
ONE_DIGIT = 9
"""The last register whose number one line types: elements after it are reached by a shorter sum."""


def place_arrays(
    module: ir.Module, model: Model, first: int = 0, scratch: int = 0, last_first: bool = False
) -> ir.Module:
    """The module with a place for each array, whose elements are counted as registers.

    An array of which all indices are constants becomes registers of its own. Arrays that leave fewer than
    `scratch` registers to other values end above R.9, where I reaches them: from R9 on, or from R20 on where
    that leaves too few. With `last_first` the array that is used last begins below the others.
    Unsupported where the model has no such registers.
    """
    if not module.arrays:
        return module
    module = _as_registers(module, len(NAMED) - scratch)
    if not module.arrays:
        return module
    place = partial(_blocks, module, first, last_first=last_first)
    blocks = dict(place(math.inf))
    highest = max(block.stop for block in blocks.values()) - 1
    if highest + scratch >= len(NAMED):
        if model is Model.HP11C:
            raise Unsupported("the HP-11C", [f"registers up to {highest} are wanted, it has 20 and I"])
        room = len(NAMED) - len(module.registers) - (scratch or SCRATCH)
        blocks = dict(place(room, ONE_DIGIT))
        if sum(at < len(NAMED) for block in blocks.values() for at in block) > room:
            blocks = dict(place(room))
        highest = max(block.stop for block in blocks.values()) - 1
        if (excess := highest - _last_register(module, highest)) > 0:
            blocks = dict(place(room, len(NAMED) - excess))
            if max(block.stop for block in blocks.values()) - 1 > highest - excess:
                told = f"dim_registers leaves registers up to {highest - excess}"
                raise Unsupported(f"the HP-{model}", [f"arrays want registers up to {highest}, and {told}"])
    arrays = {
        name: replace(module.arrays[name], at=block.start, length=len(block))
        for name, block in blocks.items()
    }
    module = with_height_as_register(replace(module, arrays=arrays))
    return moved_pointers(module, {name: block.start for name, block in blocks.items()})


def address(module: ir.Module, element: ir.Element) -> ir.Expression:
    """The number of an element's register."""
    return plus(constant(module.arrays[element.array].at or 0), element.index)


def register_of(module: ir.Module, element: ir.Element) -> str | None:
    """The register of an element where a line can name it. None where I has to reach it."""
    where = address(module, element)
    number = int(where.value) if isinstance(where, ir.Constant) else len(NAMED)
    return NAMED[number] if number < len(NAMED) else None


def uses_pointer(module: ir.Module) -> bool:
    """Whether an element is reached through I."""
    return any(
        isinstance(node, ir.Element) and register_of(module, node) is None for node in nodes(module.bodies)
    )


def elements(module: ir.Module) -> Iterator[tuple[str, str]]:
    """Each element of the arrays that have places, with its register."""
    for name, array in module.arrays.items():
        for number in range(array.at or 0, (array.at or 0) + array.length):
            at = NAMED[number] if number < len(NAMED) else str(number)
            yield f"{name}[{number - (array.at or 0)}]", at


def highest_reached(module: ir.Module, function: ir.Function) -> int:
    """The number of the highest register where an entry point reaches one above R.9, 0 otherwise.

    DIM (i) has to make these registers before they are used, unless the program says itself when.
    """
    ends = {name: (one.at or 0) + one.length for name, one in module.arrays.items()}
    if function.label is None or max(ends.values(), default=0) <= len(NAMED):
        return 0
    if any(isinstance(one, ir.Operation) and one.name == "dim_registers" for one in nodes(module.bodies)):
        return 0
    above = any(
        isinstance(node, ir.Element) and ends[node.array] > len(NAMED)
        for name in callees_first(module, [function.name])
        for node in nodes(module.functions[name].body)
    )
    return max(ends.values()) - 1 if above else 0


def _last_register(module: ir.Module, highest: int) -> int:
    """The last register that a program leaves to arrays by `dim_registers`. `highest` without it.

    Where it computes the number, that is R.9, which every calculator has, or the end of a pinned array.
    """
    made = [
        one.operands[0]
        for one in nodes(module.bodies)
        if isinstance(one, ir.Operation) and one.name == "dim_registers"
    ]
    known = [int(one.value) for one in made if isinstance(one, ir.Constant)]
    if made and not known:
        pinned = (one for one in module.arrays.values() if one.at is not None)
        return max([len(NAMED) - 1, *(cast(int, one.at) + one.length - 1 for one in pinned)])
    return max(known, default=highest)


def _blocks(
    module: ir.Module, first: int, room: float, upper: int = len(NAMED), *, last_first: bool = False
) -> Iterator[tuple[str, range]]:
    """The registers of each array in use, pinned arrays first, which keep all of theirs.

    The others stand below R.9 as long as they take no more than `room` registers there, otherwise from
    `upper` on.
    """
    named = [*module.reserved, *(one.at for one in module.registers.values())]
    taken = {NAMED.index(at) for at in named if at in NAMED}
    lengths = used_lengths(module)
    lengths |= {name: one.length for name, one in module.arrays.items() if one.at is not None}
    order = [*lengths.items()][:: -1 if last_first else 1]
    for name, length in sorted(order, key=lambda item: module.arrays[item[0]].at is None):
        start = module.arrays[name].at
        if start is None:
            start, first = (first if length <= room else max(upper, 0)), 0
            while taken & set(range(start, start + length)):
                start += 1
            room -= length
        taken |= set(range(start, start + length))
        yield name, range(start, start + length)


def _as_registers(module: ir.Module, room: int) -> ir.Module:
    """The module with arrays whose indices are all constants as registers.

    There is one for each element in use, and one for each element of a pinned array. Where that makes more
    registers than there is `room`, the largest arrays stay arrays.
    """
    uses = [node for node in nodes(module.bodies) if isinstance(node, ir.Element)]
    computed = {one.array for one in uses if not isinstance(one.index, ir.Constant)}
    direct = {name for name in module.arrays if name not in computed}
    used = {(one.array, _number(one)) for one in uses if one.array in direct}
    counts = Counter(name for name, _ in used if module.arrays[name].at is None)
    while counts and len(module.registers) + sum(counts.values()) > room:
        largest = max(counts, key=lambda name: (counts[name], name))
        direct.remove(largest)
        del counts[largest]
    if not direct:
        return module
    registers = dict(module.registers) | _pinned_registers(module, direct)
    for one in uses:
        if one.array in direct:
            at = module.arrays[one.array].at
            number = _number(one)
            if at is not None and at + number >= len(NAMED):
                return module
            registers[_name(one)] = ir.Register(_name(one), None if at is None else NAMED[at + number])
    functions = {name: replace(one, body=_direct(one.body, direct)) for name, one in module.functions.items()}
    arrays = {name: one for name, one in module.arrays.items() if name not in direct}
    return replace(module, registers=registers, arrays=arrays, functions=functions)


def _pinned_registers(module: ir.Module, names: set[str]) -> dict[str, ir.Register]:
    """The registers of pinned arrays of these names, as far as a line can name them."""
    return {
        f"{name}[{number}]": ir.Register(f"{name}[{number}]", NAMED[at + number])
        for name in sorted(names)
        if (at := module.arrays[name].at) is not None
        for number in range(min(module.arrays[name].length, len(NAMED) - at))
    }


def _number(element: ir.Element) -> int:
    assert isinstance(element.index, ir.Constant)
    return int(element.index.value)


def _name(element: ir.Element) -> str:
    return f"{element.array}[{_number(element)}]"


def _direct(piece: Piece, arrays: set[str]) -> Piece:
    """A piece of the tree in which elements of these arrays are names."""
    if isinstance(piece, ir.Element) and piece.array in arrays:
        return cast(Piece, ir.Read(_name(piece), place=piece.place))
    made: object = with_parts(piece, lambda part: _direct(part, arrays))
    if isinstance(made, ir.Assign | ir.Unpack):
        targets = (
            ir.Name(one.name, place=one.place) if isinstance(one, ir.Read) else one for one in made.targets
        )
        made = replace(made, targets=tuple(targets))
    return cast(Piece, made)
