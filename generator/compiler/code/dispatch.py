"""Tests of one name, one after the other, as a jump by its number: GTO I.

The tests that are left see to it that the number has a label. Those that ranges decide are left out.
"""

from __future__ import annotations

from typing import Final

from generator.compiler.code.building import Building
from generator.compiler.code.graph import BasicBlock, Branch, Dispatch, Graph, GraphValue
from generator.compiler.target.storage import POINTER
from generator.compiler.tree import ir
from generator.compiler.tree.cases import Chain, chains
from hp15c.numbers.number import ZERO, Number

EDGE: Final = 2
"""The most numbers beside the cases that get a label for the rest in place of a test of the range."""
TEST: Final = 3
"""The lines of a test: the number, the test, the jump. The statements behind it have a label of their own."""
WHOLE: Final = 4
"""The lines that test whether a number is whole, and bring it back."""


def may_jump_by_number(module: ir.Module) -> bool:
    """Whether a module has tests that may be a jump by a number, and no value of its own in I."""
    in_i = POINTER in module.reserved or any(one.at == POINTER for one in module.registers.values())
    return not in_i and any(numbers_with_labels(one) for one in chains(module))


def numbers_with_labels(chain: Chain) -> range:
    """The numbers that get labels when a chain is a jump. There are none where tests need fewer lines."""
    span, cases = chain.compared, chain.numbers
    first, last = _end(span.low, min(cases), -1), _end(span.high, max(cases), 1)
    checks = WHOLE * (not span.whole) + TEST * ((span.low != first) + (span.high != last))
    by_number = 2 + (last + 1 - first) + checks
    by_tests = TEST * len(cases) + len(chain.bodies)
    return range(first, last + 1) if first >= 0 and by_number <= by_tests else range(0)


def jumps_by_number(graph: Graph) -> bool:
    """Whether a graph has a jump by a number."""
    return any(isinstance(block.terminator, Dispatch) for block in graph.blocks())


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
