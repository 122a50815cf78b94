"""A nest that pairs equal values off becomes counts of these values.

    for j in range(n):                                  for j in range(n - 1, -1, -1):
        for k in range(n):                                  if taken[j] == 0:
            if taken[j] == 0 and used[k] == 0                   count[a[j]] += 1
                    and a[j] == b[k]:                           total += 1
                taken[j] = 1                                if used[j] == 0:
                used[k] = 1                                     count[b[j]] -= 1
                total += 1                              for value in range(9, -1, -1):
                                                            if count[value] > 0:
                                                                total -= count[value]
                                                            count[value] = 0

Why the total is the same: of each value the nest tries every open a[j] with every open b[k], and takes both
where both are still open. So in the end no open a[j] has an open b[k] of its value, and of p and q open ones
it took the smaller number. That is p minus what p exceeds q by, whatever the order. The marks are not read
afterwards. The values are whole and not negative, so each has a count, and all counts are 0 after a run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.equal_bodies import conjuncts, is_zero
from generator.compiler.loops.joined_counts import counts_exactly, step_of
from generator.compiler.loops.nests import FormRefused, is_own, nest
from generator.compiler.loops.unread_writes import fresh
from generator.compiler.ranges.interval import ANY
from generator.compiler.ranges.narrow import stored_intervals
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import single, unused_in_module, unused_name, with_body
from generator.compiler.tree.substitution import minus, substitute

MOST_VALUES = 16
"""The number of values that may have counts. Each takes a register."""


@dataclass(frozen=True, slots=True)
class PairedOff:
    """A nest that pairs values off: its loops, and the value and the mark that each of them reaches.

    `total` grows by `weight` for each pair.
    """

    loops: tuple[ir.For, ir.For]
    values: tuple[ir.Element, ir.Element]
    marks: tuple[ir.Element, ir.Element]
    total: str
    weight: int


def count_by_value(candidate: Candidate, function: str) -> Candidate:
    """The candidate with a function's nest of pairs as counts by value. FormRefused where it has none."""
    module = candidate.module
    body = module.functions[function].body
    for place, statement in enumerate(body):
        found = _find_pairs(statement) if isinstance(statement, ir.For) else None
        if found is not None:
            highest = _check(found, place, function, module)
            count = unused_in_module("count", module)
            counts = _write_counts(found, count, highest, unused_name("value", body, module))
            made = (*body[:place], *counts, *body[place + 1 :])
            arrays = {count: ir.Array(count, highest + 1), **module.arrays}
            one, other = (value.array for value in found.values)
            told = f"pairs of equal {one} and {other} are counted by their value"
            changed = replace(with_body(module, function, made), arrays=arrays)
            return candidate.with_module(changed, told)
    raise FormRefused("there is no nest that pairs equal values off")


def _find_pairs(loop: ir.For) -> PairedOff | None:
    """A nest that does nothing but pair values off. None for another loop."""
    try:
        outer, inner = nest(loop)
    except FormRefused:
        return None
    work = inner.body[0]
    if len(inner.body) != 1 or not isinstance(work, ir.If) or work.orelse:
        return None
    marks: dict[str, ir.Element] = {}
    values: dict[str, ir.Element] = {}
    for part in conjuncts(work.test):
        match part:
            case ir.Compare(ir.Element(index=ir.Read(name)) as mark, "==", right) if is_zero(right):
                known = marks.setdefault(name, mark)
                if known != mark:
                    return None
            case ir.Compare(
                ir.Element(index=ir.Read(name)) as one, "==", ir.Element(index=ir.Read(name=against)) as other
            ) if not values:
                values = {name: one, against: other}
            case _:
                return None
    names = (outer.name, inner.name)
    if values.keys() != set(names) or marks.keys() != set(names):
        return None
    given = [single(one) for one in work.body]
    totals = {one[0].name for one in given if one is not None and isinstance(one[0], ir.Name)}
    steps = [step_of(one, totals) for one in work.body]
    counted = [one for one in steps if one is not None]
    set_marks = [one[0] for one in given if one and isinstance(one[1], ir.Constant) and not is_zero(one[1])]
    if len(counted) != 1 or len(set_marks) != 2 or len(given) != 3:
        return None
    pair = (marks[names[0]], marks[names[1]])
    if {*pair} != {*set_marks}:
        return None
    return PairedOff((outer, inner), (values[names[0]], values[names[1]]), pair, *counted[0])


