"""Numbers that are stored on all ways from a place are stored there once.

x≤0, GTO 1, ..., 0, STO 2, LBL 3, ..., GTO 4, LBL 1, 0, STO 2, LBL 4
    is    0, STO 2, x≤0, GTO 4, ..., LBL 3, ..., LBL 4

0, STO 1, LBL 2, ..., GTO 3, ..., GTO 2, LBL 3, 0, STO 2, RTN
    is    0, STO 1, STO 2, LBL 2, ..., GTO 3, ..., GTO 2, LBL 3, RTN

Nothing reads the register between both places or changes it there. One that the source names also waits for
all that may end in an Error, and for pauses and stops: it holds what it held before until then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from generator.compiler.repeats import Passed
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.target.routines import taken_labels
from generator.compiler.tree.ir import Module
from generator.peephole.flow import Flow
from generator.peephole.items import obstacle
from generator.peephole.live_cells import LEVELS, LIFT, register, registers_of
from generator.peephole.symbolic import INDIRECT, ON, TermCalculator
from hp15c.graphs import reach
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind, Role, Step, step

_CALM = frozenset((Role.LABEL, Role.JUMPS, Role.CALLS, Role.RETURNS, Role.TESTS, Role.COUNTS, Role.TYPES))
"""What lines do that never ends in an Error."""


def with_early_stores(
    program: Program, sources: Sequence[int], module: Module, registers: Mapping[str, str] | None
) -> Passed:
    """A program that stores numbers early, the source line of each line, and what was done in words.

    `registers` has the register of each name.
    """
    told: list[str] = []
    while True:
        stored = stored_numbers(program, module, registers)
        best = max((one for way in stored for one in way.changes()), key=lambda one: one.saved, default=None)
        if best is None:
            return program, tuple(sources), told
        told.append(f"Line {best.line}: {' '.join(best.name)} once for several ways")
        program, sources = replace_lines(program, sources, best.cuts)


def replace_lines(program: Program, sources: Sequence[int], cuts: Iterable[Cut]) -> tuple[Program, list[int]]:
    """A program with some lines replaced, and the source line of each of its lines."""
    lines = list(zip(program.steps, sources, strict=True))
    for first, behind, made in sorted(cuts, key=lambda one: -one[0]):
        source = lines[min(first, len(lines) - 1)][1]
        lines[first:behind] = [(one, source) for one in made]
    return program.with_steps(tuple(one for one, _ in lines)), [at for _, at in lines]


def stored_numbers(
    program: Program, module: Module, registers: Mapping[str, str] | None
) -> list[StoredNumber]:
    """The numbers that a program keys in and stores, none where it is not known what changes registers."""
    flow = flow_of(program, module, registers)
    if flow is None or registers is None:
        return []
    pressed = taken_labels(module) | {one.label for one in module.functions.values() if one.label}
    arrays = frozenset(register(at) for name, at in registers.items() if "[" in name)
    pairs = dict.fromkeys(_stores(flow, place) for place in range(flow.end - 1))
    named = (pair for pair in pairs if pair is not None and register(pair[1]) not in arrays)
    return [StoredNumber(flow, pressed, *pair) for pair in named]


def flow_of(program: Program, module: Module, registers: Mapping[str, str] | None) -> Flow | None:
    """What a program needs at each place. None where it is not known what changes registers."""
    if registers is None or module.routines or not _is_plain(program):
        return None
    return Flow(program, facts_at_end(program, module, registers))


def _is_plain(program: Program) -> bool:
    """Whether lines change registers only by their names, and through I those of arrays."""
    return obstacle(program) is None and not any(
        one.instruction.sums or one.name.startswith("CLEAR") or one.role is Role.EVALUATES
        for one in program.steps
    )


def _stores(flow: Flow, place: int) -> tuple[str, str] | None:
    """The number that is keyed in at an item and the register that the next one stores it in."""
    kind, number = flow.items[place].op or ("", "")
    name, operand = flow.items[place + 1].op or ("", "")
    stays = flow.follows_test(place) or flow.follows_test(place + 1)
    stored = (kind, name) == ("number", "STO") and operand not in ("I", INDIRECT) and not stays
    return (number, operand) if stored else None


Cut = tuple[int, int, Sequence[Step]]
"""Places of the first line that goes and of the first one that stays behind, and the lines instead."""


@dataclass(frozen=True, slots=True)
class _Change:
    """A store at a line in the place of others, with what is cut and how many lines that saves."""

    line: int
    name: tuple[str, str]
    saved: int
    cuts: tuple[Cut, ...]


@dataclass(frozen=True)
class StoredNumber:
    """A number that lines of a program store in a register.

    A run begins at labels that are `pressed`. The register is none that lines reach through I.
    """

    flow: Flow
    pressed: frozenset[str]
    number: str
    name: str

    @cached_property
    def own(self) -> bool:
        """Whether the source names the register."""
        return register(self.name) not in self.flow.facts.loose

    @cached_property
    def edges(self) -> list[tuple[int, int]]:
        """All pairs of an item and an item at which a run may go on after it."""
        return [*self.flow.edges()]

    @cached_property
    def sites(self) -> list[int]:
        """The items that key the number in before it is stored."""
        wanted = (self.number, self.name)
        return [place for place in range(self.flow.end - 1) if _stores(self.flow, place) == wanted]

    def changes(self) -> Iterator[_Change]:
        """The changes that save lines."""
        flow = self.flow
        for place in range(1, flow.end):
            before = flow.items[place - 1]
            goes_on = flow.after[place - 1] == (place,) and before.steps[-1].role is not Role.CALLS
            if place in self.live or not goes_on:
                continue
            held = self._is_in_x(place)
            free = not flow.needed[place] & {*LEVELS, LIFT} and not before.types
            if not held and (len(self.sites) < 2 or not free):
                continue
            known = self.known(place)
            cuts = [cut for site in self.sites if known[site + 1] and (cut := self._cut_store(site))]
            made: tuple[Step, ...] = (step("STO", self.name),)
            made = made if held else (*self.flow.items[self.sites[0]].steps, *made)
            cuts.append((self._line(place), self._line(place), made))
            saved = sum(behind - first - len(lines) for first, behind, lines in cuts)
            if saved > 0:
                done = (self.number, f"STO {self.name}")
                yield _Change(flow.lines[place], done, saved, tuple(cuts))

    def _line(self, place: int) -> int:
        flow = self.flow
        return flow.lines[place] - 1 if place < flow.end else len(flow.program)

    def _cut_store(self, site: int) -> Cut | None:
        """A store that goes, and the number where no level of it is needed. None where it has to stay."""
        items, behind = self.flow.items, site + 2
        kept = bool(self.flow.needed[behind] & {*LEVELS, LIFT})
        joins = (
            (kept or (site > 0 and items[site - 1].types)) and behind < len(items) and items[behind].goes_on
        )
        made = items[site].steps if kept else ()
        return None if joins else (self._line(site), self._line(behind), made)

    def _is_in_x(self, place: int) -> bool:
        """Whether X holds the number before an item, because it was keyed in just before and stored."""
        at = place - 1
        while at > 0 and (self.flow.items[at].op or ("",))[0] == "STO" and not self.flow.follows_test(at):
            at -= 1
        skipped = self.flow.follows_test(at) or self.flow.follows_test(at + 1)
        return at < place - 1 and self.flow.items[at].op == ("number", self.number) and not skipped

    @cached_property
    def effects(self) -> list[tuple[bool, bool]]:
        """Whether each item may read the register, and whether it may change it."""
        return [self._effect_of(place) for place in range(self.flow.end)]

    def _effect_of(self, place: int) -> tuple[bool, bool]:
        item = self.flow.items[place]
        one = item.steps[-1]
        if one.names is OperandKind.REGISTER and one.operand == self.name:
            return one.name != "STO", not one.name.startswith("RCL")
        stops = one.role is Role.STOPS
        return self.own and (stops or one.role is Role.PAUSES or self._may_fail(place)), self.own and stops

    def _may_fail(self, place: int) -> bool:
        """Whether an item may end in an Error."""
        item = self.flow.items[place]
        if item.op is None:
            return item.steps[-1].role not in _CALM
        before = self.flow.items[place - 1].op if place and not self.flow.starts_block(place) else None
        ops = [item.op] if before is None or before[0] != "number" else [before, item.op]
        machine = TermCalculator(registers_of(*ops), self.flow.model, exact_errors=True)
        state = machine.begin(ON)
        for op in ops:
            state = machine.step(state, op)
        return bool(state.traps)

    @cached_property
    def live(self) -> set[int]:
        """The items before which the register holds what is read later."""
        edges: dict[int, list[int]] = defaultdict(list)
        for place, after in self.edges:
            if place == self.flow.end or self.effects[place] != (False, True):
                edges[after].append(place)
        read = [place for place in range(self.flow.end) if self.effects[place][0]]
        return {*reach(read + [self.flow.end] * self.own, edges.__getitem__)}

    def known(self, place: int = -1) -> list[bool]:
        """Whether the register holds the number before each item.

        With a `place` this is so as if the number were also stored right before that place.
        """
        flow = self.flow
        known = [True] * (flow.end + 1)
        ways: dict[int, list[int]] = {}
        for one, after in self.edges:
            ways.setdefault(one, []).append(after)
        starts = [line for label in self.pressed for line in flow.program.label_lines.get(label, ())]
        lost = [flow.at[line] for line in starts]
        for one in range(flow.end):
            if self.effects[one][1] and one - 1 not in self.sites and one != place - 1:
                lost += ways.get(one, ())
        while lost:
            one = lost.pop()
            if known[one]:
                known[one] = False
                lost += () if one == place - 1 or one - 1 in self.sites else ways.get(one, ())
        return known
