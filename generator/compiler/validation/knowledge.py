"""What is known of numbers on a way: conditions, whole numbers and their ranges, and what follows from them.

A whole number of at most ten digits is exact, so sums of such numbers may be put in another order. All other
laws are those of `hp15c.terms.laws` and `rewriting`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import Final

from generator.compiler.validation import functions, memory, rewriting, sizes
from generator.compiler.validation.opaque import CONDITIONS, PARTS
from generator.compiler.validation.ranges import (
    COUNTED,
    EXACT,
    UNKNOWN,
    Edges,
    Linear,
    Range,
    exactly,
    key_of,
    multiple,
    product,
    sum_range,
    total,
)
from generator.compiler.validation.work import UNLIMITED, Work
from hp15c.terms import Facts, constant, laws
from hp15c.terms.substitution import made_anew, made_of_operands
from hp15c.terms.term import MATRIX, NEGATIVE_ZERO, NOUGHT, OTHER, TRUE, Term

_ROUNDS: Final = 2
COPIED: Final = 1_000  # known values that are copied in one step of work


class Knowledge(Facts):
    """Some known conditions and what they say about whole numbers. Adding to them makes a new object.

    `contradicted` says that no numbers satisfy all conditions: nothing goes this way.
    """

    __slots__ = (
        "_alike",
        "_edges",
        "_fixed_now",
        "_lies",
        "_linear",
        "_news",
        "_normal",
        "_ranges",
        "_seen",
        "_sizes",
        "_sums",
        "_truth",
        "contradicted",
        "work",
    )

    def __init__(self, conditions: Iterable[Term] = (), work: Work = UNLIMITED) -> None:
        self.work = work
        self._ranges: dict[Term, Range] = {}
        self._edges: dict[Term, Edges] = {}
        self._lies: dict[Term, Edges] = {}
        self._linear: dict[tuple[tuple[Term, int], ...], Range] = {}
        self._sizes: dict[Term, Term] = {}
        self._fixed_now = self._news = self.contradicted = False
        self._forget()
        super().__init__(conditions)
        self._fixed_now = bool(self.conditions)
        self._note_anew()

    def _forget(self) -> None:
        self._seen: dict[Term, Range] = {}
        self._normal: dict[Term, Term] = {}
        self._sums: dict[Term, Linear] = {}
        self._truth: dict[Term, bool | None] = {}
        self._alike: dict[tuple[Term, Term], bool | None] = {}

    def and_(self, *conditions: Term) -> Knowledge:
        """See `Facts`."""
        if not conditions:
            return self
        self.work.count(1 + (len(self._seen) + len(self._normal)) // COPIED)
        more = Knowledge((), self.work)
        more._news, more.contradicted = self._news, self.contradicted
        more.conditions = self.conditions
        more._truths, more._bounds = self._truths.copy(), self._bounds.copy()
        more._ranges, more._linear = self._ranges.copy(), self._linear.copy()
        more._edges, more._lies = self._edges.copy(), self._lies.copy()
        more._seen, more._normal = self._seen.copy(), self._normal.copy()
        more._sizes, more._sums = self._sizes.copy(), self._sums.copy()
        more._alike = self._alike.copy()
        for one in conditions:
            simpler = more.normal(one)  # before it is known: then its parts may be known numbers
            more._learn(one)
            more._set(simpler, True)
            more._set(more.normal(one), True)
        for one in more.conditions:
            if one.op == "or":
                more._note_choice(one)
        more._note_anew()
        return more

    def _note_anew(self) -> None:
        """Learn the conditions again where what is known gave them another normal form."""
        rounds = _ROUNDS
        while rounds and self._fixed_now:
            rounds, self._fixed_now = rounds - 1, False
            for one in self.conditions:
                self._set(self.normal(one), True)

    # conditions

    def truth(self, condition: Term) -> bool | None:
        """See `Facts`."""
        known = super().truth(condition)
        if known is not None or condition.op == "constant":
            return known
        if condition not in self._truth:
            self._truth[condition] = None  # while it is looked for
            self._truth[condition] = self.conclude(condition)
        return self._truth[condition]

    def conclude(self, condition: Term) -> bool | None:
        """Whether a condition holds, as follows from all else that is known. None when nothing follows."""
        if condition.op == "not":
            inner = self.truth(condition.args[0])
            return None if inner is None else not inner
        if condition.op == "or":
            parts = [self.truth(one) for one in condition.args]
            if True in parts or None not in parts:
                return True in parts
            simpler = self.normal(condition)
            return None if simpler is condition else self.truth(simpler)
        if condition.op in ("<", "=", "at least", "fails", "overflows", "ends", *CONDITIONS):
            simpler = self.normal(condition)
            known = None if simpler is condition else self.truth(simpler)
            if known is not None:
                return known
        if condition.op in ("<", "="):
            return self._comparison(condition)
        if condition.op == "at least":
            one, other = map(self.range, condition.args)
            if one.low is not None and other.high is not None and one.low >= other.high:
                return True
            return False if one.high is not None and other.low is not None and one.high < other.low else None
        if condition.op == "overflows":
            return False if functions.is_small(self, condition) else None
        return None

    def _comparison(self, condition: Term) -> bool | None:
        a, b = condition.args
        if (a.kind | b.kind) & (MATRIX | NEGATIVE_ZERO | OTHER):
            return None
        one, other = self.range(a), self.range(b)
        left, right = self._edges_of(a).meet(one.edges), self._edges_of(b).meet(other.edges)
        if left.is_left_of(right) or right.is_left_of(left, strictly=condition.op == "="):
            return condition.op == "<" and left.is_left_of(right)
        if one.whole and other.whole:
            difference = self._range_between(a, b)
            if condition.op == "<":
                return True if difference.above(0) else False if difference.below(1) else None
            if difference.low == difference.high == 0:
                return True
            return False if difference.above(0) or difference.below(0) else None
        if condition.op == "=" and (self._is_broken(a, other) or self._is_broken(b, one)):
            return False
        return None

    def _edges_of(self, of: Term) -> Edges:
        if of.number is not None:
            return Edges(of.number, of.number)
        found = self._lies.get(of)
        if found is None:
            found = self._edges.get(of, Edges()).meet(functions.edges_of_result(of, self._edges_of))
            self._lies[of] = found
        return found

    def _is_broken(self, of: Term, other: Range) -> bool:
        """Whether a term is a known number with a fraction, although `other` has whole numbers alone."""
        return other.whole and of.number is not None and not of.number.is_integer

    def _range_between(self, a: Term, b: Term) -> Range:
        """The range of b − a, two whole numbers."""
        apart = sum_range(self.range(b), self.range(a).negative, exact=True)
        return self.of_linear(total(self.linear(b), multiple(self.linear(a), -1))).meet(apart)

    def _set(self, condition: Term, truth: bool) -> None:
        known = (condition is TRUE) if condition.op == "constant" else self._truths.get(condition)
        new = condition.op not in ("not", "constant") and known is not truth
        self.contradicted |= known is (not truth)
        super()._set(condition, truth)
        if not new:
            return
        self._truth = {}
        if condition.op == "or" and truth:
            self._note_choice(condition)
        elif condition.op in ("<", "=") and not (condition.args[0].kind | condition.args[1].kind) & (
            MATRIX | NEGATIVE_ZERO | OTHER
        ):
            if any(self.range(one) != UNKNOWN for one in condition.args):
                (self._note_below if condition.op == "<" else self._note_equal)(condition, truth)
            if condition.op == "=" and truth:
                self._note_size(*condition.args)
            rounds = _ROUNDS
            while rounds and self._news:
                rounds, self._news = rounds - 1, False
                self._spread()
            self._as_normal(condition)

    def _note_choice(self, condition: Term) -> None:
        """Learn the only one of some conditions that may hold, where one of them does."""
        left = [one for one in condition.args if self.truth(one) is not False]
        if len(left) == 1:
            self._set(left[0], True)

    def _note_below(self, condition: Term, truth: bool) -> None:
        a, b = map(self.normal, condition.args)
        one, other = self.range(a), self.range(b)
        if one.whole and other.whole:
            difference = total(self.linear(b), multiple(self.linear(a), -1))
            self._sum(difference, *((1, None) if truth else (None, 0)))
            return
        if not truth:
            a, b, one, other = b, a, other, one
        self._learn_range(a, self._edges_of(b).below(truth))
        self._learn_range(b, self._edges_of(a).above(truth))
        strict_a, strict_b = truth and one.whole, truth and other.whole
        if other.high is not None:
            self._narrow(a, Range(None, other.high - strict_a))
        if one.low is not None:
            self._narrow(b, Range(one.low + strict_b, None))

    def _note_equal(self, condition: Term, truth: bool) -> None:
        a, b = map(self.normal, condition.args)
        for part, zero in ((a, b), (b, a), condition.args, condition.args[::-1]):
            if truth and zero is NOUGHT:
                self._note_zero(part)
        one, other = self.range(a), self.range(b)
        if one.whole and other.whole:
            difference = total(self.linear(a), multiple(self.linear(b), -1))
            held = self.of_linear(difference)
            if truth:
                self._sum(difference, 0, 0)
            elif held.low == 0:
                self._sum(difference, 1, None)
            elif held.high == 0:
                self._sum(difference, None, -1)
            return
        if not truth:
            return
        self._learn_range(a, self._edges_of(b))
        self._learn_range(b, self._edges_of(a))
        self._narrow(a, Range(other.low, other.high, other.whole))
        self._narrow(b, Range(one.low, one.high, one.whole))

    def _note_zero(self, of: Term) -> None:
        """Learn what is whole where a fraction or a sum is 0."""
        if of.op == "FRAC":
            self._narrow(of.args[0], Range(None, None, True))
        for left, right in (of.args, of.args[::-1]) if of.op == "+" else ():
            if self.range(right).whole:
                self._narrow(left, Range(None, None, True))

    def _note_size(self, a: Term, b: Term) -> None:
        """Learn that another number, which then stands for it, is how many rows or columns there are."""
        for part, other in ((a, b), (b, a)):
            simple = all(
                one.op in ("input", "constant") for one in (other.args if other.op == "+" else (other,))
            )
            if part.op in PARTS and part not in self._sizes and simple:
                self._sizes[part] = other
                self._forget()

    def _as_normal(self, condition: Term) -> None:
        """Note of both sides, as they stand, what is known of their normal forms."""
        for one in condition.args:
            other = self.normal(one)
            if other is not one:
                self._narrow(one, self.range(other))

    # ranges

    def _learn_range(self, of: Term, more: Edges) -> None:
        """Learn between which constants a number lies."""
        now = self._edges_of(of)
        found = now.meet(more)
        if of.op != "constant" and found != now:
            self._edges[of] = found
            self._lies.clear()
            self.contradicted |= found.is_left_of(found)
            if found.only is not None:
                self._fixed_now = True
                self._forget()

    def _narrow(self, of: Term, more: Range) -> None:
        if of.op == "CHS":
            of, more = of.args[0], more.negative
        if of.op == "constant":
            return
        self.work.count(1)
        now = self.range(of)
        if now.meet(more) == now:
            return
        self._news = True
        self._ranges[of] = found = self._ranges.get(of, UNKNOWN).meet(more)
        signed = (found.above(-1), found.below(1)) != (now.above(-1), now.below(1))
        is_one = found.low is not None and found.low == found.high
        self._fixed_now |= signed or is_one or found.whole > now.whole
        self.contradicted |= found.is_empty
        self._forget()
        if of.op == "+":
            for one, other in (of.args, of.args[::-1]):
                held = self.range(one)
                if one.op == "constant" and held.whole and held.low is not None and held.low == held.high:
                    self._narrow(other, self.range(of).without(held.low, self.range(other).whole))
        if of.op == "×" and of.args[0] is of.args[1] and found.high is not None:
            most = isqrt(max(0, found.high)) + 1  # its square is larger, also when rounded
            self._narrow(of.args[0], Range(-most, most))

    def _sum(self, linear: Linear, low: int | None, high: int | None) -> None:
        """Learn the range of a sum of whole numbers."""
        key, sign = key_of(linear)
        if not key:
            return
        found = sum_range(Range(low, high), exactly(-linear.constant), exact=True)
        found = found if sign > 0 else found.negative
        held = self._linear.get(key, UNKNOWN)
        if held.meet(found) != held:
            self._linear[key], self._news = held.meet(found), True
            self.contradicted |= held.meet(found).is_empty
            self._forget()

    def _spread(self) -> None:
        """Narrow the ranges of numbers by the ranges of the sums in which they stand."""
        for key, held in list(self._linear.items()):
            for one, factor in key:
                others = Linear(tuple(pair for pair in key if pair[0] is not one), 0)
                rest = self.of_linear(others)
                room = sum_range(held, rest.negative)
                low, high = (room.low, room.high) if factor > 0 else (room.negative.low, room.negative.high)
                size = abs(factor)
                found = Range(
                    None if low is None else -(-low // size), None if high is None else high // size, True
                )
                self._narrow(one, found)

    def of_linear(self, linear: Linear) -> Range:
        """The range of a sum of whole numbers, before it is rounded."""
        self.work.count(1)
        found = exactly(linear.constant)
        for one, factor in linear.factors:
            found = sum_range(found, product(self.range(one), exactly(factor)), exact=True)
        key, sign = key_of(linear)
        held = self._linear.get(key)
        if held is not None:
            held = held if sign > 0 else held.negative
            found = found.meet(sum_range(held, exactly(linear.constant), exact=True))
        return found.meet(functions.range_by_remainders(self, linear))

    def range(self, of: Term) -> Range:
        """The range of a number, and whether it is whole."""
        found = self._seen.get(of)
        if found is None:
            self.work.count(1)
            self._seen[of] = self._ranges.get(of, UNKNOWN)  # while it is looked for
            found = self._seen[of] = self._ranges.get(of, UNKNOWN).meet(self._compute_range(of))
        return found

    def _compute_range(self, of: Term) -> Range:
        known = of.number
        if known is not None:
            return Range.of(known)
        if of.whole is not None:
            return exactly(of.whole)
        if of.op in ("+", "×"):
            one, other = map(self.range, of.args)
            found = sum_range(one, other) if of.op == "+" else product(one, other)
            if of.op == "+" and found.whole:
                parts = total(self.linear(of.args[0]), self.linear(of.args[1]))
                found = found.meet(self.of_linear(parts)) if self._exact(parts) else found
                found = found.meet(rewriting.remainder_range(self, of))
            return found if of.op == "+" else found.meet(rewriting.product_range(self, of))
        found = functions.range_of(self, of)
        return found.meet(self._edges_of(of).whole) if of.op == "INT" else found

    def linear(self, of: Term) -> Linear:
        """A whole number as a sum of others without a rounded partial sum, or else of itself alone."""
        found = self._sums.get(of)
        if found is None:
            self.work.count(1)
            found = self._sums[of] = self._compute_linear(of)
        return found

    def _compute_linear(self, of: Term) -> Linear:
        known = of.number
        if known is not None:
            return Linear((), int(known))
        if of.whole is not None:
            return Linear((), of.whole)
        found: Linear | None = None
        if of.op == "CHS":
            found = multiple(self.linear(of.args[0]), -1)
        elif of.op == "+" and all(self.range(one).whole for one in of.args):
            found = total(self.linear(of.args[0]), self.linear(of.args[1]))
        elif of.op == "×" and all(self.range(one).whole for one in of.args):
            for one, other in (of.args, of.args[::-1]):
                if one.number is not None and not found:
                    found = multiple(self.linear(other), int(one.number))
        elif of.op in ("DSE", "ISG"):
            size = self.range(of.args[0]).size
            if self.range(of.args[0]).whole and size is not None and size < COUNTED:
                found = total(self.linear(of.args[0]), Linear((), -1 if of.op == "DSE" else 1))
        return found if found is not None and self._exact(found) else Linear(((of, 1),), 0)

    def _exact(self, linear: Linear) -> bool:
        """Whether all partial sums of a linear form have at most ten digits."""
        size = abs(linear.constant)
        for one, factor in linear.factors:
            largest = self.range(one).size
            if largest is None:
                return False
            size += abs(factor) * largest
        return size < EXACT

    # normal forms

    def value(self, whole: Term) -> int | None:
        """See `Facts`."""
        known = super().value(whole)
        if known is None:
            held = self.range(whole)
            known = held.low if held.whole and held.low == held.high else None
        return known

    def normal(self, of: Term) -> Term:
        """A term in the form that equal values have, as far as the laws reach."""
        return made_of_operands(of, self._normal, self._simplest)

    def _simplest(self, one: Term, args: tuple[Term, ...]) -> Term:
        self.work.count(1)
        if one.op == "register":
            return self._only_number(memory.read(self, args[0], args[1]))
        if one.op == "stored":
            held = self._only_number(memory.read(self, args[0], args[1]))
            return args[0] if held is args[2] else memory.store(self, *args)
        made = made_anew(one, args)
        if made.op in ("constant", "input"):
            return self._only_number(made)
        made = (sizes if made.op in PARTS else rewriting).simplify(self, made)
        if made in self._sizes:
            return self.normal(self._sizes[made])
        if made.op in ("magnitude", "overflows") and (sized := functions.of_size(self, made)) is not made:
            return self.normal(sized)
        if made.op not in ("+", "×", "CHS", "DSE", "ISG"):
            return self._only_number(made)
        if not self.range(made).whole:
            found = rewriting.counter_of(self, made)
            return made if found is None else rewriting.counter(self.normal(found.passes), found.goal)
        linear = self.linear(made)
        if linear.factors == ((made, 1),):
            return self._only_number(made)
        return self.sum_of(linear)

    def _only_number(self, made: Term) -> Term:
        """The number itself where only one is possible."""
        if made.kind & OTHER or made.op == "constant":
            return made
        held = self.range(made)
        if held.whole and held.low is not None and held.low == held.high:
            return rewriting.number(held.low)
        only = self._edges_of(made).only
        return made if only is None else constant(only)

    def sum_of(self, linear: Linear) -> Term:
        """A linear form as a term."""
        found = NOUGHT
        for one, factor in linear.factors:
            found = laws.add(found, laws.multiply(rewriting.number(factor), one))
        return laws.add(found, rewriting.number(linear.constant))

    def equal(self, a: Term, b: Term) -> bool:
        """Whether two terms are known to be equal."""
        return a is b or self.normal(a) is self.normal(b)

    def alike(self, one: Term, other: Term) -> bool | None:
        """Whether two numbers mean the same register. None when it is not known."""
        if one.op == other.op == "constant":
            return one is other
        pair = one, other
        if pair not in self._alike:
            self.work.count(1)
            self._alike[pair] = memory.same(self, one, other)
        return self._alike[pair]

    def address(self, number: Term) -> Term:
        """The whole number of a register that a number in I means."""
        return self.normal(laws.whole("magnitude", number))
