"""What is known at a pair of places, whichever way leads there: ranges of numbers, and conditions.

It is guessed from the first way, and weakened where another one arrives with less. The places have symbols,
because the variables of a relation change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.ranges import UNKNOWN, Range
from generator.compiler.validation.rewriting import at_least, at_most, whole_condition
from hp15c.terms import Facts, input_of
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import NUMBER, OTHER, Term, inputs

PATIENCE: Final = 3
"""How often a limit is moved before it is given up."""
Held = Mapping[Term, Term]
"""The value that each place holds, by the symbol of the place."""


def symbols(old: Mapping[str | int, Term], new: Mapping[str | int, Term]) -> dict[Term, Term]:
    """The places of both calculators by their symbols, without the registers that are not named."""
    return {
        input_of(f"{which} {name}", held.kind if held.kind == OTHER else NUMBER): held
        for which, places in (("old", old), ("new", new))
        for name, held in places.items()
        if name != "memory"
    }


class Known:
    """What is known of the values at a pair of lines: conditions, and ranges of numbers."""

    def __init__(self, facts: Facts, held: Held) -> None:
        self._ranges = _ranges(facts, held)
        self._moved: dict[Term, int] = {}
        named: dict[Term, Term] = {}
        for symbol, value in held.items():
            if value.op != "constant":
                named.setdefault(value, symbol)
        turned = Substitution(named)
        found = {turned(one) for one in facts.conditions if _may_stay(one)}
        self._conditions = {one for one in found if inputs(one) and inputs(one) <= held.keys()}

    def weaken(self, facts: Facts, held: Held) -> None:
        """Drop the conditions and widen the ranges that do not hold on another way to the same point.

        An end of a range that has moved too often is given up.
        """
        meant = Substitution(held)
        self._conditions = {one for one in self._conditions if facts.truth(meant(one)) is True}
        now = _ranges(facts, held)
        for symbol, known in list(self._ranges.items()):
            joined = known.join(now.get(symbol, UNKNOWN))
            if joined != known:
                self._moved[symbol] = self._moved.get(symbol, 0) + 1
                if self._moved[symbol] > PATIENCE:
                    low = joined.low if joined.low == known.low else None
                    joined = Range(low, joined.high if joined.high == known.high else None, joined.whole)
            if not all(facts.truth(one) for one in _bounds(held[symbol], joined)):
                joined = UNKNOWN
            self._ranges[symbol] = joined

    def facts(self, patterns: Held) -> tuple[Term, ...]:
        """The conditions and ranges that are known, with the values that `patterns` gives the symbols."""
        meant = Substitution(patterns)
        found = [meant(one) for one in self._conditions]
        for symbol, held in self._ranges.items():
            if patterns[symbol].op == "input":
                found += _bounds(patterns[symbol], held)
        return tuple(sorted({one for one in found if one.op != "constant"}, key=lambda one: one.order))


def _bounds(of: Term, held: Range) -> list[Term]:
    """The conditions that a number is in a range."""
    found = [whole_condition(of)] if held.whole else []
    found += [at_least(of, held.low)] if held.low is not None else []
    return found + ([at_most(of, held.high)] if held.high is not None else [])


def _ranges(facts: Facts, held: Held) -> dict[Term, Range]:
    assert isinstance(facts, Knowledge)
    found = {symbol: facts.range(value) for symbol, value in held.items() if value.kind == NUMBER}
    return {symbol: known for symbol, known in found.items() if known != UNKNOWN}


def _may_stay(condition: Term) -> bool:
    """Whether a condition is of a kind that is kept: a comparison, an alternative or an input."""
    inner = condition.args[0] if condition.op == "not" else condition
    return inner.op in ("<", "=", "or", "input")
