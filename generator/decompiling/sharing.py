"""Which values share a variable: those of one register, and those that meet."""

from __future__ import annotations

from collections.abc import Mapping

from generator.decompiling.events import value_in
from generator.decompiling.liveness import Liveness
from generator.decompiling.naming import Naming
from generator.decompiling.needs import Needs, is_condition, place_of, register_of
from generator.decompiling.variables import Variables, register_variable
from generator.reading.flow import PLACES
from hp15c.terms.term import Term


def variables(
    needs: Needs, all_needs: Mapping[int, Needs], shared: frozenset[int], words: frozenset[int] = frozenset()
) -> Variables:
    """The variables of a routine. `shared` are the registers of the module, `words` those with a name."""
    found = Naming(needs, all_needs, shared, words).found
    _Sharer(found, all_needs, shared, words).share()
    return found


class _Sharer:
    def __init__(
        self,
        found: Variables,
        all_needs: Mapping[int, Needs],
        registers: frozenset[int],
        words: frozenset[int],
    ) -> None:
        self.found = found
        self._needs, self._all, self._registers, self._words = found.needs, all_needs, registers, words
        self._flow = found.needs.flow

    def share(self) -> None:
        """Let values share variables."""
        conflicts = Liveness(self.found, self._all, self._registers).conflicts()
        self._find_homes()
        sharing = _Sharing(conflicts, {leaf: homes & self._words for leaf, homes in self.found.homes.items()})
        for number in sorted(self._registers):
            self._join_register(number, sharing)
        sharing.close({register_variable(number) for number in self._registers})
        for copies in self.found.copies.values():
            for target, value in zip(copies.targets, copies.values, strict=True):
                if self.found.has(value):
                    sharing.join(target, value, like=True)
        by_home: dict[int, Term] = {}
        begun = {getattr(self._flow.begun, name) for name in PLACES}
        for leaf, numbers in self.found.homes.items():
            if leaf in begun:
                continue
            for number in numbers - self._registers:
                sharing.join(by_home.setdefault(number, leaf), leaf)
        leaves = [term for term in self._needs.uses if self.found.has(term)]
        leaves += map(register_variable, sorted(self._registers))
        self.found.share = {leaf: sharing.of(leaf) for leaf in leaves}

    def _join_register(self, number: int, sharing: _Sharing) -> None:
        """Let values that a register of the module holds share its variable."""
        own = register_variable(number)
        moved = {
            one.value
            for defines in self.found.defines.values()
            for place, one in enumerate(defines)
            if one.variable is own and place and defines[place - 1].variable is one.value
        }
        for leaf in self._needs.uses:
            if leaf in moved:
                sharing.join(own, leaf)
            elif leaf.op in ("input", "register"):
                place, where = place_of(leaf)
                if register_of(place) == number and not where.startswith(("stop", "ran", "element")):
                    sharing.join(own, leaf)

    def _find_homes(self) -> None:
        """The registers in which each value stands somewhere."""
        wanted = {term for term in self._needs.uses if self.found.has(term)}
        numbers = {number for stores in self._flow.stores.values() for number, _ in stores}
        for node in self._needs.order:
            for number, value in self._flow.stores.get(node, ()):
                if value in wanted:
                    self.found.homes.setdefault(value, set()).add(number)
            for number in numbers:
                value = value_in(self._flow.before[node], number)
                if value in wanted and value.op == "input":
                    self.found.homes.setdefault(value, set()).add(number)


class _Sharing:
    """Sets of values that share a variable, because none conflicts with another."""

    def __init__(self, conflicts: Mapping[Term, set[Term]], words: Mapping[Term, set[int]]) -> None:
        self._words = words
        self._closed: set[Term] = set()
        self._first: dict[Term, Term] = {}
        self._members: dict[Term, set[Term]] = {}
        self._conflicts: dict[Term, set[Term]] = {}
        for one, others in conflicts.items():
            for other in others:
                self._conflicts.setdefault(one, set()).add(other)
                self._conflicts.setdefault(other, set()).add(one)

    def close(self, leaves: set[Term]) -> None:
        """Let no more values share a variable with these."""
        self._closed = leaves

    def of(self, leaf: Term) -> Term:
        """The value that stands for all that share a variable with this one."""
        return self._first.get(leaf, leaf)

    def join(self, one: Term, other: Term, *, like: bool = False) -> bool:
        """Let two values share a variable, if they can. Whether they do.

        With `like` values of a register that has a name share only with others of it.
        """
        one, other = self.of(one), self.of(other)
        if one is other:
            return True
        mine, theirs = self._members.get(one, {one}), self._members.get(other, {other})
        if (mine | theirs) & self._closed:
            return False
        if like and self._named_registers(mine) != self._named_registers(theirs):
            return False
        if is_condition(one) != is_condition(other):
            return False
        if any(self._conflicts.get(member, set()) & theirs for member in mine):
            return False
        joined = mine | theirs
        for member in joined:
            self._first[member] = one
        self._members[one] = joined
        return True

    def _named_registers(self, members: set[Term]) -> set[int]:
        """The registers with a name in which these values stand."""
        found: set[int] = set()
        return found.union(*(self._words.get(member, set()) for member in members))
