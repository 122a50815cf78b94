"""Ways on which digits are counted by value: how many have partners is told by the groups of equal digits.

Where every digit of both codes has named a register, each digit belongs to one group, and digits of different
groups differ. Then the digits with partners, c + d, are the sum over all groups of the lesser number: its
digits of the secret, or its digits of the guess. These numbers do not say which digits they are, so that this
may be forgotten. A place is finished when its two digits have been compared and that of the guess has named
a register. The groups of finished digits are forgotten where the listing compares or addresses a digit of
another place.
Ways for secrets with other digits equal are then the same and are joined: all that is left of a group is what
its register holds, what it held where the scoring began, and the two numbers.

What is forgotten makes no answer wrong. Where a listing needs it again (a finished digit as an address, or
compared again) the line is refused, and the proof is repeated without forgetting.
"""

from __future__ import annotations

from typing import Any

from programs.proof.digits import Symbol, SymbolicNumber
from programs.proof.lines import KnownPairs
from programs.proof.ways import Way, first_symbol

NO_PLACES: frozenset[int] = frozenset()


def counting(way: Way, count: int) -> Way:
    """A copy of the way at the beginning of a scoring, with its digits counted by value from now on."""
    members = [each for group in way.named.groups for each in group.members]
    places = frozenset(range(count))
    return way._replace(secret=NO_PLACES, guess=NO_PLACES, counted=frozenset(members), kept=places)


def all_counted(way: Way, count: int) -> bool:
    """Whether all digits of both codes were counted."""
    return way.counted is not None and len(way.counted) == 2 * count


def forgetting_finished(way: Way, compares: bool) -> Way:
    """A copy of the way, stopped at a line that compares or addresses, with finished places forgotten."""
    if way.counted is None:
        return way
    if compares:
        looked_at = _places(*way.state.stack[:2])
    else:
        first = first_symbol(way.state.i)
        looked_at = frozenset((first.place,)) if first else NO_PLACES
        if first and first.code == "g" and first.place not in way.addressed:
            way = way._replace(addressed=way.addressed | looked_at)
    gone = (way.addressed & way.decided & way.kept) - looked_at
    if not gone:
        return way
    named, known = way.named.forgetting(gone), _forget_places(way.known, gone)
    return way._replace(named=named, known=known, kept=way.kept - gone)


def _places(*values: Any) -> frozenset[int]:
    """The places of all symbols in some numbers."""
    numbers = (value for value in values if isinstance(value, SymbolicNumber))
    return frozenset(each.place for value in numbers for each in value.digits if isinstance(each, Symbol))


def _forget_places(known: KnownPairs, places: frozenset[int]) -> KnownPairs:
    if not known.equal and not known.unequal:
        return known

    def keep(pairs: frozenset[tuple[Symbol, Symbol]]) -> frozenset[tuple[Symbol, Symbol]]:
        return frozenset(
            pair for pair in pairs if pair[0].place not in places and pair[1].place not in places
        )

    return KnownPairs(keep(known.equal), keep(known.unequal))
