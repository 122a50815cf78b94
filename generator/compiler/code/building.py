"""The means of lowering: writing blocks and nodes, and the values of names in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Literal

from generator.compiler.code.graph import BasicBlock, Graph, GraphNode, GraphValue, Jump, Terminator
from generator.compiler.code.tables import MODE_READ, MODE_SET
from generator.compiler.target.storage import POINTER
from generator.compiler.tree import ir
from generator.compiler.tree.cases import may_jump_by_number
from generator.compiler.tree.nodes import nodes
from generator.language.operations import COUNTING_OPERATIONS
from hp15c.table.models import Model

FEW_CALLED = 5
"""The number of functions called more than once up to which each set of them is tried as subroutines."""
Counters = Literal["all", "unused", "pointers", "up", "ahead", "none"]


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices that a module can be compiled with.

    `subroutines` are called by GSB, with `kept` levels of the stack kept for their callers. `counters` says
    which loops count down to zero by DSE: all that can, those that do not use their index, or none. With
    "up", others count by ISG and DSE to an end that stands in the fraction of the counter. With "pointers",
    only those do whose index is nothing but the number of a register. With "ahead", loops that are not
    counted by these begin each pass by counting, from one below their first index. With `by_number`, tests of
    one name one after the other are a jump by its number, GTO I.
    """

    subroutines: frozenset[str] = frozenset()
    kept: int = 1
    counters: Counters = "all"
    by_number: bool = False


def choices_of(module: ir.Module, model: Model) -> Iterator[Choices]:
    """The choices: sets of functions to call by GSB, of those that are called more than once, and loops with
    and without DSE and ISG.

    The HP-11C counts in I alone, so that it may have no such loop.
    """
    called = [node for node in nodes(module.bodies) if isinstance(node, ir.Call)]
    count = Counter(node.function for node in called)
    always = frozenset(node.function for node in called if node.by or module.functions[node.function].levels)
    always |= module.routines.keys() & count.keys()
    count.update(name for name in [*count] if module.functions[name].label is not None)
    several = [name for name, times in count.items() if times > 1 and name not in always]
    loops = sum(
        isinstance(one, ir.For) or (isinstance(one, ir.While) and bool(one.counts))
        for one in nodes(module.bodies)
    )
    dispatched = may_jump_by_number(module)
    ways: tuple[Counters, ...] = ("all", "pointers", "unused", "up", "ahead") if loops else ("all",)
    counted = sum(
        isinstance(one, ir.Operation) and one.name in COUNTING_OPERATIONS for one in nodes(module.bodies)
    )
    if model is Model.HP11C and (loops + counted > 1 or POINTER in module.reserved):
        ways = (*ways, "none")
    for counters in ways:
        for chosen in _sets_to_call(several):
            for kept in (0, 1, 2) if chosen else (0,):
                for by_number in (False, True) if dispatched else (False,):
                    yield Choices(always | set(chosen), kept, counters, by_number)


