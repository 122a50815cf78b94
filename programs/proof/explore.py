"""All pairs of N digits at once: a listing runs on symbols, and takes several ways where digits decide.

Where two digits are compared there are two ways. Where a digit names a register there is one for each group
of equal digits that it may belong to (see `named`). On each way it is known of some digits whether they are
equal. Two ways are joined when the calculator is in the same state and the same digits are matched. The
joined way knows only what both ways know. Every pair of codes goes one of the ways. So the listing is right
for every pair if it is right at the end of each way.

An answer c, d is known to be right under two conditions. First, for each place it is known whether the digits
there are equal: that gives c. Second, no digit of the secret without a partner is equal to a digit of the
guess without one. Then for each value all digits of one side have partners, and their number is c + d.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

from hp15c import machine
from hp15c.modes import Format, Notation
from hp15c.number import Number
from hp15c.operations import Signal
from hp15c.playing import loaded, start
from hp15c.program import Program
from hp15c.state import State, X
from programs.codemaker import Seat
from programs.proof import digits, later
from programs.proof.digits import HeldValue, NotSymbolic, Symbol, Unknown
from programs.proof.lines import EQUALITIES, STAND_IN, DigitRegisters, Fork, KnownPairs, do, symbolic
from programs.proof.named import HIGHEST, GroupUnknown, NamedRegisters, settled
from programs.proof.ways import Way

LINES = 10_000
"""A limit above the lines that any scoring has between two comparisons."""

STOPS = 400
"""A limit above the stops that any scoring of eight digits makes one after the other."""


@dataclass(frozen=True, slots=True)
class ListingProof:
    """The result of a proof: the number of ends, the most ways at a time, the lines run, and the first fault.

    `fault` names a wrong end with a pair of codes that leads there. When it is None, the answer to a first
    guess is right for every pair of N digits 1 to `highest`. `later` tells that after each answer the next
    guess begins as the first did (see `later.py`), so that all later answers are right too.
    """

    digits: int
    ends: int
    widest: int
    lines: int
    fault: str | None
    later: bool = False
    highest: int = HIGHEST

    def and_(self, other: ListingProof) -> ListingProof:
        """Both proofs as one, of secrets that are set in different ways."""
        return ListingProof(
            self.digits,
            self.ends + other.ends,
            max(self.widest, other.widest),
            self.lines + other.lines,
            self.fault or other.fault,
            self.later and other.later,
            self.highest,
        )


@lru_cache(maxsize=16)
def stops(program: Program) -> tuple[frozenset[int], frozenset[int]]:
    """The lines that compare X and Y for equality, and those with (i)."""
    lines = list(enumerate(program.steps, 1))
    return (
        frozenset(number for number, one in lines if one.name in EQUALITIES),
        frozenset(number for number, one in lines if one.operand == "(i)"),
    )


def prove(program: Program, count: int, seat: Seat | None = None, highest: int = HIGHEST) -> ListingProof:
    """Run a CodeMaker on all pairs of `count` digits from 1 to `highest`.

    NotSymbolic for an operation that symbols do not allow.
    """
    seat = seat or Seat()
    if seat.answer != "stop":
        raise NotSymbolic("an answer that the pause shows")
    places = frozenset(range(count))
    begin = Way(loaded(program), KnownPairs(), places, places, NamedRegisters(highest))
    _enter(begin.state, digits.code("s", count), seat.set.label)
    proof = ListingProof(count, 0, 1, 0, None, True, highest)
    for told in _set(begin):
        _enter(told.way.state, digits.code("g", count), seat.guess.label)
        proof = proof.and_(_scorings(told, count, seat))
        if proof.fault is not None:
            break
    return proof


def _scorings(told: WayRun, count: int, seat: Seat) -> ListingProof:
    """All scorings with the secrets of one way of setting them.

    A refused or wrong scoring is tried again with less forgotten, because the fault may come from what was
    forgotten.
    """
    first = _to_stop(told.way)
    lines = told.lines + first.lines
    for forgets in FORGETTING[:-1]:
        try:
            way = replace(first.way, state=first.way.state.copy())
            proof = _with_turns(forgets.at_begin(way), forgets, count, seat, lines)
            if proof.fault is None:
                return proof
        except NotSymbolic:
            continue
    return _with_turns(first.way, FORGETTING[-1], count, seat, lines)


def _with_turns(way: Way, forgets: Forgetting, count: int, seat: Seat, lines: int) -> ListingProof:
    """The scorings from a first stop on. They include all later ones when the turn is found not to matter."""
    begin = way.state.copy()
    try:
        search = _Search(count, seat, forgets, begin, _settled(begin, way.named))
        hidden = search.turns_on_one_way(way)
    except NotSymbolic:
        search, hidden = _Search(count, seat, forgets, begin, None), None
    if hidden is not None:
        hiding = replace(way, state=way.state.copy())
        later.hide(hiding.state, hidden)
        try:
            return search.explore(hiding, hidden, lines)
        except NotSymbolic:
            pass
    return search.explore(way, None, lines)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """The numbers that are made unknown where ways are joined, so that more ways can be: Z and T, and I where
    a scoring begins.

    Hardly any line needs them there. When a line does, it is refused, and the proof is repeated with less
    forgotten.
    """

    levels: bool
    index: bool

    def at_stop(self, way: Way) -> Way:
        """The same way with the numbers forgotten at a stop."""
        if self.levels:
            cast("list[Any]", way.state.stack)[2:] = [digits.UNKNOWN, digits.UNKNOWN]
        return way

    def at_begin(self, way: Way) -> Way:
        """The same way with the numbers forgotten at the first stop of a scoring."""
        if self.index:
            way.state.i = cast("Any", digits.UNKNOWN)
        return self.at_stop(way)


FORGETTING: Final = (Forgetting(True, True), Forgetting(True, False), Forgetting(False, False))
"""The kinds of forgetting that are tried, one after the other."""


@dataclass(frozen=True, slots=True)
class _Search:
    """All ways on from the first stop of a scoring, where the state is `begin`."""

    count: int
    seat: Seat
    forgets: Forgetting
    begin: State
    named: NamedRegisters | None

    def turns_on_one_way(self, way: Way) -> later.Turns | None:
        """The cells that hold the turn, found on the way on which all digits that may be equal are.

        None when they are not found.
        """
        way = replace(way, state=way.state.copy())
        for _ in range(STOPS):
            if not way.state.running:
                return self._second_begin(way)
            way = self._arrive(next(_onwards(way))).way
        return None

    def explore(self, first: Way, hidden: later.Turns | None, lines: int) -> ListingProof:
        """Explore all ends. With `hidden`, every end is compared with the beginning of the next guess."""
        ways = [first]
        ends, widest, again = 0, 1, hidden is not None
        for _ in range(STOPS):
            if not ways:
                return ListingProof(self.count, ends, widest, lines, None, again)
            met: dict[tuple[object, ...], Way] = {}
            for way in ways:
                for behind in _onwards(way):
                    arrived = self._arrive(behind)
                    lines += arrived.lines + 1
                    if arrived.way.state.running:
                        key = arrived.way.key
                        met[key] = met[key].meet(arrived.way) if key in met else arrived.way
                        continue
                    ends += 1
                    if again:
                        later.show(arrived.way.state)
                        again = self._second_begin(arrived.way) == hidden
                    fault = _fault(arrived.way, self.count)
                    if fault:
                        return ListingProof(self.count, ends, widest, lines, fault)
            ways = list(met.values())
            widest = max(widest, len(ways))
        raise NotSymbolic("a run without end")

    def _arrive(self, way: Way) -> WayRun:
        run = _to_stop(way)
        return WayRun(self.forgets.at_stop(run.way), run.lines) if run.way.state.running else run

    def _second_begin(self, end: Way) -> later.Turns | None:
        """Key another guess in.

        Returns the cells in which the state then differs by the turn, None when it differs by more.
        """
        state = end.state.copy()
        later.changed(state, lambda _, value: later.outdated(value))
        _enter(state, digits.code("g", self.count), self.seat.guess.label)
        nothing: frozenset[int] = frozenset()
        named = end.named.without("g")
        try:
            again = self._arrive(Way(state, KnownPairs(), nothing, nothing, named, wanted=later.SECOND)).way
            if not again.state.running:
                return None
            again = self.forgets.at_begin(again)
            after = _settled(again.state, again.named)
        except (NotSymbolic, Fork, GroupUnknown):
            return None
        return later.turns(self.begin, again.state) if self.named == after else None


def _settled(state: State, named: NamedRegisters) -> NamedRegisters | None:
    """The registers that digits name, in a form in which two beginnings can be compared.

    None while no digit names one.
    """
    if not isinstance(cast("Any", state.registers[STAND_IN]), HeldValue):
        return None
    return settled(state, named).without("g")


def _enter(state: State, number: digits.SymbolicValue, label: str | None) -> None:
    state.push(cast("Number", number))
    state.lift = True
    start(state, label)


class WayRun(NamedTuple):
    """A way, and the number of lines that were run since its beginning."""

    way: Way
    lines: int


def _set(begin: Way) -> list[WayRun]:
    """Set the secret, on all ways that differ. A comparison of its digits is refused."""
    ended, waiting = [], [WayRun(begin, 0)]
    for _ in range(STOPS):
        going = []
        for way, lines in waiting:
            run = _to_stop(way)
            lines += run.lines
            if not run.way.state.running:
                if run.way.state.message:
                    raise NotSymbolic(f"setting a secret ends in {run.way.state.message}")
                ended.append(WayRun(replace(run.way, turn=False), lines))
                continue
            going += [WayRun(one, lines + 1) for one in _onwards(run.way)]
        waiting = going
        if not waiting:
            return ended
    raise NotSymbolic("setting a secret does not end")


def _onwards(way: Way) -> Iterator[Way]:
    """The ways that go on from a stopped way, after its line is done: one or several."""
    names = DigitRegisters(way.named)
    try:
        do(way.state, way.known, names)
        yield way if names.named is way.named else replace(way, named=names.named)
    except Fork as fork:
        for equal in (True, False):
            yield from _onwards(way.decide(*fork.pair, equal))
    except GroupUnknown as choice:
        for other in replace(way, named=names.named).choices(choice.symbol):
            yield from _onwards(other)


def _to_stop(way: Way) -> WayRun:
    """Run to the next line where ways may part, or to the end."""
    state, turn, names = way.state, way.turn, DigitRegisters(way.named)
    compares, addresses = stops(state.program)
    for line in range(LINES):
        number = state.line
        if not state.running or number in compares or (number in addresses and symbolic(state.i)):
            same = turn is way.turn and names.named is way.named
            return WayRun(way if same else replace(way, turn=turn, named=names.named), line)
        if number == 0:
            machine.implied_return(state)
            continue
        if do(state, way.known, names) is Signal.PAUSE:
            shown = state.x == way.wanted or state.x == digits.TurnPower()
            if turn or not shown or state.format != Format(Notation.FIX, 0):
                raise NotSymbolic("a pause that is not the only one, with the turn")
            turn = True
    raise NotSymbolic("a run without end")


def _fault(way: Way, count: int) -> str | None:
    """The fault at an end. None when it shows the guess and its score, and both are known to be right."""
    partners = count - len(way.secret)
    open_pairs = [
        (s, g) for s in way.secret for g in way.guess if not way.known.differ(Symbol("s", s), Symbol("g", g))
    ]
    wanted = digits.total(digits.code("g", count), Number.of(f"{way.right}.{partners - way.right}e-1"))
    shown = cast("Any", way.state.stack[X])
    if way.state.message:
        return f"{_pair(way, count)}: {way.state.message}"
    if isinstance(shown, HeldValue | Unknown):
        raise NotSymbolic("the number shown at the end is not known")
    if not way.turn or way.state.format != Format(Notation.FIX, 2) or shown != wanted:
        return f"{_pair(way, count)}: X is {shown}, not {wanted}"
    if len(way.decided) < count:
        return f"{_pair(way, count)}: digits in the same place were not compared"
    if open_pairs:
        s, g = open_pairs[0]
        return f"{_pair(way, count)}: digit {s + 1} of the secret was not compared with {g + 1} of the guess"
    return None


def _pair(way: Way, count: int) -> str:
    """A secret and a guess that lead this way, if there are any with digits 1 to 9."""
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
