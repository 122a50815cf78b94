"""Elements of arrays in fewer lines.

The number of an element's register is computed from the one that I holds: a[j + 1] stands two registers after
a[j - 1]. So STO + I moves I, and the index need not be kept beside it. `a[i] += x` is STO + (i).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from generator.compiler.code.graph import BasicBlock, Graph, GraphNode, GraphValue
from generator.compiler.code.tables import ARRAYS, COMMUTING, FAILING, STORES
from hp15c.numbers.number import ZERO, Number
from hp15c.rules.number_functions import SQUARE

_WHOLE = frozenset(("+", "−", "×", "CHS", "ABS", SQUARE))
_INTO = frozenset(("+", "−", "×"))
_LARGEST = 1000
"""Whole numbers up to this size beside the number of a register have exact sums."""

Place = tuple[GraphValue, int]


def chain_addresses(graph: Graph, above: Mapping[BasicBlock, BasicBlock | None]) -> None:
    """Compute sums of an index and a whole number from the number of the register that was used last.

    Both are whole: the index only ever has whole numbers, or it is the number of a register itself, unless
    that is taken without its fraction. `above` has the block that dominates each block most closely.
    """
    whole = _whole_values(graph)
    known: dict[BasicBlock, dict[GraphValue, Place]] = {}
    for block in graph.blocks():
        before = above.get(block)
        last = known[block] = dict(known[before]) if before is not None else {}
        for node in block.nodes:
            if node.pointer is not None:
                base, distance = _place_of(node, node.pointer)
                itself = not distance and not node.with_fraction
                if itself or base in whole or base in last:
                    last[base] = node.pointer, distance
            elif _sum(node) is not None:
                base, distance = _from_base(node.outputs[0])
                if base in last:
                    _compute_from(graph, node, last[base], distance)


def _compute_from(graph: Graph, node: GraphNode, place: Place, distance: int) -> None:
    """Let a sum, which is `distance` from its base, begin at another place."""
    value, reached = place
    if value is not node.outputs[0] and distance != reached:
        node.line = "+" if distance > reached else "−"
        node.inputs = [value, graph.constant(Number.of(abs(distance - reached)))]


def _place_of(node: GraphNode, pointer: GraphValue) -> Place:
    """The value that the number of a node's register is computed from, and what is added to it.

    A sum with a fraction is its own base: −0.5 + 1 and −0.5 without their fractions are the same register.
    """
    return (pointer, 0) if node.with_fraction else _from_base(pointer)


def _from_base(value: GraphValue) -> Place:
    """The value that this one is computed from by adding whole numbers, and the sum of these."""
    distance = 0
    while value.node is not None and (step := _sum(value.node)) is not None:
        value, further = step
        distance += further
    return value, distance


def last_change(before: Sequence[GraphNode], node: GraphNode) -> GraphNode | None:
    """The last of the nodes that come before a node in its block that may have changed the element that it
    reaches.
    """
    changes = (one for one in reversed(before) if ARRAYS in one.sets and not _are_apart(one, node))
    return next(changes, None)


def stored_value(store: GraphNode | None, load: GraphNode) -> GraphValue | None:
    """What a load finds where this store was the last change of its element. None where that is not known."""
    known = store is not None and store.line == "store" and _element_of(store) == _element_of(load)
    return store.inputs[-1] if store is not None and known else None


def _are_apart(store: GraphNode, other: GraphNode) -> bool:
    """Whether a node stores into another element than the one that the other node reaches."""
    if store.line not in STORES or store.pointer is None or other.pointer is None:
        return store.line in STORES and store.pointer is other.pointer and store.detail != other.detail
    (base, distance), (same, apart) = _place_of(store, store.pointer), _place_of(other, other.pointer)
    return base is same and distance != apart


def _sum(node: GraphNode) -> Place | None:
    """The operand of a sum or difference with a whole number, and this number. None for other nodes."""
    match node.line, node.inputs:
        case "+", [left, right] if (number := _whole_number(right)) is not None:
            return left, number
        case "+", [left, right] if (number := _whole_number(left)) is not None:
            return right, number
        case "−", [left, right] if (number := _whole_number(right)) is not None:
            return left, -number
    return None


def _whole_number(value: GraphValue) -> int | None:
    if value.number is None or not _is_whole(value.number) or abs(value.number.decimal) > _LARGEST:
        return None
    return int(value.number)


def _is_whole(number: Number) -> bool:
    return number == ZERO or number.decimal == number.decimal.to_integral_value()


def _whole_values(graph: Graph) -> set[GraphValue]:
    """The values that are whole numbers on every way: phis and results of whole numbers only."""
    made: dict[GraphValue, list[GraphValue]] = {}
    whole: set[GraphValue] = set()
    for block in graph.blocks():
        made |= block.phis
        for node in block.nodes:
            if node.line in _WHOLE:
                made[node.outputs[0]] = node.inputs
            elif node.line == "INT":
                whole.add(node.outputs[0])
    whole |= made.keys()

    def is_whole(value: GraphValue) -> bool:
        return value in whole or (value.number is not None and _is_whole(value.number))

    while broken := {one for one, values in made.items() if one in whole and not all(map(is_whole, values))}:
        whole -= broken
    return whole


# arithmetic into elements


def compute_into_elements(graph: Graph, modes: Mapping[BasicBlock, Mapping[str, int]]) -> None:
    """Make a store of a sum, difference or product with the element itself arithmetic into its register.

    A store of what the element holds goes. No other store into the element may come between its load and the
    store: `modes` tells how the elements are at the start of each block. The result may be used nowhere else.
    A load that nothing else needs goes, too.
    """
    held: dict[GraphValue, tuple[object, int]] = {}
    idle: list[tuple[BasicBlock, GraphNode]] = []
    uses = Counter(value for block in graph.blocks() for value in block.uses)
    for block in graph.blocks():
        before: list[GraphNode] = []
        for node in block.nodes:
            changed = last_change(before, node)
            state = modes[block][ARRAYS] if changed is None else id(changed)
            if node.line == "store" and held.get(node.inputs[-1]) == (_element_of(node), state):
                idle.append((block, node))
                continue
            if node.line == "load":
                held[node.outputs[0]] = _element_of(node), state
            elif node.line == "store" and uses[node.inputs[-1]] == 1:
                same = [one for one, known in held.items() if known == (_element_of(node), state)]
                same = [one for one in same if uses[one] > 1 or _nothing_between(before, one.node)]
                element = _compute_into(node, same)
                if element is not None and element.node is not None and uses[element] == 1:
                    idle.append((block, element.node))
            before.append(node)
    for block, node in idle:
        block.nodes.remove(node)


def _element_of(node: GraphNode) -> tuple[str, GraphValue | None]:
    """A key that two nodes share only when they reach the same element. Each constant is one value."""
    return node.detail, node.pointer


def _compute_into(store: GraphNode, elements: Collection[GraphValue]) -> GraphValue | None:
    """Turn a store into register arithmetic, where its value is computed from what the element holds now.

    `elements` are values of the element. Returns the one that the store no longer needs, or None where that
    cannot be done.
    """
    made = store.inputs[-1].node
    if made is None or made.line not in _INTO:
        return None
    left, right = made.inputs
    for element, other in ((left, right), (right, left)):
        if element in elements and (element is left or made.line in COMMUTING):
            store.line, store.inputs[-1] = f"STO {made.line}", other
            return element
    return None


def _nothing_between(before: Sequence[GraphNode], load: GraphNode | None) -> bool:
    """Whether a store may fail where the load stands: nothing between them is seen by a person or fails.

    `before` are the nodes that come before the store in its block.
    """
    if load not in before:
        return False
    between = before[before.index(load) + 1 :]
    return not any(node.effect or node.line in FAILING - {"load"} for node in between)
