"""Counted loops, and tests of one name that become a jump by its number (GTO I), as blocks of the graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import takewhile

from generator.compiler.code.arrays import address
from generator.compiler.code.building import Building, Loop
from generator.compiler.code.graph import BasicBlock, Branch, CountedJump, Dispatch, GraphValue
from generator.compiler.target.pointers import only_points
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.cases import Chain, numbers_with_labels
from generator.compiler.tree.nodes import escaping_names, nodes
from generator.compiler.tree.substitution import minus
from hp15c.numbers.number import ONE, ZERO, Number

THOUSAND = Number.of(1000)
LARGEST = 900
"""The largest index that a counter with an end in its fraction is given."""
MOST_STEP = 100
"""A step is smaller than this number, because ISG and DSE hold it in two digits."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a loop. With `through` the end is the last index, otherwise the end is not reached."""

    first: GraphValue
    end: GraphValue
    through: bool

    @property
    def passes(self) -> tuple[int, int] | None:
        """Both ends, when they are constants. None otherwise."""
        if self.through or self.first.number is None or self.end.number is None:
            return None
        return int(self.first.number), int(self.end.number)


def counted_loop(work: Building, tree: ir.For) -> None:
    """Lower a counted loop, by DSE or ISG where that is possible.

    Otherwise its index is compared with its end.
    """
    first, last = work.expression(tree.start), ir.last_of(tree)
    bounds = Bounds(first, work.expression(tree.stop if last is None else last), last is not None)
    if work.block is None:
        return
    used = any(one == ir.Read(tree.name) for one in nodes(work.frames[-1].function.body))
    counters = work.choices.counters
    known = bounds.passes
    if tree.counter:
        _counted_to_end(work, tree, bounds, lambda: first)
    elif not used and counters != "none" and (passes := _pass_count(work, tree, bounds)) is not None:
        _counted_down(work, tree, passes, None)
    elif (
        counters not in ("unused", "none")
        and tree.step == -1
        and not bounds.through
        and bounds.end.number == ZERO
    ):
        _counted_down(work, tree, first, tree.name)
    elif _may_count_up(work, tree) and (counter := _counter(work, tree, bounds)) is not None:
        _counted_to_end(work, tree, bounds, counter)
    elif counters == "ahead" and (goal := _goal_ahead(work, tree, bounds)) is not None:
        _counted_ahead(work, tree, bounds, goal)
    elif tree.runs or known is not None:
        if tree.runs or (known is not None and range(*known, tree.step)):
            _counted_at_least_once(work, tree, bounds)
    else:
        _lower_general(work, tree, bounds)


def _pass_count(work: Building, tree: ir.For, bounds: Bounds) -> GraphValue | None:
    """How many passes a loop makes. None where that has to be computed."""
    if bounds.passes is not None:
        return work.graph.constant(Number.of(len(range(*bounds.passes, tree.step))))
    if tree.step == 1 and bounds.first.number == (ONE if bounds.through else ZERO):
        return bounds.end
    return None


def _may_count_up(work: Building, tree: ir.For) -> bool:
    """Whether a loop is to count by ISG or DSE to an end of its own."""
    if work.choices.counters == "pointers":
        return only_points(tree, lambda element: address(work.module, element)) or _only_reaches(work, tree)
    return work.choices.counters == "up"


def _only_reaches(work: Building, tree: ir.For) -> bool:
    """Whether the index is read only in numbers of registers, with numbers added. I needs no INT for them."""
    own, body = ir.Read(tree.name), work.frames[-1].function.body
    if tree.name in work.module.registers.keys() | escaping_names(body, work.module):
        return False
    reached = [one for one in nodes(tree.body) if isinstance(one, ir.Element) and own in nodes(one.index)]
    places = [affine(address(work.module, one)) for one in reached]
    alone = all(one is not None and one.factors == ((tree.name, 1),) for one in places)
    return bool(places) and alone and sum(one == own for one in nodes(tree.body)) == len(places)


