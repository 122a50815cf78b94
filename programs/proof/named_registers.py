"""Registers that a digit names, where I begins with a symbol: a line with (i) means one of them.

Registers 1 to `highest` are those that a digit can name. Digits known to be equal form a group, which names
one register. Different groups name different ones. All registers that no group names hold the same number.
Which register a group names is not known, so that a line with the number of such a register (RCL 3) must
treat all of them alike before a digit names one again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple, cast

from hp15c.numbers.number import ZERO, Number
from hp15c.state.state import State
from programs.proof.digits import UNKNOWN, HeldValue, NotSymbolic, Symbol, SymbolicNumber

HIGHEST = 9
"""The highest digit of a code when nothing else is said."""


Change = HeldValue | Number
"""What lines made of a register: a value from its own, whose number is left out, or a known one."""


class GroupUnknown(Exception):
    """Raised when a digit is an address, and it is not known to which of the groups it belongs."""

    def __init__(self, symbol: Symbol) -> None:
        super().__init__(f"the register of {symbol}")
        self.symbol = symbol


class Group:
    """Equal digits and the value of their register. `example` was one of them on a way that led here.

    `began` is what the register held where the scoring began. `secrets` and `guesses` are how many digits of
    each code were put into the group. They stay right when it is forgotten which digits these are. Groups
    with the same `order` are alike in all of this.
    """

    __slots__ = ("began", "example", "guesses", "holds", "members", "order", "secret", "secrets")

    def __init__(
        self,
        members: frozenset[Symbol],
        holds: Number,
        began: Number,
        example: Symbol,
        secrets: int = 0,
        guesses: int = 0,
    ) -> None:
        self.members, self.holds, self.began, self.example = members, holds, began, example
        self.secrets, self.guesses = secrets, guesses
        self.secret = _places(members, "s")
        """The places of its known digits of the secret."""
        guess = _places(members, "g")
        self.order = (not self.secret, self.secret, plain(holds), plain(began), guess, secrets, guesses)

    @property
    def partners(self) -> int:
        """How many digits of the secret here have a partner of the same value in the guess."""
        return min(self.secrets, self.guesses)

    def with_member(self, symbol: Symbol) -> Group:
        """A group with one digit more than this one."""
        of_secret = symbol.code == "s"
        secrets, guesses = self.secrets + of_secret, self.guesses + (not of_secret)
        return Group(self.members | {symbol}, self.holds, self.began, self.example, secrets, guesses)

    def with_members(self, members: frozenset[Symbol]) -> Group:
        """A copy that has these digits as its members."""
        if len(members) == len(self.members):
            return self
        return Group(members, self.holds, self.began, self.example, self.secrets, self.guesses)

    def holding(self, value: Number) -> Group:
        """A copy with another number in its register."""
        return Group(self.members, value, self.began, self.example, self.secrets, self.guesses)

    def without(self, code: str) -> Group:
        """A copy without the digits of a code."""
        members = frozenset(each for each in self.members if each.code != code)
        secrets, guesses = self.secrets * (code != "s"), self.guesses * (code != "g")
        return Group(members, self.holds, self.began, self.example, secrets, guesses)

    def begin(self) -> Group:
        """A copy at the beginning of a scoring, where the register holds what it began with."""
        return Group(self.members, self.holds, self.holds, self.example, self.secrets, self.guesses)


IN_ORDER: Final = attrgetter("order")


class NamedRegisters(NamedTuple):
    """The known values of registers 1 to `highest`: one for each group, and `rest` for all others.

    `rest_began` is what the others held where the scoring began. Groups with digits of the secret come first,
    by place. The others follow, by the values of their registers.
    """

    highest: int = HIGHEST
    rest: Number = ZERO
    rest_began: Number = ZERO
    groups: tuple[Group, ...] = ()

    @property
    def free(self) -> int:
        """The number of digits that belong to no group."""
        return self.highest - len(self.groups)

    def find(self, symbol: Symbol) -> int | None:
        """The number of a digit's group. None where it has none."""
        for place, one in enumerate(self.groups):
            if symbol in one.members:
                return place
        return None

    def join(self, symbol: Symbol, place: int | None) -> NamedRegisters:
        """A copy with a digit added to a group. Without `place` the group is new."""
        if place is None:
            own = Group(frozenset(), self.rest, self.rest_began, symbol)
            return self._with_groups((*self.groups, own.with_member(symbol)))
        return self._with_group(place, self.groups[place].with_member(symbol))

    def holding(self, place: int, value: Number) -> NamedRegisters:
        """A copy with another number in the register of a group."""
        return self._with_group(place, self.groups[place].holding(value))

    def meet(self, other: NamedRegisters) -> NamedRegisters:
        """The facts that both know, for groups in the same order with the same values."""
        pairs = zip(self.groups, other.groups, strict=True)
        return self._with_groups(one.with_members(one.members & two.members) for one, two in pairs)

    def without(self, code: str) -> NamedRegisters:
        """A copy without the digits of a code, and without groups that then equal the other parts."""
        others = (self.rest, self.rest_began)
        kept = (one.without(code) for one in self.groups)
        return self._with_groups(
            one
            for one in kept
            if one.members or one.secrets or one.guesses or (one.holds, one.began) != others
        )

    def forgetting(self, places: frozenset[int]) -> NamedRegisters:
        """A copy where it is forgotten to which groups the digits in some places belong."""
        gone = [Symbol(code, place) for place in places for code in "sg"]
        return self._with_groups(one.with_members(one.members.difference(gone)) for one in self.groups)

    def after(self, changes: Iterable[Change]) -> NamedRegisters:
        """A copy with every register changed, by any of the changes. ValueError unless they agree.

        Which of the registers a group names is not known. Each change was that of one of the registers.
        """
        known = tuple(changes)
        groups = [one.holding(_after(known, one.holds, one.began)) for one in self.groups]
        rest = _after(known, self.rest, self.rest_began)
        return NamedRegisters(self.highest, rest, self.rest_began, tuple(groups)).without("")

    def begin(self) -> NamedRegisters:
        """A copy where a scoring begins: every register began as it is now."""
        groups = tuple(one.begin() for one in self.groups)
        return NamedRegisters(self.highest, self.rest, self.rest, groups).without("")

    @property
    def is_restored(self) -> bool:
        """Whether every register holds again what it held where the scoring began."""
        return self.rest == self.rest_began and all(one.holds == one.began for one in self.groups)

    @property
    def key(self) -> tuple[object, ...]:
        """A key, equal where `meet` is possible: the groups' values, and their digits of the secret."""
        groups = ((one.secret, plain(one.holds), plain(one.began)) for one in self.groups)
        return (plain(self.rest), plain(self.rest_began), *groups)

    @property
    def whole_key(self) -> tuple[object, ...]:
        """A key that is equal where all is the same, up to the renaming of digits."""
        return (plain(self.rest), plain(self.rest_began), *map(IN_ORDER, self.groups))

    def _with_group(self, place: int, group: Group) -> NamedRegisters:
        return self._with_groups((*self.groups[:place], group, *self.groups[place + 1 :]))

    def _with_groups(self, groups: Iterable[Group]) -> NamedRegisters:
        ordered = tuple(sorted(groups, key=IN_ORDER))
        return NamedRegisters(self.highest, self.rest, self.rest_began, ordered)


