"""Tests of one name, one after the other, as a jump by its number: GTO I.

The tests that are left see to it that the number has a label. Those that ranges decide are left out.
"""

from __future__ import annotations

from typing import Final

from generator.compiler.code.building import Building
from generator.compiler.code.graph import BasicBlock, Branch, Dispatch, Graph, GraphValue
from generator.compiler.target.storage import POINTER
from generator.compiler.tree import ir
from generator.compiler.tree.cases import Chain, has_chain
from hp15c.numbers.number import ZERO, Number

EDGE: Final = 2
"""The most numbers beside the cases that get a label for the rest in place of a test of the range."""
WIDEST: Final = 2
"""How many times as many labels as cases there are at most."""


def may_jump_by_number(module: ir.Module) -> bool:
    """Whether a module has tests that may be a jump by a number, and no value of its own in I."""
    in_i = POINTER in module.reserved or any(one.at == POINTER for one in module.registers.values())
    return not in_i and has_chain(module)


def jumps_by_number(graph: Graph) -> bool:
    """Whether a graph has a jump by a number."""
    return any(isinstance(block.terminator, Dispatch) for block in graph.blocks())


def lower_chain(work: Building, chain: Chain) -> bool:
    """Lower tests as a jump. Returns whether it was done: it is not where the numbers are too far apart."""
    span, cases = chain.compared, chain.numbers
    first = _end(span.low, min(cases), -1)
    last = _end(span.high, max(cases), 1)
    if first < 0 or last + 1 - first > WIDEST * len(cases):
        return False
    value = work.read(chain.name)
    rest, after = work.new_block("else"), work.new_block("after")
    if not span.whole:
        _leave_if(work, work.one("FRAC", value), "!=", ZERO, rest)
    if span.low is None or span.low < first:
        below_one: tuple[ir.Relation, int] = ("<=", 0) if first == 1 else ("<", first)
        _leave_if(work, value, below_one[0], Number.of(below_one[1]), rest)
    if span.high is None or span.high > last:
        _leave_if(work, value, ">", Number.of(last), rest)
    blocks = [(numbers, body, work.new_block("case")) for numbers, body in chain.bodies]
    ways = {number: block for numbers, _, block in blocks for number in numbers}
    numbers = tuple(range(first, last + 1))
    work.end(Dispatch(value, numbers, [ways.get(number, rest) for number in numbers], work.place))
    for body, block in (*((body, block) for _, body, block in blocks), (chain.rest, rest)):
        work.start(block)
        work.statements(body)
        work.jump(after)
    work.start(after)
    return True


def _end(known: int | None, case: int, outwards: int) -> int:
    """The first or last number with a label: that of the case, or one beyond it which the name may be."""
    beyond = None if known is None else (known - case) * outwards
    return case if known is None or beyond is None or beyond > EDGE else known


def _leave_if(
    work: Building, value: GraphValue, relation: ir.Relation, number: Number, rest: BasicBlock
) -> None:
    """Go on at the rest where a comparison holds."""
    within = work.new_block("and")
    work.end(Branch(relation, value, work.graph.constant(number), rest, within, work.place))
    work.start(within)
