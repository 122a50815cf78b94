"""Calls to try: from what the program claims, its examples, the numbers in it, and the ends of the range.

Some programs only take few of the numbers that there are, because of their claims or the indices of their
arrays. Then the drawn calls learn: small whole numbers come more often, and so do changes of calls that were
taken.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from generator.compiler.checking.calls import Answer, EntryCall
from generator.compiler.checking.examples import Example
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from hp15c.numbers.number import Number

ENDS: Final = tuple(
    Number.of(text)
    for text in (
        *("0", "1", "-1", "2", "0.5", "-0.5", "10", "9.999999999", "0.1", "-1.5", "1e-99", "-1e-99"),
        *("9999999999", "-9999999999", "1e10", "9.999999999e99", "-9.999999999e99", "1e50", "1e-50"),
        *("0.3333333333", "3.141592654", "90", "180", "-90", "360"),
    )
)
"""Numbers at the ends of the range, and some that programs treat by themselves."""
LIMITS: Final = ENDS + tuple(
    Number.of(text)
    for text in (
        *("99.99999999", "100.0000001", "999999999", "1e9", "1000000001", "9999999998", "10000000010"),
        *("-1e10", "0.9999999999", "1.000000001", "8.999999999", "9.000000001", "1e-10", "5e-11", "6e-11"),
        *("-6e-11", "-1e-50", "5e99"),
    )
)
"""These, and numbers where ten digits round, or where a result counts as 0."""
BESIDE: Final = tuple(map(Decimal, ("0", "1", "-1", "1e-9", "-1e-9", "1e-8", "-1e-8", "1e-50")))
"""How far drawn numbers are from those of the program."""
MOST_CALLS: Final = 4
MOST_ANSWERS: Final = 8
MOST_TAKEN: Final = 40
"""The number of sequences of calls that are kept to draw others near them."""
LARGEST_SMALL: Final = 9


class CallDraws:
    """Draws sequences of calls of entry points. Half of the calls stay near the examples `sequences`.

    With `limits`, a fourth of the numbers are at the limits of ten digits. Without, a tenth are at the ends
    of the range.
    """

    def __init__(
        self,
        module: ir.Module,
        sequences: Sequence[Sequence[Example]],
        chance: random.Random,
        limits: bool = True,
    ) -> None:
        self.chance = chance
        self.limits = limits
        self.programs = [one for one in module.functions.values() if one.label]
        self.pinned = [one.at for one in module.registers.values() if one.at]
        found = list(nodes(tuple(module.functions.values())))
        names = {node.name if isinstance(node, ir.Operation) else type(node).__name__ for node in found}
        self.asks = not names.isdisjoint(("Ask", "complex_ask", "ask_two"))
        self.two = "ask_two" in names
        self.sequences = [[one.call for one in sequence] for sequence in sequences]
        self.claims = {one.name: claimed_ranges(one) for one in self.programs}
        self.constants = list(dict.fromkeys(one.value for one in found if isinstance(one, ir.Constant)))
        self.taken: list[list[EntryCall]] = []
        self.left_out = 0.0

    def note(self, calls: list[EntryCall], compared: bool) -> None:
        """Learn whether some of these calls could be compared. The last twenty or so sequences count."""
        self.left_out = 0.95 * self.left_out + (0.0 if compared else 0.05)
        if compared:
            self.taken = [*self.taken[1 - MOST_TAKEN :], calls]

    def sequence(self) -> list[EntryCall]:
        """One to four calls on the same memory, perhaps those of an example or of taken calls, changed."""
        if self.taken and self.chance.random() < self.left_out / 2:
            return [self._vary(call) for call in self.chance.choice(self.taken)[:MOST_CALLS]]
        if self.sequences and self.chance.random() < 0.5:
            return [self._vary(call) for call in self.chance.choice(self.sequences)[:MOST_CALLS]]
        return [self._fresh() for _ in range(self.chance.choice((1, 1, 1, 2, 3, MOST_CALLS)))]

    def _vary(self, call: EntryCall) -> EntryCall:
        """An example's call with some of its numbers changed."""
        arguments = tuple(map(self._change, call.arguments))
        answers = tuple(self._other_answer(answer) for answer in call.answers)
        stored = {at: self._change(number) for at, number in call.stored.items()}
        return EntryCall(call.label, arguments, answers, stored)

    def _fresh(self) -> EntryCall:
        function = self.chance.choice(self.programs)
        claims = self.claims[function.name]
        arguments = tuple(self._draw_within(claims.get(name)) for name in function.parameters)
        stored = {at: self._any() for at in self.pinned if self.chance.random() < 0.8}
        count = self.chance.randrange(MOST_ANSWERS) if self.asks else 0
        answers = tuple(self._answer() for _ in range(count))
        assert function.label
        return EntryCall(function.label, arguments, answers, stored)

    def _answer(self) -> Answer:
        if self.two and self.chance.random() < 0.7:
            return self._any(), self._any()
        return self._any() if self.chance.random() < 0.6 else None

    def _other_answer(self, answer: Answer) -> Answer:
        if isinstance(answer, tuple):
            return self._change(answer[0]), self._change(answer[1])
        return answer and self._change(answer)

    def _change(self, number: Number) -> Number:
        """A number near another one: the same, a neighbour, a tenth, a multiple, its negative, or one with as
        many digits. Sometimes it is any number.
        """
        chance = self.chance
        choice = chance.randrange(9)
        value = number.decimal
        if choice == 0:
            value = -value
        elif choice == 1:
            value += chance.choice((1, -1))
        elif choice == 2:
            value *= chance.choice((Decimal(10), Decimal("0.1"), Decimal(2)))
        elif choice == 3:
            return self._any()
        elif choice <= 6:
            digits = chance.randrange(1, 10 ** min(10, len(str(number.mantissa).rstrip("0")) or 1))
            value = Decimal(digits).scaleb(value.adjusted() - len(str(digits)) + 1 if value else 0)
        return Number.of(value) if abs(value) < Decimal("9.9e99") else number

    def _draw_within(self, limits: tuple[int, int] | None) -> Number:
        """A number within the claim of an `assume`, often one of its ends. Any number without a claim."""
        if limits is None:
            return self._any()
        low, high = limits
        if self.chance.random() < 0.25:
            return Number.of(self.chance.choice((low, high)))
        if self.chance.random() < 0.2:  # a range does not claim a whole number
            return Number.of(Decimal(self.chance.randint(100 * low, 100 * high)) / 100)
        return Number.of(self.chance.randint(low, high))

    def _any(self) -> Number:
        """A small whole number, a long one, a fraction, one at or beside those of the program, or a limit."""
        chance = self.chance
        if self.left_out and chance.random() < self.left_out:
            return Number.of(chance.randrange(LARGEST_SMALL + 1))
        if self.constants and chance.random() < 0.1:
            near = chance.choice(self.constants)
            return Number.of(near.decimal + chance.choice(BESIDE)) if self.limits else near
        choice = chance.randrange(12 if self.limits else 10)
        if choice < 4:
            return Number.of(chance.randrange(-3, 21))
        if choice < 6:
            return Number.of(chance.choice((1, 1, -1)) * chance.randrange(10 ** chance.randrange(1, 11)))
        if choice < 9:
            digits = chance.choice((1, -1)) * chance.randrange(10 ** chance.randrange(1, 11))
            return Number.of(Decimal(digits).scaleb(chance.randrange(-12, 3)))
        return chance.choice(LIMITS if self.limits else ENDS)


