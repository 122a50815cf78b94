"""The control-flow graph from which code is made: blocks of operations on values.

Each value is assigned once.

A module becomes one graph for the code that its entry points share by jumps, and one for each function that
is called by GSB. Values are constants, numbers that stand on the stack or in a register at the start, results
of nodes, and phis. A phi is the value of a variable at a block with several predecessors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from generator.compiler.code.tables import ELEMENTS, KEYS, STATISTICS, STORES
from generator.compiler.tree.ir import Place, Relation
from generator.language.matrix_lines import Lines
from hp15c.graphs import postorder, reach
from hp15c.numbers.number import ZERO, Number

_SHORT: Final = 2
"""The most operations of a block through which constants wait."""


@dataclass(eq=False, slots=True)
class GraphValue:
    """A number that the program computes: constant, entry value, phi or result, told apart by the fields.

    `number` is a constant's value. `phi` is the block whose phi it is. `node` made it. A value with none of
    these exists when the code starts: a parameter, or the value of a register.
    """

    name: str = ""
    number: Number | None = None
    node: GraphNode | None = None
    phi: BasicBlock | None = None

    def __repr__(self) -> str:
        return f"{self.number}" if self.number is not None else self.name or f"v{id(self) % 9973}"


@dataclass(eq=False, slots=True)
class GraphNode:
    """An operation: its instruction or kind, its inputs and its outputs.

    `line` is a row of the instruction table. The kinds that are no single row are 'ask', 'call', 'load' and
    'store'. A load, a store or arithmetic into an element has the number of its register as the first input
    where I has to reach it. `detail` is the operand of the row, the function called or the array. An `effect`
    keeps its order among effects. A call finds the values `before` in registers and leaves those of `after`
    there. `sets` are the modes that it may change, and `reads` is the mode on which it depends. The kind
    'keys' has `lines` of its own. `with_fraction` says that the number of the register may have a fraction,
    which I leaves out.
    """

    line: str
    inputs: list[GraphValue]
    outputs: list[GraphValue] = field(default_factory=list)
    detail: str = ""
    effect: bool = False
    place: Place | None = None
    before: dict[str, GraphValue] = field(default_factory=dict)
    after: dict[str, GraphValue] = field(default_factory=dict)
    sets: frozenset[str] = frozenset()
    reads: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    with_fraction: bool = False

    @property
    def pointer(self) -> GraphValue | None:
        """The number of the register of an element that I has to reach. None for all other nodes."""
        return self.inputs[0] if self.line in ELEMENTS and len(self.inputs) > (self.line in STORES) else None

    @property
    def error(self) -> int | None:
        """The number of the Error in which it can end. Operations with matrices can end in several. None for
        an index outside of its array, where nothing is promised.
        """
        if self.pointer is not None:
            return None
        return 2 if self.line in STATISTICS else 3 if self.line == KEYS else 0

    @property
    def is_pure(self) -> bool:
        """Whether it is a call that changes nothing: with the same numbers it gives the same."""
        return self.line == "call" and not (self.sets or self.after)

    @property
    def uses(self) -> list[GraphValue]:
        """All values that must be there when it runs."""
        return [*self.inputs, *self.before.values()]


class BlockEnd:
    """The end of a block: `targets` are the blocks that it may lead to, `inputs` the values that it needs."""

    __slots__ = ()

    @property
    def targets(self) -> list[BasicBlock]:
        return []

    @property
    def inputs(self) -> list[GraphValue]:
        return []


@dataclass(eq=False, slots=True)
class Jump(BlockEnd):
    """Go on at a block."""

    target: BasicBlock

    @property
    def targets(self) -> list[BasicBlock]:
        return [self.target]


@dataclass(eq=False, slots=True)
class Branch(BlockEnd):
    """Go on at `then` when `left relation right` holds, else at `orelse`.

    Without `right` the comparison is with 0.
    """

    relation: Relation
    left: GraphValue
    right: GraphValue | None
    then: BasicBlock
    orelse: BasicBlock
    place: Place | None = None

    @property
    def targets(self) -> list[BasicBlock]:
        return [self.then, self.orelse]

    @property
    def inputs(self) -> list[GraphValue]:
        return [self.left] if self.right is None else [self.left, self.right]


@dataclass(eq=False, slots=True)
class CountedJump(BlockEnd):
    """DSE or ISG: `after` is `before` one step on.

    The code goes on at `again` until the end is reached, then at `done`.
    """

    before: GraphValue
    after: GraphValue
    again: BasicBlock
    done: BasicBlock
    place: Place | None = None
    line: str = "DSE"

    @property
    def targets(self) -> list[BasicBlock]:
        return [self.again, self.done]

    @property
    def inputs(self) -> list[GraphValue]:
        return [self.before]


@dataclass(eq=False, slots=True)
class FlagJump(BlockEnd):
    """F?: go on at `then` when a flag is set, else at `orelse`."""

    flag: str
    then: BasicBlock
    orelse: BasicBlock
    place: Place | None = None

    @property
    def targets(self) -> list[BasicBlock]:
        return [self.then, self.orelse]


@dataclass(eq=False, slots=True)
class Dispatch(BlockEnd):
    """GTO I: go on at one of the `ways`, which have the `numbers`. `value` is the number of the way."""

    value: GraphValue
    numbers: tuple[int, ...]
    ways: list[BasicBlock]
    place: Place | None = None

    @property
    def targets(self) -> list[BasicBlock]:
        return self.ways

    @property
    def inputs(self) -> list[GraphValue]:
        return [self.value]


@dataclass(eq=False, slots=True)
class Leave(BlockEnd):
    """Leave with values on the stack, the last in X, and others in registers.

    `function` names the function whose code goes on, for a call in the last place. `joining` are the lines
    that make complex numbers of the values, or the line that ends in an Error.
    """

    values: list[GraphValue]
    registers: dict[str, GraphValue] = field(default_factory=dict)
    function: str = ""
    place: Place | None = None
    joining: Lines = ()

    @property
    def lines(self) -> Lines:
        """The lines after which it has left."""
        if self.joining and self.joining[-1][0] == "GTO":
            return self.joining
        return (*self.joining, ("GTO", self.function) if self.function else ("RTN", ""))

    @property
    def inputs(self) -> list[GraphValue]:
        return [*self.values, *self.registers.values()]


Terminator = Jump | Branch | FlagJump | CountedJump | Dispatch | Leave


@dataclass(eq=False, slots=True)
class BasicBlock:
    """Nodes in the order of the source, then a terminator.

    `phis` maps each phi to its argument from each predecessor, in the order of `predecessors`.
    """

    name: str
    nodes: list[GraphNode] = field(default_factory=list)
    terminator: Terminator | None = None
    predecessors: list[BasicBlock] = field(default_factory=list)
    phis: dict[GraphValue, list[GraphValue]] = field(default_factory=dict)
    depth: int = 0

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def successors(self) -> list[BasicBlock]:
        """The blocks that may follow."""
        return self.terminator.targets if self.terminator is not None else []

    @property
    def uses(self) -> list[GraphValue]:
        """The values that nodes, the end and phis use, each as often as it is used."""
        values = [value for node in self.nodes for value in node.uses]
        values += self.terminator.inputs if self.terminator is not None else []
        return [*values, *(value for some in self.phis.values() for value in some)]

    def arguments(self, source: BasicBlock) -> dict[GraphValue, GraphValue]:
        """The value of each phi when the code comes from `source`."""
        place = self.predecessors.index(source)
        return {phi: values[place] for phi, values in self.phis.items()}


@dataclass(eq=False, slots=True)
class EntryPoint:
    """A way into a graph: its label, its block, and the values on the stack, the last in X."""

    label: str
    block: BasicBlock
    stack: list[GraphValue]
    name: str = ""


@dataclass(eq=False, slots=True)
class Graph:
    """Blocks that reach each other by jumps, their entries, and the first values of registers."""

    name: str
    entries: list[EntryPoint] = field(default_factory=list)
    registers: dict[str, GraphValue] = field(default_factory=dict)
    constants: dict[Number, GraphValue] = field(default_factory=dict)

    def constant(self, number: Number) -> GraphValue:
        """The one value that is this number."""
        return self.constants.setdefault(number, GraphValue(number=number))

    def blocks(self) -> list[BasicBlock]:
        """The blocks that are reached, in reverse postorder: each after one of its predecessors at least."""
        begins = [entry.block for entry in reversed(self.entries)]
        return postorder(begins, lambda block: reversed(block.successors))[::-1]

    def jumps_by_number(self) -> bool:
        """Whether it has a jump by a number."""
        return any(isinstance(block.terminator, Dispatch) for block in self.blocks())

    def nodes(self) -> Iterator[GraphNode]:
        """The nodes of all blocks, block by block."""
        return (node for block in self.blocks() for node in block.nodes)

    def operations(self) -> int:
        """How many nodes stand for a line."""
        return sum(bool(node.line) for node in self.nodes())

    def branch_lines(self) -> int:
        """The lines that branches take at least: a test and a jump each."""
        return 2 * sum(isinstance(block.terminator, Branch) for block in self.blocks())


def separate(graph: Graph) -> list[Graph]:
    """A graph taken apart into graphs that have no block in common, in the order of their first entries.

    They are named by numbers, which no function is.
    """
    groups: list[tuple[list[EntryPoint], set[BasicBlock]]] = []
    for entry in graph.entries:
        blocks = set(Graph("", [entry]).blocks())
        apart = [one for one in groups if not one[1] & blocks]
        meeting = [one for one in groups if one[1] & blocks]
        entries = [*(one for group, _ in meeting for one in group), entry]
        groups = [*apart, (entries, blocks.union(*(one for _, one in meeting)))]
    groups.sort(key=lambda group: graph.entries.index(group[0][0]))
    return [
        Graph(str(number), entries, graph.registers, graph.constants)
        for number, (entries, _) in enumerate(groups)
    ]


def shape_of(graph: Graph) -> object:
    """A key that is the same for equal graphs, whatever their names."""
    numbers: dict[GraphValue, object] = {}

    def number(value: GraphValue | None) -> object:
        if value is None or value.number is not None:
            return None if value is None else value.number
        return numbers.setdefault(value, f"v{len(numbers)}")

    entries = tuple((one.label, *map(number, one.stack)) for one in graph.entries)
    registers = tuple((name, number(one)) for name, one in graph.registers.items())
    blocks = graph.blocks()
    places = {block: place for place, block in enumerate(blocks)}
    shapes = [
        (
            tuple((number(phi), *map(number, values)) for phi, values in block.phis.items()),
            tuple(_node_shape(node, number) for node in block.nodes),
            type(block.terminator).__name__,
            getattr(block.terminator, "relation", ""),
            getattr(block.terminator, "line", ""),
            getattr(block.terminator, "flag", ""),
            getattr(block.terminator, "numbers", ()),
            getattr(block.terminator, "lines", ()),
            len(getattr(block.terminator, "values", ())),
            tuple(getattr(block.terminator, "registers", ())),
            block.depth,
            tuple(map(number, block.terminator.inputs)) if block.terminator is not None else (),
            tuple(places[one] for one in block.successors),
        )
        for block in blocks
    ]
    return entries, registers, tuple(shapes)


def _node_shape(node: GraphNode, number: Callable[[GraphValue], object]) -> object:
    before = tuple((name, number(one)) for name, one in node.before.items())
    after = tuple((name, number(one)) for name, one in node.after.items())
    inputs, outputs = tuple(map(number, node.inputs)), tuple(map(number, node.outputs))
    return node.line, node.detail, node.lines, node.effect, inputs, outputs, before, after


def live_values(graph: Graph, blocks: list[BasicBlock]) -> dict[BasicBlock, list[GraphValue]]:
    """The values that are needed at the start of each block, its phis left out, in the order of the graph."""
    alive: dict[BasicBlock, set[GraphValue]] = {block: set() for block in blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            needed = set(block.terminator.inputs) if block.terminator is not None else set()
            for target in block.successors:
                needed |= (alive[target] - set(target.phis)) | set(target.arguments(block).values())
            if isinstance(block.terminator, CountedJump):
                needed.discard(block.terminator.after)
            for node in reversed(block.nodes):
                needed -= {*node.outputs, *node.after.values()}
                needed |= set(node.uses)
            needed -= set(block.phis)
            needed = {value for value in needed if value.number is None}
            if needed != alive[block]:
                alive[block] = needed
                changed = True
    ordered = dict.fromkeys(_made_values(graph, blocks))
    assert all(needed <= ordered.keys() for needed in alive.values())
    return {block: [value for value in ordered if value in needed] for block, needed in alive.items()}


def constants_ahead(blocks: list[BasicBlock]) -> list[tuple[list[GraphValue], list[GraphValue]]]:
    """For each block the constants of the blocks soon after it, and those of them to key in before its test.

    These are the operands of a block of one operation, and 0 where the test is against 0. Constants wait
    through short blocks, but not at the start of a loop.
    """
    order = {block: place for place, block in enumerate(blocks)}
    own = {block: dict.fromkeys(_constants_of(block)) for block in blocks}
    found: dict[BasicBlock, tuple[list[GraphValue], list[GraphValue]]] = {}
    for block in reversed(blocks):
        later: dict[GraphValue, None] = {}
        early: dict[GraphValue, None] = {}
        end = block.terminator
        for there in block.successors:
            if all(order[one] < order[there] for one in there.predecessors):
                later |= own[there]
                later |= dict.fromkeys(found[there][0] if len(there.nodes) <= _SHORT else ())
            if isinstance(end, Branch):
                zeroes = dict.fromkeys(one for one in own[there] if one.number == ZERO)
                early |= own[there] if len(there.nodes) == 1 else zeroes if end.right is None else {}
        found[block] = [*later], [*early]
    return [found[block] for block in blocks]


def _constants_of(block: BasicBlock) -> Iterator[GraphValue]:
    """The constants that the nodes and the end of a block use."""
    used = [value for node in block.nodes for value in node.uses]
    used += block.terminator.inputs if block.terminator is not None else []
    used += [value for there in block.successors for value in there.arguments(block).values()]
    return (value for value in used if value.number is not None)


def values_computed_with(blocks: list[BasicBlock]) -> set[GraphValue]:
    """The values that something computes with. Calls and ends of runs find others in registers."""
    used: set[GraphValue] = set()
    for block in blocks:
        end = block.terminator
        if end is not None:
            used |= set(end.values if isinstance(end, Leave) else end.inputs)
        for node in block.nodes:
            used |= set(node.inputs)
    phis = {phi: values for block in blocks for phi, values in block.phis.items()}
    return {*reach(used, lambda value: phis.get(value, ()))}


def values_across(graph: Graph, called: str) -> int:
    """The most values that wait for the end of a call of a function.

    What stands in a register that the function leaves alone does not count.
    """
    blocks = graph.blocks()
    alive = live_values(graph, blocks)
    ends = (one for block in blocks if isinstance(one := block.terminator, Leave))
    held = {*graph.registers.values(), *(value for end in ends for value in end.registers.values())}
    most = 0
    for block in blocks:
        needed = {value for target in block.successors for value in alive[target]}
        needed |= {value for target in block.successors for value in target.arguments(block).values()}
        needed |= set(block.terminator.inputs) if block.terminator is not None else set()
        for node in reversed(block.nodes):
            needed -= {*node.outputs, *node.after.values()}
            if node.line == "call" and node.detail == called:
                changed = {node.before[name] for name in node.after if name in node.before}
                most = max(most, sum(one.number is None for one in needed - (held - changed)))
            needed |= set(node.uses)
    return most


def _made_values(graph: Graph, blocks: list[BasicBlock]) -> Iterator[GraphValue]:
    """The values that stand at the entries, and those that the blocks make, in the order of the graph."""
    for entry in graph.entries:
        yield from entry.stack
    yield from graph.registers.values()
    for block in blocks:
        yield from block.phis
        for node in block.nodes:
            yield from node.outputs
            yield from node.after.values()
        if isinstance(block.terminator, CountedJump):
            yield block.terminator.after