def _counter(work: Building, tree: ir.For, bounds: Bounds) -> Callable[[], GraphValue] | None:
    """A function that computes the counter iiiii.eeess of ISG and DSE before the first pass.

    None where a loop cannot have one.
    """
    if abs(tree.step) >= MOST_STEP or not (tree.short or _counts_registers(work, tree)):
        return None
    if bounds.passes is not None:
        start, stop = bounds.passes
        goal, step = stop - (tree.step > 0), f"{abs(tree.step):02d}" if abs(tree.step) > 1 else ""
        if start < 0 or not 0 <= goal < 1000 or not range(start, stop, tree.step):
            return None
        counter = work.graph.constant(Number.of(f"{start}.{goal:03d}{step}"))
        return lambda: counter
    if tree.step == 1:
        return lambda: _with_end(work, bounds)
    first, end = affine(tree.start), bounds.end.number
    if tree.step != -1 or first is None or end is None or not 0 <= int(end) <= LARGEST:
        return None
    added = work.graph.constant(Number.of(first.constant) + end / THOUSAND)
    return lambda: work.one("+", work.expression(replace(first, constant=0).expression()), added)


def _with_end(work: Building, bounds: Bounds) -> GraphValue:
    """The counter of a loop that counts up by 1, with its last index as its goal."""
    goal = bounds.end if bounds.through else work.one("−", bounds.end, work.graph.constant(ONE))
    return work.one("+", work.one("÷", goal, work.graph.constant(THOUSAND)), bounds.first)


def _counts_registers(work: Building, tree: ir.For) -> bool:
    """Whether a loop that counts down begins with an element reached by the index, which is small then.

    Only what a pass surely does is looked at: assignments, and the first part of what comes after them. A
    loop that counts up may be left before its last index, so that the elements say nothing of that one.
    """
    if tree.step > 0:
        return False
    given = tuple(takewhile(lambda one: isinstance(one, ir.Assign) and not _asks(one), tree.body))
    for one in nodes((given, *map(_always_done, tree.body[len(given) : len(given) + 1]))):
        if isinstance(one, ir.Element):
            distance = affine(minus(address(work.module, one), ir.Read(tree.name)))
            array = work.module.arrays[one.array]
            if distance is not None and not distance.factors:
                first = (array.at or 0) - distance.constant
                if first >= 0 and first + array.length <= LARGEST:
                    return True
    return False


def _asks(statement: ir.Statement) -> bool:
    """Whether a statement waits for a person, who may press another label."""
    return any(isinstance(one, ir.Ask | ir.Call) for one in nodes(statement))


def _always_done(statement: ir.Statement) -> object:
    """What a statement does in any case."""
    match statement:
        case ir.Assign() | ir.Unpack() | ir.Evaluate():
            return statement
        case ir.If(test=ir.Compare() as test) | ir.If(test=ir.And(conditions=(ir.Compare() as test, *_))):
            return test
        case ir.For(start=start, stop=stop):
            return start, stop
    return None


def _open(work: Building, first: GraphValue, leave: BasicBlock) -> tuple[str, BasicBlock, Loop]:
    """Begin a loop with a hidden counter: the key of the counter, the block that each pass begins with, and
    the blocks to which `break` and `continue` go.
    """
    key = f"{work.frames[-1].prefix}#{work.count}"
    assert work.block is not None
    work.names.write(key, work.block, first)
    work.depth += 1
    start, again = work.new_block("for"), work.new_block("next")
    work.jump(start)
    work.start(start, sealed=False)
    return key, start, Loop(leave, again)


def _count(work: Building, key: str) -> GraphValue:
    """The value of a hidden counter."""
    assert work.block is not None
    return work.names.read(key, work.block)


def _counted_to_end(work: Building, tree: ir.For, bounds: Bounds, counter: Callable[[], GraphValue]) -> None:
    """Lower a loop by ISG or DSE with the end in the counter. The index is the counter's integer part."""
    leave = work.new_block("after")
    if not tree.runs and bounds.passes is None:
        passes = minus(tree.stop, tree.start) if tree.step > 0 else minus(tree.start, tree.stop)
        _enter_if(work, work.expression(passes), leave)
    key, body, loop = _open(work, counter(), leave)
    count = _count(work, key)
    work.write(tree.name, count if _only_reaches(work, tree) else work.one("INT", count))
    _pass_by_count(work, tree, key, body, loop, "ISG" if tree.step > 0 else "DSE")


