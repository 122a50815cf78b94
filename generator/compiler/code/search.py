"""Code for all blocks of a graph at once: a beam over the number of lines.

Blocks are scheduled in reverse postorder, so that each begins with the state in which one of its predecessors
ended. The places of values at the start of a block are not chosen beforehand: at a loop every way to hold its
values is followed, and the way back has to restore it. A state of the beam is the machine in symbols, with
the agreements on the starts of other blocks. Of states with equally many lines those with the least work left
go on, a limited number for each set of agreements.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from generator.compiler.code.distance import Estimate
from generator.compiler.code.graph import Branch, CountedJump, Dispatch, FlagJump, Jump, Leave, Terminator
from generator.compiler.code.moves import AgreedPlaces, Move, ScheduledLine, moves
from generator.compiler.code.paths import (
    Group,
    Layers,
    Queue,
    SearchPath,
    SearchState,
    arrivals,
    collect,
    extra_cost,
    places_on_ways,
    state_of,
)
from generator.compiler.code.problem import LAST_X, REGISTERS, NumberedBlock, Problem, stage_of
from generator.compiler.code.schedules import WHOLE, Policy, Scheduled, Stretch, Width
from generator.compiler.code.settling import own_registers, settle
from generator.compiler.code.tables import BY_NUMBER, OPPOSITE, test_with_y, test_with_zero
from generator.compiler.tree.relations import MIRRORED
from hp15c.rules.stack import ENTER, EXCHANGE
from hp15c.table.instructions import step

GIVEN = 3
"""How many times more schedules are given than a search has to find."""
LENT = 1
"""How much less than its estimate a way may cost, because an entry lends it a label."""
LOOK = 32
"""The number of states after which a search looks at the clock."""
Picked = Callable[[tuple[int, ...]], Any]
"""A function that picks some of the places of a state."""
Start = tuple[tuple[int, ...], AgreedPlaces, object]
"""How a block begins: the places, the agreements, and the key of the state."""


def never_stop() -> bool:
    """False: a search that is only ended by its width."""
    return False


@dataclass(slots=True)
class ScheduleSearch:
    """A search over one problem. With `fast`, lines count by their time and by how deep they are in loops.

    The states with the least cost go on first, until the width is used up. With `layered`, the states with
    equally many nodes done go on together, before those with more: this reaches the end of long code too. It
    ends when it is `late`. States that cost more than `most` do not go on. That is at most one line more than
    the best end. A search by cost also ends at states that cost as much as `enough`, the cost of the last of
    the ends that are wanted.
    """

    problem: Problem
    width: Width
    policy: Policy = field(default_factory=Policy)
    fast: bool = False
    layered: bool = False
    stretch: Stretch = WHOLE
    seen: dict[tuple[int, int], dict[object, float]] = field(default_factory=dict)
    count: int = 0
    expanded: int = 0
    ends: list[tuple[float, SearchPath]] = field(default_factory=list)
    agreements: dict[AgreedPlaces, AgreedPlaces] = field(default_factory=dict)
    named: dict[int, tuple[Picked, Picked | None]] = field(default_factory=dict)
    getters: dict[tuple[int, ...], tuple[Picked, Picked | None]] = field(default_factory=dict)
    starts: dict[tuple[int, AgreedPlaces], Start] = field(default_factory=dict)
    most: float = math.inf
    enough: float = math.inf
    late: Callable[[], bool] = never_stop
    queue: Queue = field(init=False)
    layers: Layers = field(init=False)
    estimate: Estimate = field(init=False)
    first: int = field(init=False)

    def run(self) -> list[Scheduled]:
        """The best schedules found, the shortest first. The list is empty when nothing fits."""
        self.queue = Queue(self.width)
        self.layers = Layers(self.problem, self.width, lambda: bool(self.ends))
        self.estimate = Estimate(self.problem, self.policy, self.fast)
        self.most += self.estimate.behind[min(self.stretch.end, len(self.problem.parts))]
        self.first = REGISTERS + len(self.problem.registers)
        self._enter_part(self.stretch.begin, self.stretch.agreed, None, 0)
        if self.layered:
            self._through_layers()
        else:
            self._best_first()
        found = [collect(lines, trace) for lines, trace in self.ends[: GIVEN * self.width.ends]]
        self._forget()
        return found

    def _forget(self) -> None:
        """Free the memory of all states. What decides whether another search would be alike is kept."""
        del self.queue, self.layers
        for table in (self.seen, self.agreements, self.named, self.starts, self.ends):
            table.clear()

    def _best_first(self) -> None:
        while self.expanded < self.width.total and not self._late():
            one = self.queue.pop()
            if one is None or one[0] > self.most or one[0] >= self.enough:
                return
            self.expanded += 1
            self._expand(*state_of(one))

    def _through_layers(self) -> None:
        while not self._late():
            one = self.layers.pop()
            if one is None:
                return
            self.expanded += 1
            level, node, trace = state_of(one)
            self._leave(level, node, trace)
            self._expand(level, node, trace)

    def _late(self) -> bool:
        """Whether the search has to end. It looks at the clock only now and then."""
        return self.expanded % LOOK == 0 and self.late()

    # states

    def _name(self, agreements: AgreedPlaces) -> tuple[Picked, Picked | None]:
        """Two getters: one for the places that keep a name of their own, and one for the scratch registers,
        whose order does not matter.
        """
        slots = range(self.problem.slots)
        taken = [*map(any, zip(*[known for _, known in agreements], strict=True))] or [False] * len(slots)
        loose = tuple([slot for slot in slots[self.first :] if not taken[slot]])
        getters = self.getters.get(loose)
        if getters is None:
            fixed = [slot for slot in slots if slot not in loose]
            several = itemgetter(*loose) if len(loose) > 1 else None
            getters = self.getters[loose] = itemgetter(*fixed), several
        self.named[id(agreements)] = getters
        return getters

    def _expand(self, level: float, node: SearchState, trace: SearchPath) -> None:
        """Let the states wait to which one move leads, unless they would never go on.

        States are equal that differ only in the names of scratch registers. Equal agreements are one object,
        so that its `id` stands for it.
        """
        number, machine, agreed = node
        part, estimate = self.problem.parts[number], self.estimate
        seen = self.seen[number, id(agreed)]
        fixed, loose = self.named[id(agreed)]
        groups: dict[int, Group] = {}
        most = self.most - estimate.behind[number + 1] + LENT
        for move in moves(self.problem, part, machine, agreed):
            places, lift, done, lines, _ = move
            cost = level + (estimate.price(part, lines) if self.fast else len(lines))
            if cost > most:
                continue
            group = groups.get(done)
            if group is None:
                group = groups[done] = self.queue.group(number, done.bit_count(), id(agreed))
                group.full = not self.layered and self.queue.is_full(group)
            if group.full and done != part.full:
                continue
            key = (fixed(places), tuple(sorted(loose(places))), lift, done) if loose else (places, lift, done)
            count = len(seen)
            known = seen.setdefault(key, cost)
            if len(seen) == count:
                if known <= cost:
                    continue
                seen[key] = cost
            self._add(cost, number, agreed, trace, move, group)

    def _add(
        self,
        level: float,
        number: int,
        agreed: AgreedPlaces,
        trace: SearchPath | None,
        move: Move,
        group: Group,
    ) -> None:
        """Let a state wait, unless it would never go on. One that may end its block does so at once."""
        self.count += 1
        places, _, done, lines, _ = move
        if not group.full:
            extra = extra_cost(lines) if trace is None else trace.cost + extra_cost(lines)
            total = level + self.estimate.estimate(number, places, done, agreed) + extra
            if self.layered:
                if total <= self.most:
                    self.layers.add((total, -level, self.count, level, number, agreed, trace, move))
                return
            if total <= self.most and total < self.enough:
                self.queue.add(group, (total, group.progress, self.count, level, number, agreed, trace, move))
        part = self.problem.parts[number]
        if (
            done == part.full
            and level + self.estimate.behind[number + 1] <= self.most + LENT
            and (len(part.targets) != 2 or not part.ending or part.ending[0] in self._operands(part, places))
        ):
            self._leave(*state_of((0, 0, 0, level, number, agreed, trace, move)))

    def _operands(self, part: NumberedBlock, places: tuple[int, ...]) -> tuple[int, ...]:
        """The places in which the end of a block with two ways looks for a number."""
        return places[:2] if isinstance(part.block.terminator, Branch) else places[REGISTERS:]

    def _leave(self, level: float, node: SearchState, trace: SearchPath) -> None:
        """End a block, if its nodes are all done and the values are where the end needs them."""
        part = self.problem.parts[node.part]
        end = part.block.terminator
        if node.machine.done != part.full:
            return
        if node.machine.lift == 3 or (node.machine.lift == 1 and not self._may_stay_disabled(end, node)):
            return
        if isinstance(end, Jump):
            self._jump(level, part, node, trace)
        elif isinstance(end, Branch):
            self._branch(level, part, end, node, trace)
        elif isinstance(end, FlagJump):
            reached = level + self.estimate.weight(part)
            self._part_ways(reached, part, node, node.machine.places, trace, ("F?", end.flag))
        elif isinstance(end, CountedJump):
            self._count(level, part, end, node, trace)
        elif isinstance(end, Dispatch):
            places, pointer = node.machine.places, self.problem.pointer
            if pointer is not None and places[pointer] == part.ending[0]:
                reached = level + self.estimate.weight(part)
                self._part_ways(reached, part, node, places, trace, BY_NUMBER)
        elif isinstance(end, Leave):
            self._return(level, part, end, node, trace)

    def _may_stay_disabled(self, end: Terminator | None, node: SearchState) -> bool:
        """Whether a block may end with stack lift disabled: at a run's end, or with an empty stack."""
        if isinstance(end, Leave):
            return not self.problem.called
        return isinstance(end, Jump) and not any(node.machine.places[:LAST_X])

    def _jump(self, level: float, part: NumberedBlock, node: SearchState, trace: SearchPath) -> None:
        """Go on by a jump.

        Lines between a test and a block that others lead to need a label and a jump as well. An entry without
        lines lends its label to the loop that begins there.
        """
        target = part.targets[0]
        header = self.problem.parts[target].header
        reached = level
        if trace.part != part.number or not trace.lines:
            reached -= self.estimate.weight(part) * (header and part.number in self.problem.entries)
        elif not part.operations:
            reached = level = level + self.estimate.weight(part) * (1 + header)
        agreements = list(self._agreements(part, target, node.machine.places, node.agreed))
        for agreed in agreements:
            self._enter_part(part.number + 1, agreed, trace, reached)
        if header or target in self.stretch.fixed:
            self._settle(level, part, node, trace)

    def _settle(self, level: float, part: NumberedBlock, node: SearchState, trace: SearchPath) -> None:
        """Go on at the head of a loop with all values brought to registers."""
        target, places, agreed = part.targets[0], node.machine.places, node.agreed
        names = part.renamed[target]
        known = dict(agreed).get(target)
        if known is None:
            if (places, target) not in part.arrived:
                part.arrived[places, target] = own_registers(self.problem, places, names)
            chosen = part.arrived[places, target]
        else:
            chosen = {slot: name for slot, name in enumerate(known) if name}
        if not chosen or min(chosen) < REGISTERS:
            return
        wanted = {slot: names.get(name, name) for slot, name in chosen.items()}
        if known is None:
            arrival = tuple([chosen.get(slot, 0) for slot in range(len(places))])
            if not self._points(self.problem.parts[target], arrival):
                return
            agreed = tuple(sorted((*agreed, (target, arrival))))
        least = len([slot for slot, value in wanted.items() if places[slot] != value])
        if self._was_entered(part.number + 1, agreed, level + self.estimate.least_price(part, least)):
            return
        made = settle(self.problem, places, node.machine.lift, wanted)
        if made is not None and made[0]:
            after = SearchPath(trace, part.number, made[0], cost=trace.cost)
            self._enter_part(part.number + 1, agreed, after, level + self.estimate.price(part, made[0]))

    def _branch(
        self, level: float, part: NumberedBlock, end: Branch, node: SearchState, trace: SearchPath
    ) -> None:
        reached = level + self.estimate.weight(part)
        for line in self._tests(part, end, node.machine.places):
            self._part_ways(reached, part, node, node.machine.places, trace, line)

    def _tests(self, part: NumberedBlock, end: Branch, places: tuple[int, ...]) -> Iterator[ScheduledLine]:
        """The tests that decide a branch in a state. They hold where the branch goes to `then`."""
        x, y = places[:2]
        if end.right is None:
            tests = [test_with_zero(end.relation)] if x == part.ending[0] else []
            zero = self.problem.zero
            if zero is not None and (x, y) in ((part.ending[0], zero), (zero, part.ending[0])):
                relation = end.relation if y == zero else MIRRORED[end.relation]
                tests.append(test_with_y(relation))
        else:
            tests = [test_with_y(end.relation)] if (x, y) == part.ending else []
            tests += [test_with_y(MIRRORED[end.relation])] if (y, x) == part.ending else []
        for name in tests:
            if any(step(one).exists_on(self.problem.model) for one in (name, OPPOSITE[name])):
                yield name, ""

    def _count(
        self, level: float, part: NumberedBlock, end: CountedJump, node: SearchState, trace: SearchPath
    ) -> None:
        places = node.machine.places
        reached = level + self.estimate.weight(part)
        for slot in range(REGISTERS, self.problem.slots):
            if self.problem.counter not in (None, slot) or places[slot] != part.ending[0]:
                continue
            after = (*places[:slot], self.problem.numbers.get(end.after, 0), *places[slot + 1 :])
            if places[slot] in after or not any(
                part.ending[0] in names.values() for names in part.renamed.values()
            ):
                self._part_ways(reached, part, node, after, trace, (end.line, slot))

    def _part_ways(
        self,
        level: float,
        part: NumberedBlock,
        node: SearchState,
        places: tuple[int, ...],
        trace: SearchPath,
        line: ScheduledLine,
    ) -> None:
        """End a block by a test. Both ways begin with the same state."""
        agreed = [node.agreed]
        for target, known in zip(part.targets, places_on_ways(self.problem, part, places), strict=True):
            agreed = [after for before in agreed for after in self._agreements(part, target, known, before)]
        end = part.block.terminator
        place = None if end is None or isinstance(end, Jump) else end.place
        source = place.line if place is not None else 0
        after = SearchPath(trace, part.number, (line,), source, trace.cost)
        for one in agreed:
            self._enter_part(part.number + 1, one, after, level)

    def _return(
        self, level: float, part: NumberedBlock, end: Leave, node: SearchState, trace: SearchPath
    ) -> None:
        places = node.machine.places
        count = len(end.values)
        copies = 0
        while tuple(reversed(places[: count - copies])) != part.ending[: count - copies]:
            copies += 1
            if (
                part.ending[count - copies - 1 : count - copies]
                != part.ending[count - copies : count - copies + 1]
            ):
                return
        if any(places[REGISTERS + i] != value for i, value in enumerate(part.ending[count:])):
            return
        source = end.place.line if end.place is not None else 0
        if copies:
            lines: tuple[ScheduledLine, ...] = (*[(ENTER, "")] * copies, (EXCHANGE, ""))
            trace = SearchPath(trace, part.number, lines, source, cost=trace.cost)
            level += self.estimate.price(part, lines)
        if trace.part == part.number and trace.lines and part.number not in self.problem.entries:
            level += self.estimate.weight(part) * self.policy.apart
        after = SearchPath(trace, part.number, end.lines, source, cost=trace.cost)
        self._enter_part(part.number + 1, node.agreed, after, level + self.estimate.weight(part))

    # agreements

    def _agreements(
        self,
        part: NumberedBlock,
        target: int,
        places: tuple[int, ...],
        agreed: AgreedPlaces,
    ) -> Iterator[AgreedPlaces]:
        """The agreements on the start of a block after one more way leads there.

        Yields nothing when the way does not fit them.
        """
        names = part.renamed[target]
        there = self.problem.parts[target]
        known = next((one for to, one in agreed if to == target), None)
        if known is None:
            found = part.arrived.get((target, places))
            if found is None:
                found = tuple(arrivals(places, names, there.header, there.constants))
                part.arrived[target, places] = found
            for arrival in found:
                if there.header and not (self._may_stand(arrival, names) and self._points(there, arrival)):
                    continue
                if self.policy.settled and self._count_unsettled(there, arrival):
                    continue
                yield tuple(sorted((*agreed, (target, arrival))))
            return
        if there.header or target in self.stretch.fixed:
            if all(not value or places[i] == names.get(value, value) for i, value in enumerate(known)):
                yield agreed
            return
        pairs = zip(known, places, strict=True)
        arrival = tuple([one if one and held == names.get(one, one) else 0 for one, held in pairs])
        if names.keys() <= {*arrival}:
            yield tuple([(to, arrival if to == target else one) for to, one in agreed])

    def _count_unsettled(self, block: NumberedBlock, places: tuple[int, ...]) -> int:
        """The number of values, at a block where ways meet, that are not yet in the registers of its end."""
        return sum(
            1
            for phi in block.phis
            if (wanted := self.problem.wanted.get(phi)) and not any(places[slot] == phi for slot in wanted)
        )

    def _may_stand(self, arrival: tuple[int, ...], names: dict[int, int]) -> bool:
        """Whether these values may stand on the stack at the start of a loop."""
        stack = [value for value in arrival[:LAST_X] if value]
        if not self.policy.invariants and any(names[value] == value for value in stack):
            return False
        return self.estimate.may_stand(len(stack))

    def _points(self, block: NumberedBlock, arrival: tuple[int, ...]) -> bool:
        """Whether I is free for the indices of a loop, or has one of them."""
        held = arrival[self.problem.pointer] if self.problem.pointer is not None else 0
        return not held or not block.pointing or held in block.pointing

    def _enter_part(
        self,
        number: int,
        agreed: AgreedPlaces,
        trace: SearchPath | None,
        level: float,
    ) -> None:
        """Begin the next block in the state that was agreed for it, or keep a path that has no next block."""
        if number < min(self.stretch.end, len(self.problem.parts)):
            places, left, key = self.starts.get((number, agreed)) or self._start(number, agreed)
            seen = self.seen[number, id(left)]
            known = seen.get(key)
            if known is None or known > level:
                seen[key] = level
                group = self.queue.group(number, 0, id(left))
                group.full = not self.layered and self.queue.is_full(group)
                self._add(level, number, left, trace, (places, 0, 0, (), 0), group)
        elif trace is not None:
            self.ends.append((level + self.estimate.behind[number], trace))
            self.ends.sort(key=lambda end: (end[0], end[1].cost))
            del self.ends[4 * self.width.ends :]
            self.most = min(self.most, self.ends[0][0] + 1)
            if len(self.ends) >= self.width.ends:
                self.enough = self.ends[self.width.ends - 1][0]

    def _was_entered(self, number: int, agreed: AgreedPlaces, level: float) -> bool:
        """Whether a block was begun like this at no more than this cost."""
        if number == min(self.stretch.end, len(self.problem.parts)):
            return False
        _, left, key = self.starts.get((number, agreed)) or self._start(number, agreed)
        return self.seen[number, id(left)].get(key, math.inf) <= level

    def _start(self, number: int, agreed: AgreedPlaces) -> Start:
        """How a block begins: the places, the agreements that count from there on, and the state's key."""
        problem = self.problem
        part = problem.parts[number]
        if number in problem.entries:
            stack = problem.entries[number]
            places = [*stack, *[0] * (REGISTERS - len(stack)), *[0] * (problem.slots - REGISTERS)]
            for slot, value in problem.initial.items():
                places[slot] = value
            live = stage_of(problem, part, 0).live
            start = tuple(value if value in live else 0 for value in places)
        else:
            start = next(places for to, places in agreed if to == number)
        left = tuple([pair for pair in agreed if pair[0] > number or problem.parts[pair[0]].until >= number])
        left = self.agreements.setdefault(left, left)
        self.seen.setdefault((number, id(left)), {})
        fixed, loose = self.named.get(id(left)) or self._name(left)
        key = (fixed(start), tuple(sorted(loose(start))), 0, 0) if loose else (start, 0, 0)
        self.starts[number, agreed] = start, left, key
        return start, left, key
