"""All pairs of N digits at once: a listing runs on symbols, and goes two ways where a comparison decides.

What is known on a way is which digits of the secret are equal to which of the guess, and which are not. Two
ways meet again when the calculator is in the same state and the same digits are matched. Only what both know
is known then. Every pair of codes goes one of the ways. So the listing is right for every pair if it is right
at the end of each way.

An answer c, d is right where this is known. First, for each place whether the digits there are equal: that
gives c. Second, that no digit of the secret without a partner is equal to a digit of the guess without one.
Then of each value all digits of one side have partners, and their number is c + d.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from hp15c import machine
from hp15c.modes import Format, Notation
from hp15c.number import Number
from hp15c.operations import Signal
from hp15c.playing import loaded, start
from hp15c.program import Program
from hp15c.state import State, X
from programs.codemaker import Seat
from programs.proof import digits, later
from programs.proof.digits import Refused, Symbol
from programs.proof.lines import EQUALITIES, Fork, Known, do

LINES = 10_000
"""More lines than any scoring has between two comparisons."""

COMPARISONS = 400
"""More comparisons than any scoring of eight digits makes one after the other."""


@dataclass(frozen=True, slots=True)
class Way:
    """A calculator on symbols, and what is known there.

    `secret` and `guess` are the places whose digits have no partner yet. `right` is how many digits are right
    in their place, and `decided` the places where that was compared. `history` is one series of decisions
    that leads here. `turn` says whether the one pause with the turn `wanted` was seen.
    """

    state: State
    known: Known
    secret: frozenset[int]
    guess: frozenset[int]
    right: int = 0
    decided: frozenset[int] = frozenset()
    history: tuple[tuple[Symbol, Symbol, bool], ...] = ()
    turn: bool = False
    wanted: Number = later.FIRST

    def decide(self, one: Symbol, other: Symbol, equal: bool) -> Way:
        """The same where two symbols are equal, or are not."""
        if one.code == other.code:
            raise Refused(f"two digits of the same code are compared: {one} and {other}")
        s, g = (one, other) if one.code == "s" else (other, one)
        if s.place == g.place and s.place in self.decided:
            raise Refused(
                f"{s} and {g} are compared again where it is no longer known whether they are equal"
            )
        known, pair = self.known, (s, g)
        decided = self.decided | {s.place} if s.place == g.place else self.decided
        history = (*self.history, (s, g, equal))
        state = self.state.copy()
        if not equal:
            known = replace(known, unequal=known.unequal | {pair})
            return replace(self, state=state, known=known, decided=decided, history=history)
        known = replace(known, equal=known.equal | {pair})
        both = s.place in self.secret and g.place in self.guess
        return replace(
            self,
            state=state,
            known=known,
            decided=decided,
            history=history,
            secret=self.secret - {s.place} if both else self.secret,
            guess=self.guess - {g.place} if both else self.guess,
            right=self.right + (s.place == g.place),
        )

    def meet(self, other: Way) -> Way:
        """What both ways know."""
        return replace(
            self,
            known=Known(self.known.equal & other.known.equal, self.known.unequal & other.known.unequal),
        )

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for ways that may meet."""
        state = self.state
        held = [*state.stack, state.last_x, state.i, *state.registers]
        return (
            state.line,
            tuple(_plain(value) for value in held),
            state.lift,
            tuple(state.returns),
            frozenset(state.flags),
            state.format,
            self.secret,
            self.guess,
            self.right,
            self.decided,
            self.turn,
        )


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of it: how many ends, how many ways at most at a time, lines run, and the first fault.

    `fault` names a wrong end with a pair of codes that leads there. None: the answer to a first guess is
    right for every pair of N digits 1 to 9. `later`: after each answer the next guess begins as the first did
    (see `later.py`), so that all later answers are right too.
    """

    digits: int
    ends: int
    widest: int
    lines: int
    fault: str | None
    later: bool = False


@lru_cache(maxsize=16)
def comparisons(program: Program) -> frozenset[int]:
    """The lines that compare X and Y for equality."""
    return frozenset(number for number, one in enumerate(program.steps, 1) if one.name in EQUALITIES)


def _plain(value: object) -> object:
    return (value.negative, value.exponent, value.mantissa) if isinstance(value, Number) else value


def prove(program: Program, count: int, seat: Seat | None = None) -> Proof:
    """Run a CodeMaker on all pairs of `count` digits from 1 to 9; Refused for what symbols do not allow."""
    hidden: frozenset[int] | None = None
    seat = seat or Seat()
    if seat.answer != "stop":
        raise Refused("an answer that the pause shows")
    state = loaded(program)
    lines = _set(state, count, seat)
    _enter(state, digits.code("g", count), seat.guess.label)
    places = frozenset(range(count))
    way, run = _to_comparison(Way(state, Known(), places, places))
    begin = way.state.copy()
    try:
        hidden = _turns_on_one_way(way, count, seat)
        if hidden is not None:
            later.hide(way.state, hidden)
        return _explore(way, begin, hidden, count, seat, lines + run)
    except Refused:
        if hidden is None:
            raise
        return _explore(replace(way, state=begin.copy()), begin, None, count, seat, lines + run)


def _turns_on_one_way(way: Way, count: int, seat: Seat) -> frozenset[int] | None:
    """Where the turn is kept, seen on the way of codes that have no digit in common; None: not seen."""
    begin, way = way.state, replace(way, state=way.state.copy())
    for _ in range(COMPARISONS):
        if not way.state.running:
            return _second_begin(way.state, begin, count, seat)
        *_, unequal = _after_comparison(way)
        way, _ = _to_comparison(unequal)
    return None


def _second_begin(end: State, begin: State, count: int, seat: Seat) -> frozenset[int] | None:
    """Key another guess in: in which cells it then differs by the turn, None where by more."""
    state = end.copy()
    later.changed(state, lambda _, value: later.outdated(value))
    _enter(state, digits.code("g", count), seat.guess.label)
    try:
        way, _ = _to_comparison(Way(state, Known(), frozenset(), frozenset(), wanted=later.SECOND))
    except (Refused, Fork):
        return None
    return later.turns(begin, way.state)


def _explore(
    first: Way, begin: State, hidden: frozenset[int] | None, count: int, seat: Seat, lines: int
) -> Proof:
    """All ways on from a first comparison; with `hidden` every end is held to the begin of the next guess."""
    ways = [first]
    ends, widest, again = 0, 1, hidden is not None
    for _ in range(COMPARISONS):
        if not ways:
            return Proof(count, ends, widest, lines, None, again)
        met: dict[tuple[object, ...], Way] = {}
        for way in ways:
            for behind in _after_comparison(way):
                arrived, run = _to_comparison(behind)
                lines += run + 1
                if arrived.state.running:
                    key = arrived.key
                    met[key] = met[key].meet(arrived) if key in met else arrived
                    continue
                ends += 1
                if again:
                    later.show(arrived.state)
                    again = _second_begin(arrived.state, begin, count, seat) == hidden
                fault = _fault(arrived, count)
                if fault:
                    return Proof(count, ends, widest, lines, fault)
        ways = list(met.values())
        widest = max(widest, len(ways))
    raise Refused("a run without end")


def _enter(state: State, number: digits.Value, label: str | None) -> None:
    state.push(cast("Number", number))
    state.lift = True
    start(state, label)


def _set(state: State, count: int, seat: Seat) -> int:
    """Tell it its secret; how many lines that took. A comparison of its digits is refused."""
    _enter(state, digits.code("s", count), seat.set.label)
    for line in range(LINES):
        if not state.running:
            return line
        if state.line == 0:
            machine.implied_return(state)
            continue
        try:
            do(state, Known())
        except Fork as fork:
            raise Refused(f"setting a secret compares its digits: {fork}") from None
        if state.message:
            raise Refused(f"setting a secret ends in {state.message}")
    raise Refused("setting a secret does not end")


def _after_comparison(way: Way) -> Iterator[Way]:
    """The ways on from a comparison that a way stands at: one, or two."""
    state = way.state
    if state.line not in comparisons(state.program):
        yield way
        return
    try:
        do(state, way.known)
        yield way
    except Fork as fork:
        for equal in (True, False):
            other = way.decide(*fork.pair, equal)
            yield from _after_comparison(other)


def _to_comparison(way: Way) -> tuple[Way, int]:
    """Run to the next comparison of X and Y or to the end, and how many lines that took."""
    state, turn, compares = way.state, way.turn, comparisons(way.state.program)
    for line in range(LINES):
        if not state.running or state.line in compares:
            return (replace(way, turn=turn) if turn != way.turn else way), line
        if state.line == 0:
            machine.implied_return(state)
            continue
        if do(state, way.known) is Signal.PAUSE:
            if turn or state.x != way.wanted or state.format != Format(Notation.FIX, 0):
                raise Refused("a pause that is not the only one, with the turn")
            turn = True
    raise Refused("a run without end")


def _fault(way: Way, count: int) -> str | None:
    """What is wrong at an end; None when it shows the guess and its score, and both are known to be right."""
    partners = count - len(way.secret)
    open_pairs = [
        (s, g) for s in way.secret for g in way.guess if not way.known.differ(Symbol("s", s), Symbol("g", g))
    ]
    wanted = digits.total(digits.code("g", count), Number.of(f"{way.right}.{partners - way.right}e-1"))
    shown = cast("Any", way.state.stack[X])
    if way.state.message:
        return f"{_pair(way, count)}: {way.state.message}"
    if not way.turn or way.state.format != Format(Notation.FIX, 2) or shown != wanted:
        return f"{_pair(way, count)}: X is {shown}, not {wanted}"
    if len(way.decided) < count:
        return f"{_pair(way, count)}: digits in the same place were not compared"
    if open_pairs:
        s, g = open_pairs[0]
        return f"{_pair(way, count)}: digit {s + 1} of the secret was not compared with {g + 1} of the guess"
    return None


def _pair(way: Way, count: int) -> str:
    """A secret and a guess that go this way, where there are any with digits 1 to 9."""
    names = [Symbol(code, place) for code in "sg" for place in range(count)]
    group = {name: name for name in names}
    for s, g, equal in way.history:
        if equal:
            old, new = group[g], group[s]
            group = {name: new if own == old else own for name, own in group.items()}
    apart = {frozenset((group[s], group[g])) for s, g, equal in way.history if not equal}
    value: dict[Symbol, int] = {}
    for own in dict.fromkeys(group.values()):
        taken = {value[other] for other in value if frozenset((own, other)) in apart}
        value[own] = next((one for one in range(1, 10) if one not in taken), 0)
    secret, guess = (
        "".join(str(value[group[Symbol(code, place)]]) for place in range(count)) for code in "sg"
    )
    return f"secret {secret}, guess {guess}"