def _counted_down(work: Building, tree: ir.For, passes: GraphValue, name: str | None) -> None:
    """Lower a loop that counts `passes` down to 1 by DSE. The index, where it is used, is that count."""
    leave = work.new_block("after")
    if not tree.runs:
        _enter_if(work, passes, leave)
    key, body, loop = _open(work, passes, leave)
    if name is not None:
        work.write(name, _count(work, key))
    _pass_by_count(work, tree, key, body, loop, "DSE")


def _enter_if(work: Building, passes: GraphValue, leave: BasicBlock) -> None:
    """Go on with a loop where it makes passes, and leave it otherwise."""
    before = work.new_block("before")
    work.end(Branch(">", passes, work.graph.constant(ZERO), before, leave, work.place))
    work.start(before)


def _pass_by_count(work: Building, tree: ir.For, key: str, body: BasicBlock, loop: Loop, line: str) -> None:
    """Lower the statements of a loop, and after them DSE or ISG of the counter `key`."""
    work.run_through(tree.body, loop)
    work.start(loop.again)
    if work.block is not None:
        count, after = work.names.read(key, work.block), GraphValue(key)
        work.names.write(key, work.block, after)
        work.end(CountedJump(count, after, body, loop.leave, tree.place, line))
    work.close(body, loop)


def counted_while(work: Building, tree: ir.While) -> None:
    """Lower a `while` that counts down to 0 by DSE. What else its test asks stands before the body."""
    name, others = ir.name_counted(tree)
    first = tree.test.conditions[0] if isinstance(tree.test, ir.And) else tree.test
    leave, head, again = work.new_block("after"), work.new_block("while"), work.new_block("next")
    body = work.new_block("body") if others else head
    if tree.runs or tree.counts == "from above 0":
        work.jump(body if tree.runs else head)
    else:
        work.condition(first, head, leave)
    work.depth += 1
    head.depth = body.depth = again.depth = work.depth
    work.start(head, sealed=False)
    if others:
        work.condition(ir.And(others) if len(others) > 1 else others[0], body, leave)
        work.start(body)
    work.run_through(tree.body[:-1], Loop(leave, again))
    work.start(again)
    if work.block is not None:
        count, after = work.read(name), GraphValue(name)
        work.write(name, after)
        work.end(CountedJump(count, after, head, leave, tree.body[-1].place))
    work.close(head, Loop(leave, again))


def _goes_on(work: Building, tree: ir.For, bounds: Bounds) -> tuple[ir.Relation, GraphValue]:
    """The comparison of an index, a whole number, while the loop goes on.

    It is with 0 where that is possible.
    """
    if bounds.through:
        return "<=", bounds.end
    if bounds.end.number == Number.of(-1 if tree.step < 0 else 1):
        return (">=" if tree.step < 0 else "<="), work.graph.constant(ZERO)
    return ("<" if tree.step > 0 else ">"), bounds.end


def _counted_at_least_once(work: Building, tree: ir.For, bounds: Bounds) -> None:
    """Lower a loop whose bounds lead to at least one pass: a hidden index is compared after the pass."""
    key, body, loop = _open(work, bounds.first, work.new_block("after"))
    work.write(tree.name, _count(work, key))
    following = _body_and_step(work, tree, key, loop)
    if following is not None:
        relation, end = _goes_on(work, tree, bounds)
        work.end(Branch(relation, following, end, body, loop.leave, tree.place))
    work.close(body, loop)


