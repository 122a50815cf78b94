"""All pairs of N digits at once: a listing runs on symbols, and takes several ways where digits decide.

Where two digits are compared there are two ways. Where a digit names a register there is one for each group
of equal digits that it may belong to (see `named_registers`). On each way it is known of some digits
whether they are equal. Two ways are joined when the calculator is in the same state and the same digits are
matched. The joined way knows only what both ways know. Every pair of codes goes one of the ways. So the
listing is right for every pair if it is right at the end of each way.

An answer c, d is known to be right under two conditions. First, for each place it is known whether the digits
there are equal: that gives c. Second, no digit of the secret without a partner is equal to a digit of the
guess without one. Then for each value all digits of one side have partners, and their number is c + d.

Where all digits name registers, the number c + d is told by the groups, and much can be forgotten (see
`counting.py`). What a piece of the listing does is remembered (see `blocks.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple, cast

from hp15c.core import machine
from hp15c.core.playing import start, state_with
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.operations.readable import Signal
from hp15c.rules.book import RULES
from hp15c.rules.flow import equality
from hp15c.state.state import State
from hp15c.table.instructions import LETTERS, Role
from hp15c.table.modes import Format, Notation
from programs.codemaker import Seat
from programs.proof import digits, later_guesses
from programs.proof.blocks import blocks
from programs.proof.counting import all_counted, counting, forgetting_finished
from programs.proof.digits import HeldValue, NotSymbolic
from programs.proof.ends import fault
from programs.proof.later_guesses import copy
from programs.proof.lines import STAND_IN, DigitRegisters, Fork, KnownPairs, do, symbolic
from programs.proof.named_registers import HIGHEST, GroupUnknown, NamedRegisters, settled_at_begin
from programs.proof.ways import Way

LINES = 10_000
"""A limit above the lines that any scoring has between two comparisons."""

_COMPLEX: Final = ("SF 8", "SF I", "I", "Re↔Im")
"""Lines after which complex mode may be on."""

STOPS = 400
"""A limit above the stops that any scoring of eight digits makes one after the other."""


@dataclass(frozen=True, slots=True)
class ListingProof:
    """The result of a proof: the number of ends, the most ways at a time, the lines run, and the first fault.

    `fault` names a wrong end with a pair of codes that leads there. When it is None, the answer to a first
    guess is right for every pair of N digits 1 to `highest`. `later` tells that after each answer the next
    guess begins as the first did (see `later_guesses.py`), so that all later answers are right too.
    """

    digits: int
    ends: int
    widest: int
    lines: int
    fault: str | None
    later: bool = False
    highest: int = HIGHEST
    pairs: int | None = None

    def longer(self, lines: int) -> ListingProof:
        """A copy with more lines run."""
        return replace(self, lines=self.lines + lines)

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
            None if self.pairs is None or other.pairs is None else self.pairs + other.pairs,
        )


@lru_cache(maxsize=16)
def stops(program: Program) -> tuple[frozenset[int], frozenset[int]]:
    """The lines that compare X and Y for equality, and those with (i)."""
    lines = list(enumerate(program.steps, 1))
    return (
        frozenset(number for number, one in lines if RULES[one.name] is equality),
        frozenset(number for number, one in lines if one.operand == "(i)"),
    )


def prove(program: Program, count: int, seat: Seat | None = None, highest: int = HIGHEST) -> ListingProof:
    """A CodeMaker proved for all pairs of `count` digits, 1 to `highest`. NotSymbolic where symbols fail."""
    _refuse_matrices(program)
    seat = seat or Seat()
    if seat.answer != "stop":
        raise NotSymbolic("an answer that the pause shows")
    places = frozenset(range(count))
    begin = Way(state_with(program), KnownPairs(), places, places, NamedRegisters(highest))
    _enter(begin.state, digits.code("s", count), seat.set.label)
    begins = []
    for way, lines in _set(begin):
        _enter(way.state, digits.code("g", count), seat.guess.label)
        first = _to_stop(way)
        begins.append(WayRun(first.way, lines + first.lines))
    for forgets in FORGETTING[:-1]:
        try:
            return _all_counted(begins, forgets, count, seat)
        except NotSymbolic:
            continue
    proof = ListingProof(count, 0, 1, 0, None, True, highest)
    for told in begins:
        proof = proof.and_(_scorings(told, count, seat))
        if proof.fault is not None:
            break
    return proof


def _refuse_matrices(program: Program) -> None:
    """Raise NotSymbolic for a line that may change a matrix or an imaginary part, which ways share."""
    for number, one in enumerate(program.steps, 1):
        role = one.role
        named = one.operand in LETTERS and role not in (Role.LABEL, Role.JUMPS, Role.CALLS)
        if named or one.name == "MATRIX" or role is Role.EVALUATES or str(one) in _COMPLEX:
            raise NotSymbolic(f"line {number:03d} {one}: matrices, complex numbers, SOLVE are not followed")


def _all_counted(begins: list[WayRun], forgets: Forgetting, count: int, seat: Seat) -> ListingProof:
    """All scorings, with digits counted by value (see `counting.py`).

    Those that begin in the same state are explored together, whatever digits of the secret are equal. The
    pairs on all ways are counted too: NotSymbolic unless they are all that there are.
    """
    highest = begins[0].way.named.highest
    alike: dict[object, list[Way]] = {}
    nothing = [None] * len(later_guesses.cells(begins[0].way.state))
    lines = 0
    for first, before in begins:
        way = counting(_begin(forgets.at_begin(_copy(first))), count)
        alike.setdefault((way.turn, way.state_key(nothing)), []).append(way)
        lines += before
    proofs = [_with_turns(ways, forgets, count, seat, 0) for ways in alike.values()]
    proof = reduce(ListingProof.and_, proofs).longer(lines)
    if proof.fault is None and proof.pairs != highest ** (2 * count):
        raise NotSymbolic(f"the ways are those of {proof.pairs} pairs")
    return proof


def _scorings(told: WayRun, count: int, seat: Seat) -> ListingProof:
    """All scorings with the secrets of one way of setting them.

    A refused or wrong scoring is tried again with less forgotten, because the fault may come from what was
    forgotten.
    """
    for forgets in FORGETTING[:-1]:
        try:
            way = forgets.at_begin(_copy(told.way))
            proof = _with_turns([_begin(way)], forgets, count, seat, told.lines)
            if proof.fault is None:
                return proof
        except NotSymbolic:
            continue
    return _with_turns([_begin(told.way)], FORGETTING[-1], count, seat, told.lines)


def _with_turns(ways: list[Way], forgets: Forgetting, count: int, seat: Seat, lines: int) -> ListingProof:
    """The proof for scorings that begin on these ways, whose states are the same.

    It covers all later scorings too when the turn is found not to matter.
    """
    search = _Search(count, seat, forgets, copy(ways[0].state))
    hidden = search.turns_on_one_way(ways[0])
    if hidden is not None:
        hiding = [_copy(way) for way in ways]
        for way in hiding:
            later_guesses.hide(way.state, hidden)
        try:
            return search.explore(
                [way._replace(wanted=later_guesses.ANY_TURN) for way in hiding], True, lines
            )
        except NotSymbolic:
            pass
    return search.explore(ways, False, lines)


def _copy(way: Way) -> Way:
    return way._replace(state=copy(way.state))


def _begin(way: Way) -> Way:
    """The same way where a scoring begins, with the registers that digits name settled if they can be."""
    if not isinstance(cast("Any", way.state.registers[STAND_IN]), HeldValue):
        return way
    try:
        return way._replace(named=settled_at_begin(way.state, way.named).begin())
    except NotSymbolic:
        return way


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
        """A copy of the way with the numbers forgotten at a stop."""
        if self.levels:
            cast("list[Any]", way.state.stack)[2:] = [digits.UNKNOWN, digits.UNKNOWN]
        return way

    def at_begin(self, way: Way) -> Way:
        """A copy of the way with the numbers forgotten at the first stop of a scoring."""
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

    def turns_on_one_way(self, way: Way) -> later_guesses.Turns | None:
        """The cells that hold the turn, found on the way on which all digits that may be equal are.

        None when they are not found. NotSymbolic when digits are to be counted and this way does not count
        all of them.
        """
        way = _copy(way)
        try:
            for _ in range(STOPS):
                if not way.state.running:
                    break
                way = self._arrive(next(_ways_onwards(way))).way
        except NotSymbolic:
            return None
        if way.counted is not None and not all_counted(way, self.count):
            raise NotSymbolic("not every digit names a register")
        second = None if way.state.running else self._second_begin(way, later_guesses.SECOND)
        return None if second is None else later_guesses.turns(self.begin, second.state)

    def explore(self, ways: list[Way], again: bool, lines: int) -> ListingProof:
        """Explore all ends. With `again`, each is compared with the next beginning, the turn hidden.
        NotSymbolic for what symbols do not decide.
        """
        ends, widest, pairs = 0, len(ways), 0
        first = ways[0]
        highest, base = first.named.highest, later_guesses.cells(first.state)
        for way in ways:
            later_guesses.change_numbers(way.state, lambda place, _: base[place])
        for _ in range(STOPS):
            if not ways:
                counted = None if first.counted is None else pairs
                return ListingProof(self.count, ends, widest, lines, None, again, highest, counted)
            going, ended, more = self._one_stop_on(ways, base)
            lines += more
            for end in ended:
                ends, pairs = ends + 1, pairs + end.pairs
                again = again and self._begins_again(end, first.turn, base)
                wrong = fault(end, self.count)
                if wrong:
                    shows = end.counted is None or wrong.shows(end.state.program, self.seat, highest)
                    if not shows:  # it may come from what was forgotten of digits that are counted
                        raise NotSymbolic(f"{wrong}, which does not show when this pair is played")
                    return ListingProof(self.count, ends, widest, lines, str(wrong), False, highest)
            ways = going
            widest = max(widest, len(ways))
        raise NotSymbolic("a run without end")

    def _one_stop_on(self, ways: list[Way], base: list[Any]) -> tuple[list[Way], list[Way], int]:
        """The ways at their next stops, joined where they are alike, the ended ones, and the lines run.

        Ends are alike where digits are counted, because all that is known is then in their keys.
        """
        going: dict[tuple[object, ...], Way] = {}
        ended: dict[object, Way] = {}
        lines = 0
        for way in ways:
            for behind in _ways_onwards(way):
                arrived, run = self._arrive(behind)
                lines += run + 1
                if arrived.state.running:
                    key = arrived.key(base)
                    other = going.setdefault(key, arrived)
                    if other is not arrived:
                        going[key] = other.meet(arrived)
                elif arrived.counted is None or arrived.state.message:
                    ended[len(ended)] = arrived
                else:
                    key = arrived.key(base)
                    other = ended.setdefault(key, arrived)
                    if other is not arrived:
                        ended[key] = other.meet(arrived)
        return list(going.values()), list(ended.values()), lines

    def _arrive(self, way: Way) -> WayRun:
        arrived, lines = _to_stop(way)
        state = arrived.state
        if not state.running:
            return WayRun(arrived, lines)
        compares = state.line in stops(state.program)[0]
        return WayRun(forgetting_finished(self.forgets.at_stop(arrived), compares), lines)

    def _begins_again(self, end: Way, turn: bool, base: list[Any]) -> bool:
        """Whether the next guess begins as this one did, one turn later.

        `turn` tells whether the turn was seen before this one began.
        """
        second = self._second_begin(end, later_guesses.NEXT_TURN)
        if second is None or second.turn != turn:
            return False
        return later_guesses.one_turn_on(self.begin, base, second.state)

    def _second_begin(self, end: Way, turn: digits.SymbolicValue) -> Way | None:
        """Key another guess in, for which this turn is to show.

        None when no scoring begins or the registers that digits name are not as they were.
        """
        state = copy(end.state)
        later_guesses.change_numbers(state, lambda _, value: later_guesses.outdate(value))
        _enter(state, digits.code("g", self.count), self.seat.guess.label)
        nothing: frozenset[int] = frozenset()
        way = Way(state, KnownPairs(), nothing, nothing, end.named.without("g"), wanted=turn)
        try:
            again = self._arrive(way).way
            if not again.state.running:
                return None
            again = self.forgets.at_begin(again)
            return again if _is_restored(again) else None
        except (NotSymbolic, Fork, GroupUnknown):
            return None


def _is_restored(way: Way) -> bool:
    """Whether the registers that digits name hold what they held where the last scoring began."""
    if not isinstance(cast("Any", way.state.registers[STAND_IN]), HeldValue):
        return True
    return settled_at_begin(way.state, way.named).is_restored


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
                    raise NotSymbolic(
                        f"setting a secret ends in {run.way.state.message}: --set says how it is set"
                    )
                ended.append(WayRun(run.way._replace(turn=False), lines))
                continue
            going += [WayRun(one, lines + 1) for one in _ways_onwards(run.way)]
        waiting = going
        if not waiting:
            return ended
    raise NotSymbolic("setting a secret does not end")


def _ways_onwards(way: Way) -> Iterator[Way]:
    """The ways that go on from a stopped way, after its line is done: one or several."""
    names = DigitRegisters(way.named)
    try:
        do(way.state, way.known, names)
        yield way if names.named is way.named else way._replace(named=names.named)
    except Fork as fork:
        for equal in (True, False):
            yield from _ways_onwards(way.decide(*fork.pair, equal, last=not equal))
    except GroupUnknown as choice:
        for other in way._replace(named=names.named).choices(choice.symbol):
            yield from _ways_onwards(other)


def _to_stop(way: Way) -> WayRun:
    """Run to the next line where ways may part, or to the end.

    That line ends a number being typed, as ways with one key must not differ in it.
    """
    state, turn, names = way.state, way.turn, DigitRegisters(way.named)
    compares, addresses = stops(state.program)
    known_blocks = blocks(state.program)
    line = 0
    while line < LINES:
        number = state.line
        if not state.running or number in compares or (number in addresses and symbolic(state.i)):
            state.end_entry()
            same = turn is way.turn and names.named is way.named
            return WayRun(way if same else way._replace(turn=turn, named=names.named), line)
        block = known_blocks.result(state)
        if block is not None:
            block.apply(state)
            line += block.lines
            continue
        line += 1
        if number == 0:
            machine.implied_return(state)
            continue
        if do(state, way.known, names) is Signal.PAUSE:
            shown = state.x == way.wanted
            if turn or not shown or state.format != Format(Notation.FIX, 0):
                raise NotSymbolic("a pause that is not the only one, with the turn")
            turn = True
    raise NotSymbolic("a run without end")
