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

from dataclasses import replace

from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.joined_counts import counts_exactly, step_of
from generator.compiler.loops.nests import FormRefused, backwards, is_own, nest
from generator.compiler.loops.unread_writes import fresh
from generator.compiler.ranges.interval import ANY
from generator.compiler.ranges.narrow import stored_intervals
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import names_in, nodes
from generator.compiler.tree.rewriting import unused_in_module, unused_name, with_body
from generator.compiler.tree.substitution import substitute
from generator.compiler.validation.pairs import PairedOff, find_pairs

MOST_VALUES = 16
"""The number of values that may have counts. Each takes a register."""


def count_by_value(candidate: Candidate, function: str) -> Candidate:
    """The candidate with a function's nest of pairs as counts by value. FormRefused where it has none."""
    module = candidate.module
    body = module.functions[function].body
    for place, statement in enumerate(body):
        found = find_pairs(statement)
        step = None if found is None else step_of(found.counts, names_in(found.counts, ir.Name))
        if found is not None and step is not None:
            highest = _check(found, step[0], place, function, module)
            count, name = unused_in_module("count", module), unused_name("value", body, module)
            counts = _write_counts(found, step, ir.Array(count, highest + 1), name)
            made = (*body[:place], *counts, *body[place + 1 :])
            arrays = {count: ir.Array(count, highest + 1), **module.arrays}
            one, other = (value.array for value in found.values)
            told = f"pairs of equal {one} and {other} are counted by their value"
            changed = replace(with_body(module, function, made), arrays=arrays)
            return candidate.with_module(changed, told)
    raise FormRefused("there is no nest that pairs equal values off")


def _check(found: PairedOff, total: str, place: int, function: str, module: ir.Module) -> int:
    """The highest value that has a count. FormRefused where the counts would not give the same."""
    nest(found.loops[0])
    body = module.functions[function].body
    marks, values = ({one.array for one in pair} for pair in (found.marks, found.values))
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
    if not counts_exactly(body[: place + 1], module, total, 2):
        raise FormRefused(f"{total} does not only count from 0")
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


def _write_counts(found: PairedOff, step: tuple[str, int], counts: ir.Array, name: str) -> ir.Block:
    """The statements in place of a nest that pairs values off: loops that count each value in an array.

    `step` is the name that the nest counts, with the number that it adds for each pair.
    """
    total, weight = ir.Name(step[0]), step[1]
    counted, uncounted = (
        ir.If(ir.Compare(mark, "==", constant(0)), (_step(ir.Element(counts.name, value), size), *more))
        for mark, value, size, more in zip(
            found.marks, found.values, (1, -1), ((_step(total, weight),), ()), strict=True
        )
    )
    one, other = (
        replace(loop if loop.step < 0 else backwards(loop), body=(body,))
        for loop, body in zip(found.loops, (counted, uncounted), strict=True)
    )
    same = (affine(one.start), affine(one.stop)) == (affine(other.start), affine(other.stop))
    loops: tuple[ir.For, ...] = (one, other)
    if same:
        loops = (replace(one, body=(counted, *substitute(other.body, {other.name: ir.Read(one.name)}))),)
    left = ir.Element(counts.name, ir.Read(name))
    size = left if weight == 1 else ir.Operation("mul", (constant(weight), left))
    less = ir.Assign((total,), (ir.Operation("sub", (ir.Read(total.name), size)),))
    unpaired = ir.If(ir.Compare(left, ">", constant(0)), (less,))
    clear = ir.Assign((left,), (constant(0),))
    return (*loops, ir.For(name, constant(counts.length - 1), constant(-1), -1, (unpaired, clear), name))


def _step(target: ir.Name | ir.Element, size: int) -> ir.Assign:
    """The statement `target += size`."""
    value = ir.Read(target.name) if isinstance(target, ir.Name) else target
    operation = ir.Operation("add" if size > 0 else "sub", (value, constant(abs(size))))
    return ir.Assign((target,), (operation,))
