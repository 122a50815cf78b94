"""A lower bound for the lines of a listing: what must stand in it at least once, whatever is shared.

Equal operations may all be one line, in a loop or a subroutine. So each kind counts once. The bound has
- a label for each entry point,
- each kind of operation that no other key gives digit for digit. What + and STO + add is one kind. x² may be
  done by ×, 1/x by ÷, FRAC by INT, ABS and CHS by others, and a product that % gives by either,
- the first digit of each constant other than 0, which is a line of its own. Where there are arrays, a number
  that a register can have does not count, because indices are moved to the places of elements,
- each register that gets a value which register arithmetic does not make,
- one test where the code goes two ways, and one jump back where it has a loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from generator.compiler.code.arrays import uses_pointer
from generator.compiler.code.building import choices_of
from generator.compiler.code.graph import (
    Branch,
    CountedJump,
    FlagJump,
    Graph,
    GraphNode,
    GraphValue,
    Jump,
    Leave,
    shape_of,
)
from generator.compiler.code.lower import lower
from generator.compiler.code.simplify import simplify
from generator.compiler.code.tables import ARITHMETIC, ELEMENTS, STATISTICS
from generator.compiler.target.entry import rate_of
from generator.compiler.target.sums import without_unread_sums
from generator.compiler.tree import ir
from hp15c.numbers.number import Number
from hp15c.rules.number_functions import AS_OPERATIONS
from hp15c.table.models import LIMITS, Model

_SAME: Final = {**{name: sign for name, (sign, _) in AS_OPERATIONS.items()}, "FRAC": "INT"}
_FREE: Final = frozenset(("", "ABS", "CHS", "call", *ELEMENTS))
_STORING: Final = ARITHMETIC | STATISTICS | {"call"}
_TWO: Final = Number.of(2)
_HIGHEST: Final = Number.of(LIMITS[Model.HP15C].pool)


def least_size(modules: Sequence[ir.Module], model: Model) -> int:
    """The number of lines that a listing of a module in some forms has at least, whatever it shares."""
    known: set[object] = set()
    return min(
        _needed_lines(graphs, bool(module.arrays))
        for module in modules
        for graphs in _plain_graphs(module, model, known)
    )


def _plain_graphs(module: ir.Module, model: Model, known: set[object]) -> Iterator[list[Graph]]:
    """The graphs of a module for each way to count, with every function or only the needed ones called.

    Those that are `known` are left out, by their shapes before they are simplified.
    """
    module = without_unread_sums(module)
    ways = list(choices_of(module, model))
    sizes = {len(one.subroutines) for one in ways}
    for choices in ways:
        if len(choices.subroutines) in (min(sizes), max(sizes)) and choices.kept in (0, 1):
            for chained in (False, True) if uses_pointer(module) else (False,):
                graphs = list(lower(module, choices).values())
                shape = bool(module.arrays), chained, tuple(map(shape_of, graphs))
                if shape in known:
                    continue
                known.add(shape)
                for graph in graphs:
                    simplify(graph, True, chained)
                yield graphs


def _needed_lines(graphs: Iterable[Graph], with_arrays: bool) -> int:
    """The least number of lines for these graphs. With arrays, numbers that name registers are left out."""
    needed = {one for graph in graphs for one in _keys(graph)}
    return sum(not (with_arrays and kind == "constant" and _may_be_a_place(of[0])) for kind, *of in needed)


def _may_be_a_place(number: object) -> bool:
    return isinstance(number, Number) and number.is_integer and abs(number) <= _HIGHEST


def _keys(graph: Graph) -> Iterator[tuple[object, ...]]:
    """A key for each thing that has a line of its own."""
    blocks = graph.blocks()
    counted = {one.terminator.after for one in blocks if isinstance(one.terminator, CountedJump)}
    places = {block: place for place, block in enumerate(blocks)}
    for entry in graph.entries:
        yield "entry", entry.label
    for block in blocks:
        for node in block.nodes:
            yield from _of_node(node)
        end = block.terminator
        if isinstance(end, Branch | FlagJump | CountedJump):
            yield ("test",)
        if any(places[one] <= places[block] for one in block.successors):
            yield ("back",)
        for value in end.inputs if end is not None and not isinstance(end, Jump) else ():
            yield from _of_constant(value)
        for values in block.phis.values():
            for value in values:
                yield from _of_constant(value)
        if isinstance(end, Leave):
            for name, value in end.registers.items():
                if value is not graph.registers[name] and value not in counted and _must_be_stored(value):
                    yield "store", name


def _of_node(node: GraphNode) -> Iterator[tuple[object, ...]]:
    if node.line in _FREE or rate_of(node.line, [one.number for one in node.inputs]):
        return
    doubles = node.line == "×" and any(one.number == _TWO for one in node.inputs)
    if not doubles:
        yield "operation", _SAME.get(node.line, node.line), node.detail, node.lines
    for value in node.inputs:
        if not doubles:
            yield from _of_constant(value)


def _of_constant(value: GraphValue) -> Iterator[tuple[object, ...]]:
    if value.number is not None and not value.number.is_zero:
        yield "constant", value.number


def _must_be_stored(value: GraphValue) -> bool:
    """Whether no arithmetic of registers, DSE or ISG can have made a value."""
    if value.number is not None:
        return not value.number.is_zero
    return value.phi is None and (value.node is None or value.node.line not in _STORING)