def claimed_ranges(function: ir.Function) -> dict[str, tuple[int, int]]:
    """The ranges of whole numbers that `assume` at the top of a function claims of its parameters."""
    low: dict[str, int] = {}
    high: dict[str, int] = {}
    for statement in function.body:
        if not isinstance(statement, ir.Assume):
            break
        for part in _parts(statement.condition):
            _note(part, low, high)
    return {name: (low[name], high[name]) for name in function.parameters if name in low and name in high}


def _parts(condition: ir.Condition) -> Sequence[ir.Condition]:
    return condition.conditions if isinstance(condition, ir.And) else (condition,)


def _note(part: ir.Condition, low: dict[str, int], high: dict[str, int]) -> None:
    """Read a claim such as `1 <= n` or `n < 9`."""
    match part:
        case ir.Compare(
            left=ir.Constant(value=number), relation="<" | "<=" as relation, right=ir.Read(name=name)
        ):
            low[name] = int(number) + (relation == "<")
        case ir.Compare(
            left=ir.Read(name=name), relation="<" | "<=" as relation, right=ir.Constant(value=number)
        ):
            high[name] = int(number) - (relation == "<")
        case ir.Compare(
            left=ir.Read(name=name), relation=">" | ">=" as relation, right=ir.Constant(value=number)
        ):
            low[name] = int(number) + (relation == ">")
