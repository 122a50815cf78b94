"""An estimate of the cost that is left for a state of the search: its operations, and lines that only move
values.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from generator.compiler.code.graph import Branch, CountedJump, Dispatch, Jump, Leave
from generator.compiler.code.moves import AgreedPlaces, ScheduledLine
from generator.compiler.code.paths import SearchState
from generator.compiler.code.problem import REGISTERS, NumberedBlock, NumberedNode, Problem, Stage, stage_of
from generator.compiler.code.schedules import Alike, Policy
from generator.compiler.code.tables import ARITHMETIC, COMMUTING, ELEMENTS
from hp15c.rules.stack import ENTER, EXCHANGE, RECALL_LAST_X, ROLL_DOWN, ROLL_UP
from hp15c.table.models import Model

FAR = 3
# The assumed number of passes of a loop, and the time of lines that only move values compared with an
# operation (BEHAVIOUR 10.1).
PASSES = 8.0
PRICES = {ENTER: 0.6, EXCHANGE: 0.6, ROLL_DOWN: 0.7, ROLL_UP: 0.9, RECALL_LAST_X: 0.7, "RCL": 0.75}
PRICES |= {"STO": 0.7, "x↔": 0.8, "digit": 0.7, ".": 0.7, "EEX": 0.7, "GSB": 2.5}


@dataclass(slots=True)
class Estimate:
    """The cost of lines, and of what is left for a state. With `fast`, lines count by their time and by how
    deep they are in loops.
    """

    problem: Problem
    policy: Policy
    fast: bool
    behind: list[float] = field(default_factory=list)
    alike: Alike = field(init=False)

    def __post_init__(self) -> None:
        self.behind = self._behind()
        self.alike = Alike(self.policy)

    def weight(self, part: NumberedBlock) -> float:
        """The weight of a line in a block: 1, or for speed the assumed number of runs."""
        return PASSES ** min(part.block.depth, 3) if self.fast else 1.0

    def price(self, part: NumberedBlock, lines: tuple[ScheduledLine, ...]) -> float:
        """The cost of lines: 1 for each, or for speed their approximate time."""
        if not self.fast:
            return len(lines)
        return self.weight(part) * sum(PRICES.get(name, 1.0) for name, _ in lines)

    def _behind(self) -> list[float]:
        """The least cost of all parts from each part on."""
        least = [0.0]
        for part in reversed(self.problem.parts):
            least.append(least[-1] + self.weight(part) * stage_of(self.problem, part, 0).least)
        return list(reversed(least))

    def estimate(self, node: SearchState) -> float:
        """An estimate of the cost that is left for a state: the lines that it needs at least, and a little
        for values in the way.
        """
        number, (places, _, done), agreed = node
        part = self.problem.parts[number]
        stage = stage_of(self.problem, part, done)
        left: float = stage.least
        for value, lines in stage.typed:
            left += 0.4 if value in places else lines
        left += _distance(self.problem, part, stage, places, agreed)
        before_loop = self._stores_before_loop(part, places, agreed) if len(part.targets) == 1 else 0
        left += max(before_loop, _stores_before_call(stage, places)) if stage.across else before_loop
        for slot, value in stage.owed:
            left += places[slot] != value
        if stage.several:
            for value in places[:REGISTERS]:
                if value in stage.several and places.count(value) == 1:
                    left += 1
        return self.behind[number + 1] + left * self.weight(part)

    def _stores_before_loop(self, part: NumberedBlock, places: tuple[int, ...], agreed: AgreedPlaces) -> int:
        """How many values have to go to registers before the loop that begins behind this block."""
        target = part.targets[0]
        for to, _ in agreed:
            if to == target:
                return 0
        if not self.problem.parts[target].header:
            return self._unsettled_yet(part, places) if self.policy.settled else 0
        registers = places[REGISTERS:]
        names = part.renamed[target]
        held = Counter(registers)
        outside = []
        for name, value in names.items():
            held[value] -= 1
            outside += [name] if held[value] < 0 else []
        fixed = 0 if self.policy.invariants else sum(names[name] == name for name in outside)
        return self.alike.stores(len(outside), fixed)

    def _unsettled_yet(self, part: NumberedBlock, places: tuple[int, ...]) -> int:
        """The same as `_unsettled`, before the values have the names of the block that follows."""
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


def _distance(
    problem: Problem,
    part: NumberedBlock,
    stage: Stage,
    places: tuple[int, ...],
    agreed: tuple[tuple[int, tuple[int, ...]], ...],
) -> int:
    """The least number of lines before one of the next operations, or the end of the block, is reached."""
    if not stage.ready:
        return _from_end(problem, part, places, agreed)
    best = FAR
    for number in stage.ready:
        best = min(best, _from_operation(problem, part.operations[number], places))
        if best == 0:
            break
    return best


def _from_operation(problem: Problem, one: NumberedNode, places: tuple[int, ...]) -> int:
    inputs = one.inputs
    if one.line in ELEMENTS:
        return _from_element(problem, one, places)
    if not inputs:
        return 0
    if len(inputs) == 1:
        return _to_x(problem, inputs[0], places)
    if len(inputs) > 2 or one.line == "call":
        return _arguments(inputs, places)
    left, right = inputs
    x, y = places[:2]
    if (x == right and y == left) or (one.line in COMMUTING and x == left and y == right):
        return 0
    best = _with_left_in_x(problem, one.line, left, right, places)
    if one.line in COMMUTING and best:
        best = min(best, _with_left_in_x(problem, one.line, right, left, places))
    if best and x == right and one.line in ARITHMETIC and left in places[REGISTERS:]:
        best = 0
    return best


def _from_element(problem: Problem, one: NumberedNode, places: tuple[int, ...]) -> int:
    """The lines until I has the number of the register, and X the value to store."""
    *index, last = (*one.inputs, 0) if one.line == "load" else one.inputs
    there = not index or (problem.pointer is not None and places[problem.pointer] == index[0])
    return (0 if there else 1) + (_to_x(problem, last, places) if last else 0)


def _to_x(problem: Problem, value: int, places: tuple[int, ...]) -> int:
    if places[0] == value or value in problem.constants:
        return 0
    return 1 if places[1] == value or value in places[3:] else 2


def _with_left_in_x(problem: Problem, line: str, left: int, right: int, places: tuple[int, ...]) -> int:
    """The lines until X has the left operand with the right one to follow, or until both stand in Y and X."""
    x, y = places[:2]
    held = right in problem.constants
    recalled = line in ARITHMETIC and problem.model is Model.HP15C and right in places[REGISTERS:]
    if x == left:
        if held or recalled:
            return 0
        return 1 if right in places[1:2] or right in places[3:] else 2
    if held or recalled:
        return _to_x(problem, left, places)
    if y == left:
        return 1
    return 2


def _arguments(inputs: tuple[int, ...], places: tuple[int, ...]) -> int:
    return sum(places[i] != value for i, value in enumerate(reversed(inputs)))


def _from_end(
    problem: Problem,
    part: NumberedBlock,
    places: tuple[int, ...],
    agreed: tuple[tuple[int, tuple[int, ...]], ...],
) -> int:
    end = part.block.terminator
    ending = part.ending
    if isinstance(end, Branch):
        if len(ending) == 1:
            return _to_x(problem, ending[0], places)
        return min(
            _with_left_in_x(problem, "", ending[0], ending[1], places),
            _with_left_in_x(problem, "", ending[1], ending[0], places),
        )
    if isinstance(end, CountedJump):
        return 0 if ending[0] in places[REGISTERS:] else 1
    if isinstance(end, Dispatch):
        there = problem.pointer is not None and places[problem.pointer] == ending[0]
        return 0 if there else 1 + _to_x(problem, ending[0], places)
    if isinstance(end, Jump):
        return _from_agreement(part, places, agreed)
    return _arguments(ending[: len(end.values)], places) if isinstance(end, Leave) else 0


def _from_agreement(
    part: NumberedBlock, places: tuple[int, ...], agreed: tuple[tuple[int, tuple[int, ...]], ...]
) -> int:
    target = part.targets[0]
    names = part.renamed[target]
    for to, known in agreed:
        if to == target:
            return sum(1 for i, value in enumerate(known) if value and places[i] != names.get(value, value))
    return sum(value not in places for value in set(names.values()))
