"""Registers that a digit names, where I begins with a symbol: a line with (i) means one of them.

Registers 1 to `highest` are those that a digit can name. Digits known to be equal form a group, which names
one register. Different groups name different ones. All registers that no group names hold the same number.
Which register a group names is not known, so that a line with the number of such a register (RCL 3) must
treat all of them alike before a digit names one again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast

from hp15c.number import ZERO, Number
from hp15c.state import State
from programs.proof.digits import UNKNOWN, HeldValue, NotSymbolic, Symbol, SymbolicNumber

HIGHEST = 9
"""The highest digit of a code when nothing else is said."""


class GroupUnknown(Exception):
    """Raised when a digit is an address, and it is not known to which of the groups it belongs."""

    def __init__(self, symbol: Symbol) -> None:
        super().__init__(f"the register of {symbol}")
        self.symbol = symbol


@dataclass(frozen=True, slots=True)
class Group:
    """Equal digits and the value of their register. `example` was one of them on a way that led here."""

    members: frozenset[Symbol]
    holds: Number
    example: Symbol = field(compare=False)

    @property
    def secret(self) -> tuple[int, ...]:
        """The places of its digits of the secret."""
        return _secret(self.members)


@dataclass(frozen=True, slots=True)
class NamedRegisters:
    """The known values of registers 1 to `highest`: one for each group, and `rest` for all others.

    Groups with digits of the secret come first, by place. The others follow, by the values of their
    registers.
    """

    highest: int = HIGHEST
    rest: Number = ZERO
    groups: tuple[Group, ...] = ()

    def find(self, symbol: Symbol) -> int | None:
        """The group of a digit."""
        for place, one in enumerate(self.groups):
            if symbol in one.members:
                return place
        return None

    def join(self, symbol: Symbol, place: int | None) -> NamedRegisters:
        """The same with a digit added to a group. Without `place` the group is new."""
        if place is None:
            return self._with((*self.groups, Group(frozenset((symbol,)), self.rest, symbol)))
        own = self.groups[place]
        return self._changed(place, Group(own.members | {symbol}, own.holds, own.example))

    def holding(self, place: int, value: Number) -> NamedRegisters:
        """The same with another number in the register of a group."""
        own = self.groups[place]
        return self._changed(place, Group(own.members, value, own.example))

    def meet(self, other: NamedRegisters) -> NamedRegisters:
        """The facts that both know, for groups in the same order with the same values."""
        if self.groups == other.groups:
            return self
        pairs = zip(self.groups, other.groups, strict=True)
        return self._with(Group(one.members & two.members, one.holds, one.example) for one, two in pairs)

    def without(self, code: str) -> NamedRegisters:
        """The same with the digits of a code forgotten, and without groups that no longer differ from the
        other parts.
        """
        kept = (
            Group(frozenset(each for each in one.members if each.code != code), one.holds, one.example)
            for one in self.groups
        )
        return self._with(one for one in kept if one.members or one.holds != self.rest)

    def after(self, change: Callable[[Number], Number]) -> NamedRegisters:
        """The same with every register changed."""
        groups = (Group(one.members, change(one.holds), one.example) for one in self.groups)
        return NamedRegisters(self.highest, change(self.rest), tuple(groups)).without("")

    @property
    def key(self) -> tuple[object, ...]:
        """A key that is equal where `meet` is possible: the values of the groups, and their digits of the
        secret.
        """
        return (self.rest, *((one.secret, one.holds) for one in self.groups))

    def _changed(self, place: int, group: Group) -> NamedRegisters:
        return self._with((*self.groups[:place], group, *self.groups[place + 1 :]))

    def _with(self, groups: Iterable[Group]) -> NamedRegisters:
        return NamedRegisters(self.highest, self.rest, tuple(sorted(groups, key=_order)))


@lru_cache(maxsize=4096)
def _secret(members: frozenset[Symbol]) -> tuple[int, ...]:
    return tuple(sorted(one.place for one in members if one.code == "s"))


def _order(group: Group) -> tuple[object, ...]:
    secret, holds = group.secret, group.holds
    return (not secret, secret, holds.negative, holds.exponent, holds.mantissa)


def address(value: object) -> Symbol | int:
    """The register that a symbolic number means: a digit's, or a known one."""
    if isinstance(value, SymbolicNumber):
        if value.top < 0:
            return 0
        whole = value.digits[: value.top + 1]
        if len(whole) == 1 and isinstance(whole[0], Symbol):
            return whole[0]
        if len(whole) == value.top + 1 and all(isinstance(one, int) for one in whole):
            return int("".join(map(str, whole)))
    raise NotSymbolic("a number with a symbol is an address, and is not one digit")


@lru_cache(maxsize=64)
def _held(highest: int, done: tuple[str, ...]) -> list[Any]:
    """The value of registers 1 to `highest` when the same lines changed each of them."""
    return [HeldValue(number, done) for number in range(1, highest + 1)]


def settled(state: State, named: NamedRegisters) -> NamedRegisters:
    """Apply the changes that lines made to these registers by number to the registers that digits name.

    NotSymbolic unless they were all treated alike. Numbers that came from one of them are unknown from now
    on.
    """
    highest = named.highest
    registers = cast("list[Any]", state.registers)
    if len(registers) <= highest:
        raise NotSymbolic("there are fewer registers than a digit can name")
    held, first = registers[1 : highest + 1], registers[1]
    if held != _held(highest, ()):
        if isinstance(first, Number) and all(one == first for one in held):
            named = named.after(lambda _: first)
        elif isinstance(first, HeldValue) and held == _held(highest, first.done):
            named = named.after(first.after)
        else:
            raise NotSymbolic(f"a digit is an address, and registers 1 to {highest} were not treated alike")
        registers[1 : highest + 1] = _held(highest, ())
    _forget(state, highest)
    return named


def _forget(state: State, highest: int) -> None:
    """Make numbers unknown that came from a register, because the register may get another value."""
    stack, registers = cast("list[Any]", state.stack), cast("list[Any]", state.registers)
    outside = (0, *range(highest + 1, len(registers)))
    for cells, places in ((stack, range(4)), (registers, outside)):
        for place in places:
            if isinstance(cells[place], HeldValue):
                cells[place] = UNKNOWN
    if isinstance(state.last_x, HeldValue):
        state.last_x = cast("Any", UNKNOWN)
    if isinstance(state.i, HeldValue):
        state.i = cast("Any", UNKNOWN)
