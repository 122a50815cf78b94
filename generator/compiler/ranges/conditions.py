"""Comparisons: deciding them by ranges, shortening them, and the intervals where they hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Final

from generator.compiler.ranges.interval import ANY, EXACT_QUOTIENT, INFINITE, WHOLE, Interval, exactly, root
from generator.compiler.ranges.shorter import harmless
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.relations import MIRRORED, NEGATED
from hp15c.numbers.number import ONE, ZERO

Known = Mapping[str, Interval]
Of = Callable[[ir.Expression, Known], Interval]

_ZERO: Final = exactly(Decimal(0))
_SQUARED: Final = Decimal("1e-49")
"""Squares of smaller numbers may count as 0."""
_HUGE: Final = Decimal("1e99")
# For whole numbers: comparisons with 1 or −1 as comparisons with 0, which need not be keyed in.
WITH_ZERO: Final[dict[tuple[ir.Relation, int], ir.Relation]] = {
    (">=", 1): ">", ("<", 1): "<=", ("<=", -1): "<", (">", -1): ">=",
}  # fmt: skip


def compare(
    tree: ir.Compare, left: Interval, right: Interval, of: Callable[[ir.Expression], Interval]
) -> ir.Condition:
    """A comparison of values in these intervals: decided, or in its shortest form."""
    if harmless(tree.left) and harmless(tree.right):
        known = _decide(left, tree.relation, right)
        if known is not None:
            return ir.Truth(known, place=tree.place)
    in_any_order = isinstance(tree.left, ir.Constant) or (harmless(tree.left) and harmless(tree.right))
    if left == _ZERO and right != _ZERO and in_any_order:
        tree = replace(tree, left=tree.right, relation=MIRRORED[tree.relation], right=tree.left)
        left, right = right, left
    if right == _ZERO:
        return _with_zero(tree, left, of)
    if left.whole and right.low == right.high:
        relation = WITH_ZERO.get((tree.relation, int(right.low)))
        one = isinstance(tree.right, ir.Constant) and abs(right.low) == 1
        if relation is not None and one:
            return replace(tree, relation=relation, right=constant(0))
        if one and left.low == 0 and left.high == right.low and tree.relation in ("==", "!="):
            return _with_zero(replace(tree, relation=NEGATED[tree.relation], right=constant(0)), left, of)
    return tree


def _with_zero(tree: ir.Compare, left: Interval, of: Callable[[ir.Expression], Interval]) -> ir.Compare:
    """A comparison with 0 in its shortest form."""
    match tree.left:
        case ir.Operation(name="mod", operands=(first, second)) if tree.relation in ("==", "!="):
            one, other = of(first), of(second)
            short = one.whole and other.whole and one.size <= EXACT_QUOTIENT
            if short and other.size <= _HUGE:  # the quotient by a larger one may count as 0
                quotient = ir.Operation("div", (first, second), place=tree.left.place)
                return replace(tree, left=ir.Operation("frac", (quotient,), place=tree.left.place))
        case ir.Operation(
            name="mul", operands=(ir.Operation(name="frac") as inner, ir.Constant(value=number))
        ) if abs(number) >= ONE:  # a product with a smaller number may count as 0
            return replace(tree, left=inner)
    if left.low >= 0 and tree.relation in (">", "<="):
        return replace(tree, relation="!=" if tree.relation == ">" else "==")
    return tree


def _decide(left: Interval, relation: ir.Relation, right: Interval) -> bool | None:
    """Whether a comparison holds for all numbers of two intervals (True) or for none. Else None."""
    match relation:
        case ">" | ">=":
            return _decide(right, MIRRORED[relation], left)
        case "<":
            return True if left.high < right.low else False if left.low >= right.high else None
        case "<=":
            return True if left.high <= right.low else False if left.low > right.high else None
    apart = left.high < right.low or right.high < left.low
    same = left.low == left.high == right.low == right.high
    equal = False if apart else True if same else None
    return equal if relation == "==" or equal is None else not equal


def refine(known: Known, condition: ir.Condition, holds: bool, of: Of) -> Known | None:
    """The intervals where a condition holds, or where it does not. None where that cannot happen."""
    match condition:
        case ir.Truth(value=value):
            return known if value is holds else None
        case ir.Not(condition=inner):
            return refine(known, inner, not holds, of)
        case ir.And(conditions=parts) | ir.Or(conditions=parts):
            if isinstance(condition, ir.And) is not holds:
                return known
            intervals: Known | None = known
            for part in parts:
                intervals = refine(intervals, part, holds, of) if intervals is not None else None
            return intervals
    if any(isinstance(node, ir.Call | ir.Ask) for node in nodes(condition)):
        return known
    relation: ir.Relation = condition.relation if holds else NEGATED[condition.relation]
    left, right = of(condition.left, known), of(condition.right, known)
    intervals = _meet(known, condition.left, _limits(relation, right, of(condition.left, known)))
    if intervals is not None:
        intervals = _meet(intervals, condition.right, _limits(MIRRORED[relation], left, right))
    if intervals is not None and relation == "==":
        for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
            name = _whole_by(one, other, known, of)
            if name and intervals is not None:
                intervals = _meet(intervals, ir.Read(name), WHOLE)
    return intervals


def _limits(relation: ir.Relation, other: Interval, own: Interval) -> Interval:
    """The interval of a number that compares in this way with a number of an interval."""
    step = 1 if own.whole and other.whole else 0
    match relation:
        case "==":
            return other
        case "<":
            return Interval(-INFINITE, other.high - step)
        case "<=":
            return Interval(-INFINITE, other.high)
        case ">":
            return Interval(other.low + step, INFINITE)
        case ">=":
            return Interval(other.low, INFINITE)
    if own.whole and other.low == other.high and other.whole:
        if own.low == other.low:
            return Interval(own.low + 1, INFINITE)
        if own.high == other.high:
            return Interval(-INFINITE, own.high - 1)
    return ANY


def _meet(known: Known, tree: ir.Expression, limits: Interval) -> Known | None:
    """The intervals when a value is also within limits."""
    if isinstance(tree, ir.Operation) and tree.name in ("mul", "square") and len({*tree.operands}) == 1:
        most = max(root(limits).high, _SQUARED)
        return _meet(known, tree.operands[0], Interval(-most, most))
    if not isinstance(tree, ir.Read):
        return known
    interval = known.get(tree.name, ANY).meet(limits)
    return None if interval.empty else {**known, tree.name: interval}


def _whole_by(one: ir.Expression, other: ir.Expression, known: Known, of: Of) -> str:
    """The name of a number that is whole where these two values are equal: `frac(n) == 0`, `n == intpart(n)`,
    `n % k == 0`. '' where there is none.
    """
    zero = isinstance(other, ir.Constant) and other.value.is_zero
    match one:
        case ir.Operation(name="frac", operands=(ir.Read(name=name),)) if zero:
            return name
        case ir.Operation(name="mod", operands=(ir.Read(name=name), by)) if zero and of(by, known).whole:
            return name
        case ir.Operation(name="intpart" | "floordiv", operands=(ir.Read(name=name), *_)):
            return name if other == ir.Read(name) else ""
    return ""


def number_of(test: ir.Condition, body: ir.Block, orelse: ir.Block, known: Known) -> ir.Block:
    """The statement that gives the number of a condition, 1 or 0, where that is a name that is 1 or 0, or 1
    minus this name. Nothing for other branches.
    """
    negated = isinstance(test, ir.Not)
    match (test.condition if isinstance(test, ir.Not) else test), body, orelse:
        case (
            ir.Compare(left=ir.Read(name=name) as read, relation="==" | "!=" as relation, right=right),
            (
                ir.Assign(values=(ir.Constant(value=one),))
                | ir.Return(values=(ir.Constant(value=one),)) as made,
            ),
            (
                ir.Assign(values=(ir.Constant(value=other),))
                | ir.Return(values=(ir.Constant(value=other),)) as rest,
            ),
        ) if (
            right == constant(0) and replace(made, values=rest.values) == rest and {one, other} == {ZERO, ONE}
        ):
            held = known.get(name, ANY)
            if held.whole and held.low >= 0 and held.high <= 1:
                same = (relation == "!=") is (one == ONE) is not negated
                opposite = ir.Operation("sub", (constant(1), read), place=read.place)
                return (replace(made, values=(read if same else opposite,)),)
    return ()


def without(known: Known, names: frozenset[str]) -> Known:
    """The intervals without those of some names."""
    return {name: one for name, one in known.items() if name not in names}


def join_known(one: Known | None, other: Known | None) -> Known | None:
    """The intervals where two ways meet."""
    if one is None or other is None:
        return other if one is None else one
    return {name: one[name].join(other[name]) for name in one.keys() & other.keys()}
