"""An estimate of the cost left for a state of the search: its operations, and lines that move values."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import partial

from generator.compiler.code.graph import Branch, CountedJump, Dispatch, Jump, Leave
from generator.compiler.code.moves import AgreedPlaces, ScheduledLine
from generator.compiler.code.problem import (
    REGISTERS,
    NumberedBlock,
    NumberedNode,
    Problem,
    Stage,
    WayTo,
    stage_of,
)
from generator.compiler.code.schedules import Policy
from generator.compiler.code.tables import ARITHMETIC, COMMUTING, ELEMENTS
from hp15c.rules.stack import ENTER, EXCHANGE, RECALL_LAST_X, ROLL_DOWN, ROLL_UP
from hp15c.table.models import Model

FAR = 3
# The assumed number of passes of a loop, and the time of lines that only move values compared with an
# operation (BEHAVIOUR 10.1).
PASSES = 8.0
PRICES = {ENTER: 0.6, EXCHANGE: 0.6, ROLL_DOWN: 0.7, ROLL_UP: 0.9, RECALL_LAST_X: 0.7, "RCL": 0.75}
PRICES |= {"STO": 0.7, "x↔": 0.8, "digit": 0.7, ".": 0.7, "EEX": 0.7, "GSB": 2.5}
CHEAPEST = min(PRICES.values())

Outlook = tuple[Stage, tuple[WayTo, ...], float]


@dataclass(slots=True)
class Estimate:
    """The cost of lines, and of what is left for a state. With `fast`, lines count by their time and by how
    deep they are in loops.

    The policy has let `allowed` values stand on the stack at the start of a loop, and refused `refused` ones.
    """

    problem: Problem
    policy: Policy
    fast: bool
    behind: list[float] = field(default_factory=list)
    outlooks: list[dict[int, Outlook]] = field(default_factory=list)
    allowed: int = 0
    refused: float = math.inf

    def __post_init__(self) -> None:
        self.behind = self._least_from_part()
        self.outlooks = [{} for _ in self.problem.parts]

    def weight(self, part: NumberedBlock) -> float:
        """The weight of a line in a block: 1, or for speed the assumed number of runs."""
        return PASSES ** min(part.block.depth, 3) if self.fast else 1.0

    def price(self, part: NumberedBlock, lines: tuple[ScheduledLine, ...]) -> float:
        """The cost of lines: 1 for each, or for speed their approximate time."""
        if not self.fast:
            return len(lines)
        return self.weight(part) * sum(PRICES.get(name, 1.0) for name, _ in lines)

    def least_price(self, part: NumberedBlock, count: int) -> float:
        """The least cost of `count` lines."""
        return count * (self.weight(part) * CHEAPEST if self.fast else 1)

    def _least_from_part(self) -> list[float]:
        """The least cost of all parts from each part on."""
        least = [0.0]
        for part in reversed(self.problem.parts):
            least.append(least[-1] + self.weight(part) * stage_of(self.problem, part, 0).least)
        return list(reversed(least))

    def estimate(self, number: int, places: tuple[int, ...], done: int, agreed: AgreedPlaces) -> float:
        """An estimate of the cost that is left for a state: the lines that it needs at least, and a little
        for values in the way.
        """
        part = self.problem.parts[number]
        stage, ways, weight = self.outlooks[number].get(done) or self._outlook(part, done)
        left: float = stage.least
        for value, lines in stage.typed:
            left += 0.4 if value in places else lines
        if ways:
            nearest = FAR
            for way in ways:
                far = way(places)
                if far < nearest:
                    nearest = far
                    if not far:
                        break
            left += nearest
        else:
            left += _from_end(self.problem, part, places, agreed)
        before_loop = self._stores_before_loop(part, places, agreed) if len(part.targets) == 1 else 0
        left += max(before_loop, _stores_before_call(stage, places)) if stage.across else before_loop
        for slot, value in stage.owed:
            left += places[slot] != value
        if stage.several:
            for value in places[:REGISTERS]:
                if value in stage.several and places.count(value) == 1:
                    left += 1
        return self.behind[number + 1] + left * weight

    def _outlook(self, part: NumberedBlock, done: int) -> Outlook:
        """A stage of a block, the ways to each of its next operations, and the weight of its lines."""
        stage = stage_of(self.problem, part, done)
        ready = [part.operations[number] for number in stage.ready]
        for one in ready:
            one.way = one.way or _way_to(self.problem, one)
        found = stage, tuple([one.way for one in ready if one.way]), self.weight(part)
        self.outlooks[part.number][done] = found
        return found

    def _stores_before_loop(self, part: NumberedBlock, places: tuple[int, ...], agreed: AgreedPlaces) -> int:
        """How many values have to go to registers before the loop that begins after this block."""
        target = part.targets[0]
        for to, _ in agreed:
            if to == target:
                return 0
        if not self.problem.parts[target].header:
            return self._unsettled_yet(part, places) if self.policy.settled else 0
        registers = places[REGISTERS:]
        names = part.renamed[target]
        wanted: dict[int, int] = {}
        outside = []
        for name, value in names.items():
            wanted[value] = count = wanted.get(value, 0) + 1
            if registers.count(value) < count:
                outside.append(name)
        fixed = 0 if self.policy.invariants else len([name for name in outside if names[name] == name])
        return self.stores(len(outside), fixed)

    def may_stand(self, count: int) -> bool:
        """Whether `count` values may stand on the stack at the start of a loop."""
        if count <= self.policy.most:
            self.allowed = max(self.allowed, count)
        else:
            self.refused = min(self.refused, count)
        return count <= self.policy.most

    def stores(self, count: int, fixed: int) -> int:
        """How many of `count` values without a register have to go to registers before a loop. `fixed` ones
        may not stand on the stack.
        """
        if count - fixed <= self.policy.most:
            self.allowed = max(self.allowed, count - fixed)
            return fixed
        self.allowed, self.refused = self.policy.most, self.policy.most + 1
        return count - self.policy.most

    def holds_for(self, policy: Policy) -> bool:
        """Whether all that was asked would have the same answers with another policy."""
        same = replace(policy, most=self.policy.most) == self.policy
        return same and self.allowed <= policy.most < self.refused

    def _unsettled_yet(self, part: NumberedBlock, places: tuple[int, ...]) -> int:
        """How many values the block that follows wants in a place where they do not stand yet."""
        names = part.renamed[part.targets[0]]
        there = self.problem.parts[part.targets[0]]
        return sum(
            1
            for phi in there.phis
            if (wanted := self.problem.wanted.get(phi))
            and not any(places[slot] == names.get(phi) for slot in wanted)
        )


def _stores_before_call(stage: Stage, places: tuple[int, ...]) -> int:
    """How many values have to go to registers before a call or stop that is left."""
    registers = places[REGISTERS:]
    return max(
        (sum(value not in registers for value in values) - kept for values, kept in stage.across), default=0
    )


def _way_to(problem: Problem, one: NumberedNode) -> WayTo:
    """A function that counts the least number of lines before an operation is reached."""
    inputs = one.inputs
    if one.line in ELEMENTS:
        return partial(_from_element, problem, one)
    if not inputs:
        return _at_once
    if len(inputs) == 1:
        return _to_x(problem, inputs[0])
    if len(inputs) > 2 or one.line == "call":
        return partial(_arguments, inputs)
    if one.counts_down:
        return partial(_to_counter, inputs[0], _to_x(problem, inputs[0]))
    return _to_operands(problem, one.line, *inputs)


def _at_once(places: tuple[int, ...]) -> int:
    return 0


def _from_element(problem: Problem, one: NumberedNode, places: tuple[int, ...]) -> int:
    """The lines until I has the number of the register, and X the value to store."""
    *index, last = (*one.inputs, 0) if one.line == "load" else one.inputs
    there = not index or (problem.pointer is not None and places[problem.pointer] == index[0])
    return (0 if there else 1) + (_to_x(problem, last)(places) if last else 0)


def _to_x(problem: Problem, value: int) -> WayTo:
    """A function that counts the lines until a value stands in X."""
    if value in problem.constants:
        return _at_once

    def count(places: tuple[int, ...]) -> int:
        if places[0] == value:
            return 0
        return 1 if places[1] == value or value in places[3:] else 2

    return count


def _to_operands(problem: Problem, line: str, left: int, right: int) -> WayTo:
    """A function that counts the lines until two operands stand in Y and X, or one in X and one to follow."""
    commutes = line in COMMUTING
    stored = line in ARITHMETIC
    first = _with_left_in_x(problem, line, left, right)
    second = _with_left_in_x(problem, line, right, left) if commutes else None

    def count(places: tuple[int, ...]) -> int:
        x, y = places[0], places[1]
        if (x == right and y == left) or (commutes and x == left and y == right):
            return 0
        nearest = first(places)
        if nearest and second:
            nearest = min(nearest, second(places))
        if nearest and stored and x == right and left in places[REGISTERS:]:
            return 0
        return nearest

    return count


def _with_left_in_x(problem: Problem, line: str, left: int, right: int) -> WayTo:
    """A function that counts the lines until X has the left operand, with the right one to follow, or until
    both stand in Y and X.
    """
    held = right in problem.constants
    recalls = line in ARITHMETIC and problem.model is Model.HP15C
    to_left = _to_x(problem, left)

    def count(places: tuple[int, ...]) -> int:
        follows = held or (recalls and right in places[REGISTERS:])
        if places[0] == left:
            if follows:
                return 0
            return 1 if right == places[1] or right in places[3:] else 2
        if follows:
            return to_left(places)
        return 1 if places[1] == left else 2

    return count


def _to_counter(value: int, way: WayTo, places: tuple[int, ...]) -> int:
    """The lines until a number stands in a register, where DSE counts it, or in X."""
    return 0 if value in places[REGISTERS:] else way(places)


def _arguments(inputs: tuple[int, ...], places: tuple[int, ...]) -> int:
    return sum([places[i] != value for i, value in enumerate(reversed(inputs))])


def _from_end(
    problem: Problem,
    part: NumberedBlock,
    places: tuple[int, ...],
    agreed: tuple[tuple[int, tuple[int, ...]], ...],
) -> int:
    end = part.block.terminator
    ending = part.ending
    if isinstance(end, Branch):
        if part.way is None:
            part.way = _to_test(problem, ending)
        return part.way(places)
    if isinstance(end, CountedJump):
        return 0 if ending[0] in places[REGISTERS:] else 1
    if isinstance(end, Dispatch):
        there = problem.pointer is not None and places[problem.pointer] == ending[0]
        return 0 if there else 1 + _to_x(problem, ending[0])(places)
    if isinstance(end, Jump):
        return _from_agreement(part, places, agreed)
    return _arguments(ending[: len(end.values)], places) if isinstance(end, Leave) else 0


def _to_test(problem: Problem, ending: tuple[int, ...]) -> WayTo:
    """A function that counts the lines until the operands of a test stand where it wants them."""
    if len(ending) == 1:
        return _to_x(problem, ending[0])
    left, right = ending
    one, other = _with_left_in_x(problem, "", left, right), _with_left_in_x(problem, "", right, left)
    return lambda places: min(one(places), other(places))


def _from_agreement(
    part: NumberedBlock, places: tuple[int, ...], agreed: tuple[tuple[int, tuple[int, ...]], ...]
) -> int:
    target = part.targets[0]
    names = part.renamed[target]
    for to, known in agreed:
        if to == target:
            return sum([1 for i, value in enumerate(known) if value and places[i] != names.get(value, value)])
    return len({*names.values()}.difference(places))
