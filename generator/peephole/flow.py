"""Which cells a whole program still needs at each place, and what is known of stack lift there.

Needed are the cells (levels, LAST X, stack lift, registers) that some way on from a place uses before it
overwrites them. Where the program stops, and at all lines that are not understood, every cell is needed,
unless the caller names the needed ones. Whether stack lift is enabled is found forwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from generator.peephole.items import Item, items
from generator.peephole.live_cells import LAST, LIFT, STACK, Cells, T, X, Y, Z, needs, register
from generator.peephole.symbolic import INDIRECT, OFF, ON
from hp15c.core.code import lower
from hp15c.graphs import postorder, reach
from hp15c.listing.program import Program
from hp15c.table.instructions import LETTERS, Lift, OperandKind, Role, Step
from hp15c.table.models import LIMITS

NEUTRAL_ROWS = ("FIX", "SCI", "ENG", "DEG", "RAD", "GRD")
COMPLEX_ROWS = ("I", "Re↔Im")
PAIR_ROWS = ("→P", "→R")
"""Lines that change X and Y, or in complex mode X alone."""
UNSEEN = -1
LEADING = (Role.JUMPS, Role.CALLS)
"""GTO and GSB: the program goes on at a label, or where I says."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts that the caller knows about a program.

    `kept` are the cells that count where it stops, None for all. `entries` has fewer of them for runs that
    begin at a label, by the label. Registers always count, apart from those in `loose`: they count neither
    there nor where a register is reached by its number, so I never has the number of one. With
    `exact_errors`, everything that can be seen when it stops with an Error counts too. `lines_by_number`
    tells that GTO I or GSB I may go to a line by its number, so that no line may move. `above_zero` are the
    registers that stay above 0 when DSE counts them, which then skips no line.
    """

    kept: Cells | None = None
    exact_errors: bool = True
    lines_by_number: bool = True
    loose: Cells = frozenset()
    entries: Mapping[str, Cells] = field(default_factory=dict)
    above_zero: Cells = frozenset()

    def may_skip(self, step: Step) -> bool:
        """Whether a line may skip the next one."""
        return step.may_skip and not (step.name == "DSE" and register(step.operand) in self.above_zero)


class Flow:
    """The items of a program, with what is needed after each and what is known before it."""

    def __init__(self, program: Program, facts: Facts, parts: Iterable[Item] | None = None) -> None:
        self.program, self.facts = program, facts
        self.items = list(items(program) if parts is None else parts)
        self.model = program.model
        self.lines: list[int] = []
        self.at: dict[int, int] = {}
        line = 1
        for number, item in enumerate(self.items):
            self.lines.append(line)
            self.at[line] = number
            line += len(item.steps)
        self.end = len(self.items)
        names = {one.operand for one in program.steps if one.operand and one.names is not OperandKind.LABEL}
        self.registers = frozenset(register(name) for name in names if name != INDIRECT) | {"I"}
        self.all: Cells = STACK | self.registers
        self.stop: Cells = (self.all if facts.kept is None else facts.kept | self.registers) - facts.loose
        self.deep = facts.exact_errors and may_nest_too_deep(program)
        self.after = [tuple(self._after(number)) for number in range(self.end)]
        self.lift = self._lift()
        self.needed, self.live, self.returned = self._live()

    def starts_block(self, number: int) -> bool:
        """Whether a run may arrive at an item other than from the item before it."""
        if number in (0, self.end) or self.items[number - 1].op is None or self.items[number].op is None:
            return True
        return self.follows_test(number - 1)

    def follows_test(self, number: int) -> bool:
        """Whether a test may skip the item, so that it must stay one line."""
        return number >= 1 and self.facts.may_skip(self.items[number - 1].steps[-1])

    def _after(self, number: int) -> Iterator[int]:
        """The items that may be run next. `end` for the return after the last line."""
        step = self.items[number].steps[-1]
        if step.role in LEADING and self._leads_to_a_label(step):
            yield from (self.at[line] for lines in self.program.label_lines.values() for line in lines)
            return
        if step.role in LEADING:
            target = self._target(number, step)
            if target is not None:
                yield target
            return
        if step.name == "RTN":
            yield self.end
            return
        yield number + 1
        if self.facts.may_skip(step):
            yield number + 2 if number + 2 <= self.end else 0

    def _leads_to_a_label(self, step: Step) -> bool:
        """Whether a jump or call by I goes to one of the labels, and to no line by its number."""
        return step.operand == "I" and not self.facts.lines_by_number

    def _target(self, number: int, step: Step) -> int | None:
        line = self.lines[number] + 1
        line_of_label = self.program.find_label(step.operand, line if line <= len(self.program) else 1)
        return None if line_of_label is None else self.at[line_of_label]

    def edges(self) -> Iterator[tuple[int, int]]:
        """Each item, with one where a run may go on from it: behind a call too from where it returns."""
        for number, item in enumerate(self.items):
            last = item.steps[-1]
            yield from ((number, after) for after in self.after[number])
            targets = self.after[number] if last.role is Role.CALLS else ()
            if last.role is Role.EVALUATES:
                targets = tuple(self.at[line] for line in self.program.label_lines.get(str(last.operand), ()))
                yield from ((number, one) for one in targets)
            yield from ((one, number + 1) for one in self._ahead(targets) if self.end in self.after[one])

    # forwards

    def _lift(self) -> list[int | None]:
        """Stack lift before each item: ON, OFF, or None where it is not known.

        Where the entries are known, runs begin at them and at what SOLVE and the integral call, and a number,
        or none, is typed at a stop.
        """
        typed = ON if self.facts.entries else None
        begun = {*self.facts.entries}
        begun |= {str(one.operand) for one in self.program.steps if one.role is Role.EVALUATES}
        lifts: list[int | None] = [UNSEEN] * (self.end + 1)
        waiting: list[tuple[int, int | None]] = [(0, None)]
        for number, item in enumerate(self.items):
            name = item.steps[-1].name
            if name == "LBL" and (typed is None or item.steps[-1].operand in begun):
                waiting.append((number, None))
            if name in ("R/S", "PSE"):
                waiting.append((number + 1, typed))
            if name == "GSB":
                waiting.append((number + 1, ON))
        while waiting:
            number, lift = waiting.pop()
            joined = lift if lifts[number] in (UNSEEN, lift) else None
            if joined == lifts[number]:
                continue
            lifts[number] = joined
            if number < self.end:
                waiting += [(after, self._lift_after(number, joined)) for after in self.after[number]]
        return [None if lift == UNSEEN else lift for lift in lifts]

    def _lift_after(self, number: int, lift: int | None) -> int | None:
        item = self.items[number]
        if item.op is not None and item.op[0] == "CHS":
            return ON if lift == ON else None
        row = item.steps[-1].instruction.lift
        if row is Lift.NEUTRAL:
            return lift
        return ON if row is Lift.ENABLE else OFF

    # backwards

    def _live(self) -> tuple[list[Cells], list[Cells], list[Cells]]:
        """The cells that are needed before each item, after it, and where a call of it has returned.

        A subroutine returns to the line that has called it, so that each call is followed by itself. What
        waits behind the call in which a call stands is joined. A call of an unknown line may lead to all of
        them, as a key may.
        """
        nothing: Cells = frozenset()
        starts = {UNSEEN: (*range(self.end),)} | self._destinations()
        frames = {call: [*sorted(self._ahead(of), reverse=True)] for call, of in starts.items()}
        around = {call: [one for one, inside in frames.items() if call in inside] for call in frames}
        unknown = [call for call, of in starts.items() if not of]
        before = {call: [nothing] * (self.end + 1) for call in frames}
        behind = {call: [nothing] * (self.end + 1) for call in frames}
        stops = self._stops()
        changed = True
        while changed:
            changed = False
            for call, inside in frames.items():
                now, then = before[call], behind[call]
                calls = unknown if call == UNSEEN else [call]
                returns = nothing.union(*(before[one][by + 1] for by in calls for one in around[by]))
                now[self.end] = returns
                if call == UNSEEN or self.items[call].steps[-1].role is Role.EVALUATES:
                    again = starts[call] if call != UNSEEN else ()
                    now[self.end] = returns.union(self.stop, {X}, *(now[one] for one in again))
                for number in inside:
                    goes_on = before[number] if self.items[number].steps[-1].role is Role.CALLS else now
                    then[number] = nothing.union(*(goes_on[after] for after in self.after[number]))
                    if call == UNSEEN and number in stops:
                        then[number] = stops[number] | returns
                    wanted = self._before(number, then[number])
                    if wanted != now[number]:
                        now[number], changed = wanted, True
        needed = [nothing.union(*cells) for cells in zip(*before.values(), strict=True)]
        live = [nothing.union(*cells) for cells in zip(*behind.values(), strict=True)]
        returned = live[:]
        for call in starts.keys() - {UNSEEN}:
            returned[call] = nothing.union(*(before[one][call + 1] for one in around[call]))
        return needed, live, returned

    def _destinations(self) -> dict[int, tuple[int, ...]]:
        """The items that each call leads to, and each SOLVE and integral."""
        called: dict[int, tuple[int, ...]] = {}
        for number, item in enumerate(self.items):
            last = item.steps[-1]
            if last.role is Role.CALLS:
                called[number] = self.after[number]
            elif last.role is Role.EVALUATES:
                target = self._target(number, last)
                called[number] = () if target is None else (target,)
        return called

    def _stops(self) -> dict[int, Cells]:
        """The cells that count at each RTN where a run ends that began at a known entry."""
        found: dict[int, Cells] = {}
        for label, kept in self.facts.entries.items():
            for number in self._ahead(self.at[line] for line in self.program.label_lines.get(label, ())):
                if self.items[number].steps[-1].name == "RTN":
                    found[number] = found.get(number, self.stop & self.registers) | (kept & self.stop)
        return found

    def _ahead(self, starts: Iterable[int]) -> set[int]:
        """The items that a run comes to from others, behind what it calls."""

        def ahead(number: int) -> tuple[int, ...]:
            if number == self.end:
                return ()
            return (number + 1,) if self.items[number].steps[-1].role is Role.CALLS else self.after[number]

        return {*reach(starts, ahead)} - {self.end}

    def _before(self, number: int, live: Cells) -> Cells:
        item = self.items[number]
        if item.op is not None:
            return self._with_registers(
                needs(item.op, live, self.lift[number], self.model, self.facts.exact_errors)
            )
        step = item.steps[-1]
        if step.name in NEUTRAL_ROWS and step.operand != "I":
            return live
        if step.name in COMPLEX_ROWS and not step.operand:
            return live - {LIFT} if step.name == "Re↔Im" else _before_join(live)
        if step.name in PAIR_ROWS and not self.facts.exact_errors:
            return (live - {X, LAST, LIFT}) | {X, Y}
        if step.name in ("R/S", "PSE") and self.facts.kept is not None:
            return live | self.stop | {X}
        if self.lift[number] == ON and (step.role is Role.TYPES or self._is_element(step)):
            goes_on = step.role is Role.TYPES and number > 0 and self.items[number - 1].types
            # A test may leave out the digit before: then this one begins a number.
            return self._before_push(step, live) | (live | {X} if goes_on else set())
        used = self._cells_read(step)
        return self.all if used is None else (live - {LIFT}) | used

    def _is_element(self, step: Step) -> bool:
        return step.operand in LETTERS and step.name in ("STO", "RCL") and not self.facts.exact_errors

    def _before_push(self, step: Step, live: Cells) -> Cells:
        """The cells that are needed before a digit by itself, or an element, which uses R0 and R1."""
        if step.name == "STO":
            return (live - {LIFT}) | {X, *map(register, "01")}
        pushed = {Y: X, Z: Y, T: Z}
        cells = {pushed.get(cell, cell) for cell in live - {LIFT, X}}
        return frozenset(cells | ({LIFT} if step.role is Role.TYPES else set(map(register, "01"))))

    def _cells_read(self, step: Step) -> Cells | None:
        """The cells that a line needs which enables stack lift and changes no level. None for all."""
        if step.role in (Role.LABEL, Role.RETURNS):
            return frozenset()
        if step.role in LEADING and self._leads_to_a_label(step):
            return None if self.facts.exact_errors else frozenset((register("I"),))
        if step.role in LEADING:
            known = step.operand in self.program.label_lines and not (step.name == "GSB" and self.deep)
            return frozenset() if known else None
        if step.name in ("SF", "CF", "F?") and step.operand != "I":
            return frozenset()
        if step.role is Role.TESTS and step.name != "F?":
            return frozenset((X, Y) if "y" in step.name else (X,))
        if step.role is Role.COUNTS and step.operand != INDIRECT:
            return frozenset((register(step.operand),))
        return None

    def _with_registers(self, cells: Cells) -> Cells:
        """Cells with the whole memory replaced by the registers that the program names and I may reach."""
        reached = self.registers - self.facts.loose
        return (cells - {"registers"}) | reached if "registers" in cells else cells


def _before_join(live: Cells) -> Cells:
    """The cells that are needed before two numbers become a complex one in X."""
    moved = {X: {X, Y}, Y: {Z}, Z: {T}, T: {T}, LAST: {LAST, X}, LIFT: set[str]()}
    return frozenset(at for cell in live for at in moved.get(cell, {cell}))


def may_nest_too_deep(program: Program, by_number: Collection[str] | None = None) -> bool:
    """Whether GSB may stop with Error 5, because subroutines call themselves or are nested too deep.

    `by_number` are the labels to which GTO I may lead. None where it may lead anywhere.
    """
    steps = program.steps
    called = {line for one in steps if one.name == "GSB" for line in program.label_lines.get(one.operand, ())}
    by_i = {one.name for one in steps if one.role in LEADING and one.operand == "I"}
    if by_i and called and (by_number is None or "GSB" in by_i):
        return True
    return bool(called) and depth_of_calls(program, called, by_number or ()) >= LIMITS[program.model].returns


def depth_of_calls(program: Program, starts: Iterable[int], by_number: Collection[str] = ()) -> int:
    """The most returns that are pending at once on the ways from these lines.

    They are more than the model has where a subroutine calls itself. `by_number` are the labels to which
    GTO I may lead.
    """
    calls = cache(lambda line: _calls(program, line, by_number))
    depth: dict[int, int] = {}
    for line in postorder(starts, calls):
        # A subroutine without a depth yet is left later than one that it calls: it calls itself.
        below = (depth.get(one, LIMITS[program.model].returns) for one in calls(line))
        depth[line] = max((1 + one for one in below), default=0)
    return max(depth.values())


def _calls(program: Program, line: int, by_number: Collection[str]) -> set[int]:
    """The lines of the subroutines that are called on the ways from a line to its RTN."""
    called: set[int] = set()

    def ahead(number: int) -> list[int]:
        one = lower(program)[number]
        following = [*one.following]
        if one.step.operand == "I" and one.role in LEADING:
            following += [at for label in by_number for at in program.label_lines[label]]
        elif one.role is Role.CALLS and one.target is not None:
            called.add(one.target)
        return [at for at in following if at]

    return called if [*reach([line], ahead)] else set()
