"""Which operations of a graph may have a result that is too large, which stops a program on the HP-11C.

Such a stop may not come before an Error or before what a person sees first in the source. A source that comes
to the stop itself is outside of what a listing promises. So an Error may come before a stop.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import permutations
from typing import Final

from generator.compiler.code.graph import Graph, GraphNode, GraphValue
from generator.compiler.code.simplify import may_fail
from generator.compiler.code.tables import INSTRUCTIONS, SHOWING, STATISTICS, STORES
from generator.compiler.ranges.interval import INFINITE, OPERATIONS, Interval, exactly, negative
from hp15c.rules import number_functions
from hp15c.rules.number_functions import ONE, SEVERAL
from hp15c.terms.laws import NEVER_OVERFLOW

_LARGEST: Final = Decimal("9.999999999e99")
_ANY: Final = Interval(-_LARGEST, _LARGEST)
_LEAST: Final = Decimal("1e-99")
_LOST: Final = Decimal("1e88")
"""A number up to this size does not change a sum that is near the largest number."""
_COMPUTING: Final = ONE.keys() | SEVERAL.keys()
_TOO_SMALL: Final = Decimal("1e-11")
"""A number below this part of another one does not lead beyond it in a sum."""
_ROUNDED: Final = Decimal("1e-8")
"""A quotient times its divisor is not further from the dividend than this part of it and the divisor."""
_LIMITS: Final = (*(Decimal(10) ** exponent for exponent in range(0, 99, 12)), INFINITE)
"""Where the ends of what grows in a loop are looked for."""
_SAFE: Final = NEVER_OVERFLOW | {"→R", "1/x"}
_UNLESS_ABOVE: Final = dict.fromkeys(("eˣ", "HYP SIN", "HYP COS"), 230) | {
    "10ˣ": 99,
    **dict.fromkeys(("x!", "Cy,x", "Py,x"), 69),
}
"""Functions with the greatest whole number up to which their results are not too large."""
_OF_PARTS: Final = frozenset(("call", *STATISTICS, *STORES - {"store"}))
_INTERVALS: Final = {INSTRUCTIONS[name]: of for name, of in OPERATIONS.items() if name in INSTRUCTIONS}


@dataclass(frozen=True, slots=True)
class Stops:
    """The operations that may overflow, and those that may end or show a run, which have to come first."""

    late: frozenset[GraphNode]
    early: frozenset[GraphNode]

    @classmethod
    def of(cls, graph: Graph) -> Stops:
        """The operations of a graph that may overflow, and those that may end or show a run."""
        interval = _intervals(graph)
        nodes = list(graph.nodes())
        return cls(
            frozenset(node for node in nodes if _may_overflow(node, interval)),
            frozenset(node for node in nodes if _may_stop(node, interval)),
        )


Find = Callable[[GraphValue], Interval]


def _may_stop(node: GraphNode, interval: Find) -> bool:
    """Whether an operation may end in an Error or show a number."""
    if not may_fail(node):
        return node.line in SHOWING
    match node.line:
        case "÷" | "1/x":
            return 0 in interval(node.inputs[-1])
        case "√x":
            return interval(node.inputs[0]).low < 0
        case "LN" | "LOG":
            return interval(node.inputs[0]).low <= 0
        case "load":
            return node.pointer is not None
    return True


def _may_overflow(node: GraphNode, interval: Find) -> bool:
    """Whether a result may be 10¹⁰⁰ or more."""
    if node.line not in _COMPUTING or node.line in _SAFE:
        return node.line in _OF_PARTS
    operands = [interval(one) for one in node.inputs]
    sizes = [min(one.size, _LARGEST) for one in operands]
    if node.line in _UNLESS_ABOVE:
        signed = node.line.startswith("HYP")
        return (sizes[0] if signed else operands[0].high) > _UNLESS_ABOVE[node.line]
    match node.line:
        case "+" | "−":
            if node.line == "−" and _divisor(node) is not None:
                return False
            other = negative(operands[1]) if node.line == "−" else operands[1]
            apart = operands[0].low >= 0 >= other.high or operands[0].high <= 0 <= other.low
            return not apart and min(sizes) > _LOST and sum(sizes) > _LARGEST
        case "×":
            return min(sizes) > 1 and sizes[0] * sizes[1] > _LARGEST
        case number_functions.SQUARE:
            return sizes[0] * sizes[0] > _LARGEST
        case "÷":
            return sizes[0] / _least(operands[1]) > _LARGEST
    return True


def _least(of: Interval) -> Decimal:
    """The least absolute value of a divisor that is not 0."""
    if 0 in of:
        return Decimal(1) if of.whole else _LEAST
    return max(min(abs(of.low), abs(of.high)), _LEAST)


def _intervals(graph: Graph) -> Find:
    """The interval of each value that operations and phis give, whatever the code starts with."""
    made = {one for node in graph.nodes() for one in node.outputs} | {
        phi for block in graph.blocks() for phi in block.phis
    }
    known: dict[GraphValue, Interval] = {}

    def interval(value: GraphValue) -> Interval:
        return exactly(value.number.decimal) if value.number is not None else known.get(value, _ANY)

    def is_known(value: GraphValue) -> bool:
        return value in known or value not in made

    before: dict[GraphValue, Interval] | None = None
    while known != before:
        before = dict(known)
        for block in graph.blocks():
            for phi, values in block.phis.items():
                for one in filter(is_known, values):
                    known[phi] = known[phi].join(interval(one)) if phi in known else interval(one)
                if phi in before:
                    known[phi] = _widen(known[phi], before[phi])
            for node in block.nodes:
                if all(map(is_known, node.inputs)):
                    known |= dict.fromkeys(node.outputs, _interval_of(node, interval))
    return interval


def _interval_of(node: GraphNode, interval: Find) -> Interval:
    """The interval of what an operation gives."""
    operands = [interval(one) for one in node.inputs]
    of = _INTERVALS.get(node.line)
    found = of(*operands) if of is not None else _ANY
    if node.line == "−" and (divisor := _divisor(node)) is not None:
        most = interval(divisor).size + min(operands[0].size, _LARGEST) * _ROUNDED
        found = Interval(max(found.low, -most), min(found.high, most), found.whole)
    if node.line in ("+", "−"):
        for one, other in (operands, operands[::-1]):
            if other.size < one.size * _TOO_SMALL:
                found = Interval(max(found.low, -one.size), min(found.high, one.size), found.whole)
    return found


def _divisor(node: GraphNode) -> GraphValue | None:
    """The divisor b of a difference a − b × INT(a ÷ b), which is a remainder. None for other nodes."""
    a, taken = node.inputs
    factors = taken.node.inputs if taken.node is not None and taken.node.line == "×" else []
    for b, whole in permutations(factors, 2):
        quotient = whole.node.inputs[0].node if whole.node and whole.node.line == "INT" else None
        if quotient and (quotient.line, quotient.inputs) == ("÷", [a, b]):
            return b
    return None


def _widen(one: Interval, before: Interval) -> Interval:
    """The interval with each end that has moved since `before` at the next limit."""
    low = one.low if one.low >= before.low else -min(limit for limit in _LIMITS if limit >= -one.low)
    high = one.high if one.high <= before.high else min(limit for limit in _LIMITS if limit >= one.high)
    return Interval(low, high, one.whole)
