"""Counted loops as blocks of the graph."""

from __future__ import annotations

from generator.compiler import ir
from generator.compiler.code.building import Building, Loop
from generator.compiler.code.graph import Branch, Count, Value
from generator.compiler.code.trees import names_read
from hp15c.number import Number

ZERO = Number.of(0)


def counted_loop(work: Building, tree: ir.For) -> None:
    """A counted loop: by DSE where it counts down to zero or its passes are only counted."""
    first, stop = work.expression(tree.start), work.expression(tree.stop)
    if work.block is None:
        return
    used = tree.name in names_read(work.frames[-1].function.body)
    counters = work.choices.counters
    if first.number is not None and stop.number is not None and not used and counters != "none":
        passes = len(range(int(first.number), int(stop.number), tree.step))
        _counted_down(work, tree, work.graph.constant(Number.of(passes)), None)
    elif counters == "all" and tree.step == -1 and stop.number == ZERO:
        _counted_down(work, tree, first, tree.name)
    elif not used and tree.step == 1 and first.number == ZERO and counters != "none":
        _counted_down(work, tree, stop, None)
    elif tree.runs or (first.number is not None and stop.number is not None):
        if tree.runs or _passes(tree, first, stop):
            _counted_at_least_once(work, tree, first, stop)
    else:
        _counted(work, tree, first, stop)


def _counted_down(work: Building, tree: ir.For, passes: Value, name: str | None) -> None:
    """`passes` down to 1 by DSE; the index has the count when it is named."""
    leave, body = work.new_block("after"), work.new_block("for")
    before = work.new_block("before")
    again = work.new_block("next")
    key = f"{work.frames[-1].prefix}#{work.count}"
    assert work.block is not None
    if tree.runs:
        work.jump(before)
    else:
        work.end(Branch(">", passes, work.graph.constant(ZERO), before, leave, work.place))
    work.start(before)
    assert work.block is not None
    work.names.write(key, work.block, passes)
    work.jump(body)
    work.depth += 1
    body.depth = again.depth = work.depth
    work.start(body, sealed=False)
    assert work.block is not None
    if name is not None:
        work.write(name, work.names.read(key, work.block))
    work.loops.append(Loop(leave, again))
    work.statements(tree.body)
    work.loops.pop()
    work.jump(again)
    work.start(again)
    if work.block is not None:
        count = work.names.read(key, work.block)
        after = Value(key)
        work.names.write(key, work.block, after)
        work.end(Count(count, after, body, leave, tree.place))
    work.names.seal(body)
    work.depth -= 1
    work.start(leave)


def _passes(tree: ir.For, first: Value, stop: Value) -> range:
    """The passes between bounds that are constants."""
    assert first.number is not None
    assert stop.number is not None
    return range(int(first.number), int(stop.number), tree.step)


def _goes_on(work: Building, tree: ir.For, stop: Value) -> tuple[str, Value]:
    """How an index, a whole number, compares with what while the loop goes on: with 0 where that can be."""
    if stop.number == Number.of(-1 if tree.step < 0 else 1):
        return (">=" if tree.step < 0 else "<="), work.graph.constant(ZERO)
    return ("<" if tree.step > 0 else ">"), stop


def _counted_at_least_once(work: Building, tree: ir.For, first: Value, stop: Value) -> None:
    """With bounds that lead to a pass: a hidden index, compared behind the pass."""
    leave, body = work.new_block("after"), work.new_block("body")
    key = f"{work.frames[-1].prefix}#{work.count}"
    assert work.block is not None
    work.names.write(key, work.block, first)
    work.jump(body)
    work.depth += 1
    body.depth = work.depth
    again = work.new_block("next")
    work.start(body, sealed=False)
    assert work.block is not None
    work.write(tree.name, work.names.read(key, work.block))
    following = _body_and_step(work, tree, key, Loop(leave, again))
    if following is not None:
        relation, end = _goes_on(work, tree, stop)
        work.end(Branch(relation, following, end, body, leave, tree.place))
    work.names.seal(body)
    work.depth -= 1
    work.start(leave)


def _body_and_step(work: Building, tree: ir.For, key: str, loop: Loop) -> Value | None:
    """The statements of a loop, and the index that follows; None when no way leads to the next pass."""
    work.loops.append(loop)
    work.statements(tree.body)
    work.loops.pop()
    work.jump(loop.again)
    work.start(loop.again)
    if work.block is None:
        return None
    work.place = tree.place or work.place
    step = work.graph.constant(Number.of(abs(tree.step)))
    following = work.one("+" if tree.step > 0 else "−", work.names.read(key, work.block), step)
    work.names.write(key, work.block, following)
    return following


def _counted(work: Building, tree: ir.For, first: Value, stop: Value) -> None:
    """The general form: a hidden index, compared at the head."""
    leave = work.new_block("after")
    key = f"{work.frames[-1].prefix}#{work.count}"
    assert work.block is not None
    work.names.write(key, work.block, first)
    work.depth += 1
    head, body, again = work.new_block("for"), work.new_block("body"), work.new_block("next")
    work.jump(head)
    work.start(head, sealed=False)
    assert work.block is not None
    index = work.names.read(key, work.block)
    relation, end = _goes_on(work, tree, stop)
    work.end(Branch(relation, index, end, body, leave, tree.place))
    work.start(body)
    work.write(tree.name, index)
    _body_and_step(work, tree, key, Loop(leave, again))
    work.jump(head)
    work.names.seal(head)
    work.depth -= 1
    work.start(leave)
