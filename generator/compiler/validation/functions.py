"""What is known of results of functions: their ranges, whether they are too large, their sign."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import isqrt
from typing import Final

from generator.compiler.validation import rewriting
from generator.compiler.validation.memory import Addresses
from generator.compiler.validation.opaque import PARTS
from generator.compiler.validation.ranges import (
    COUNTED,
    UNKNOWN,
    Edges,
    Linear,
    Range,
    exactly,
    multiple,
    product,
    sum_range,
    total,
)
from generator.compiler.validation.rewriting import Numbers, dividend_of, division_in, rest_of
from hp15c.table.modes import AngleMode
from hp15c.terms import laws
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import OTHER, Term, constant, term

_MOST_ROWS: Final = 99
"""The most rows or columns of a matrix."""
_COUNTS: Final = frozenset(("Cy,x", "Py,x"))
_GROWING: Final = _COUNTS | {"x!"}
_FACTORIAL: Final = 70
_LOST: Final = 88
"""A number with a smaller exponent does not change a sum that is nearly too large."""
_BETWEEN_ONES: Final = frozenset(("SIN", "COS", "HYP TAN"))
_NOT_NEGATIVE: Final = frozenset(("eˣ", "10ˣ", "ABS", "HYP COS", "HYP⁻¹ COS"))


def range_of(known: Numbers, of: Term) -> Range:
    """The range of the result of a function."""
    inner = known.range(of.args[0]) if of.args else UNKNOWN
    if of.op == "CHS":
        return inner.negative
    if of.op == "INT":
        return inner.toward_zero
    if of.op == "FRAC":
        return Range(
            0 if inner.low is not None and inner.low >= 0 else -1,
            0 if inner.high is not None and inner.high <= 0 else 1,
        )
    if of.op == "ABS":
        return inner.magnitude
    if of.op == "√x":
        most = None if inner.high is None else isqrt(max(0, inner.high - 1)) + 1
        return Range(isqrt(max(0, inner.low or 0)), most)
    if of.op == "magnitude":
        found = inner.toward_zero.meet(known.range(laws.compute("INT", of.args[0]))).magnitude
        signed = with_sign(of.args[0])
        return found if signed is None else found.meet(range_of(known, term("magnitude", signed, kind=OTHER)))
    if of.op == "÷":
        return inner.divide(known.range(of.args[1]))
    if of.op in ("DSE", "ISG") and inner.whole and inner.size is not None and inner.size < COUNTED:
        return sum_range(inner, exactly(-1 if of.op == "DSE" else 1))
    if of.op == "choose":
        return known.range(of.args[1]).join(known.range(of.args[2]))
    if of.op in _BETWEEN_ONES:
        return Range(-1, 1)
    if of.op == "RAN#":
        return Range(0, 1)
    if of.op in _COUNTS:
        return Range(0, None, True)
    if of.op == "x!" and inner.whole and inner.low is not None and inner.low >= 0:
        return Range(1, None, True)
    if of.op in PARTS:
        other = known.range(term(PARTS[of.op == PARTS[0]], *of.args))  # without rows it has no columns
        return Range(int(other.above(0)), 0 if other.high == 0 else _MOST_ROWS, True)
    return Range(0, None) if of.op in _NOT_NEGATIVE else UNKNOWN


def of_size(known: Numbers, of: Term) -> Term:
    """An address or an overflow, without the sign of the only number that it depends on. It is the same for a
    and −a.

    Sums, whole parts, fractions and multiples of −a are those of a with the other sign, also when rounded.
    """
    parts = of.args if of.op == "magnitude" else (term(str(of.payload), *of.args),)
    one = _number_of_sign(parts[0])
    if one is None or one in of.args:
        return of
    size = laws.compute("ABS", one)
    return (
        Substitution({one: size})(of) if rewriting.simplify(known, size) is size else of
    )  # else its sign is known


def with_sign(of: Term) -> Term | None:
    """A number with the sign that `of_size` took from it, or with the other one. None where it took none."""
    one = _number_of_sign(of)
    return None if one is None or one.op != "ABS" else Substitution({one: one.args[0]})(of)


def _number_of_sign(of: Term) -> Term | None:
    """The number whose sign another one takes: its multiple, its part, or their sum. None for a constant."""

    @cache  # a sum of sums has the same parts many times
    def find(of: Term) -> Term | None:
        if of.op in ("CHS", *rewriting.PARTS):
            return find(of.args[0])
        if of.op in ("×", "÷"):
            for one, by in (of.args, of.args[::-1]) if of.op == "×" else (of.args,):
                if by.number is not None:
                    return find(one)
        if of.op == "+" and len(found := {find(one) for one in of.args}) == 1:
            return found.pop()
        return None if of.number is not None else of

    return find(of)


def range_by_remainders(known: Addresses, linear: Linear) -> Range:
    """The range of a sum of whole numbers with a − b × INT(a ÷ b) in it, by that of the remainder."""
    found = UNKNOWN
    for quotient, factor in linear.factors:
        divided = division_in(quotient)
        if divided is None or divided.by.number is None or abs(factor) != int(abs(divided.by.number)):
            continue
        rest, turned = rest_of(known, divided), factor == int(divided.by.number)
        if rest != UNKNOWN:
            part = multiple(known.linear(divided.of), -1 if turned else 1)
            left = total(linear, multiple(total(part, Linear(((quotient, factor),), 0)), -1))
            rest = rest.negative if turned else rest
            found = found.meet(sum_range(rest, known.of_linear(left), exact=True))
    return found


def edges_of_result(of: Term, edges_of: Callable[[Term], Edges]) -> Edges:
    """The constants between which a whole part, or a sum, product or quotient with a constant lies."""
    if of.op == "INT":
        return edges_of(of.args[0]).image(partial(laws.compute, "INT"))
    if of.op == "CHS":
        return edges_of(of.args[0]).negative
    if of.op not in ("+", "×", "÷"):
        return Edges()
    first, second = of.args
    if of.op != "÷" and first.number is not None:
        first, second = second, first
    number = second.number
    if number is None or (of.op != "+" and (number.is_zero or number.negative)):
        return Edges()
    change = {"+": laws.add, "×": laws.multiply, "÷": laws.divide}[of.op]
    return edges_of(first).image(lambda one: change(one, second))


def is_small(known: Numbers, condition: Term) -> bool:
    """Whether a result is below 10¹⁰⁰. The smallest divisor is 10⁻⁹⁹, and 69! is about 2 × 10⁹⁸."""
    name, ranges = str(condition.payload), [known.range(one) for one in condition.args]
    sizes = [held.size for held in ranges]
    if name == "+":
        numbers = (one.number for one in condition.args)
        return sizes != [None, None] or any(one is not None and one.exponent < _LOST for one in numbers)
    if name == "÷":
        return ranges[1].above(0) or ranges[1].below(0) or (sizes[0] is not None and sizes[0] < 10)
    if name == "×":
        quotient = dividend_of(*condition.args)
        few = any(size is not None and size <= 1 for size in sizes) or product(*ranges).size is not None
        return few or (quotient is not None and known.range(quotient).size is not None)
    if name == "TAN":
        angle, modes = condition.args[0], map(constant, AngleMode)
        return all(known.truth(laws.overflows(name, angle, one)) is False for one in modes)
    first = ranges[0]
    return name in _GROWING and first.low is not None and first.low >= 0 and first.below(_FACTORIAL)
