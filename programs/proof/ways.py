"""A way through a listing: a calculator on symbols, and the known facts about the symbols there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from hp15c.numbers.number import Number
from hp15c.state.state import State
from programs.proof import later_guesses
from programs.proof.digits import NotSymbolic, Symbol, SymbolicNumber, SymbolicValue
from programs.proof.later_guesses import copy
from programs.proof.lines import KnownPairs
from programs.proof.named_registers import NamedRegisters, plain

SymbolPair = tuple[Symbol, Symbol]
"""A digit of the secret and one of the guess."""


class History(NamedTuple):
    """A decision, and those before it."""

    before: History | None
    one: Symbol
    other: Symbol
    equal: bool


def decisions(last: History | None) -> list[tuple[Symbol, Symbol, bool]]:
    """All decisions, the last one first: two symbols, and whether they were taken as equal."""
    told = []
    while last is not None:
        told.append((last.one, last.other, last.equal))
        last = last.before
    return told


class Way(NamedTuple):
    """A calculator on symbols, and the known facts there.

    `secret` and `guess` are the places whose digits have no partner yet and may get one. `right` is the
    number of digits that are right in their place, and `decided` are the places where that was compared.
    `history` is one series of decisions that leads here. `turn` tells whether the one pause on the turn
    `wanted` was seen. `named` are the registers that digits name.

    `counted` is None, or the digits that were put into groups (see `counting.py`). The groups then tell how
    many digits have partners, and `secret` and `guess` are empty. `addressed` are the places whose digits of
    the guess were an address. `kept` are those for which it is not forgotten to which groups the digits
    belong. `pairs` is how many pairs of codes go this way, when all their digits are counted.
    """

    state: State
    known: KnownPairs
    secret: frozenset[int]
    guess: frozenset[int]
    named: NamedRegisters
    right: int = 0
    decided: frozenset[int] = frozenset()
    history: History | None = None
    turn: bool = False
    wanted: SymbolicValue = later_guesses.FIRST
    counted: frozenset[Symbol] | None = None
    addressed: frozenset[int] = frozenset()
    kept: frozenset[int] = frozenset()
    pairs: int = 1

    def decide(self, one: Symbol, other: Symbol, equal: bool, last: bool = False) -> Way:
        """The same way with two symbols known to be equal, or to be unequal.

        The `last` way that is made of this one takes its calculator, and the others take copies. NotSymbolic
        for two symbols of one code, and for a pair that was forgotten.
        """
        if one.code == other.code:
            raise NotSymbolic(f"two digits of the same code are compared: {one} and {other}")
        s, g = (one, other) if one.code == "s" else (other, one)
        if s.place == g.place and s.place in self.decided:
            raise NotSymbolic(
                f"{s} and {g} are compared again where it is no longer known whether they are equal"
            )
        of_s, of_g = self.named.find(s), self.named.find(g)
        if equal and (of_s is None) != (of_g is None):
            return self.join(g, of_s, last) if of_g is None else self.join(s, of_g, last)
        secrets = {s} if of_s is None else {each for each in self._members(of_s) if each.code == "s"}
        guesses = {g} if of_g is None else {each for each in self._members(of_g) if each.code == "g"}
        pairs = [(a, b) for a in secrets for b in guesses]
        state = self.state if last else copy(self.state)
        way = self._replace(state=state, history=History(self.history, s, g, equal))
        return way._learn(pairs, ()) if equal else way._learn((), pairs)

    def join(self, symbol: Symbol, place: int | None, last: bool = False) -> Way:
        """The same way with a symbol in a group, or in none. NotSymbolic where that was forgotten."""
        if self.counted is not None and symbol in self.counted:
            raise NotSymbolic(f"{symbol} is an address again where it is no longer known of which register")
        history = self.history
        for own, group in enumerate(self.named.groups):
            history = History(history, group.example, symbol, own == place)
        way = self._replace(
            state=self.state if last else copy(self.state),
            named=self.named.join(symbol, place),
            history=history,
            counted=None if self.counted is None else self.counted | {symbol},
            pairs=self.pairs * (self.named.free if place is None else 1),
        )
        equal: list[SymbolPair] = []
        unequal: list[SymbolPair] = []
        for own, group in enumerate(self.named.groups):
            across = [_order(symbol, each) for each in group.members if each.code != symbol.code]
            (equal if own == place else unequal).extend(across)
        return way._learn(equal, unequal)._without_partner(symbol)

    def choices(self, symbol: Symbol) -> Iterator[Way]:
        """The ways for a symbol: in each group that it may belong to, and last in none of them."""
        open_groups: list[int | None] = []
        for place, group in enumerate(self.named.groups):
            if any(self.known.same(symbol, each) for each in group.members):
                yield self.join(symbol, place, True)
                return
            if not any(self.known.differ(symbol, each) for each in group.members):
                open_groups.append(place)
        if self.named.free:
            open_groups.append(None)
        for number, open_group in enumerate(open_groups, 1):
            yield self.join(symbol, open_group, number == len(open_groups))

    def _without_partner(self, symbol: Symbol) -> Way:
        """The same way without a digit of the guess that has no partner and is known to get none.

        It is compared with all digits of the secret, and those equal to it have partners.
        """
        if symbol.code != "g" or symbol.place not in self.guess:
            return self
        grouped = {each.place for group in self.named.groups for each in group.members if each.code == "s"}
        return self._replace(guess=self.guess - {symbol.place}) if self.secret <= grouped else self

    def _members(self, place: int) -> frozenset[Symbol]:
        return self.named.groups[place].members

    def _learn(self, equal: Iterable[SymbolPair], unequal: Iterable[SymbolPair]) -> Way:
        """The same way with a new fact: digits that find a partner by it have one from now on."""
        equal, unequal = sorted(equal), list(unequal)
        secret, guess, decided, right = self.secret, self.guess, self.decided, self.right
        for s, g in equal:
            if s.place == g.place and s.place not in decided:
                right += 1
            if s.place in secret and g.place in guess:
                secret, guess = secret - {s.place}, guess - {g.place}
        return self._replace(
            known=KnownPairs(self.known.equal.union(equal), self.known.unequal.union(unequal)),
            decided=decided.union(s.place for s, g in [*equal, *unequal] if s.place == g.place),
            secret=secret,
            guess=guess,
            right=right,
        )

    def meet(self, other: Way) -> Way:
        """The way that knows what both ways know.

        Where digits are counted that is the same, because all that is known is in the key.
        """
        if self.counted is not None:
            return self._replace(pairs=self.pairs + other.pairs)
        known = KnownPairs(self.known.equal & other.known.equal, self.known.unequal & other.known.unequal)
        return self._replace(known=known, named=self.named.meet(other.named))

    def state_key(self, base: Sequence[Any]) -> tuple[object, ...]:
        """A key that is equal where the calculator is in the same state, of ways with the same base.

        `base` are the numbers from which they began. Those that are the same objects are left out.
        NotSymbolic when the number of registers has changed.
        """
        state = self.state
        if len(state.registers) + later_guesses.FIRST_REGISTER != len(base):
            raise NotSymbolic("a scoring changes the number of registers")
        held = (*state.stack, state.last_x, state.i, *state.registers)
        others = [
            None if one is old else plain(one) if one.__class__ is Number else one
            for one, old in zip(held, base, strict=True)
        ]
        return (*others, state.format, *later_guesses.rest(state))

    def key(self, base: Sequence[Any]) -> tuple[object, ...]:
        """A key that is equal for ways that may be joined, of ways with the same base."""
        facts = self._facts()
        return (self.state_key(base), self.right, self.decided, self.turn, facts, self._group_of_i())

    def _facts(self) -> tuple[object, ...]:
        """What else must be alike. Where digits are counted it is all that is known."""
        if self.counted is None:
            return self.secret, self.guess, self.named.key
        return self.counted, self.known, self.named.whole_key

    def _group_of_i(self) -> int | None:
        """The group of the digit with which I begins, which may name a register again. None without one."""
        first = first_symbol(self.state.i)
        return None if first is None else self.named.find(first)


def first_symbol(value: object) -> Symbol | None:
    """The symbol with which a number begins. None where it begins with none."""
    first = value.digits[0] if isinstance(value, SymbolicNumber) else None
    return first if isinstance(first, Symbol) else None


def _order(one: Symbol, other: Symbol) -> SymbolPair:
    return (one, other) if one.code == "s" else (other, one)
