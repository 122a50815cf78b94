"""Simplification of a graph: only rewrites that leave every digit and every Error as it was.

Operations on constants are computed with the calculator's own arithmetic, unless the result takes more keys
than the operation. Equal operations in places that dominate each other become one, also with their operands
exchanged (a difference then changes its sign), and so do equal calls that change nothing. Blocks that only
follow each other become one, and edges from a branch to a block with several predecessors get a block of
their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from generator.compiler.code.answer_tests import with_answers_jumping, without_decided_tests
from generator.compiler.code.common import with_common_operations_once
from generator.compiler.code.elements import chain_addresses, compute_into_elements, last_change, stored_value
from generator.compiler.code.graph import (
    BasicBlock,
    Branch,
    CountedJump,
    Dispatch,
    FlagJump,
    Graph,
    GraphNode,
    GraphValue,
    Jump,
    Leave,
)
from generator.compiler.code.rates import take_rates
from generator.compiler.code.tables import ARRAYS, COMMUTING, FAILING, MODES
from generator.compiler.target.entry import keys_of
from generator.compiler.tree.relations import HOLDS, MIRRORED
from hp15c.graphs import nearest_dominators, reach
from hp15c.numbers.number import LOWEST_MANTISSA, Number
from hp15c.rules.number_functions import AS_OPERATIONS, OPERATIONS, SQUARE
from hp15c.rules.number_functions import result as computed
from hp15c.terms import laws

ZERO = Number.of(0)
ONE = Number.of(1)
TEN = Number.of(10)
OFTEN: Final = 3
"""The number of uses from which on a value is taken to stand in a register."""

_FOLDED = (*OPERATIONS, *AS_OPERATIONS, "ABS", "INT", "FRAC", "√x")


def simplify_all(
    graphs: dict[str, Graph], share: bool, chained: bool, percent: bool, counted: bool
) -> dict[str, Graph]:
    """The graphs of a module, simplified in place."""
    for graph in graphs.values():
        simplify(graph, share, chained, percent, counted)
    return graphs


def simplify(
    graph: Graph, share: bool = True, chained: bool = False, percent: bool = False, counted: bool = True
) -> None:
    """Simplify a graph in place.

    With `share`, equal operations are done once. With `chained`, the number of a register is computed from
    the one that was used before it. With `percent`, % does what `rates` says. With `counted`, blocks that
    test the answer of ISG or DSE end by that line.
    """
    if percent:
        take_rates(graph)
    while True:
        blocks = graph.blocks()
        replaced = _trivial_phis(blocks) | _rewritten(graph, blocks, share)
        _replace(blocks, replaced)
        changed = bool(replaced) or _straighten(graph) or without_decided_tests(graph)
        changed = changed or with_answers_jumping(graph, counted)
        if not (changed or (share and with_common_operations_once(graph))):
            break
    if chained:
        chain_addresses(graph, dominator_tree(graph, graph.blocks()))
    compute_into_elements(graph, modes_before(graph, graph.blocks()))
    _without_dead(graph)
    _turn_differences(graph)
    _split_edges(graph)


def _turn_differences(graph: Graph) -> None:
    """Take a number that is often used from the rest, where only a comparison with 0 sees the difference.

    Such a number stands in a register, and RCL − takes it from there: the remainder of a division is such a
    difference. A number that the block computes may still be in X.
    """
    uses = Counter(value for block in graph.blocks() for value in block.uses)
    for block in graph.blocks():
        end = block.terminator
        if not isinstance(end, Branch) or end.right is not None or end.relation not in ("==", "!="):
            continue
        node = end.left.node
        if node in block.nodes and node is not None and node.line == "−" and uses[end.left] == 1:
            left, right = node.inputs
            if left.node not in block.nodes and right.node in block.nodes and uses[left] >= OFTEN:
                node.inputs = [right, left]


def _resolve(value: GraphValue, replaced: dict[GraphValue, GraphValue]) -> GraphValue:
    while value in replaced:
        value = replaced[value]
    return value


def _replace(blocks: list[BasicBlock], replaced: dict[GraphValue, GraphValue]) -> None:
    """Replace every use of a value."""
    if not replaced:
        return
    for block in blocks:
        block.phis = {
            phi: [_resolve(one, replaced) for one in values]
            for phi, values in block.phis.items()
            if phi not in replaced
        }
        for node in block.nodes:
            node.inputs = [_resolve(one, replaced) for one in node.inputs]
            node.before = {name: _resolve(one, replaced) for name, one in node.before.items()}
        match block.terminator:
            case Branch() as end:
                end.left = _resolve(end.left, replaced)
                end.right = None if end.right is None else _resolve(end.right, replaced)
            case CountedJump() as end:
                end.before = _resolve(end.before, replaced)
            case Dispatch() as end:
                end.value = _resolve(end.value, replaced)
            case Leave() as end:
                end.values = [_resolve(one, replaced) for one in end.values]
                end.registers = {name: _resolve(one, replaced) for name, one in end.registers.items()}
            case _:
                pass


def _trivial_phis(blocks: list[BasicBlock]) -> dict[GraphValue, GraphValue]:
    """The phis that have the same value on every way, each with the value to put in its place."""
    replaced: dict[GraphValue, GraphValue] = {}
    for block in blocks:
        for phi, values in block.phis.items():
            different = {_resolve(one, replaced) for one in values} - {phi}
            if len(different) == 1:
                replaced[phi] = different.pop()
    return replaced


# operations


def _rewritten(graph: Graph, blocks: list[BasicBlock], share: bool) -> dict[GraphValue, GraphValue]:
    """Drop operations that are a constant, one of their operands, or computed already where they stand.

    Returns their results, each with the value to put in its place.
    """
    replaced: dict[GraphValue, GraphValue] = {}
    dominators = dominator_tree(graph, blocks)
    uses = Counter(value for block in blocks for value in block.uses)
    wanted = any(node.reads or node.is_pure for block in blocks for node in block.nodes)
    modes_at = modes_before(graph, blocks) if wanted else {}
    tables: dict[BasicBlock, dict[object, list[GraphValue]]] = {}
    for block in blocks:
        above = dominators.get(block)
        table = dict(tables[above]) if above is not None else {}
        tables[block] = table
        modes = dict(modes_at.get(block, {}))
        kept: list[GraphNode] = []
        for node in _with_late_signs(block.nodes, uses):
            node.inputs = [_resolve(one, replaced) for one in node.inputs]
            _point(node)
            if node.line == "−" and share:
                turned = table.get(("−", node.detail, node.lines, None, *map(id, reversed(node.inputs))))
                node.line, node.inputs = ("CHS", list(turned)) if turned else (node.line, node.inputs)
            simpler = None if node.effect or len(node.outputs) != 1 else _simpler(graph, node)
            modes |= dict.fromkeys(node.sets, id(node))
            mode: object = tuple(modes.items()) if node.is_pure else modes.get(node.reads)
            if node.line == "load":
                changed = last_change(kept, node)
                mode = modes_at.get(block, {}).get(ARRAYS) if changed is None else id(changed)
                simpler = stored_value(changed, node) if share else None
            operands = map(id, node.uses)
            in_order = sorted(operands) if node.line in COMMUTING else operands
            key = (node.line, node.detail, node.lines, mode, *in_order)
            found = [simpler] if simpler is not None else None
            if simpler is None and share and (node.is_pure or (not node.effect and len(node.outputs) == 1)):
                found = table.setdefault(key, node.outputs)
            if found is None or found is node.outputs:
                kept.append(node)
            else:
                replaced |= dict(zip(node.outputs, found, strict=True))
        block.nodes = kept
    return replaced


def _with_late_signs(nodes: list[GraphNode], uses: Counter[GraphValue]) -> Iterator[GraphNode]:
    """The operations of a block. A product or quotient with a negative that nothing else uses is computed of
    the number itself and negated then: it may be known already, or be subtracted in place of added. A square
    or a size needs no sign.
    """
    for node in nodes:
        signs = [one for one in node.inputs if one.node is not None and one.node.line == "CHS"]
        if node.line in ("×", "÷", "ABS", SQUARE) and signs and uses[signs[0]] == 1:
            inputs = [one.node.inputs[0] if one is signs[0] and one.node else one for one in node.inputs]
            if len(inputs) == 1:
                node.inputs = inputs
            else:
                size = GraphValue(node.outputs[0].name)
                size.node = GraphNode(node.line, inputs, [size], place=node.place)
                uses.update([size])
                node.line, node.inputs = "CHS", [size]
                yield size.node
        yield node


def modes_before(graph: Graph, blocks: list[BasicBlock]) -> dict[BasicBlock, dict[str, int]]:
    """For each block what the modes are at its start: two places with the same number have the same mode.

    The number is that of the node that set the mode, or of the block where different ones meet.
    """
    begun = {entry.block for entry in graph.entries}
    never_set = dict.fromkeys(MODES, 0)
    changing = frozenset(mode for block in blocks for node in block.nodes for mode in node.sets)
    if not changing:
        return dict.fromkeys(blocks, never_set)
    set_in = {block: {mode: id(node) for node in block.nodes for mode in node.sets} for block in blocks}
    at_start: dict[BasicBlock, dict[str, int]] = {}
    at_end: dict[BasicBlock, dict[str, int]] = {}
    changed = True
    while changed:
        changed = False
        for block in blocks:
            ways = [at_end[one] for one in block.predecessors if one in at_end]
            ways += [never_set] if block in begun else []
            known = at_start.get(block, {})
            found = ways[0] if len(ways) == 1 else {}
            for mode in changing if len(ways) != 1 else ():
                numbers = {way[mode] for way in ways}
                alone = len(numbers) == 1 and known.get(mode) != id(block)
                found[mode] = numbers.pop() if alone else id(block)
            if found != known:
                at_start[block], at_end[block] = found, found | set_in[block]
                changed = True
    return {block: never_set | modes for block, modes in at_start.items()}


def _simpler(graph: Graph, node: GraphNode) -> GraphValue | None:
    """The value that a node is without being computed. A node that has a simpler form takes it."""
    numbers = [one.number for one in node.inputs]
    if numbers and None not in numbers:
        folded = _fold(node.line, [one for one in numbers if one is not None])
        if folded is not None:
            return graph.constant(folded)
    match node.line, node.inputs:
        case "", [only]:
            return only
        case "×", [left, right] if left is right and left.number is None:
            node.line, node.inputs = SQUARE, [left]
        case "÷", [left, right] if left.number == ONE and right.number is None:
            node.line, node.inputs = "1/x", [right]
        case "yˣ", [left, right] if left.number == TEN:
            node.line, node.inputs = "10ˣ", [right]
        case ("×", [left, right]) | ("÷", [left, right]) if right.number == ONE:
            return left
        case ("+", [left, right]) | ("−", [left, right]) if right.number == ZERO:
            return left
        case "×", [left, right] if left.number == ONE:
            return right
        case "+", [left, right] if left.number == ZERO:
            return right
        case "−", [left, right] if left.number == ZERO:
            node.line, node.inputs = "CHS", [right]
        case "×" | "÷", [left, right] if (inverse := _shorter_inverse(graph, right)) is not None:
            node.line, node.inputs = "÷" if node.line == "×" else "×", [left, inverse]
        case "×", [left, right] if (inverse := _shorter_inverse(graph, left)) is not None:
            node.line, node.inputs = "÷", [right, inverse]
        case "+" | "−", [left, right] if _negative(graph, right) is not None:
            inner = _negative(graph, right)
            assert inner is not None
            node.line, node.inputs = "−" if node.line == "+" else "+", [left, inner]
        case "+", [left, right] if _negative(graph, left) is not None:
            inner = _negative(graph, left)
            assert inner is not None
            node.line, node.inputs = "−", [right, inner]
        case "CHS", [only] if _negative(graph, only) is not None:
            return _negative(graph, only)
        case _:
            pass
    return None


def _shorter_inverse(graph: Graph, value: GraphValue) -> GraphValue | None:
    """The inverse of a power of ten, or of a number with a whole one, where that takes fewer keys.

    ÷ by it gives the digits of ×.
    """
    number = value.number
    if number is None:
        return None
    if number.mantissa == LOWEST_MANTISSA:
        inverse: Number | None = Number(number.negative, -number.exponent, LOWEST_MANTISSA)
    else:
        inverse = laws.whole_inverse(number)
    shorter = inverse is not None and len(keys_of(inverse)) < len(keys_of(number))
    return graph.constant(inverse) if inverse is not None and shorter else None


def _point(node: GraphNode) -> None:
    """Drop the INT of an index: I is read without its fraction, so the number itself is enough."""
    if node.pointer is not None:
        index = node.pointer.node
        if index is not None and index.line == "INT":
            node.inputs[0], node.with_fraction = index.inputs[0], True


def _negative(graph: Graph, value: GraphValue) -> GraphValue | None:
    """The value whose negative this is, None when it is not known.

    A constant below 0 gives the positive one, which takes a line less to key in.
    """
    if value.number is not None:
        return graph.constant(-value.number) if value.number < ZERO else None
    return value.node.inputs[0] if value.node is not None and value.node.line == "CHS" else None


def _fold(line: str, numbers: list[Number]) -> Number | None:
    """The result of an operation on constants, unless it fails or is longer to key in."""
    if line == "CHS":
        result = -numbers[0]
    else:
        done = computed(line, *numbers) if line in _FOLDED else None
        if done is None or done[1]:
            return None
        result = done[0][0]
    if line == "CHS" and "EEX" in keys_of(numbers[0]):
        return result  # behind these keys CHS would change the exponent
    separate = 1 if len(numbers) > 1 else 0
    return (
        result if len(keys_of(result)) <= sum(len(keys_of(one)) for one in numbers) + 1 + separate else None
    )


# blocks


def dominator_tree(graph: Graph, blocks: list[BasicBlock]) -> dict[BasicBlock, BasicBlock | None]:
    """The block of a graph's blocks that dominates each most closely. None for a way in and where several
    ways in meet.
    """
    return nearest_dominators(
        blocks, lambda block: block.predecessors, {entry.block for entry in graph.entries}
    )


def _straighten(graph: Graph) -> bool:
    """Simplify the blocks: known branches become jumps, tests against 0 lose their operand, chains of blocks
    become one. Returns whether something changed.
    """
    changed = False
    for block in graph.blocks():
        if isinstance(block.terminator, Branch):
            changed |= _decide(block, block.terminator)
        elif isinstance(block.terminator, Dispatch):
            changed |= _decide_number(block, block.terminator)
    _forget_unreached(graph)
    entered = {entry.block for entry in graph.entries}
    for block in graph.blocks():
        while (
            isinstance(block.terminator, Jump)
            and len((target := block.terminator.target).predecessors) == 1
            and target is not block
            and target not in entered
            and not target.phis
        ):
            block.nodes += target.nodes
            block.terminator = target.terminator
            for successor in target.successors:
                successor.predecessors = [block if one is target else one for one in successor.predecessors]
            changed = True
    return changed


def _decide(block: BasicBlock, end: Branch) -> bool:
    """Decide a test of constants, and move a 0 to the right side. Returns whether something changed."""
    left, right = end.left.number, ZERO if end.right is None else end.right.number
    known = None
    if left is not None and right is not None:
        known = HOLDS[end.relation](left, right)
    elif end.left is end.right:
        known = end.relation in ("==", "<=", ">=")
    if known is not None or end.then is end.orelse:
        target, other = (end.then, end.orelse) if known or known is None else (end.orelse, end.then)
        _unlink(block, other)
        block.terminator = Jump(target)
        return True
    if end.right is not None and right == ZERO:
        end.right = None
        return True
    if end.right is not None and left == ZERO:
        end.left, end.right, end.relation = end.right, None, MIRRORED[end.relation]
        return True
    return False


def _decide_number(block: BasicBlock, end: Dispatch) -> bool:
    """Decide a jump by a constant. Returns whether something changed."""
    known = end.value.number
    ways = [way for number, way in zip(end.numbers, end.ways, strict=True) if known == Number.of(number)]
    if not ways:
        return False
    others = [*end.ways]
    others.remove(ways[0])
    for way in others:
        _unlink(block, way)
    block.terminator = Jump(ways[0])
    return True


def _unlink(block: BasicBlock, target: BasicBlock) -> None:
    """Remove the edge from a block to a target."""
    place = target.predecessors.index(block)
    del target.predecessors[place]
    for values in target.phis.values():
        del values[place]


def _forget_unreached(graph: Graph) -> None:
    reached = set(graph.blocks())
    for block in reached:
        for one in [one for one in block.predecessors if one not in reached]:
            _unlink(one, block)


def _split_edges(graph: Graph) -> None:
    """Put a block on each edge from a branch to a block that others lead to as well."""
    for block in graph.blocks():
        if isinstance(block.terminator, Jump | Leave):
            continue
        for target in block.successors:
            if len(target.predecessors) > 1:
                _split_edge(block, target)


def _split_edge(block: BasicBlock, target: BasicBlock) -> None:
    middle = BasicBlock(f"{block.name}-{target.name}", terminator=Jump(target), predecessors=[block])
    middle.depth = min(block.depth, target.depth)
    place = target.predecessors.index(block)
    target.predecessors[place] = middle
    match block.terminator:
        case Branch() | FlagJump() as end:
            if end.then is target:
                end.then = middle
            else:
                end.orelse = middle
        case CountedJump() as end:
            if end.again is target:
                end.again = middle
            else:
                end.done = middle
        case Dispatch() as end:
            end.ways[end.ways.index(target)] = middle
        case _:
            pass


def _without_dead(graph: Graph) -> None:
    """Remove nodes whose results are not used. A node that may end in an Error stays."""
    blocks = graph.blocks()
    needed = [one for block in blocks if block.terminator is not None for one in block.terminator.inputs]
    for node in graph.nodes():
        needed += node.uses if node.effect or may_fail(node) else []

    def made_of(value: GraphValue) -> list[GraphValue]:
        met = value.phi.phis.get(value, []) if value.phi is not None else []
        return [*met, *(value.node.uses if value.node is not None else ())]

    used = {*reach(needed, made_of)}
    for block in blocks:
        block.phis = {phi: values for phi, values in block.phis.items() if phi in used}
        block.nodes = [
            node
            for node in block.nodes
            if node.effect or may_fail(node) or any(one in used for one in node.outputs)
        ]


def may_fail(node: GraphNode) -> bool:
    """Whether a node can end in an Error."""
    if node.line in ("÷", "1/x"):
        divisor = node.inputs[-1].number
        return divisor is None or divisor == ZERO
    return node.line in FAILING
