"""A graph in the form that the search works on: values and nodes by number, and which value is needed where.

Value 0 stands for any value that is not needed. Places are numbered too: 0 to 3 the stack from X, 4 LAST X,
from 5 on registers, first those of the module, then scratch registers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Any

from generator.compiler.code.graph import (
    BasicBlock,
    CountedJump,
    Dispatch,
    Graph,
    GraphNode,
    GraphValue,
    Jump,
    Leave,
    constants_ahead,
    live_values,
    values_computed_with,
)
from generator.compiler.code.overflow import Stops
from generator.compiler.code.simplify import may_fail
from generator.compiler.code.tables import ABOVE_ZERO, COMMUTING, STORES
from generator.compiler.target.entry import functions_between, keys_of, rate_of
from hp15c.table.models import Model

LAST_X = 4
# I, when it is unlike other registers: the HP-11C counts by DSE only in I, and elements of arrays are reached
# through I. Then it holds nothing else.
POINTER = "I"
REGISTERS = 5

WayTo = Callable[[tuple[int, ...]], int]
"""A function that counts the least number of lines before an operation, from the values in the places."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Facts of a subroutine for its callers: how many levels it keeps, and which scratch registers it uses.

    `pointer` tells that it uses I.
    """

    kept: int
    scratch: frozenset[int]
    pointer: bool = False


@dataclass(slots=True)
class NumberedNode:
    """A node, with numbers in place of the values that it reads and makes.

    `wait` has a bit for each node that must be done before. `way` is kept here once somebody asked for it.
    `rate` are the keys of the percentage that the node takes of its other operand, where % by them is shorter
    than the node's constant. `counts_down` tells that DSE takes the node's 1, and skips no line.
    """

    node: GraphNode
    line: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    wait: int
    before: tuple[tuple[int, int], ...] = ()
    after: tuple[tuple[int, int], ...] = ()
    source: int = 0
    way: WayTo | None = None
    rate: tuple[str, ...] = ()

    @property
    def counts_down(self) -> bool:
        return self.node.detail == ABOVE_ZERO


@dataclass(slots=True)
class NumberedBlock:
    """A block by numbers.

    `users` has for each value a bit for each node that needs it, and one more when it is needed at the end or
    after. `entering` are the values at its start, phis included. `renamed` maps for each successor its
    values to this block's. `constants` are those that it or a block soon after it uses, and the negatives of
    its own. `later` are those of the blocks soon after it, which may stay in their places. `early` are those
    of them that may be keyed in before its test: the operands of a block of one operation, and 0 before a
    test against 0. `pointing` are the values that I has to hold in a loop with computed indices, at its
    start. `way` leads to the test at its end, once it was asked for. `arrived` keeps what searches found for
    places at its end: what the places may hold in the block behind, and a register for each value there.
    """

    block: BasicBlock
    number: int
    operations: list[NumberedNode]
    users: dict[int, int]
    entering: frozenset[int]
    renamed: dict[int, dict[int, int]]
    targets: list[int]
    ending: tuple[int, ...]
    full: int
    header: bool = False
    until: int = 0
    phis: tuple[int, ...] = ()
    producer: dict[int, int] = field(default_factory=dict)
    constants: frozenset[int] = frozenset()
    later: tuple[int, ...] = ()
    early: tuple[int, ...] = ()
    pointing: frozenset[int] = frozenset()
    stages: dict[int, Stage] = field(default_factory=dict)
    way: WayTo | None = None
    arrived: dict[object, Any] = field(init=False, default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stage:
    """The situation after a set of nodes is done: the uses left of each value, the nodes that can be done,
    the values that must be there.

    `typed` are the constants that are still needed, with the lines of each. `several` are the values with
    more than one use left. `timely` are the values for which there is a reason to bring them onto the stack
    now. `owed` are the values that must be in certain registers at the end. `least` is the least number of
    lines that are left. `across` has the values that are needed after each call or stop that is left, and how
    many of them it keeps on the stack.
    """

    live: dict[int, int]
    ready: tuple[int, ...]
    needed: frozenset[int]
    typed: tuple[tuple[int, int], ...]
    several: frozenset[int]
    timely: frozenset[int]
    owed: tuple[tuple[int, int], ...]
    least: int
    across: tuple[tuple[frozenset[int], int], ...]


def stage_of(problem: Problem, part: NumberedBlock, done: int) -> Stage:
    """The stage of a block after some of its nodes."""
    stage = part.stages.get(done)
    if stage is None:
        stage = part.stages[done] = _stage(problem, part, done)
    return stage


def _stage(problem: Problem, part: NumberedBlock, done: int) -> Stage:
    live = {}
    for value, users in part.users.items():
        rest = users & ~done
        if rest:
            live[value] = rest.bit_count()
    waiting = [(i, one) for i, one in enumerate(part.operations) if not done >> i & 1]
    for _, one in waiting:
        if len(set(one.inputs)) < len(one.inputs):
            live[one.inputs[0]] += 1
    if isinstance(part.block.terminator, Jump):
        for value, copies in _copies(part).items():
            live[value] += copies - 1
    constants = problem.constants
    needed = frozenset(
        value for value in live if value not in constants and not part.producer.get(value, 0) & ~done
    )
    owed = _values_owed(problem, part, waiting)
    keys = {value: len(constants[value]) for value in live if value in constants}
    for _, one in waiting:
        if one.counts_down:
            keys.update({value: 0 for value in one.inputs if value in keys})
        if one.rate:
            keys.update({value: min(keys[value], len(one.rate)) for value in one.inputs if value in keys})
    typed = tuple(keys.items())
    several = frozenset(value for value, uses in live.items() if uses > 1)
    for value in part.later:
        live.setdefault(value, 1)
    return Stage(
        live,
        tuple(i for i, one in waiting if not one.wait & ~done),
        needed,
        typed,
        several,
        _timely(part, waiting, done),
        owed,
        len(waiting) + (0 if isinstance(part.block.terminator, Jump) else 1),
        _values_across(problem, part, waiting, needed.difference(value for _, value in owed)),
    )


def _values_across(
    problem: Problem, part: NumberedBlock, waiting: list[tuple[int, NumberedNode]], held: frozenset[int]
) -> tuple[tuple[frozenset[int], int], ...]:
    """For each call and stop that is left the values that are used after it, and the levels that it keeps."""
    found = []
    for i, one in waiting:
        if one.line not in ("call", "ask"):
            continue
        behind = 1 << i
        for later, other in waiting:
            if other.wait & behind:
                behind |= 1 << later
        behind = (behind | part.full + 1) & ~(1 << i)
        values = frozenset(value for value in held if part.users[value] & behind)
        called = one.line == "call" and one.node.lines[0][0] == "GSB"
        if values:
            found.append((values, problem.summaries[one.node.detail].kept if called else 0))
    return tuple(found)


def _copies(part: NumberedBlock) -> Counter[int]:
    """How many values of the block that follows each value becomes: a constant may start several."""
    return Counter(part.renamed[part.targets[0]].values())


def _values_owed(
    problem: Problem, part: NumberedBlock, waiting: list[tuple[int, NumberedNode]]
) -> tuple[tuple[int, int], ...]:
    """The registers of the module that calls and the end need, with the values that must be there."""
    owed = {pair for _, one in waiting for pair in one.before}
    end = part.block.terminator
    if isinstance(end, Leave):
        values = part.ending[len(end.values) :]
        owed |= {(REGISTERS + i, value) for i, value in enumerate(values)}
    return tuple(sorted(owed))


def _timely(part: NumberedBlock, waiting: list[tuple[int, NumberedNode]], done: int) -> frozenset[int]:
    """The operands of nodes that can be done now, left operands of later ones, and what the end needs."""
    timely: set[int] = set()
    for _, one in waiting:
        timely.update(value for _, value in one.before)
        if not one.wait & ~done:
            timely.update(one.inputs)
        elif len(one.inputs) == 2 and one.line not in COMMUTING:
            timely.add(one.inputs[0])
        elif len(one.inputs) > 2 or one.line == "call":
            timely.update(one.inputs)
    if len(waiting) < 2:
        timely.update(value for value, users in part.users.items() if users > part.full)
    return frozenset(timely)


@dataclass(slots=True)
class Problem:
    """All parts of a graph in the order in which they are scheduled.

    `counter` is the place that alone can count by DSE, None where each register can. `pointer` is the place
    of I, None where I is a register like the others. `copies` says in how many places a value may be wanted
    where blocks meet. `called` tells that the code is a subroutine, which a GSB calls. `idle` are the values
    that are wanted in registers only, never on the stack. `made_of` has for a constant each function that
    makes another one of it, with that one. `scratch` are the scratch registers, first those that no call
    changes.
    """

    graph: Graph
    model: Model
    parts: list[NumberedBlock]
    constants: dict[int, tuple[str, ...]]
    registers: list[str]
    slots: int
    wanted: dict[int, frozenset[int]]
    entries: dict[int, tuple[int, ...]]
    initial: dict[int, int]
    summaries: dict[str, Summary]
    counter: int | None
    pointer: int | None
    numbers: dict[GraphValue, int]
    zero: int | None = None
    called: bool = False
    idle: frozenset[int] = frozenset()
    copies: dict[int, int] = field(default_factory=dict)
    made_of: dict[int, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    scratch: tuple[int, ...] = ()


def problem_of(
    graph: Graph,
    model: Model,
    scratch: int,
    summaries: dict[str, Summary],
    pointed: bool = False,
    called: bool = True,
    pinned: str = "",
) -> Problem:
    """Number a graph's values, nodes and blocks.

    `pointed` tells that some code of the module reaches elements through I. Then I is no scratch register in
    any of its code. `pinned` is the name of the module's register in I, if there is one.
    """
    blocks = graph.blocks()
    place = {block: i for i, block in enumerate(blocks)}
    numbers: dict[GraphValue, int] = {}

    def number(value: GraphValue) -> int:
        return numbers.setdefault(value, len(numbers) + 1)

    registers = list(graph.registers)
    apart = model is Model.HP11C or pointed or any(node.pointer for node in graph.nodes())
    if apart and not pinned:
        registers.append(POINTER)
    slot = {name: REGISTERS + i for i, name in enumerate(registers)}
    if apart and pinned:
        slot[POINTER] = slot[pinned]
    alive = live_values(graph, blocks)
    stops = Stops.of(graph) if model is Model.HP11C else None
    parts = [_part(block, place, alive, number, slot, stops) for block in blocks]
    for part in parts:
        for target in part.targets:
            if target <= part.number:
                parts[target].header = True
                parts[target].until = max(parts[target].until, part.number)
    for part in parts:
        if part.header:
            inside = parts[part.number : part.until + 1]
            part.pointing = frozenset(
                one.inputs[0] for some in inside for one in some.operations if one.node.pointer
            )
    known = {i: value.number for value, i in numbers.items() if value.number is not None}
    constants = {i: keys_of(one) for i, one in known.items()}
    zero = next((i for i, one in known.items() if one.is_zero), None)
    for part, (later, early) in zip(parts, constants_ahead(blocks), strict=True):
        part.early = tuple(map(number, early))
        part.later = tuple(one for one in map(number, later) if len(constants[one]) > 1)
        part.constants = frozenset(part.users.keys() & constants.keys()).union(part.later)
    made_of = functions_between(known)
    for part in parts:
        wanted = part.constants.union(*(names.values() for names in part.renamed.values()))
        part.constants |= {i for i, ways in made_of.items() if any(("CHS", one) in ways for one in wanted)}
    copies: Counter[int] = Counter()
    for part in parts:
        if isinstance(part.block.terminator, Jump):
            copies |= _copies(part)
    used_on_stack = values_computed_with(blocks)
    entries = {
        place[entry.block]: tuple(number(value) for value in reversed(entry.stack)) for entry in graph.entries
    }
    first = REGISTERS + len(registers)
    callees = [summaries[node.detail] for node in graph.nodes() if node.line == "call"]
    used = {first + slot for one in callees for slot in one.scratch}
    return Problem(
        graph,
        model,
        parts,
        constants,
        registers,
        first + scratch,
        _values_wanted(blocks, number, slot),
        entries,
        {slot[name]: number(value) for name, value in graph.registers.items()},
        summaries,
        slot.get(POINTER) if model is Model.HP11C else None,
        slot.get(POINTER),
        numbers,
        zero,
        called,
        frozenset(at for value, at in numbers.items() if value not in used_on_stack),
        copies,
        made_of,
        tuple(sorted(range(first, first + scratch), key=lambda slot: (slot in used, slot))),
    )


Numbered = Callable[[GraphValue], int]


def _part(
    block: BasicBlock,
    place: dict[BasicBlock, int],
    alive: dict[BasicBlock, list[GraphValue]],
    number: Numbered,
    slot: dict[str, int],
    stops: Stops | None,
) -> NumberedBlock:
    operations = _operations(block, number, slot, stops)
    full = (1 << len(operations)) - 1
    users: dict[int, int] = {}
    for i, one in enumerate(operations):
        for value in (*one.inputs, *(value for _, value in one.before)):
            users[value] = users.get(value, 0) | 1 << i
    renamed = {}
    behind: set[int] = set()
    for target in block.successors:
        names = {number(value): number(value) for value in alive[target]}
        names |= {number(phi): number(value) for phi, value in target.arguments(block).items()}
        renamed[place[target]] = names
        behind |= set(names.values())
    end = block.terminator
    assert end is not None
    if isinstance(end, CountedJump):
        behind.discard(number(end.after))
    ending = tuple(number(value) for value in end.inputs)
    for value in {*behind, *ending}:
        users[value] = users.get(value, 0) | full + 1
    entering = frozenset(number(value) for value in (*alive[block], *block.phis))
    return NumberedBlock(
        block,
        place[block],
        operations,
        users,
        entering,
        renamed,
        [place[target] for target in block.successors],
        ending,
        full,
        phis=tuple(number(phi) for phi in block.phis),
        producer={
            value: 1 << i
            for i, one in enumerate(operations)
            for value in (*one.outputs, *(value for _, value in one.after))
        },
    )


def _operations(
    block: BasicBlock, number: Numbered, slot: dict[str, int], stops: Stops | None
) -> list[NumberedNode]:
    """The nodes of a block, each with the nodes that it has to wait for: operands, effects, and Errors before
    effects. `stops` are the stops by overflow, None where an overflow does not stop a program.
    """
    operations = []
    made: dict[int, int] = {}
    effects = modal = stopping = 0
    failing: dict[int | None, int] = {}
    for i, node in enumerate(block.nodes):
        inputs = tuple(number(value) for value in node.inputs)
        before = tuple((slot[name], number(value)) for name, value in node.before.items())
        wait = 0
        for value in (*inputs, *(value for _, value in before)):
            wait |= made.get(value, 0)
        if node.effect:
            wait |= effects | (modal if node.sets or node.line in {"call", *STORES} else 0)
            wait |= 0 if node.line in {"RAN#", *STORES} else sum(failing.values())
        elif may_fail(node) or node.reads or node.line == "load":
            wait |= effects
        if may_fail(node) or node.pointer is not None:
            # Errors of different numbers that are promised keep their order
            wait |= sum(bits for error, bits in failing.items() if error not in (node.error, None))
        bit = 1 << i
        if stops is not None:
            wait |= stopping if node in stops.late else 0
            stopping |= bit if node in stops.early else 0
        outputs = tuple(number(value) for value in node.outputs)
        after = tuple((slot[name], number(value)) for name, value in node.after.items())
        for value in (*outputs, *(value for _, value in after)):
            made[value] = bit
        if node.effect:
            effects |= bit
        if may_fail(node):
            failing[node.error] = failing.get(node.error, 0) | bit
        if node.reads or node.line == "load":
            modal |= bit
        line = node.place.line if node.place is not None else 0
        rate = rate_of(node.line, [one.number for one in node.inputs])
        made_node = NumberedNode(node, node.line, inputs, outputs, wait, before, after, line, rate=rate)
        operations.append(made_node)
    return operations


def _values_wanted(
    blocks: list[BasicBlock], number: Numbered, slot: dict[str, int]
) -> dict[int, frozenset[int]]:
    """For each value the module's registers in which it, or the phi that it becomes, has to be once."""
    wanted: dict[int, set[int]] = {}

    def add(value: GraphValue, blocks: Set[int]) -> bool:
        places = wanted.setdefault(number(value), set())
        size = len(places)
        places |= blocks
        return len(places) > size

    for block in blocks:
        if isinstance(block.terminator, Leave):
            for name, value in block.terminator.registers.items():
                add(value, frozenset({slot[name]}))
        if isinstance(block.terminator, CountedJump) and POINTER in slot:
            add(block.terminator.before, frozenset({slot[POINTER]}))
        if isinstance(block.terminator, Dispatch):
            add(block.terminator.value, frozenset({slot[POINTER]}))
        for node in block.nodes:
            if node.pointer:
                add(node.pointer, frozenset({slot[POINTER]}))
            for name, value in node.before.items():
                add(value, frozenset({slot[name]}))
    changed = True
    while changed:
        changed = False
        for block in blocks:
            for phi, values in block.phis.items():
                for value in values:
                    changed |= add(value, wanted.get(number(phi), frozenset()))
    return {value: frozenset(where) for value, where in wanted.items()}
