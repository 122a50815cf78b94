"""The places of a module's names: registers for scalars, blocks of registers for arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, passes
from generator.compiler.tree.nodes import nodes
from hp15c.errors import Unsupported
from hp15c.table.instructions import DIGITS, POINT_DIGITS
from hp15c.table.models import Model

NAMED = (*DIGITS, *POINT_DIGITS)
POINTER = "I"


@dataclass(slots=True)
class Storage:
    """The register of each name, `function.local` for locals, and of element 0 of each array.

    `highest` is the number of the highest register. Above 19 it has to be made by DIM (i).
    """

    scalars: dict[str, str]
    arrays: dict[str, int]
    highest: int = -1
    spare: list[int] = field(default_factory=list)

    def of(self, function: str, name: str) -> str:
        """The register of a local or of a module's register."""
        return self.scalars.get(f"{function}.{name}") or self.scalars[name]


def storage(
    module: ir.Module, model: Model, inside: Mapping[str, frozenset[str]], first: int | None = None
) -> Storage:
    """Places for all names. `inside` are for each function the loop variables that live in I.

    Registers that lines name come first, because lines can name only R0 to R.9. Elements with computed
    indices may stand above. With `first`, the array with the most computed indices begins there where that is
    free.
    """
    pinned = {one.at for one in module.registers.values() if one.at is not None}
    blocks = {name: one.at for name, one in module.arrays.items() if one.at is not None}
    taken = {NAMED.index(at) for at in pinned if at in NAMED}
    for name, at in blocks.items():
        taken |= set(range(at, at + module.arrays[name].length))
    preferred = _most_computed(module) if first is not None else None
    if first is not None and preferred is not None:
        block = set(range(first, first + used_lengths(module)[preferred]))
        if not taken & block:
            blocks[preferred] = first
            taken |= block
    made = Storage({}, dict(blocks))
    free = (number for number in range(10_000) if number not in taken)
    for name, register in module.registers.items():
        made.scalars[name] = register.at if register.at is not None else _named(next(free), model)
    shared: dict[int, int] = {}
    bodies = tuple(one.body for one in module.functions.values())
    called = {node.function for node in nodes(bodies) if isinstance(node, ir.Call)}
    for function in module.functions.values():
        alone = function.label and function.name not in called
        base = 0 if alone else 1000 * (1 + list(module.functions).index(function.name))
        for name, slot in _slots(function, module).items():
            if name in inside.get(function.name, frozenset()):
                made.scalars[f"{function.name}.{name}"] = POINTER
                continue
            number = shared.get(base + slot)
            if number is None:
                number = shared[base + slot] = next(free)
            made.scalars[f"{function.name}.{name}"] = _named(number, model)
    taken |= {NAMED.index(at) for at in made.scalars.values() if at != POINTER}
    lengths = used_lengths(module)
    for name in sorted(lengths, key=lambda one: not _direct(module, one)):
        if name not in made.arrays:
            made.arrays[name] = _block(lengths[name], taken)
            taken |= set(range(made.arrays[name], made.arrays[name] + lengths[name]))
    made.highest = max(taken, default=-1)
    made.spare = [number for number in range(len(NAMED)) if number not in taken]
    return made


def _most_computed(module: ir.Module) -> str | None:
    """The array without a place of its own that has the most computed indices."""
    counts: dict[str, int] = {}
    for node in nodes(tuple(one.body for one in module.functions.values())):
        if isinstance(node, ir.Element) and not isinstance(node.index, ir.Constant):
            counts[node.array] = counts.get(node.array, 0) + (module.arrays[node.array].at is None)
    loose = [name for name, count in counts.items() if count]
    return max(loose, key=lambda one: counts[one], default=None)


def _named(number: int, model: Model) -> str:
    if number >= len(NAMED):
        raise Unsupported(f"the HP-{model}", ["more values are wanted than R0 to R.9 can hold"])
    return NAMED[number]


def _block(length: int, taken: set[int]) -> int:
    """The lowest place for a block of registers."""
    start = 0
    while taken & set(range(start, start + length)):
        start += 1
    return start


def used_lengths(module: ir.Module) -> dict[str, int]:
    """For each array in use how many registers it needs: up to the last index, where that is known."""
    lengths: dict[str, int] = {}
    for function in module.functions.values():
        for element, ranges in _elements(function.body, {}):
            whole = module.arrays[element.array].length
            needed = min(whole, _last(element.index, ranges, whole) + 1)
            lengths[element.array] = max(lengths.get(element.array, 0), needed)
    return lengths


RegisterRanges = dict[str, range]


def _elements(piece: object, ranges: RegisterRanges) -> Iterator[tuple[ir.Element, RegisterRanges]]:
    """All elements in a piece, each with the values of the loop variables around it where they are known."""
    if isinstance(piece, tuple):
        for one in piece:
            yield from _elements(one, ranges)
    elif isinstance(piece, ir.For):
        yield from _elements((piece.start, piece.stop), ranges)
        values = passes(piece)
        yield from _elements(piece.body, {**ranges, piece.name: values} if values else ranges)
    elif isinstance(piece, ir.Node):
        if isinstance(piece, ir.Element):
            yield piece, ranges
        for one in piece.__dataclass_fields__:
            inner = getattr(piece, one)
            if isinstance(inner, ir.Node | tuple):
                yield from _elements(inner, ranges)


def _last(index: ir.Expression, ranges: RegisterRanges, unknown: int) -> int:
    """The largest value of an index."""
    form = affine(index)
    if form is None or not form.names <= ranges.keys():
        return unknown
    ends = [factor * (max if factor > 0 else min)(ranges[name]) for name, factor in form.factors]
    return form.constant + sum(ends)


def _direct(module: ir.Module, array: str) -> bool:
    """Whether some element of an array has a constant index, so that a line can name it."""
    return any(
        isinstance(node, ir.Element) and node.array == array and isinstance(node.index, ir.Constant)
        for node in nodes(tuple(one.body for one in module.functions.values()))
    )


def _slots(function: ir.Function, module: ir.Module) -> dict[str, int]:
    """A slot for each local. Two locals that are never needed at the same time may share one."""
    spans: dict[str, tuple[int, int]] = dict.fromkeys(function.parameters, (0, 0))
    for first, last, name in _uses(function.body, module):
        low, high = spans.get(name, (first, last))
        spans[name] = min(low, first), max(high, last)
    slots: dict[str, int] = {}
    for name, (low, high) in sorted(spans.items(), key=lambda item: item[1]):
        busy = {slots[other] for other in slots if spans[other][1] >= low and spans[other][0] <= high}
        slots[name] = next(slot for slot in range(len(spans)) if slot not in busy)
    return slots


def _uses(body: ir.Block, module: ir.Module) -> Iterator[tuple[int, int, str]]:
    """Each use of a local with the first and last statement at which it matters: a loop counts as a whole."""
    for number, statement in enumerate(body, 1):
        for node in nodes(statement):
            if isinstance(node, ir.Read | ir.Name | ir.For) and node.name not in module.registers:
                yield number, number, node.name
