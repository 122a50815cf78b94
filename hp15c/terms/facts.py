"""Conditions that are known to hold, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from hp15c.terms import laws
from hp15c.terms.term import MATRIX, NEGATIVE_ZERO, OTHER, TRUE, Term

Bounds = tuple[int, int | None]
_WHOLE: Final[Bounds] = (0, None)


class Facts:
    """Some known conditions. Adding to them makes a new object."""

    __slots__ = ("_bounds", "_truths", "conditions")

    def __init__(self, conditions: Iterable[Term] = ()) -> None:
        self.conditions: tuple[Term, ...] = ()
        self._truths: dict[Term, bool] = {}
        self._bounds: dict[Term, Bounds] = {}
        for one in conditions:
            self._learn(one)

    def and_(self, *conditions: Term) -> Facts:
        """These facts and more."""
        more = Facts()
        more.conditions = self.conditions
        more._truths, more._bounds = self._truths.copy(), self._bounds.copy()
        for one in conditions:
            more._learn(one)
        return more

    def truth(self, condition: Term) -> bool | None:
        """Whether a condition is known to hold or known not to hold. None when neither is known."""
        if condition.op == "constant":
            return condition is TRUE
        if condition.op == "not":
            inner = self.truth(condition.args[0])
            return None if inner is None else not inner
        known = self._truths.get(condition)
        if known is not None:
            return known
        if condition.op == "or":
            parts = [self.truth(one) for one in condition.args]
            return True if True in parts else None if None in parts else False
        if condition.op == "at least":
            return self._compare(*condition.args)
        return None

    def _compare(self, a: Term, b: Term) -> bool | None:
        low, high = self._range(a)
        least, most = self._range(b)
        if most is not None and low >= most:
            return True
        return False if high is not None and high < least else None

    def _range(self, a: Term) -> Bounds:
        known = a.whole
        return self._bounds.get(a, _WHOLE) if known is None else (known, known)

    def value(self, whole: Term) -> int | None:
        """The whole number that a term is known to be, None when it is not known."""
        low, high = self._range(whole)
        return low if low == high else None

    def _learn(self, condition: Term) -> None:
        if condition.op != "constant":
            self.conditions += (condition,)
        self._set(condition, True)

    def _set(self, condition: Term, truth: bool) -> None:
        if condition.op == "not":
            self._set(condition.args[0], not truth)
            return
        if condition.op == "constant" or self._truths.get(condition) is truth:
            return
        self._truths[condition] = truth
        if condition.op == "or" and not truth:
            for one in condition.args:
                self._set(one, False)
        elif condition.op == "at least":
            a, b = condition.args
            self._bind(a, b, truth)
        elif condition.op in ("<", "="):
            self._order(condition, truth)

    def _bind(self, a: Term, b: Term, truth: bool) -> None:
        """Learn a >= b, or a < b."""
        (low, high), (least, most) = self._range(a), self._range(b)
        if truth:
            self._bounds[a] = max(low, least), high
            self._bounds[b] = least, high if most is None else most if high is None else min(most, high)
        else:
            less = None if most is None else most - 1
            self._bounds[a] = low, less if high is None else high if less is None else min(high, less)
            self._bounds[b] = max(least, low + 1), most

    def _order(self, condition: Term, truth: bool) -> None:
        """Learn how two numbers compare: one of less, equal and greater holds."""
        a, b = condition.args
        if (a.kind | b.kind) & OTHER:
            if truth:
                self._bind(a, b, True)
                self._bind(b, a, True)
            return
        if (a.kind | b.kind) & (MATRIX | NEGATIVE_ZERO):
            if condition.op == "<" and truth:
                self._set(laws.below(b, a), False)
                self._set(laws.equal(a, b), False)
            return
        ways = (laws.below(a, b), laws.equal(a, b), laws.below(b, a))
        if truth:
            for one in ways:
                if one is not condition:
                    self._set(one, False)
            return
        left = [one for one in ways if self.truth(one) is not False]
        if len(left) == 1:
            self._set(left[0], True)


NOTHING_KNOWN: Final = Facts()
