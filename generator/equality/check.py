"""The checker of certificates: whether two programs show the same, whatever is keyed in.

A certificate names pairs of lines, one of each program. For each pair it has a relation: which places of
the two calculators hold equal values whenever both are there. The checker executes both programs on terms
from each pair, on every way, up to the next lines at which the certificate cuts. What shows on the way has
to be equal. The values that arrive have to satisfy the relation of the pair that is reached. So whatever the
two programs do, they do together.

Programs for different models are compared as far as nothing overflows, because an overflow stops the HP-11C.
This module, the book of rules and its reader on terms have to be believed. It imports nothing of the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from generator.compiler.validation.knowledge import Knowledge
from generator.equality import assumptions
from generator.equality.claims import IDLE, Certificate, Observe, Pair, Place, Relation
from generator.equality.relation import (
    MEMORY,
    MODES,
    Arrival,
    beginning,
    cut_short,
    dropped_calls,
    follow,
    from_end,
    matches,
    named_lines,
    normal,
    state_of,
    variables,
)
from generator.equality.relation import NotProved as NotProved
from generator.equality.unfollowed_lines import (
    COMPLEX,
    FRESH,
    evaluated_once,
    function_state,
    imaginary_parts,
    place_of,
    refuse_misplaced_runs,
    require_same,
    require_same_line,
    require_same_registers,
    states_behind,
    typed_ended,
)
from hp15c.listing.program import Program
from hp15c.rules.stack import ENTER
from hp15c.table.instructions import Role, step
from hp15c.table.models import Model
from hp15c.table.step import TYPING
from hp15c.terms import Facts, TermState, Way, constant, input_of, laws, matrices, outcomes, outcomes_of
from hp15c.terms.reader import BY_KEY
from hp15c.terms.state import USUAL_REGISTERS
from hp15c.terms.term import MATRIX, NUMBER, OTHER, TRUE
from hp15c.terms.uses import PLACES as STACK

_COMPLEX_STACK: Final = (*STACK, *COMPLEX[:-1], "lift")
MOST_PASSES: Final = 8
"""How often one program may go on from a cut where the other one is at none, from one pair."""
MOST_STEPS: Final = 20_000  # lines that are executed from one pair, on all ways
HANDED_OVER: Final = 40  # so many lines does one count that terms do not follow: its states are dear
MOST_CONDITIONS: Final = 300  # on one way between two cuts
MOST_TYPED: Final = 2  # numbers that are keyed in after a stop
MOST_PRESSED: Final = 4  # and before a label is pressed
_REGISTER_OVERFLOW: Final = 1  # the Error of arithmetic in a register on the HP-11C
_OVERFLOW: Final = -1  # the Error of a stop on the HP-11C that does not leave its line (BEHAVIOUR 9.7)
_BEGUN: Final = Facts((laws.no(BY_KEY),))
"""What is known on all ways: a person pressed a label, and no SOLVE or integral."""


class Apart(NotProved):
    """Raised where one program is at a cut and the other one ends.

    `which` is 0 where that is the old program, 1 for the new one, and `line` is the line of the cut.
    """

    def __init__(self, message: str, old: Leaf, new: Leaf) -> None:
        super().__init__(message)
        cut = [leaf.is_at_cut for leaf in (old, new)]
        self.which = cut.index(True) if True in cut else None
        self.line = (old, new)[self.which or 0].state.line


class FlagDiffers(NotProved):
    """Raised where a flag is not equal in both programs. By flag 9 an overflow may show it."""

    def __init__(self, flag: int, where: str) -> None:
        super().__init__(f"flag {flag} differs {where}")
        self.flag = flag


class TooManyWays(NotProved):
    """Raised where a pair leads to too many ways. `visits` counts them at each line of the old program."""

    def __init__(self, visits: Mapping[int, int]) -> None:
        super().__init__("there are too many ways between two cuts")
        self.visits = visits


@dataclass(slots=True)
class Steps:
    """How many lines may still be executed on terms.

    `passes` says how often one program may go on from a cut where the other one is at none.
    """

    left: int = MOST_STEPS
    passes: int = MOST_PASSES


class Leaf(NamedTuple):
    """The end of a way of one program: why it ends, what is known there, and the state.

    `why` is GOES_ON at a cut, and where the function of SOLVE or an integral returns. `resumes` says whether
    it is a stop by R/S, after which R/S goes on.
    """

    why: Way
    facts: Facts
    state: TermState
    error: int | None = None
    resumes: bool = False

    @property
    def is_at_cut(self) -> bool:
        """Whether the program can go on alone from here. A function that has returned cannot."""
        return self.why is Way.GOES_ON and (self.state.line or 0) > 0


Both = tuple[Facts, TermState, TermState]
"""The states of both programs on ways on which the same conditions hold."""


def check(certificate: Certificate, old: Program, new: Program) -> None:
    """Check a certificate. NotProved where it does not hold, InputError where what it assumes cannot hold."""
    assumptions.refuse_contradiction(certificate.assumed)
    found = certificate.relations
    if IDLE not in found or not certificate.entries:
        raise NotProved("the certificate says nothing of the idle calculator")
    for cuts, program in zip(certificate.cuts, (old, new), strict=True):
        if not cuts <= set(range(1, len(program) + 1)):
            raise NotProved("the certificate cuts where no line is")
    for lines in certificate.entries:
        sides = zip((old, new), lines, strict=True)
        labelled = [one.find_label(one.steps[line - 1].operand, 1) == line for one, line in sides]
        by_start = not labelled[0] and lines[0] == 1 and (labelled[1] or lines[1] == 1)  # R/S leads to line 1
        if not all(labelled) and not by_start:
            raise NotProved(f"lines {lines[0]:03d} and {lines[1]:03d} are not where a person enters both")
    places: dict[tuple[int, int], list[Pair]] = {}
    for pair, relation in found.items():
        places.setdefault((pair.old.line, pair.new.line), []).append(pair)
        names = {str(one.payload) for values in relation for one in variables(values)}
        if BY_KEY.payload in names or any(name.startswith(FRESH) for name in names):
            raise NotProved(f"{named_lines(pair)}: the relation uses a name that only the checker gives")
    begun = beginning(old), beginning(new, certificate.renamed)
    if certificate.ample and any((one.registers.whole or 0) < USUAL_REGISTERS for one in begun):
        raise NotProved("there are no registers to R.9 at first")
    matches(found[IDLE], *begun, IDLE)
    if certificate.facts.get(IDLE):
        raise NotProved("nothing is known of the idle calculators")
    for pair in found:
        for arrival in arrivals(certificate, old, new, pair, found[pair], Steps()):
            reached = arrival.pair.old.line, arrival.pair.new.line
            _require_claim(certificate, places.get(reached, []), arrival)


def _require_claim(certificate: Certificate, pairs: Iterable[Pair], arrival: Arrival) -> None:
    """Raise NotProved unless one of the pairs has a relation that an arrival satisfies."""
    fault = NotProved(f"{named_lines(arrival.pair)} are reached, but not in the certificate")
    for pair in pairs:
        known = cut_short(arrival, pair)
        if known is not None and dropped_calls(arrival, pair) <= certificate.pending:
            try:
                meaning = matches(certificate.relations[pair], known.old, known.new, pair)
                return follow(certificate.facts.get(pair, ()), meaning, known)
            except NotProved as error:
                fault = error
    raise fault


# ways


def arrivals(
    certificate: Certificate, old: Program, new: Program, pair: Pair, relation: Relation, steps: Steps
) -> Iterator[Arrival]:
    """All pairs that follow one, with the states that arrive there. NotProved where the programs differ."""
    for arrival in _arrivals(certificate, old, new, pair, relation, steps):
        if arrival.pair == IDLE:
            _labels_lead_to_entries(certificate, (old, new), (arrival.old, arrival.new))
        yield arrival


def _labels_lead_to_entries(
    certificate: Certificate, programs: tuple[Program, Program], states: tuple[TermState, TermState]
) -> None:
    """Require that keys lead to the entries: a label is searched from where both wait (BEHAVIOUR 4.3)."""
    for lines in certificate.entries:
        for program, state, line in zip(programs, states, lines, strict=True):
            label, start = program.steps[line - 1], abs(state.line or 1)
            if label.role is Role.LABEL and program.find_label(label.operand, start) != line:
                raise NotProved(f"{label} leads to another line after {start:03d}")


def _arrivals(
    certificate: Certificate, old: Program, new: Program, pair: Pair, relation: Relation, steps: Steps
) -> Iterator[Arrival]:
    states = (state_of(old, pair.old, relation[0]), state_of(new, pair.new, relation[1]))
    begun = Knowledge(_BEGUN.conditions) if certificate.exact else _BEGUN
    if certificate.ample:  # they begin so, and lines that leave fewer are refused
        begun = begun.and_(*(laws.at_least(one.registers, constant(USUAL_REGISTERS)) for one in states))
    if (pair.old.line < 0) is not (pair.new.line < 0):
        raise NotProved(f"only one function returns at {named_lines(pair)}")
    if pair.old.line < 0:
        searched = evaluated_once(pair, (old, new), *states)
        yield searched._replace(facts=begun)
        yield _idle(searched.old, searched.new)  # it may end in an Error
        return
    if pair == IDLE:
        least = certificate.typed or (0,) * len(certificate.entries)
        for (first, second), fewest in zip(certificate.entries, least, strict=True):
            label = next((name for name, lines in old.label_lines.items() if first in lines), "")
            conditions = tuple(assumptions.of_label(certificate.assumed, label))
            for count in range(fewest, MOST_PRESSED + 1):
                for known, one in _typings(begun, states[0], count):
                    for more, other in _typings(known, states[1], count):
                        at = Pair(Place(first), Place(second))
                        facts = more.and_(*assumptions.in_state(conditions, one))
                        begin = assumptions.in_mode(conditions, one, other)
                        yield Arrival(
                            at, begin[0]._replace(line=first), begin[1]._replace(line=second), facts
                        )
        return
    facts = begun.and_(*certificate.facts.get(pair, ()))
    yield from _Runner(certificate, old, new, steps).follow(facts, *states)


class _Runner:
    """Both programs on all ways from one pair, up to the next pairs."""

    def __init__(self, certificate: Certificate, old: Program, new: Program, steps: Steps) -> None:
        self._certificate = certificate
        self._programs = old, new
        self._steps = steps
        self._visits: dict[int, int] = {}
        self._named = 0
        self._other_model = old.model is not new.model

    def follow(self, facts: Facts, old: TermState, new: TermState) -> Iterator[Arrival]:
        """The pairs that follow these states."""
        waiting = [(facts, old, new)]
        begins = True
        while waiting:
            known, one, other = waiting.pop()
            for first in self._leaves(0, known, one, begins):
                for second in self._leaves(1, first.facts, other, begins):
                    yield from self._together(first, second, waiting)
            begins = False

    def _together(self, old: Leaf, new: Leaf, waiting: list[Both]) -> Iterator[Arrival]:
        """Two ways that end under the same conditions have to end alike."""
        old, new = (one._replace(state=normal(new.facts, one.state)) for one in (old, new))
        both = new.facts, old.state, new.state
        if old.is_at_cut is not new.is_at_cut and self._steps.passes:
            yield from self._pass(old, new, waiting)
            return
        if old.why is not new.why or old.error != new.error:
            raise Apart(f"the old program {_ends(old)}, where the new one {_ends(new)}", old, new)
        if old.why is Way.GOES_ON:
            pair = Pair(place_of(old.state), place_of(new.state))
            yield Arrival(pair, old.state, new.state, new.facts)
        elif old.why is Way.HANDED_OVER:
            yield from self._handed_over(both, waiting)
        elif old.why is Way.RETURNS:
            if old.state.depth is not new.state.depth:
                raise NotProved("the programs return from different numbers of calls")
            for one, other in sorted(self._certificate.pending):
                returned = old.state._replace(line=one), new.state._replace(line=other)
                yield from self._onward((new.facts, *returned), waiting)
        elif old.why is Way.PAUSES:
            self._require_same_display(old, new)
            yield from self._onward(both, waiting)
        elif old.why is Way.FAILS:
            if self._certificate.observe is not Observe.RESULTS:
                self._require_same_stop(old, new)
            yield _idle(old.state, new.state)
        else:
            self._require_same_display(old, new)
            self._require_same_stop(old, new)
            yield _idle(old.state, new.state)
            if old.error == _OVERFLOW:
                return
            lines = old.state.line, new.state.line
            if (old.resumes and new.resumes) or ((old.resumes or new.resumes) and lines == (0, 0)):
                yield from self._resume(both, waiting)
            elif old.resumes or new.resumes:
                raise NotProved(f"the old program {_ends(old)}, where the new one {_ends(new)}")

    def _pass(self, old: Leaf, new: Leaf, waiting: list[Both]) -> Iterator[Arrival]:
        """Go on from a cut that one program has reached. If the other comes to one, both are compared."""
        self._steps.passes -= 1
        if old.is_at_cut:
            for further in self._leaves(0, new.facts, old.state):
                yield from self._together(further, new._replace(facts=further.facts), waiting)
        else:
            for further in self._leaves(1, new.facts, new.state):
                yield from self._together(old, further, waiting)

    def _onward(self, both: Both, waiting: list[Both]) -> Iterator[Arrival]:
        """Go on after a pause or a stop. Yields the arrival where both programs are at a cut."""
        facts, old, new = both
        if old.line is not None and old.line < 0:
            yield Arrival(Pair(place_of(old), place_of(new)), old, new, facts)
        elif old.line in self._certificate.cuts[0] and new.line in self._certificate.cuts[1]:
            ends = [ended_entry(*each) for each in zip(self._programs, (old, new), strict=True)]
            yield Arrival(Pair(place_of(old), place_of(new)), ends[0], ends[1], facts)
        else:
            waiting.append(both)

    def _handed_over(self, both: Both, waiting: list[Both]) -> Iterator[Arrival]:
        """Go on after a line that terms do not follow: the same instruction with equal operands does the
        same.

        All matrices are equal, because only such lines change them. The results are named alike.
        """
        self._steps.left -= HANDED_OVER
        facts, old, new = both[0], *matrices.agree_on_sizes(*map(typed_ended, both[1:]))
        programs = self._programs
        first, second = programs[0].steps[(old.line or 1) - 1], programs[1].steps[(new.line or 1) - 1]
        use = require_same_line(first, second, old, new)
        if first.role is Role.EVALUATES:
            refuse_misplaced_runs(programs, old, new, self._certificate.pending)
        yield _idle(old, new)  # it may end in an Error
        spoilt = {name: input_of(f"{FRESH}{name}", NUMBER | MATRIX) for name in use.spoilt}
        spoilt |= imaginary_parts(old, FRESH)
        if spoilt:
            yield _idle(old.with_places(spoilt), new.with_places(spoilt))
        if first.role is Role.EVALUATES:
            mark = self._mark()
            called = function_state(programs[0], old, mark), function_state(programs[1], new, mark)
            yield from self._onward((facts, *called), waiting)
        for made in states_behind(programs, old, new, self._mark(), self._certificate.ample):
            yield from self._onward((facts, *made), waiting)

    def _mark(self) -> str:
        """The beginning of names that no other value on a way has."""
        self._named += 1
        return f"{FRESH}{self._named} "

    def _resume(self, both: Both, waiting: list[Both]) -> Iterator[Arrival]:
        """Go on by R/S after a stop, with no number keyed in, with one, and so on."""
        only = dict(self._certificate.stops).get(both[1].line or 0)
        both = both[0], from_end(both[1]), from_end(both[2])
        for count in range(MOST_TYPED + 1) if only is None else (only,):
            mark = self._mark()
            for known, old in _typings(both[0], both[1], count, mark):
                for more, new in _typings(known, both[2], count, mark):
                    yield from self._onward((more, old, new), waiting)

    def _require_same_display(self, old: Leaf, new: Leaf) -> None:
        """Require the same display: X in its format, with annunciators, blinking with flag 9."""
        where = f"where the old program {_ends(old)}"
        for name in ("x", "xi", "format", "angle"):
            require_same(name, old.state, new.state, where)
        for number, (one, other) in enumerate(zip(old.state.flags, new.state.flags, strict=False)):
            if number >= (8 if self._certificate.blinks or number == 8 else 10) and one is not other:
                raise FlagDiffers(number, where)

    def _require_same_stop(self, old: Leaf, new: Leaf) -> None:
        """Require what is observed at a stop besides the display to be equal."""
        observe, where = self._certificate.observe, f"where the old program {_ends(old)}"
        more = ("i", MEMORY, *MODES, "flags") if observe is Observe.ALL else ()
        for name in (*_COMPLEX_STACK, *more) if observe is not Observe.RESULTS else ():
            require_same(name, old.state, new.state, where)
        require_same_registers(self._certificate.keep, old.state, new.state, where)

    def _leaves(self, which: int, facts: Facts, state: TermState, begins: bool = True) -> Iterator[Leaf]:
        """The ends of all ways of one program from a state: at a cut, a pause, a stop, an Error.

        A state that does not begin a way may be at a cut already.
        """
        program, cuts = self._programs[which], self._certificate.cuts[which]
        if not begins and state.line in cuts:
            yield Leaf(Way.GOES_ON, facts, ended_entry(program, state))
            return
        waiting = [(facts, state)]
        while waiting:
            known, now = waiting.pop()
            here = program.steps[now.line - 1] if now.line else None
            if here is not None and matrices.is_choice(here, now):
                now = matrices.choose_matrix(here, now)._replace(
                    line=((now.line or 0) + 1) % (len(program) + 1)
                )
                if now.line in cuts:
                    yield Leaf(Way.GOES_ON, known, now)
                else:
                    waiting.append((known, now))
                continue
            if not which and now.line:
                self._visits[now.line] = self._visits.get(now.line, 0) + 1
            for way in outcomes(program, now, known):
                self._steps.left -= 1
                if self._steps.left < 0 or len(known.conditions) > MOST_CONDITIONS:
                    raise TooManyWays(self._visits)
                if any(one.op == "not" and one.args[0].op == "room" for one in way.conditions):
                    continue  # the memory suffices, as the contract says
                if self._other_model and any(one.op == "overflows" for one in way.conditions):
                    continue
                more = known.and_(*way.conditions)
                if way.way is not Way.GOES_ON:
                    overflowed = way.way is Way.STOPS and now.line and way.state.line == now.line
                    lost = overflowed or (way.error == _REGISTER_OVERFLOW and now.model is Model.HP11C)
                    if lost and not self._certificate.blinks:
                        continue
                    at_stop = bool(now.line) and program.steps[(now.line or 1) - 1].role is Role.STOPS
                    error = _OVERFLOW if overflowed else way.error
                    yield Leaf(way.way, more, way.state, error, at_stop and way.way is Way.STOPS)
                elif way.state.line in cuts or (way.state.line or 0) < 0:
                    yield Leaf(Way.GOES_ON, more, ended_entry(program, way.state))
                else:
                    waiting.append((more, way.state))


def ended_entry(program: Program, state: TermState) -> TermState:
    """A state in which the number that is being typed is ended, as its line does before anything else.

    NotProved when the line goes on typing the number.
    """
    if state.entry is not None and (line := state.line or 0) > 0 and program.steps[line - 1].role in TYPING:
        raise NotProved(f"line {line:03d} goes on with a number on one way only")
    return typed_ended(state)


def _typings(
    facts: Facts, state: TermState, count: int, mark: str = FRESH
) -> Iterator[tuple[Facts, TermState]]:
    """The states after `count` numbers were keyed in, with ENTER between them.

    A number that is too large sets flag 9 (BEHAVIOUR 1.6).
    """
    keys = [step("digit", "1"), *[step(ENTER), step("digit", "1")] * (count - 1)] if count else []
    waiting = [(facts, state, 0)]
    while waiting:
        known, now, place = waiting.pop()
        if place == len(keys):
            yield known, now
            continue
        for way in outcomes_of(keys[place], now, known):
            after = way.state._replace(line=state.line, entry=None)
            if not place % 2:
                after = after._replace(x=input_of(f"{mark}number {place}"), lift=TRUE)
                blinks = (laws.either(one, input_of(f"{mark}overflow", OTHER)) for one in after.flags[9:])
                after = after._replace(flags=(*after.flags[:9], *blinks))
            waiting.append((known.and_(*way.conditions), after, place + 1))


def _idle(old: TermState, new: TermState) -> Arrival:
    """The arrival where both calculators wait, each at its line."""
    waits = [state._replace(returns=(), depth=constant(0), entry=None) for state in (old, new)]
    return Arrival(IDLE, waits[0], waits[1])


def _ends(leaf: Leaf) -> str:
    line = leaf.state.line
    if leaf.why is Way.STOPS:
        return f"stops before {line:03d}" if line else "ends"
    if line is None or line < 0:
        return "returns"
    told = {Way.PAUSES: "pauses before", Way.FAILS: f"ends in Error {leaf.error} at"}
    return f"{told.get(leaf.why, 'goes on at')} {line:03d}"
