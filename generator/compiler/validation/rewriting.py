"""Laws of single operations that hold where numbers are known to be whole, or to lie in a range.

Each is tried against the calculator in its test. What they need of numbers is asked of `Numbers`.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Context
from typing import Final, NamedTuple, Protocol

from generator.compiler.validation.ranges import COUNTED, UNKNOWN, Range
from hp15c.numbers.number import ZERO, Number
from hp15c.rules.number_functions import next_count
from hp15c.terms import constant, laws
from hp15c.terms.term import FALSE, MATRIX, NEGATIVE_ZERO, NOUGHT, OTHER, TRUE, UNIT, Term, term

QUOTIENT: Final = 10**9
"""The quotient of whole numbers up to this size is rounded to a whole number only where it is one."""
PARTS: Final = ("INT", "FRAC")
_FRACTIONS: Final = frozenset(("FRAC", "RAN#"))
_POWERS: Final = frozenset(10**exponent for exponent in range(1, 10))
_TEN: Final = Number.of(10)
_THOUSAND: Final = constant(Number.of(1000))
_MOST_COUNT: Final = 99_999
_MOST_GOAL: Final = 999
_TEN_DIGITS: Final = Context(prec=10)
_EXACT: Final = Context(prec=220)
"""Digits enough for the exact sum of two numbers."""
_MOST_SHIFTED: Final = 90
_MOST_DIVISOR: Final = constant(Number.of("1e99"))
"""No quotient of a whole number by one up to this size is so small that it counts as 0."""
_NO_NUMBERS: Final = MATRIX | NEGATIVE_ZERO | OTHER


class Numbers(Protocol):
    """What is known of numbers."""

    def range(self, of: Term) -> Range:
        """The range of a number."""

    def truth(self, condition: Term) -> bool | None:
        """True where a condition is known to hold, False where it is known not to. None where neither is."""


def number(whole: int) -> Term:
    """A whole number of at most ten digits as a term."""
    return constant(Number.of(whole))


def whole_condition(of: Term) -> Term:
    """The condition that a number is whole."""
    return laws.equal(laws.compute("FRAC", of), NOUGHT)


def at_least(of: Term, least: int) -> Term:
    """The condition that a number is not below a whole one."""
    return laws.no(laws.below(of, number(least)))


def at_most(of: Term, most: int) -> Term:
    """The condition that a number is not above a whole one."""
    return laws.no(laws.below(number(most), of))


def simplify(known: Numbers, of: Term) -> Term:
    """A term whose operands have their normal form, in a simpler form where a law gives one."""
    rule = _RULES.get(of.op)
    return of if rule is None else rule(known, of)


def _integer_part(known: Numbers, of: Term) -> Term:
    inner = of.args[0]
    if known.range(inner).whole:
        return inner
    if _is_fraction(inner) or any(_is_proper(known, *one) for one in _quotients(inner)):
        return NOUGHT
    found = counter_of(known, inner)
    return of if found is None else found.passes


def _quotients(of: Term) -> Iterator[tuple[Term, Term]]:
    """The dividend and the divisor of each division that a term, or a product with 10ⁿ, can be read as."""
    if of.op == "÷":
        yield of.args[0], of.args[1]
    for one, by in (of.args, of.args[::-1]) if of.op == "×" else ():
        if by.number is not None and not by.number.is_zero:
            inverse = laws.divide(UNIT, by)
            if laws.divide(one, inverse) is of:
                yield one, inverse


def _is_fraction(of: Term) -> bool:
    """Whether a number has no integer part, whatever else it is."""
    return of.op in _FRACTIONS


def _is_proper(known: Numbers, above: Term, below: Term) -> bool:
    """Whether a quotient of whole numbers, or of a fraction and one of them, is below 1 also when rounded."""
    one, other = known.range(above), known.range(below).magnitude
    if _is_fraction(above):
        return other.low is not None and other.low >= 1
    if not (one.whole and other.whole) or one.size is None or one.size > QUOTIENT:
        return False
    return other.low is not None and one.size < other.low


def _fraction_part(known: Numbers, of: Term) -> Term:
    inner = of.args[0]
    return NOUGHT if known.range(inner).whole else inner if _is_fraction(inner) else of


def _absolute(known: Numbers, of: Term) -> Term:
    inner = of.args[0]
    held = known.range(inner)
    if held.above(-1):
        return inner
    if held.below(1):
        return laws.negate(inner)
    if inner.op == "+" and not (inner.args[0].kind | inner.args[1].kind) & _NO_NUMBERS:
        # a − b is 0 or has the sign that the comparison of a and b says, also rounded
        negative = known.truth(laws.below(inner.args[0], laws.negate(inner.args[1])))
        return of if negative is None else laws.negate(inner) if negative else inner
    return laws.compute(inner.op, laws.compute("ABS", inner.args[0])) if inner.op in PARTS else of


def _power(known: Numbers, of: Term) -> Term:
    base, exponent = of.args
    return laws.compute("10ˣ", exponent) if base.number == _TEN else of


def _sum(known: Numbers, of: Term) -> Term:
    """A sum, simplified: a − INT(a) is FRAC(a), and a − b × INT(a ÷ b) is FRAC(a ÷ b) × b.

    The second one holds for a whole a and for a power of ten as b, because only digits move.
    """
    divided = remainder_of(of)
    if divided is not None and divided.by is UNIT:
        return laws.compute("FRAC", divided.of)
    if divided is None or not known.range(divided.of).whole or not _is_power(divided.by):
        return of
    return laws.multiply(laws.compute("FRAC", laws.divide(divided.of, divided.by)), divided.by)


def _is_power(divisor: Term) -> bool:
    known = divisor.number
    return known is not None and known.is_integer and known.exponent <= 9 and int(known) in _POWERS


class Remainder(NamedTuple):
    """A remainder of a division: `of` − `by` × INT(`of` ÷ `by`)."""

    of: Term
    by: Term


def remainder_of(of: Term) -> Remainder | None:
    """The division of whole numbers whose remainder a term is. None where it is no remainder."""
    turned = of.op == "CHS"
    of = of.args[0] if turned else of
    if of.op != "+":
        return None
    for one, other in (of.args, of.args[::-1]):
        first, product = (laws.negate(one), laws.negate(other)) if turned else (one, other)
        minus = laws.negate(product)
        if minus is laws.compute("INT", first):
            return Remainder(first, UNIT)
        if minus.op != "×":
            continue
        for by, whole in (minus.args, minus.args[::-1]):
            if whole is laws.compute("INT", laws.divide(first, by)):
                return Remainder(first, by)
    return None


def dividend_of(one: Term, other: Term) -> Term | None:
    """The number a of a product b × INT(a ÷ b), None for another product.

    The product is not larger than a, except perhaps by its last digit.
    """
    for by, whole in ((one, other), (other, one)):
        if whole.op == "INT" and whole.args[0].op == "÷" and whole.args[0].args[1] is by:
            return whole.args[0].args[0]
    return None


def division_in(of: Term) -> Remainder | None:
    """The division by a known whole number whose quotient without its fraction a term is."""
    for above, below in _quotients(of.args[0]) if of.op == "INT" else ():
        if below.number is not None and below.number.is_integer:
            return Remainder(above, below)
    return None


def remainder_range(known: Numbers, of: Term) -> Range:
    """The range of a remainder of whole numbers, or of one with the other sign."""
    divided, turned = remainder_of(of), remainder_of(laws.negate(of))
    if divided is not None:
        return rest_of(known, divided)
    return UNKNOWN if turned is None else rest_of(known, turned).negative


def rest_of(known: Numbers, divided: Remainder) -> Range:
    """The range of the remainder of a division of whole numbers, of any by a power of ten: digits move."""
    held, by = known.range(divided.of), known.range(divided.by)
    has_digits = _is_power(divided.by) or (held.size is not None and held.size <= QUOTIENT)
    largest = by.magnitude.high
    if not (held.whole and by.whole and has_digits and (by.above(0) or by.below(0))) or largest is None:
        return UNKNOWN
    return Range(
        0 if held.low is not None and held.low >= 0 else 1 - largest,
        0 if held.high is not None and held.high <= 0 else largest - 1,
        True,
    )


def product_range(known: Numbers, of: Term) -> Range:
    """The range of a square, and of FRAC(a ÷ b) × b for a whole a and a power of ten b."""
    if of.args[0] is of.args[1]:
        return Range(0, None)
    for one, by in (of.args, of.args[::-1]):
        quotient = one.args[0] if one.op == "FRAC" and _is_power(by) else one
        for divided in quotient.args if quotient is not one else ():
            if laws.divide(divided, by) is quotient:
                return rest_of(known, Remainder(divided, by))
    return UNKNOWN


def _equality(known: Numbers, of: Term) -> Term:
    """An equality in a simpler form, the same one where no law applies.

    A remainder is 0 where the quotient has no fraction, and a product where the number is 0. What is 0 or 1
    is 1 where it is not 0. A sum is compared like its other part. A difference with a number of 1 or more is
    0 where both numbers are equal.
    """
    one, other = of.args
    if one in (NOUGHT, UNIT):
        one, other = other, one
    if (one.kind | other.kind) & OTHER:
        return of
    if other is UNIT:
        held = known.range(one)
        bit = held.whole and held.low in (0, 1) and held.high in (0, 1)
        bit_is_set = laws.no(_decide_equality(known, laws.equal(one, NOUGHT))) if bit else _without_shift(of)
        return _equality_of_size(known, bit_is_set)
    if other is not NOUGHT:
        return _equality_of_size(known, _without_shift(of))
    divided = remainder_of(one)
    if divided is not None:
        held, by = known.range(divided.of), known.range(divided.by)
        short = held.whole and by.whole and held.size is not None and held.size <= QUOTIENT
        if short and known.truth(laws.below(_MOST_DIVISOR, laws.compute("ABS", divided.by))) is False:
            return laws.equal(laws.compute("FRAC", laws.divide(divided.of, divided.by)), NOUGHT)
    if one.op == "×":
        for factor, by_term in (one.args, one.args[::-1]):
            if by_term.number is not None and by_term.number.exponent >= 0:
                return laws.equal(factor, NOUGHT)
    if one.op == "ABS":
        return _decide_equality(known, laws.equal(one.args[0], NOUGHT))
    parts = one.args if one.op == "+" else ()
    large = any(part.above(0) or part.below(0) for part in map(known.range, parts))
    if large and not (parts[0].kind | parts[1].kind) & _NO_NUMBERS:
        return laws.equal(parts[0], laws.negate(parts[1]))
    return of


def _order(known: Numbers, of: Term) -> Term:
    """A comparison of a sum, or one with 0 of a number that is never on one side of it."""
    of = _without_shift(of)
    if of.op != "<":
        return of
    one, other = of.args
    side = other if one is NOUGHT else one if other is NOUGHT else None
    if side is None:
        return _order_of_size(known, of)
    held = known.range(side)
    if one is NOUGHT and held.low is not None and held.low >= 0:
        return laws.no(_decide_equality(known, laws.equal(side, NOUGHT)))
    if other is NOUGHT and held.high is not None and held.high <= 0:
        return laws.no(_decide_equality(known, laws.equal(side, NOUGHT)))
    return of


def _order_of_size(known: Numbers, of: Term) -> Term:
    """A comparison of |a|, decided where the two comparisons of a are known that it stands for.

    |a| < c is a < c and −c < a, and c < |a| is c < a or a < −c.
    """
    for size, limit in (of.args, of.args[::-1]):
        if size.op != "ABS" or limit.kind & _NO_NUMBERS:
            continue
        a, turned = size.args[0], laws.negate(limit)
        if size is of.args[0]:
            truths = known.truth(laws.below(a, limit)), known.truth(laws.below(turned, a))
            return FALSE if False in truths else of if None in truths else TRUE
        truths = known.truth(laws.below(limit, a)), known.truth(laws.below(a, turned))
        return TRUE if True in truths else of if None in truths else FALSE
    return of


def _equality_of_size(known: Numbers, of: Term) -> Term:
    """|a| = c for a number c above 0, decided where it is known whether a is c or −c."""
    for size, limit in (of.args, of.args[::-1]) if of.op == "=" else ():
        if size.op == "ABS" and limit.number is not None and limit.number > ZERO:
            a = size.args[0]
            truths = known.truth(laws.equal(a, limit)), known.truth(laws.equal(a, laws.negate(limit)))
            return TRUE if True in truths else of if None in truths else FALSE
    return of


def _without_shift(of: Term) -> Term:
    """A comparison of a + c and d as one of a and d − c, where rounding does not change what holds.

    The difference has to be exact. Sums never fall when a rises, also rounded. So it is enough that c added
    to the numbers next to the difference does not give d.
    """
    one, other = of.args
    above = one.number is not None
    bound, of_sum = (one, other) if above else (other, one)
    if bound.number is None or of_sum.op != "+" or (one.kind | other.kind) & _NO_NUMBERS:
        return of
    for rest, shift in (of_sum.args, of_sum.args[::-1]):
        if shift.number is None or rest.kind & _NO_NUMBERS:
            continue
        if max(shift.number.exponent, bound.number.exponent) > _MOST_SHIFTED:
            continue
        limit = bound.number - shift.number
        if _EXACT.add(limit.decimal, shift.number.decimal) != bound.number.decimal:
            continue
        beside = limit.decimal.next_minus(_TEN_DIGITS), limit.decimal.next_plus(_TEN_DIGITS)
        left, right = (Number.of(number) + shift.number for number in beside)
        ordered = constant(limit), rest
        if of.op == "=" and left < bound.number < right:
            return laws.equal(*ordered)
        if of.op == "<" and (right > bound.number if above else left < bound.number):
            return laws.below(*(ordered if above else ordered[::-1]))
    return of


def _decide_equality(known: Numbers, of: Term) -> Term:
    return _equality(known, of) if of.op == "=" else of


def _whether_it_fails(known: Numbers, of: Term) -> Term:
    """Whether a function fails: a power of a number above 0 does not."""
    return FALSE if of.payload == "yˣ" and known.range(of.args[0]).above(0) else of


# counters


class Counter(NamedTuple):
    """A number of DSE and ISG: a whole count, and a whole goal in its first three decimals."""

    passes: Term
    goal: Term


def counter_of(known: Numbers, of: Term) -> Counter | None:
    """A number as the counter i + e ÷ 1000, with whole i and e from 0 on. None for another number."""
    if of.op in ("÷", "×"):
        return _counter(known, NOUGHT, of)
    if of.op != "+":
        return None
    for count, share in (of.args, of.args[::-1]):
        found = _counter(known, count, share)
        if found is not None:
            return found
    return None


def _counter(known: Numbers, count: Term, share: Term) -> Counter | None:
    if not known.range(count).whole:
        return None
    found = _goal(share)
    if found is None:
        return None
    goal, more = found
    passes = laws.add(count, more)
    held, end = known.range(passes), known.range(goal)
    if not held.whole or held.low is None or held.low < 0 or held.high is None or held.high > _MOST_COUNT:
        return None
    good = end.whole and end.low is not None and end.low >= 0 and end.high is not None
    return Counter(passes, goal) if good and end.high is not None and end.high <= _MOST_GOAL else None


def _goal(share: Term) -> tuple[Term, Term] | None:
    """The goal e of e ÷ 1000, and the whole part beside it: that of a constant with three decimals, or 0.

    None for another number.
    """
    for above, below in _quotients(share):
        if below is _THOUSAND:
            return above, NOUGHT
    known = share.number
    if known is None or known.negative or known.is_integer or known.exponent >= 5:
        return None
    thousands = known.decimal * 1000
    if thousands != int(thousands):
        return None
    whole, goal = divmod(int(thousands), 1000)
    return number(goal), number(whole)


def counter(passes: Term, goal: Term) -> Term:
    """The number of a counter: `passes` before the point and `goal` in thousandths after it."""
    return laws.add(laws.divide(goal, _THOUSAND), passes)


def _step_on(known: Numbers, of: Term) -> Term:
    """What ISG or DSE makes of a counter. A whole number of any size becomes larger or smaller by 1."""
    inner, up = of.args[0], of.op == "ISG"
    if inner.number is not None:
        return constant(next_count(inner.number, downwards=not up)[0])
    step = number(1 if up else -1)
    if known.range(inner).whole:
        return laws.add(inner, step)
    found = counter_of(known, inner)
    if found is None:
        return of
    held = known.range(found.passes)
    may_go = held.below(_MOST_COUNT) if up else held.above(0)
    return counter(laws.add(found.passes, step), found.goal) if may_go else of


def _reaches_goal(known: Numbers, of: Term) -> Term:
    """Whether a counter reached its goal: beyond it by ISG, at it by DSE."""
    inner, up = of.args[0], of.payload == "ISG"
    if inner.number is not None:
        return constant(next_count(inner.number, downwards=not up)[1])
    held = known.range(inner)
    count, goal = inner, NOUGHT
    if not (held.whole and held.size is not None and held.size < COUNTED):
        found = counter_of(known, inner)
        if found is None or (not up and (known.range(found.passes).low or 0) < 1):
            return of
        count, goal = found
    if up:
        return laws.below(goal, laws.add(count, number(1)))
    return laws.no(laws.below(goal, laws.add(count, number(-1))))


def _address(known: Numbers, of: Term) -> Term:
    """The register that a number means: that of its integer part."""
    inner = of.args[0]
    if inner.op in ("INT", "ABS"):
        return laws.whole("magnitude", inner.args[0])
    whole = laws.compute("INT", inner)
    simpler = simplify(known, whole) if whole.op == "INT" else whole
    unchanged = simpler is inner or (simpler is whole and whole.op == "INT")
    return of if unchanged else laws.whole("magnitude", simpler)


def _choose(known: Numbers, of: Term) -> Term:
    truth = known.truth(of.args[0])
    return of if truth is None else of.args[1 if truth else 2]


def cases(known: Numbers, of: Term) -> Term:
    """The values that a function may have, each with its conditions, always in the same order. Those whose
    conditions are known to be false are left out.
    """
    kept: set[Term] = set()
    for one in of.args:
        value, *conditions = one.args
        truths = {condition: known.truth(condition) for condition in conditions}
        if False not in truths.values():
            open_ones = sorted((one for one, truth in truths.items() if truth is None), key=_order_of)
            kept.add(term("case", value, *open_ones))
    found = term("cases", *sorted(kept, key=_order_of))
    alone = len(kept) == 1 and len(found.args[0].args) == 1 and not found.args[0].args[0].kind & OTHER
    return found.args[0].args[0] if alone else found


def _order_of(one: Term) -> tuple[int, int]:
    return one.order


_RULES: Final = {
    "cases": cases,
    "INT": _integer_part,
    "FRAC": _fraction_part,
    "ABS": _absolute,
    "yˣ": _power,
    "+": _sum,
    "CHS": _sum,
    "=": _equality,
    "<": _order,
    "fails": _whether_it_fails,
    "DSE": _step_on,
    "ISG": _step_on,
    "ends": _reaches_goal,
    "magnitude": _address,
    "choose": _choose,
}
