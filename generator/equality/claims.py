"""What a certificate claims of two programs. `check` says whether it is so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from hp15c.terms.term import Term


class Observe(Enum):
    """What has to be equal where the programs stop or end, besides the display."""

    RESULTS = "results"  # X
    STACK = "stack"  # the four levels and LAST X
    ALL = "all"  # registers, flags and modes, too


class Place(NamedTuple):
    """Where a program is: its line, and the lines to which its pending calls return, innermost last."""

    line: int
    returns: tuple[int, ...] = ()


class Assumed(NamedTuple):
    """A condition on what the old program's calculator holds when a label is pressed.

    A `label` of "" means every label. `condition` is a term over a calculator of which nothing is known.
    `registers` are named in it.
    """

    label: str
    text: str
    condition: Term
    registers: tuple[str, ...] = ()


class Pair(NamedTuple):
    """Where both programs are. Line 0 is the idle calculator, at which a label is pressed."""

    old: Place
    new: Place


IDLE: Final = Pair(Place(0), Place(0))


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one calculator in a relation: a variable or a known value for each place.

    `places` has them by name, the flags as "flag 0". `memory` is the variable of the registers that are not
    named, `registers` has those that are.
    """

    places: Mapping[str, Term]
    memory: Term
    registers: Mapping[int, Term]


Relation = tuple[Values, Values]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is claimed of two programs: their entries, the lines at which they are cut, and the relations.

    `entries` are pairs of first lines that the user enters by the same key. `keep` are registers that have to
    be equal at each stop. `renamed` are pairs of registers: the new program uses the second for the first.
    `typed` has for each entry how many numbers its user keys in at least, none without it. `stops` has lines
    after stops of the old program with how many are keyed in there. `blinks` says whether overflows are
    compared. Where `pending` has pairs of lines, a pair of places may name the innermost of the pending calls
    only: the others return to these pairs of lines.

    `assumed` are conditions under which labels are pressed. `facts` are conditions on the variables of
    relations that hold at their pairs. `exact` says whether laws are used that hold for ranges of numbers.
    `ample` says that each DIM (i) leaves the registers to R.9.
    """

    observe: Observe
    keep: tuple[int, ...]
    renamed: tuple[tuple[int, int], ...]
    entries: tuple[tuple[int, int], ...]
    cuts: tuple[frozenset[int], frozenset[int]]
    relations: Mapping[Pair, Relation]
    typed: tuple[int, ...] = ()
    stops: tuple[tuple[int, int], ...] = ()
    blinks: bool = True
    pending: frozenset[tuple[int, int]] = frozenset()
    assumed: tuple[Assumed, ...] = ()
    facts: Mapping[Pair, tuple[Term, ...]] = field(default_factory=dict)
    exact: bool = False
    ample: bool = False