def _check(found: PairedOff, place: int, function: str, module: ir.Module) -> int:
    """The highest value that has a count. FormRefused where the counts would not give the same."""
    body = module.functions[function].body
    marks, values = ({one.array for one in pair} for pair in (found.marks, found.values))
    if len(marks) != 2 or marks & values:
        raise FormRefused("the marks are not apart")
    if not all(is_own(one, body, module) for one in found.loops):
        raise FormRefused("a variable of the loops is used elsewhere")
    bounds = [affine(bound) for one in found.loops for bound in (one.start, one.stop)]
    if None in bounds or any(abs(one.step) != 1 for one in found.loops):
        raise FormRefused("the loops do not count by 1")
    after = body[place + 1 :]
    for mark in marks:
        if any(isinstance(node, ir.Element) and node.array == mark for node in nodes(after)):
            raise FormRefused(f"{mark} is used afterwards")
        if not fresh(mark, module):
            raise FormRefused(f"{mark} stays from one run to the next")
    if not counts_exactly(body[: place + 1], module, found.total, 2):
        raise FormRefused(f"{found.total} does not only count from 0")
    intervals = stored_intervals(module)
    highest = 0
    for value in values:
        interval = intervals.get(value, ANY)
        if module.arrays[value].at is not None:
            raise FormRefused(f"a person may store into {value}")
        if not interval.whole or interval.low < 0 or not 0 <= interval.high < MOST_VALUES:
            raise FormRefused(f"the values of {value} are not whole numbers from 0 to {MOST_VALUES - 1}")
        highest = max(highest, int(interval.high))
    return highest


def _write_counts(found: PairedOff, count: str, highest: int, name: str) -> ir.Block:
    """The statements in place of a nest that pairs values off: loops that count each value, up to
    `highest`.
    """
    one, other = (
        _falling_loop(loop, _if_open(mark, _step(ir.Element(count, value), size)))
        for loop, mark, value, size in zip(found.loops, found.marks, found.values, (1, -1), strict=True)
    )
    total = ir.Name(found.total)
    open_one = one.body[0]
    assert isinstance(open_one, ir.If)
    counted = replace(open_one, body=(*open_one.body, _step(total, found.weight)))
    one = replace(one, body=(counted,))
    same = (affine(one.start), affine(one.stop)) == (affine(other.start), affine(other.stop))
    loops: tuple[ir.For, ...] = (one, other)
    if same:
        loops = (replace(one, body=(counted, *substitute(other.body, {other.name: ir.Read(one.name)}))),)
    left = ir.Element(count, ir.Read(name))
    more: ir.Expression = left
    if found.weight != 1:
        more = ir.Operation("mul", (constant(found.weight), left))
    less = ir.Assign((total,), (ir.Operation("sub", (ir.Read(found.total), more)),))
    unpaired = ir.If(ir.Compare(left, ">", constant(0)), (less,))
    clear = ir.Assign((left,), (constant(0),))
    return (*loops, ir.For(name, constant(highest), constant(-1), -1, (unpaired, clear), name))


def _falling_loop(loop: ir.For, body: ir.Block) -> ir.For:
    """A loop over the same values in falling order."""
    if loop.step == -1:
        return replace(loop, body=body)
    start, stop = minus(loop.stop, constant(1)), minus(loop.start, constant(1))
    return replace(loop, start=start, stop=stop, step=-1, body=body)


def _if_open(mark: ir.Element, *statements: ir.Statement) -> ir.Block:
    return (ir.If(ir.Compare(mark, "==", constant(0)), statements),)


def _step(target: ir.Name | ir.Element, size: int) -> ir.Assign:
    """The statement `target += size`."""
    value = ir.Read(target.name) if isinstance(target, ir.Name) else target
    operation = ir.Operation("add" if size > 0 else "sub", (value, constant(abs(size))))
    return ir.Assign((target,), (operation,))