def _body_and_step(work: Building, tree: ir.For, key: str, loop: Loop) -> GraphValue | None:
    """The statements of a loop, and the index that follows. None when no way leads to the next pass."""
    work.run_through(tree.body, loop)
    work.start(loop.again)
    if work.block is None:
        return None
    work.place = tree.place or work.place
    step = work.graph.constant(Number.of(abs(tree.step)))
    following = work.one("+" if tree.step > 0 else "−", work.names.read(key, work.block), step)
    work.names.write(key, work.block, following)
    return following


def _goal_ahead(work: Building, tree: ir.For, bounds: Bounds) -> GraphValue | None:
    """The value that a counter one below the index reaches at last. None where it has to be computed."""
    if tree.step != 1 or bounds.first.number is None:
        return None
    if bounds.passes is not None:
        start, stop = bounds.passes
        return work.graph.constant(Number.of(stop - 1)) if start < stop else None
    match tree.stop:
        case ir.Operation(name="add", operands=(last, ir.Constant(value=one))) if one == ONE:
            return bounds.end if bounds.through else work.expression(last)
    return None


def _counted_ahead(work: Building, tree: ir.For, bounds: Bounds, goal: GraphValue) -> None:
    """Lower a loop whose counter is one below the index: each pass begins by counting."""
    assert bounds.first.number is not None
    below = work.graph.constant(bounds.first.number - ONE)
    key, head, loop = _open(work, below, work.new_block("after"))
    runs = tree.runs or bounds.passes is not None
    if not runs:
        body = work.new_block("body")
        work.end(Branch("<", _count(work, key), goal, body, loop.leave, tree.place))
        work.start(body)
    index = work.one("+", _count(work, key), work.graph.constant(ONE))
    assert work.block is not None
    work.names.write(key, work.block, index)
    work.write(tree.name, index)
    work.run_through(tree.body, loop)
    work.start(loop.again)
    if work.block is not None and runs:
        work.end(Branch("<", _count(work, key), goal, head, loop.leave, tree.place))
    elif work.block is not None:
        work.jump(head)
    work.close(head, loop)


def _lower_general(work: Building, tree: ir.For, bounds: Bounds) -> None:
    """Lower a loop in the general form: a hidden index is compared at the head."""
    key, head, loop = _open(work, bounds.first, work.new_block("after"))
    index, body = _count(work, key), work.new_block("body")
    relation, end = _goes_on(work, tree, bounds)
    work.end(Branch(relation, index, end, body, loop.leave, tree.place))
    work.start(body)
    work.write(tree.name, index)
    _body_and_step(work, tree, key, loop)
    work.jump(head)
    work.close(head, loop)


# jumps by a number


def lower_chain(work: Building, chain: Chain) -> bool:
    """Lower tests as a jump. Returns whether it was done: it is not where tests need fewer lines."""
    numbers, span = numbers_with_labels(chain), chain.compared
    if not numbers:
        return False
    first, last = numbers[0], numbers[-1]
    value = work.read(chain.name)
    rest, after = work.new_block("else"), work.new_block("after")
    if not span.whole:
        _leave_if(work, work.one("FRAC", value), "!=", ZERO, rest)
    if span.low is None or span.low < first:
        below_one: tuple[ir.Relation, int] = ("<=", 0) if first == 1 else ("<", first)
        _leave_if(work, value, below_one[0], Number.of(below_one[1]), rest)
    if span.high is None or span.high > last:
        _leave_if(work, value, ">", Number.of(last), rest)
    blocks = [(cases, body, work.new_block("case")) for cases, body in chain.bodies]
    ways = {number: block for cases, _, block in blocks for number in cases}
    work.end(Dispatch(value, tuple(numbers), [ways.get(number, rest) for number in numbers], work.place))
    for body, block in (*((body, block) for _, body, block in blocks), (chain.rest, rest)):
        work.start(block)
        work.statements(body)
        work.jump(after)
    work.start(after)
    return True


def _leave_if(
    work: Building, value: GraphValue, relation: ir.Relation, number: Number, rest: BasicBlock
) -> None:
    """Go on at the rest where a comparison holds."""
    within = work.new_block("and")
    work.end(Branch(relation, value, work.graph.constant(number), rest, within, work.place))
    work.start(within)