def _sets_to_call(functions: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The sets of functions that are tried as subroutines: all sets of a few functions. Of more functions
    they are the empty set, each function alone, all but one, and all.
    """
    count = len(functions)
    sizes = range(count + 1) if count <= FEW_CALLED else (0, 1, count - 1, count)
    return chain.from_iterable(combinations(functions, size) for size in sizes)


@dataclass(slots=True)
class Loop:
    """A loop that is being lowered: the blocks to which `break` and `continue` go."""

    leave: BasicBlock
    again: BasicBlock


@dataclass(slots=True)
class Frame:
    """A function that is being lowered. Its `return` goes to `leave`, None for the end of the run."""

    function: ir.Function
    prefix: str
    leave: BasicBlock | None = None


@dataclass(slots=True)
class NamesByBlock:
    """The value of each name at the end of each block, with phis where ways meet.

    Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau, "Simple and Efficient Construction of Static Single
    Assignment Form" (2013): a name is looked up backwards from where it is read. A block is sealed once all
    its predecessors are known. Until then each name read in it gets a phi.
    """

    held: dict[BasicBlock, dict[str, GraphValue]] = field(default_factory=dict)
    waiting: dict[BasicBlock, dict[str, GraphValue]] = field(default_factory=dict)
    sealed: set[BasicBlock] = field(default_factory=set)

    def write(self, name: str, block: BasicBlock, value: GraphValue) -> None:
        """Note that the name holds the value from here on in the block."""
        self.held.setdefault(block, {})[name] = value

    def read(self, name: str, block: BasicBlock) -> GraphValue:
        """The value that the name holds at the end of the block as built so far."""
        if (value := self.held.get(block, {}).get(name)) is not None:
            return value
        if block not in self.sealed:
            value = GraphValue(name, phi=block)
            self.waiting.setdefault(block, {})[name] = value
        elif not block.predecessors:
            value = GraphValue(name)
        elif len(block.predecessors) == 1:
            value = self.read(name, block.predecessors[0])
        else:
            value = GraphValue(name, phi=block)
            self.write(name, block, value)
            block.phis[value] = [self.read(name, one) for one in block.predecessors]
        self.write(name, block, value)
        return value

    def seal(self, block: BasicBlock) -> None:
        """Note that all predecessors of the block are known now."""
        for name, phi in self.waiting.pop(block, {}).items():
            block.phis[phi] = [self.read(name, one) for one in block.predecessors]
        self.sealed.add(block)


@dataclass(slots=True)
class Building(ABC):
    """A module that is being lowered: the block that is being written, and the values of names in it."""

    module: ir.Module
    choices: Choices
    graph: Graph
    names: NamesByBlock = field(default_factory=NamesByBlock)
    block: BasicBlock | None = None
    frames: list[Frame] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    shared: dict[str, tuple[BasicBlock, str]] = field(default_factory=dict)
    count: int = 0
    depth: int = 0
    place: ir.Place | None = None
    below: list[str] = field(default_factory=list)

    # blocks

    def new_block(self, name: str, sealed: bool = False) -> BasicBlock:
        """A new block. All its predecessors are known when `sealed`."""
        self.count += 1
        block = BasicBlock(f"{name}{self.count}", depth=self.depth)
        if sealed:
            self.names.sealed.add(block)
        return block

    def start(self, block: BasicBlock, sealed: bool = True) -> None:
        """Go on in this block. All its predecessors are known when `sealed`."""
        if sealed and block not in self.names.sealed:
            self.names.seal(block)
        self.block = block if block.predecessors or not sealed else None

    def end(self, terminator: Terminator) -> None:
        """End the block that is being built, if there is one."""
        if self.block is None:
            return
        self.block.terminator = terminator
        for target in terminator.targets:
            target.predecessors.append(self.block)
        self.block = None

    def jump(self, target: BasicBlock) -> None:
        """End the block with a jump."""
        self.end(Jump(target))

    def run_through(self, statements: ir.Block, loop: Loop) -> None:
        """Lower the statements of a loop once, then go on where `continue` leads."""
        self.loops.append(loop)
        self.statements(statements)
        self.loops.pop()
        self.jump(loop.again)

    def close(self, head: BasicBlock, loop: Loop) -> None:
        """Note that all ways to the head of a loop are known, and go on after the loop."""
        self.names.seal(head)
        self.depth -= 1
        self.start(loop.leave)

    # names

    def key(self, name: str) -> str:
        """The key of a name in `names`: a register of the module, or a local of the function in hand."""
        return "@" + name if name in self.module.registers else self.frames[-1].prefix + name

    def read(self, name: str) -> GraphValue:
        """The value that a name holds."""
        key = self.key(name)
        assert self.block is not None
        return self.names.read(key, self.block)

    def write(self, name: str, value: GraphValue) -> None:
        """Give a name a value."""
        if self.block is not None:
            self.names.write(self.key(name), self.block, value)

    def node(
        self, line: str, *inputs: GraphValue, results: int = 1, effect: bool = False, detail: str = ""
    ) -> GraphNode:
        """Append an operation to the block, and return its node with the node's results."""
        node = GraphNode(line, list(inputs), detail=detail, effect=effect, place=self.place)
        node.outputs = [GraphValue(node=node) for _ in range(results)]
        node.sets = frozenset({MODE_SET[line]}) if line in MODE_SET else frozenset()
        node.reads = MODE_READ.get(line, "")
        if self.block is not None:
            self.block.nodes.append(node)
        return node

    def one(self, line: str, *inputs: GraphValue, effect: bool = False, detail: str = "") -> GraphValue:
        """Write an operation that has one result. Returns this result."""
        return self.node(line, *inputs, effect=effect, detail=detail).outputs[0]

    @abstractmethod
    def expression(self, tree: ir.Expression) -> GraphValue:
        """The value of an expression. Its nodes go to the end of the block."""

    @abstractmethod
    def statements(self, block: ir.Block) -> None:
        """Lower statements one after the other, up to one that leaves."""

    @abstractmethod
    def condition(self, tree: ir.Condition, then: BasicBlock, orelse: BasicBlock) -> None:
        """End the block with a jump to `then` or `orelse`."""
