"""Tests of an answer that a line gives by leaving out the next one: ISG, DSE, and an element in USER mode.

`count_up` and `count_down` give a counter and 1 at its end, `take_next` and `put_next` give 1 where another
element follows. Where that number is only tested, it is not made. ISG and DSE jump themselves, and flag 7
keeps the answer of an element until the test.

A test that is decided on some of the ways to it is left out on these, which go on after it at once. A flag
that is set to 1 or 0 and tested where ways meet needs neither flag nor test where it is known. The same holds
for a function that gives 1 or 0 and is copied into its caller.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from generator.compiler.code.graph import (
    BasicBlock,
    Branch,
    CountedJump,
    FlagJump,
    Graph,
    GraphNode,
    GraphValue,
    Jump,
)
from generator.compiler.code.tables import KEYS
from generator.compiler.tree.relations import HOLDS
from generator.language.matrix_lines import FLAG, MAKING_NUMBER
from generator.language.operations import COUNTING_OPERATIONS
from hp15c.numbers.number import ZERO

_ROWS: Final = {
    one.lines: row for one in COUNTING_OPERATIONS.values() for row, _ in one.lines if row in ("ISG", "DSE")
}
"""The line that counts, by all lines of the operation."""


def with_answers_jumping(graph: Graph, counted: bool = True) -> bool:
    """End blocks by the answer of a line where they test it as a number. Returns whether there was one.

    Without `counted` those of ISG and DSE stay numbers.
    """
    blocks = graph.blocks()
    uses: Counter[GraphValue] = Counter(value for block in blocks for value in block.uses)
    counting = [one for one in map(_counting_operation, blocks if counted else ()) if one is not None]
    changed = False
    for block, node in counting:
        counter, answer = node.outputs
        end = block.terminator
        if uses[answer] == 1 and isinstance(end, Branch):
            changed = True
            again, done = (end.then, end.orelse) if end.relation == "==" else (end.orelse, end.then)
            block.nodes.remove(node)
            block.terminator = CountedJump(node.inputs[0], counter, again, done, end.place, _ROWS[node.lines])
            counter.node = None
    for node in graph.nodes():
        if _goes_on(node) and (found := _values_in_flag(blocks, uses, node.outputs[-1])):
            changed = True
            _keep_in_flag(blocks, found, bool(uses[node.outputs[-1]]))
    return changed


def _keep_in_flag(blocks: list[BasicBlock], values: set[GraphValue], tested: bool) -> None:
    """Leave answers in the flag, and let the ends of blocks test it."""
    for block in blocks:
        end = block.terminator
        if _value_in_test(block) in values and isinstance(end, Branch):
            ways = (end.then, end.orelse) if end.relation == "!=" else (end.orelse, end.then)
            block.terminator = FlagJump(FLAG, *ways, end.place)
        block.phis = {phi: found for phi, found in block.phis.items() if phi not in values}
    for node in [one.node for one in values if one.node is not None]:
        node.outputs = node.outputs[:-1]
        node.lines = node.lines[: -len(MAKING_NUMBER)]
        if not tested:
            node.lines = *(one for one in node.lines if one[1] != FLAG), ("CF", FLAG)


def _value_in_test(block: BasicBlock) -> GraphValue | None:
    """What the end of a block compares with 0. None where it does something else."""
    end = block.terminator
    to_zero = isinstance(end, Branch) and end.right is None and end.relation in ("==", "!=")
    return end.left if to_zero and isinstance(end, Branch) else None


def _counting_operation(block: BasicBlock) -> tuple[BasicBlock, GraphNode] | None:
    """The block, and the operation whose answer its end tests, which may run last in the block."""
    answer = _value_in_test(block)
    node = answer.node if answer is not None else None
    if node is None or node.line != KEYS or node.lines not in _ROWS or node not in block.nodes:
        return None
    counter, second = node.outputs
    behind = block.nodes[block.nodes.index(node) + 1 :]
    used = any(counter in one.uses for one in behind)
    return (block, node) if answer is second and not used else None


def _goes_on(node: GraphNode) -> bool:
    """Whether a number is made of the answer of an element in USER mode. `flag(7)` has no lines before it."""
    before, made = node.lines[: -len(MAKING_NUMBER)], node.lines[-len(MAKING_NUMBER) :]
    return node.line == KEYS and made == MAKING_NUMBER and bool(before)


def _values_in_flag(
    blocks: list[BasicBlock], uses: Counter[GraphValue], answer: GraphValue
) -> set[GraphValue] | None:
    """The answer of a line, and the answers that it meets in phis, where only tests use them. None where
    there is another use, or where the flag may change before a test.
    """
    values, waiting = {answer}, [answer]
    used: Counter[GraphValue] = Counter()
    while waiting:
        value = waiting.pop()
        met = [*value.phi.phis[value]] if value.phi is not None else []
        for phi, found in [pair for block in blocks for pair in block.phis.items()]:
            if value in found:
                used[value] += found.count(value)
                met.append(phi)
        for one in [one for one in met if one not in values]:
            if one.phi is None and not _is_answer(one):
                return None
            values.add(one)
            waiting.append(one)
    tests = [(block, tested) for block in blocks if (tested := _value_in_test(block)) in values and tested]
    used.update(tested for _, tested in tests)
    alone = all(used[one] == uses[one] for one in values)
    return values if alone and all(_holds(*one) for one in tests) else None


def _is_answer(value: GraphValue) -> bool:
    return value.node is not None and _goes_on(value.node) and value.node.outputs[-1] is value


def _holds(test: BasicBlock, tested: GraphValue) -> bool:
    """Whether the flag is what the end of a block tests, on all ways to it."""
    waiting, seen = [(test, tested)], {(test, tested)}
    while waiting:
        block, value = waiting.pop()
        for node in reversed(block.nodes):
            if value in node.outputs:
                break
            if _may_change_flag(node):
                return False
        else:
            if not block.predecessors:
                return False
            for before in block.predecessors:
                further = before, block.arguments(before).get(value, value)
                if further not in seen:
                    seen.add(further)
                    waiting.append(further)
    return True


def _may_change_flag(node: GraphNode) -> bool:
    """Whether an operation may change the flag that keeps an answer. A function that is called may."""
    return node.line == "call" or node.detail == FLAG or any(operand == FLAG for _, operand in node.lines)


# tests that are decided on some ways


def without_decided_tests(graph: Graph) -> bool:
    """Lead one way past a test that is decided on it. Returns whether there was one."""
    blocks = graph.blocks()
    order = {block: place for place, block in enumerate(blocks)}
    entered = {entry.block for entry in graph.entries}
    for block in blocks:
        end = block.terminator
        if block.nodes or not block.phis or not isinstance(end, Branch) or block in entered:
            continue
        if any(order[one] >= order[block] for one in block.predecessors) or not _is_own(graph, block):
            continue
        for before in block.predecessors:
            target = _target(block, end, before)
            if isinstance(before.terminator, Jump) and target not in (None, block):
                assert target is not None
                _lead(before, block, target)
                return True
    return False


def _is_own(graph: Graph, block: BasicBlock) -> bool:
    """Whether the phis of a block are used only in its test, and as values of the blocks right after."""
    uses: Counter[GraphValue] = Counter()
    for one in graph.blocks():
        uses.update(value for node in one.nodes for value in node.uses)
        if one is not block and one.terminator is not None:
            uses.update(one.terminator.inputs)
        for source in one.predecessors:
            if source is not block:
                uses.update(one.arguments(source).values())
    return not any(uses[phi] for phi in block.phis)


def _target(block: BasicBlock, end: Branch, before: BasicBlock) -> BasicBlock | None:
    """Where the test leads on the way from a block. None when that is not known."""
    values = block.arguments(before)
    left = values.get(end.left, end.left).number
    right = ZERO if end.right is None else values.get(end.right, end.right).number
    if left is None or right is None:
        return None
    return end.then if HOLDS[end.relation](left, right) else end.orelse


def _lead(before: BasicBlock, block: BasicBlock, target: BasicBlock) -> None:
    """Let a block go on at the target of the block after it."""
    values = block.arguments(before)
    behind = target.arguments(block)
    place = block.predecessors.index(before)
    del block.predecessors[place]
    for arguments in block.phis.values():
        del arguments[place]
    before.terminator = Jump(target)
    target.predecessors.append(before)
    for phi, arguments in target.phis.items():
        arguments.append(values.get(behind[phi], behind[phi]))