@lru_cache(maxsize=4096)
def _places(members: frozenset[Symbol], code: str) -> tuple[int, ...]:
    return tuple(sorted(one.place for one in members if one.code == code))


def plain(number: Number) -> tuple[bool, int, int]:
    """A number as a key, which is looked up and put in order quickly."""
    return number.negative, number.exponent, number.mantissa


def _after(changes: tuple[Change, ...], holds: Number, began: Number) -> Number:
    """What each of the changes makes of a register. ValueError unless they agree."""
    values = {one if isinstance(one, Number) else one.after(holds, began) for one in changes}
    if len(values) > 1:
        raise ValueError
    return values.pop()


def address(value: object) -> Symbol | int:
    """The register that a symbolic number means. NotSymbolic for another number."""
    if isinstance(value, SymbolicNumber):
        if value.top < 0:
            return 0
        whole = value.digits[: value.top + 1]
        if len(whole) == 1 and isinstance(whole[0], Symbol):
            return whole[0]
        if len(whole) == value.top + 1 and all(isinstance(one, int) for one in whole):
            return int("".join(map(str, whole)))
    raise NotSymbolic("a number with a symbol is an address, and is not one digit")


@lru_cache(maxsize=16)
def _unchanged_values(highest: int) -> list[Any]:
    """The values of registers 1 to `highest` while no line has changed them."""
    return [HeldValue(number) for number in range(1, highest + 1)]


def settle(state: State, named: NamedRegisters) -> NamedRegisters:
    """Apply the changes that lines made to these registers by number to the registers that digits name.

    NotSymbolic unless all changes give each of them the same number. Numbers that came from one of them are
    unknown from now on.
    """
    highest = named.highest
    registers = cast("list[Any]", state.registers)
    if len(registers) <= highest:
        raise NotSymbolic("there are fewer registers than a digit can name")
    held = registers[1 : highest + 1]
    if held != _unchanged_values(highest):
        try:
            named = named.after(_changes(held))
        except ValueError:
            raise NotSymbolic(
                f"a digit is an address, and registers 1 to {highest} were not treated alike"
            ) from None
        registers[1 : highest + 1] = _unchanged_values(highest)
    change_outside(state, highest, lambda value: value if value.kept else UNKNOWN)
    return named


def _changes(held: list[Any]) -> set[Change]:
    """What lines did to the registers from 1 on. ValueError for one that holds what another held."""
    made: set[Change] = set()
    for number, value in enumerate(held, 1):
        if isinstance(value, HeldValue) and value.number == number:
            made.add(replace(value, number=0))
        elif isinstance(value, Number):
            made.add(value)
        else:
            raise ValueError
    return made


def change_outside(state: State, highest: int, change: Callable[[HeldValue], Any]) -> None:
    """Change the values outside registers 1 to `highest` that came from one of these."""
    stack, registers = cast("list[Any]", state.stack), cast("list[Any]", state.registers)
    others = [*stack, state.last_x, state.i, registers[0], *registers[highest + 1 :]]
    if HeldValue not in map(type, others):
        return
    outside = (0, *range(highest + 1, len(registers)))
    for cells, places in ((stack, range(4)), (registers, outside)):
        for place in places:
            if isinstance(cells[place], HeldValue):
                cells[place] = change(cells[place])
    if isinstance(state.last_x, HeldValue):
        state.last_x = change(state.last_x)
    if isinstance(state.i, HeldValue):
        state.i = change(state.i)


def settled_at_begin(state: State, named: NamedRegisters) -> NamedRegisters:
    """Settle where a scoring begins. A value that came from a register which no line changed since is kept:
    it is what the register held where the scoring began.
    """
    highest = named.highest
    if cast("list[Any]", state.registers)[1 : highest + 1] == _unchanged_values(highest):
        change_outside(state, highest, lambda value: replace(value, kept=True))
    return settle(state, named)
