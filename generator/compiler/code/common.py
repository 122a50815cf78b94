"""Operations that all ways to a block, or both ways after a test, have in common: they are done once.

Where ways meet that end with the same operation, it is done after the meeting. What both ways after a test
compute is computed before the test, also where one of them is the pass of a loop. A count that begins with 1
and is all that the way back to a loop's test does begins with 0: then the loop needs no such way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from generator.compiler.code.graph import BasicBlock, Branch, Graph, GraphNode, GraphValue, Jump
from generator.compiler.code.tables import COMMUTING, FAILING, SHOWING
from hp15c.graphs import nearest_dominators
from hp15c.rules.number_functions import result as computed
from hp15c.terms.laws import NEVER_OVERFLOW

LEAST_FORMULA: Final = 2
"""The least operations of a formula that is moved before a loop."""
_BACK: Final = {"+": "−", "−": "+"}
"""The operations that count, each with the one that undoes it."""


def with_common_operations_once(graph: Graph) -> bool:
    """Do one operation once that ways have in common. Returns whether there was one."""
    blocks = graph.blocks()
    uses = Counter(value for block in blocks for value in block.uses)
    if any(_sink(graph, block, uses) or _hoist(block) for block in blocks):
        return True
    above = nearest_dominators(
        blocks, lambda block: block.predecessors, {entry.block for entry in graph.entries}
    )
    return any(_hoist_formula(block, above) for block in blocks)


def _sink(graph: Graph, block: BasicBlock, uses: Counter[GraphValue]) -> bool:
    """Do an operation, which makes all values of a phi, once at the start of the phi's block.

    Returns whether there was such an operation.
    """
    for phi, values in block.phis.items():
        nodes = _counts(graph, block, values) or [value.node for value in values]
        if len(values) < 2 or any(uses[value] != 1 for value in values if value.number is None):
            continue
        made = _merge([node for node in nodes if node is not None]) if None not in nodes else None
        if made is None or not all(_may_wait(graph, node) for node in nodes if node is not None):
            continue
        operands, place = made
        first = nodes[0]
        assert first is not None
        for one in graph.blocks():
            one.nodes = [node for node in one.nodes if node not in nodes]
        inputs = list(operands[0])
        if place is not None:
            inputs[place] = GraphValue(phi.name, phi=block)
            block.phis[inputs[place]] = [one[place] for one in operands]
        del block.phis[phi]
        phi.phi = None
        phi.node = GraphNode(first.line, inputs, [phi], first.detail, place=first.place)
        block.nodes.insert(0, phi.node)
        return True
    return False


def _may_wait(graph: Graph, node: GraphNode) -> bool:
    """Whether an operation may be done after the rest of its block: no overflow of it stops there."""
    behind = (one.nodes[one.nodes.index(node) + 1 :] for one in graph.blocks() if node in one.nodes)
    return node.line in NEVER_OVERFLOW or not any(
        one.line in FAILING | SHOWING for nodes in behind for one in nodes
    )


def _counts(graph: Graph, block: BasicBlock, values: list[GraphValue]) -> list[GraphNode | None]:
    """The operations that count: one in a block that only counts, and the same one that gives a constant.

    Nothing where there is no such count.
    """
    ways = [one for one in zip(block.predecessors, values, strict=True) if one[1].number is None]
    behind = {value for some in block.phis.values() for value in some}
    if len(ways) != 1 or len(values) < 2 or (step := ways[0][1].node) not in ways[0][0].nodes:
        return []
    before = ways[0][0].predecessors
    if len(before) != 1 or not isinstance(before[0].terminator, Branch):
        return []
    for node in ways[0][0].nodes:
        if node.line not in _BACK or node.inputs[1].number is None or node.outputs[0] not in behind:
            return []
    assert step is not None
    nodes: list[GraphNode | None] = []
    for value in values:
        if value.number is None:
            nodes.append(step)
            continue
        by = step.inputs[1].number
        assert by is not None
        first = computed(_BACK[step.line], value.number, by)
        if first is None or computed(step.line, *first[0], by) != ((value.number,), False):
            return []
        nodes.append(GraphNode(step.line, [graph.constant(*first[0]), step.inputs[1]], [value]))
    return nodes


def _merge(nodes: list[GraphNode]) -> tuple[list[list[GraphValue]], int | None] | None:
    """The operands of nodes that can be one, and the only place where they differ. None if they cannot be."""
    kinds = {(node.line, node.detail, len(node.inputs), len(node.outputs), node.effect) for node in nodes}
    one = nodes[0]
    if len(kinds) > 1 or one.effect or len(one.outputs) != 1 or not one.inputs:
        return None
    if one.line in FAILING or one.reads or one.before:
        return None
    operands = [list(node.inputs) for node in nodes]
    if one.line in COMMUTING:
        for common in operands[0]:
            if all(common in some for some in operands):
                operands = [[common, *_without_value(some, common)] for some in operands]
                break
    places = [place for place in range(len(one.inputs)) if len({some[place] for some in operands}) > 1]
    if len(places) > 1:
        return None
    return operands, places[0] if places else None


def _without_value(values: list[GraphValue], one: GraphValue) -> list[GraphValue]:
    place = values.index(one)
    return [*values[:place], *values[place + 1 :]]


def _hoist(block: BasicBlock) -> bool:
    """Move an operation, with which both ways after a test begin, before it. Returns whether one was."""
    end = block.terminator
    if not isinstance(end, Branch) or end.then is end.orelse:
        return False
    ways = (end.then, end.orelse)
    if any(len(one.predecessors) != 1 or one.phis for one in ways):
        return False
    for node in _first(ways[0]):
        for other in _first(ways[1]):
            if (node.line, node.detail, node.uses) == (other.line, other.detail, other.uses):
                ways[0].nodes.remove(node)
                other.line, other.detail, other.inputs = "", "", [node.outputs[0]]
                other.effect, other.lines, other.before = False, (), {}
                block.nodes.append(node)
                return True
    return False


def _hoist_formula(block: BasicBlock, above: Mapping[BasicBlock, BasicBlock | None]) -> bool:
    """Move a formula, which both ways after a test compute, before the test. Returns whether there was one.

    Unlike in `_hoist`, other ways may lead there too, as to the pass of a loop and to what comes after it.
    """
    end = block.terminator
    if not isinstance(end, Branch) or end.then is end.orelse:
        return False

    def is_above(one: BasicBlock, other: BasicBlock) -> bool:
        return one is other or ((upper := above.get(other)) is not None and is_above(one, upper))

    first, last = (_behind_jumps(one) for one in (end.then, end.orelse))
    if first is last or not all(is_above(block, way) and way is not block for way in (first, last)):
        return False
    placed = {
        value: one for one in above for value in (*one.phis, *(v for n in one.nodes for v in n.outputs))
    }
    same: dict[GraphValue, GraphValue] = {}
    pairs: list[tuple[GraphNode, GraphNode]] = []
    others = [*_plain(last)]
    for node in _plain(first):
        inputs = [same.get(one, one) for one in node.inputs]
        known = all(one in same or one not in placed or is_above(placed[one], block) for one in node.inputs)
        found = [
            one for one in others if (one.line, one.detail, one.inputs) == (node.line, node.detail, inputs)
        ]
        if known and found:
            pairs.append((node, found[0]))
            same[node.outputs[0]] = found[0].outputs[0]
    for node, other in pairs if len(pairs) >= LEAST_FORMULA else ():
        first.nodes.remove(node)
        block.nodes.append(node)
        other.line, other.detail, other.inputs = "", "", [node.outputs[0]]
    return len(pairs) >= LEAST_FORMULA


def _plain(block: BasicBlock) -> Iterator[GraphNode]:
    """The operations of a block that cannot fail, nor overflow after an Error or what a person sees."""
    stops = False
    for node in block.nodes:
        alone = node.line and not (node.effect or node.before or node.lines or node.reads)
        if alone and node.line not in FAILING and not (stops and node.line not in NEVER_OVERFLOW):
            yield node
        stops = stops or node.line in FAILING | SHOWING or node.effect


def _behind_jumps(block: BasicBlock) -> BasicBlock:
    """The first block from here on that does more than to jump."""
    seen: set[BasicBlock] = set()
    while not block.nodes and isinstance(block.terminator, Jump) and block not in seen:
        seen.add(block)
        block = block.terminator.target
    return block


def _first(block: BasicBlock) -> list[GraphNode]:
    """The operations of a block that could be done before it: they need nothing that it makes or changes.

    What may overflow, which stops the HP-11C, does not come before an Error or before what a person sees.
    Errors of different numbers keep their order.
    """
    made: set[GraphValue] = set()
    errors: set[int | None] = set()
    found = []
    changed = stops = False
    for node in block.nodes:
        plain = node.is_pure or not (node.effect or node.before or node.lines)
        free = plain and len(node.outputs) == 1 and not made & set(node.uses)
        late = (changed and (node.line in FAILING or node.reads or node.is_pure)) or (
            stops and node.line not in NEVER_OVERFLOW
        )
        if node.line in FAILING:
            late = late or not errors <= {node.error, None}
            errors.add(node.error)
        if free and node.line and not late:
            found.append(node)
        made.update(node.outputs)
        made.update(node.after.values())
        changed = changed or node.effect
        stops = stops or node.line in FAILING | SHOWING
    return found
