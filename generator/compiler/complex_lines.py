"""Lines that compute with complex numbers, looked for anew, so that complex mode comes on once.

The search of the back end takes each result apart and joins the parts again for the next operation. Here a
stretch of lines without labels, tests and jumps is run on terms. Shorter lines are looked for that leave the
same terms in every cell that is needed behind it, with the same Errors and overflows.

The lines are found one after the other. Of all beginnings of one length those are kept from which the least
is still to compute. Only values are made of which the results are made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from generator.peephole.items import keys
from generator.peephole.live_cells import LAST, LEVELS, Cells, register
from hp15c.listing.program import Program
from hp15c.rules.stack import CLEAR_X, ENTER, EXCHANGE, RECALL_LAST_X, ROLL_DOWN, ROLL_UP
from hp15c.table.instructions import OperandKind, Role, Step, step
from hp15c.table.models import Model
from hp15c.terms import laws
from hp15c.terms.reader import Way, outcomes
from hp15c.terms.state import TermState, begin
from hp15c.terms.term import FALSE, NOUGHT, OTHER, TRUE, Term, term

NARROW: Final = 30
"""How many beginnings of one length are gone on with at first."""
WIDE: Final = 200
"""How many are, to look for fewer lines than were found at first, or than the old ones."""
JOIN: Final = step("I")
OFF: Final = step("CF", "8")
TURN: Final = step("Re↔Im")
_MOVES: Final = (ENTER, EXCHANGE, ROLL_DOWN, ROLL_UP, RECALL_LAST_X, "I", "Re↔Im", CLEAR_X, "∑")
_PREFIX: Final = "complex "
_TWO: Final = ("+", "−", "×", "÷")
_OF_LEAF: Final = 0.6
_NEVER: Final = 1e9
_NONE: Final = (NOUGHT, NOUGHT)

Pair = tuple[Term, Term]
"""The real and the imaginary part of a level."""
Ways = list[tuple[float, tuple[Pair, ...]]]
"""Ways to make a value: the lines that each takes, and the values that it needs."""
_Layers = defaultdict[int, dict[object, tuple[float, tuple[Step, ...], TermState]]]


class Run(NamedTuple):
    """What lines do: the state behind them, the conditions of their Errors, and the order of these."""

    state: TermState
    errors: frozenset[tuple[tuple[Term, ...], int | None]]
    numbers: tuple[int | None, ...]


@cache
def _program(one: Step) -> Program:
    return Program(model=Model.HP15C, steps=(one,))


def run(steps: Sequence[Step], state: TermState) -> Run | None:
    """What lines do from a state on. None where they do not simply go on to the next line."""
    errors: set[tuple[tuple[Term, ...], int | None]] = set()
    numbers: list[int | None] = []
    for one in steps:
        ways = outcomes(_program(one), state._replace(line=1))
        ahead = [way for way in ways if way.way is Way.GOES_ON]
        if len(ahead) != 1 or ahead[0].state.line != 0:
            return None
        for way in ways:
            if way.way is not Way.GOES_ON and (way.conditions, way.error) not in errors:
                errors.add((way.conditions, way.error))
                numbers += [way.error] if numbers[-1:] != [way.error] else []
        state = ahead[0].state
    return Run(state, frozenset(errors), tuple(numbers))


def value_of(state: TermState, name: str) -> Term:
    """What a register holds."""
    return _register(state.memory, state.i, name)


@lru_cache(maxsize=20_000)
def _register(memory: Term, i: Term, name: str) -> Term:
    done = run((step("RCL", name),), begin(Model.HP15C, 1, lift=True)._replace(memory=memory, i=i))
    assert done is not None
    return done.state.x


class Wanted:
    """The values of which results are made, and what it takes at least to make each."""

    def __init__(self, results: Sequence[Pair], typed: Sequence[Term]) -> None:
        self.results = [real for real, imag in results if imag is NOUGHT]
        self.ways: dict[Pair, Ways] = {}
        self.goals = [self._goal(one) for one in results]
        for number in typed:
            self._add((number, NOUGHT))
        self.numbers = [one for one, other in self.ways if one.number is not None and other is NOUGHT]
        self.order: dict[Pair, Ways] = {}
        for goal in self.goals:
            self._put_in_order(goal, set())
        self.places = {pair: at for at, pair in enumerate(self.order)}
        self.numbered = [
            [(cost, tuple(self.places[one] for one in of)) for cost, of in ways]
            for ways in self.order.values()
        ]

    def _put_in_order(self, pair: Pair, begun: set[Pair]) -> None:
        """Put a value behind all those of which it is made. Ways that lead round in a circle are left out."""
        if pair in self.order or pair in begun:
            return
        begun.add(pair)
        for _, parts in self.ways[pair]:
            for one in parts:
                self._put_in_order(one, begun)
        self.order[pair] = [
            (cost, of) for cost, of in self.ways[pair] if all(one in self.order for one in of)
        ]

    def _goal(self, pair: Pair) -> Pair:
        self._add(pair)
        of, imag = pair
        if imag is not NOUGHT:
            return pair
        for other in self.results:
            for turned, whole in enumerate(((of, other), (other, of))):
                if _roots(of) and _fits(whole):
                    self.ways[pair].append((1.0 + turned, (whole,)))
                    self._add(whole)
        return pair

    def _add(self, pair: Pair) -> None:
        waiting = [pair]
        while waiting:
            one = waiting.pop()
            if one not in self.ways:
                self.ways[one] = list(self._ways(one))
                waiting += [part for _, parts in self.ways[one] for part in parts]

    def _ways(self, pair: Pair) -> Iterator[tuple[float, tuple[Pair, ...]]]:
        real, imag = pair
        if _whole(real) == pair:
            yield 1.0, _operands(real)
        elif imag is NOUGHT:
            yield from self._ways_of_real(real)
        else:
            yield 1.0, tuple((one, NOUGHT) for one in pair if one is not NOUGHT)
            if _addends(real) or _addends(imag):
                yield from _sums(pair)

    def _ways_of_real(self, of: Term) -> Iterator[tuple[float, tuple[Pair, ...]]]:
        if of.number is not None:
            yield float(len(keys(str(of.number)))), ()
        elif (whole := _whole(of)) is not None:
            yield (1.0 if of is whole[0] else 2.0), (whole,)
        elif of.op not in ("input", "register"):
            parts = [one for one in of.args if one.kind != OTHER]
            yield 1.0, tuple((one, NOUGHT) for one in dict.fromkeys(parts))
            if any(one.op == "CHS" for one in parts):
                yield 1.0, tuple((one.args[0] if one.op == "CHS" else one, NOUGHT) for one in parts)

    def lines_left(self, state: TermState, registers: Sequence[Term]) -> float:
        """About how many lines it takes to make all results from a state."""
        levels = _levels(state)
        near = dict.fromkeys(((one, NOUGHT) for one in registers), _OF_LEAF)
        near |= {(one, NOUGHT): 1.0 for one, other in levels if other is not NOUGHT}
        near |= {pair[::-1]: 1.0 for pair in levels}
        near |= dict.fromkeys(levels, 0.0)
        near[_last(state)] = 0.5
        count = len(self.places)
        known, own = [-1.0] * count, [0.0] * count
        parts: list[tuple[int, ...]] = [()] * count
        for pair, cost in near.items():
            if (at := self.places.get(pair)) is not None:
                known[at] = own[at] = cost
        for at, ways in enumerate(self.numbered):
            if known[at] < 0:
                known[at] = own[at] = _NEVER
                for cost, of in ways:
                    total = cost
                    for one in of:
                        total += known[one]
                    if total < known[at]:
                        known[at], own[at], parts[at] = total, cost, of
        lines, waiting, seen = 0.0, [self.places[goal] for goal in self.goals], set[int]()
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                lines += own[at]
                waiting += parts[at]
        return lines


def _whole(of: Term) -> Pair | None:
    """The complex number of which a term is a part, None where it is not."""
    if not of.op.startswith(_PREFIX):
        return None
    if of.op == f"{_PREFIX}ABS":
        return of, NOUGHT
    return term(of.op, *of.args, payload=0), term(of.op, *of.args, payload=1)


def _operands(of: Term) -> tuple[Pair, ...]:
    args = [one for one in of.args if one.kind != OTHER]
    return tuple(dict.fromkeys(zip(args[::2], args[1::2], strict=True)))


def _addends(of: Term) -> tuple[Term, Term] | None:
    if of.op == "CHS" and (parts := _addends(of.args[0])):
        return laws.negate(parts[0]), laws.negate(parts[1])
    return (of.args[0], of.args[1]) if of.op == "+" else None


@cache
def _roots(of: Term) -> frozenset[tuple[str, tuple[Term, ...]]]:
    """The complex numbers whose parts are added in a term."""
    if (parts := _addends(of)) is not None:
        return _roots(parts[0]) | _roots(parts[1])
    size = of.args[0] if of.op == "CHS" else of
    return (
        frozenset({(size.op, size.args)})
        if size.op.startswith(_PREFIX) and "ABS" not in size.op
        else frozenset()
    )


def _fits(pair: Pair) -> bool:
    """Whether two terms may be the parts of one number."""
    return _roots(pair[0]) == _roots(pair[1])


def _sums(pair: Pair) -> Iterator[tuple[float, tuple[Pair, ...]]]:
    """The ways to make a number by + or −."""
    for (one, other), (first, second) in product(*map(_shares, pair)):
        parts = (one, first), (other, second)
        if _NONE not in parts and all(map(_fits, parts)):
            yield 1.0, parts
            yield 1.0, (parts[0], (laws.negate(other), laws.negate(second)))


def _shares(of: Term) -> list[Pair]:
    """The ways to share a term among two that are added."""
    parts = _addends(of)
    return [(of, NOUGHT), (NOUGHT, of), *([parts, parts[::-1]] if parts else [])]


def _levels(state: TermState) -> tuple[Pair, ...]:
    return (state.x, state.xi), (state.y, state.yi), (state.z, state.zi), (state.t, state.ti)


def _last(state: TermState) -> Pair:
    return state.last_x, state.last_xi


class Search:
    """Looks for lines that do what others do, from the same state."""

    def __init__(
        self, old: Sequence[Step], state: TermState, live: Cells, names: Sequence[str], own: frozenset[str]
    ) -> None:
        """`live` are the cells that are needed behind the lines. `own` are registers that are not.

        Where stack lift is not known in the state, the lines do the same with it and without.
        """
        self.old, self.begun, self.live, self.names = old, state, live, names
        if state.lift is not FALSE:
            self.begun = state._replace(lift=TRUE)
        self.beginnings = [
            self.begun,
            *([state._replace(lift=FALSE)] if state.lift not in (TRUE, FALSE) else []),
        ]
        self.done = run(old, self.begun)
        if self.done is None:
            return
        after = self.done.state
        self.cells = {level: one for level, one in zip(LEVELS, _levels(after), strict=True) if level in live}
        before = {name: value_of(state, name) for name in names}
        self.stored = {
            name: now
            for name in names
            if name not in own and (now := value_of(after, name)) is not before[name]
        }
        self.temporary = [name for name in names if name in own]
        results = [*self.cells.values(), *((one, NOUGHT) for one in self.stored.values())]
        typed = [
            one.state.x
            for at in range(len(old))
            if (one := run(old[: at + 1], self.begun)) and one.state.x.number
        ]
        self.wanted = Wanted(list(dict.fromkeys(results)), typed)
        self.rows = self._rows()
        self.useful: dict[tuple[Step, Term, Pair, Pair], bool] = {}

    def _rows(self) -> list[Step]:
        """The functions that the old lines have, and arithmetic."""
        found = dict.fromkeys(map(step, _TWO))
        for one in self.old:
            if one.role is Role.COMPUTES and not one.operand and one.name not in _MOVES:
                found[one] = None
        return list(found)

    def shorter(self, limit: int | None = None) -> tuple[Step, ...] | None:
        """Fewer lines than a limit, or than the old ones. None where none were found."""
        limit = len(self.old) if limit is None else limit
        if self.done is None or all(_whole(real) is None for real, _ in self.wanted.ways):
            return None
        found = self._look(NARROW, limit)
        if found is None and limit < len(self.old):
            return None
        return self._look(WIDE, len(found or self.old)) or found

    def _look(self, width: int, limit: int) -> tuple[Step, ...] | None:
        """Fewer lines than a limit, with so many beginnings of each length. None where none were found."""
        layers: _Layers = defaultdict(dict)
        self._put(layers, (), self.begun, limit)
        for length in range(limit):
            kept = sorted(layers.pop(length, {}).values(), key=lambda one: one[0])[:width]
            for _, lines, state in kept:
                if self._is_done(state) and self._is_same(lines):
                    return lines
                for more in self._moves(lines, state):
                    if length + len(more) < limit and (made := run(more, state)) is not None:
                        self._put(layers, (*lines, *more), made.state, limit)
        return None

    def _put(self, layers: _Layers, lines: tuple[Step, ...], state: TermState, limit: int) -> None:
        levels = tuple(one if one in self.wanted.ways else None for one in (*_levels(state), _last(state)))
        key = (levels, state.complex, state.lift, state.memory, state.i, state.entry is None)
        layer = layers[len(lines)]
        if key not in layer:
            registers = [value_of(state, name) for name in self.names]
            left = self.wanted.lines_left(state, registers)
            if len(lines) + left < limit:
                wrong = sum(
                    now is not self.stored.get(name, now)
                    for name, now in zip(self.names, registers, strict=True)
                )
                layer[key] = (left + (wrong + self._wrong(state)) / 4, lines, state)

    def _moves(self, lines: tuple[Step, ...], state: TermState) -> Iterator[tuple[Step, ...]]:
        """The lines that may come next."""
        x, y, _, t = _levels(state)
        leads = {ENTER: x, EXCHANGE: y, ROLL_DOWN: y, ROLL_UP: t, RECALL_LAST_X: _last(state)}
        yield from ((step(name),) for name, pair in leads.items() if self._is_useful(pair))
        if self._is_useful((y[0], x[0])):
            yield (JOIN,)
        yield (TURN,)
        if state.complex is TRUE and self._is_useful((x[0], NOUGHT)):
            yield (OFF,)
        if state.entry is None:
            yield from (keys(str(one.number)) for one in self.wanted.numbers)
        for name in self.names:
            if (value_of(state, name), NOUGHT) in self.wanted.ways:
                yield (step("RCL", name),)
            yield from ((step(f"RCL {sign}", name),) for sign in _TWO if self._makes(step(sign), state, name))
        yield from ((one,) for one in self.rows if self._makes(one, state))
        for name, then in self.stored.items():
            if state.x is then:
                yield (step("STO", name),)
            else:
                yield from (
                    made
                    for sign in _TWO
                    if (made := (step(f"STO {sign}", name),)) and self._stores(made, state, name)
                )
        yield from ((step("STO", name),) for name in self.temporary if (state.x, NOUGHT) in self.wanted.ways)

    def _stores(self, made: tuple[Step, ...], state: TermState, name: str) -> bool:
        done = run(made, state)
        return done is not None and value_of(done.state, name) is self.stored[name]

    def _makes(self, one: Step, state: TermState, name: str = "") -> bool:
        """Whether a function of X, or of Y and X, gives a value that is wanted."""
        first, second = _levels(state)[:2]
        if name:
            first, second = (value_of(state, name), NOUGHT), first
        key = (one, state.complex, first, second)
        found = self.useful.get(key)
        if found is None:
            (x, xi), (y, yi) = first, second
            made = run((one,), state._replace(entry=None, x=x, xi=xi, y=y, yi=yi))
            found = made is not None and _levels(made.state)[0] in self.wanted.ways
            self.useful[key] = found
        return found

    def _is_useful(self, pair: Pair) -> bool:
        return pair in self.wanted.ways or pair[::-1] in self.wanted.ways

    def _is_done(self, state: TermState) -> bool:
        return not self._wrong(state) and all(
            value_of(state, name) is then for name, then in self.stored.items()
        )

    def _wrong(self, state: TermState) -> int:
        """How many levels are not as they are to be, and whether complex mode is not."""
        assert self.done is not None
        levels = zip(LEVELS, _levels(state), strict=True)
        wrong = sum(now != self.cells[at] for at, now in levels if at in self.cells)
        return wrong + (state.complex is not self.done.state.complex)

    def _is_same(self, lines: tuple[Step, ...]) -> bool:
        """Whether lines do the same: cells, Errors, overflows, modes, and a number that is being typed."""
        return all(self._is_same_from(one, lines) for one in self.beginnings)

    def _is_same_from(self, state: TermState, lines: tuple[Step, ...]) -> bool:
        new, old = run(lines, state), run(self.old, state)
        if new is None or old is None or (new.errors, new.numbers) != (old.errors, old.numbers):
            return False
        same = (
            "entry",
            "lift",
            "keeps_imaginary",
            "flags",
            "format",
            "angle",
            "seed",
            "matrices",
            *(("last_x", "last_xi") if LAST in self.live else ()),
        )
        for name, at in zip("xyzt", LEVELS, strict=True):
            same += (name, f"{name}i") if at in self.live else ()
        return all(getattr(new.state, one) == getattr(old.state, one) for one in same) and all(
            value_of(new.state, name) is value_of(old.state, name)
            for name in self.names
            if name not in self.temporary
        )


@lru_cache(maxsize=1000)
def shorter_lines(
    lines: tuple[Step, ...], lift: int | None, on: bool, live: Cells, limit: int
) -> tuple[Step, ...] | None:
    """Fewer lines than a limit that do what others do. None where none were found.

    `lift` and `on` say whether stack lift and complex mode are on before them, None that it is not known.
    `live` are the cells that are needed behind them.
    """
    names = list(dict.fromkeys(one.operand for one in lines if one.names is OperandKind.REGISTER))
    free = frozenset(name for name in names if register(name) not in live)
    state = begin(Model.HP15C, 1, lift=None if lift is None else bool(lift), complex=on)
    return Search(lines, state, live, names, free).shorter(limit)
