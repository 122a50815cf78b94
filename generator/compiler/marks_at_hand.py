"""Marks of elements that are at hand, in place of those that are keyed in.

STO I, 1, 1, STO (i)     is     STO I, STO (i)          the number of the register marks it
1, 0, STO (i)            is     RCL .0, STO (i)         where R.0 holds 19 there

A mark is a number that no other value equals, so that any number does that is none of those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.compiler.early_stores import Cut, StoredNumber, flow_of, replace_lines, stored_numbers
from generator.compiler.loops.folded_marks import is_unpacked, limit_of
from generator.compiler.repeats import Passed
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant, whole
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import assignments
from generator.peephole.flow import Flow
from generator.peephole.live_cells import LEVELS, LIFT, X
from generator.peephole.symbolic import INDIRECT
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.instructions import step
from hp15c.table.step import register_number

Marks = dict[str, tuple[int, int]]
"""For arrays: a mark, and the limit from which on numbers mark as well."""


def marks_of(module: ir.Module) -> tuple[Marks, frozenset[int]]:
    """The marks of a module that stand for nothing else, and all whole numbers that it has.

    There are none where an element may get a number that is not one of these and not below the limit.
    """
    numbers = [whole(one.value) for one in nodes(module.bodies) if isinstance(one, ir.Constant)]
    counts = Counter(one for one in numbers if one is not None)
    given = [(one, value) for _, one, value in assignments(module.bodies) if isinstance(one, ir.Element)]
    unpacked = any(is_unpacked(module, name) for name in module.arrays)
    found: Marks = {}
    for name, (mark, limit) in module.marks.items():
        own = sum(target.array == name and value == constant(mark) for target, value in given)
        small = all(
            isinstance(value, ir.Constant | ir.Element) or (limit_of(value) or limit + 1) <= limit
            for _, value in given
        )
        if own == counts[mark] and small and not unpacked:
            found[name] = (mark, limit)
    return found, frozenset(counts)


def with_marks_at_hand(
    program: Program,
    sources: Sequence[int],
    module: ir.Module,
    form: ir.Module,
    registers: Mapping[str, str] | None,
) -> Passed:
    """A program with marks that are at hand, the source line of each line, and what was done in words.

    `form` is the module as it was compiled. `registers` has the register of each name.
    """
    marks, numbers = marks_of(form)
    told: list[str] = []
    at = {
        name: {register_number(at) for one, at in (registers or {}).items() if one.startswith(f"{name}[")}
        for name in form.arrays
    }
    taken = numbers | frozenset[int]().union(*at.values())
    for name, (mark, limit) in marks.items():
        own = len(at[name]) == form.arrays[name].length and min(at[name]) >= limit
        own = own and numbers.isdisjoint(at[name])
        used: set[int] = set()
        while (flow := flow_of(program, module, registers)) is not None:
            stored = [
                one
                for one in stored_numbers(program, module, registers)
                if limit <= float(one.number) and _integer(one.number) not in taken | {None}
            ]
            made = next(_at_hand(flow, mark, own, stored), None)
            if made is None:
                break
            cut, number = made
            if (recalled := _integer(number)) is not None:
                used.add(recalled)
            told.append(f"Line {cut[0] + 1}: a mark that is at hand in place of {mark}")
            program, sources = replace_lines(program, sources, [cut])
        taken |= used
    return program, tuple(sources), told


def _at_hand(flow: Flow, mark: int, own: bool, stored: list[StoredNumber]) -> Iterator[tuple[Cut, str]]:
    """Where a mark is keyed in and stored, what takes its place, and the number that is recalled ('' for that
    of the register, which is one where an array is `own`).
    """
    for place in range(1, flow.end - 1):
        typed = flow.items[place]
        if typed.op != ("number", str(mark)) or flow.items[place + 1].op != ("STO", INDIRECT):
            continue
        first, needed = flow.lines[place] - 1, flow.needed[place + 2]
        if X in needed or flow.follows_test(place):
            continue
        in_x = flow.items[place - 1].op == ("STO", "I") and not flow.follows_test(place - 1)
        if own and in_x and not needed & {*LEVELS, LIFT}:
            yield (first, first + len(typed.steps), ()), ""
        if len(typed.steps) > 1:
            held = [("I", "")] if own else []
            held += [(one.name, one.number) for one in stored if one.known()[place]]
            for name, number in held:
                yield (first, first + len(typed.steps), (step("RCL", name),)), number


def _integer(number: str) -> int | None:
    return whole(Number.of(number)) if number else None
