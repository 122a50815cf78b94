"""The lanes engine (extra `fast`): many calculators as rows of 64-bit words, run by a compiled interpreter.

Transcendental functions are computed by the functions of the readable machine, and their results remembered
(`known_results`). The interpreter does not cover coordinates, statistics, matrices, complex numbers, SOLVE
and the integral, and flags and formats by I. The readable machine does these for the lane that meets them,
and the lane goes on in the interpreter. `Outcome.handed_over` counts the lanes that were helped. Word times
are the machine's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np

from hp15c import timing
from hp15c.core.playing import enter
from hp15c.engines import LIMIT, Engine, Outcome, Shown
from hp15c.engines.lanes import interpreter, keys_and_display, known_results
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.build import MachineCode
from hp15c.engines.lanes.function_text import FunctionText
from hp15c.engines.lanes.layout import Numbers
from hp15c.engines.lanes.lines import FUNCTIONS, OF_TWO
from hp15c.engines.lanes.opcodes import decode
from hp15c.engines.reference import ANGLES, InX, format_code, format_of, in_x, is_plain, run_state
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.memory import free_registers
from hp15c.state.state import State

HELPED_LINES: Final = 64  # lines that the readable machine runs before a lane returns to the interpreter

_ERRORS: Final = {None: 0} | {f"Error {number}": o.ERROR_0 + number for number in range(11)}
_MESSAGES: Final = {code: text for text, code in _ERRORS.items()}

SET_REGISTERS: Final = "DIM (i)"


class LanesBatch:
    """n lanes in rows (see `Batch`).

    Calculators whose State no lane can hold are `apart`: the readable machine runs them. Unsupported when a
    State is another model's than the program.
    """

    def __init__(self, program: Program, states: list[State]) -> None:
        for state in states:
            if state.model is not program.model:
                raise Unsupported(
                    "the engine lanes", [f"a program for the HP-{program.model} in an HP-{state.model}"]
                )
        self._program = program
        self._code = decode(program)
        self._interpreter = interpreter.load(program.model)
        self._heads = np.zeros(len(program) + 1, dtype=np.int64)
        arrays = (self._code.lines, self._code.jumps, self._code.failures, self._heads)
        self._given = np.array([*(one.ctypes.data for one in arrays), self._code.jumps.shape[2] - 1, 0])
        self._known = known_results.empty()
        begun = {id(state): state.copy() for state in states}
        self._begun = [begun[id(state)] for state in states]
        self._own: dict[int, State] = {}
        self._apart: set[int] = set()
        self._dimensions = any(str(step) == SET_REGISTERS for step in program.steps)
        for state in begun.values():
            state.program = program
        self._rows, self._of_rows = np.zeros((len(states), 0), dtype=np.int64), (0, 0, 0)
        for state in begun.values():
            self._widen(self._width(state))
        self._every = np.arange(len(states))
        self._fill_all()

    # between States and rows

    def _width(self, state: State) -> int:
        """The number of columns that a State's lane may need."""
        more = free_registers(state) if self._dimensions else 0
        return o.REGISTER_0 + len(state.registers) + more

    def _widen(self, columns: int) -> None:
        """Let the rows have at least `columns` columns."""
        lacking = columns - self._rows.shape[1]
        if lacking > 0:
            self._rows = np.pad(self._rows, ((0, 0), (0, lacking + -columns % o.SQUARE)))
            self._of_rows = self._known.ctypes.data, self._rows.ctypes.data, self._rows.shape[1]

    def _state(self, index: int) -> State:
        """A lane's own State, copied from the one it began in when it is first needed."""
        if index not in self._own:
            self._own[index] = self._begun[index].copy()
        return self._own[index]

    def _fill_all(self) -> None:
        """Fill all lanes from the States they begin in. Lanes that share a State are filled together."""
        lanes_of: dict[int, list[int]] = {}
        for index, state in enumerate(self._begun):
            lanes_of.setdefault(id(state), []).append(index)
        for first, *others in lanes_of.values():
            self._fill(first)
            self._rows[others] = self._rows[first]
            if first in self._apart:
                self._apart.update(others)

    def _fill(self, index: int, in_run: bool = False) -> None:
        """Fill a lane from its State, or put it apart when that cannot be. `in_run` no other run begins."""
        state = self._own.get(index, self._begun[index])
        if not in_run:
            self._rows[index, (o.BEGUN, o.PAUSED_FORMAT)] = state.word_times, -1
        if not is_plain(state) or state.message not in _ERRORS:
            self._apart.add(index)
            return
        self._apart.discard(index)
        end, most = o.REGISTER_0 + len(state.registers), self._width(state)
        self._widen(most)
        row = self._rows[index]
        # Where matrices or a run have registers too, the machine has to move them.
        others = state.run_registers or any(one.elements for one in state.matrices.values())
        row[o.MOST] = 0 if others else most
        row[o.X : o.T + 1] = [_word(level) for level in state.stack]
        row[o.REGISTER_0 : end] = [_word(cell) for cell in state.registers]
        row[o.LAST_X], row[o.INDEX] = _word(state.last_x), _word(state.i)
        row[o.SEED], row[o.LIFT], row[o.LINE], row[o.END] = state.seed, state.lift, state.line, end
        row[o.FLAGS] = sum(1 << flag for flag in state.flags)
        row[o.FORMAT], row[o.ANGLE] = format_code(state.format), ANGLES.index(state.angle)
        row[o.RUNNING], row[o.MESSAGE] = state.running, _ERRORS[state.message]
        row[o.WORD_TIMES], row[o.DEPTH] = state.word_times, len(state.returns)
        row[o.RETURNS : o.RETURNS + len(state.returns)] = state.returns

    def _pour(self, index: int) -> State:
        """The State of a lane, with everything from its row."""
        state = self._state(index)
        if index in self._apart:
            return state
        row: list[int] = self._rows[index].tolist()
        state.stack[:] = map(o.to_number, row[o.X : o.T + 1])
        state.registers[:] = map(o.to_number, row[o.REGISTER_0 : row[o.END]])
        state.last_x, state.i = o.to_number(row[o.LAST_X]), o.to_number(row[o.INDEX])
        state.seed, state.lift, state.line = row[o.SEED], bool(row[o.LIFT]), row[o.LINE]
        state.flags = {flag for flag in range(10) if row[o.FLAGS] >> flag & 1}
        state.format, state.angle = format_of(row[o.FORMAT]), ANGLES[row[o.ANGLE]]
        state.running, state.message = bool(row[o.RUNNING]), _MESSAGES[row[o.MESSAGE]]
        state.word_times = row[o.WORD_TIMES]
        state.line_known = False
        state.returns[:] = row[o.RETURNS : o.RETURNS + row[o.DEPTH]]
        return state

    def state(self, index: int) -> State:
        return self._pour(index).copy()

    # starting

    def enter(self, integers: np.ndarray, label: str | None = None) -> None:
        integers = np.ascontiguousarray(integers, dtype=np.int64)
        found = label is None or label in self._program.label_lines
        by_hand = sorted(self._apart) if found else range(len(self._rows))
        for index in by_hand:
            enter(self._pour(index), int(integers[index]), label)
        if found:
            self._do(keys_and_display.key_in, integers)
            self._start(label)
        for index in by_hand:
            self._fill(index)

    def _start(self, label: str | None) -> None:
        """Start all lanes: by GSB and a label, or by R/S. From 000 that is line 001."""
        columns, program = self._rows.T, self._program
        if label is None:
            self._do(keys_and_display.press_run, _start_costs(program), min(1, len(program)))
            return
        begins = columns[o.LINE].copy()
        columns[o.DEPTH] = 0
        for start in np.flatnonzero(np.bincount(begins)).tolist():
            line = program.find_label(label, start or 1)
            assert line is not None
            here = begins == start
            columns[o.LINE, here] = line
            columns[o.WORD_TIMES, here] += timing.jumps.search_cost(program, start, line)
        columns[o.WORD_TIMES] += timing.figure("started at label", program.model)
        columns[o.BEGUN] = columns[o.WORD_TIMES]

    # running

    def run(self, limit: int = LIMIT, stop_at_pause: bool = False) -> Outcome:
        lanes = self._every
        if self._apart:
            apart = list(self._apart)
            self._rows[apart, o.WHY] = o.NEEDS_HELP
            lanes = np.delete(lanes, apart)
        self._run_lanes(lanes, limit, stop_at_pause)
        paused: dict[int, InX] = {}
        handed_over = 0
        for index in self._ended_so(self._every, o.NEEDS_HELP, limit).tolist():
            handed_over += bool(self._rows[index, o.WHY] == o.NEEDS_HELP)
            self._help(index, limit, stop_at_pause, paused)
        return self._outcome(paused, handed_over)

    def _outcome(self, paused: dict[int, InX], handed_over: int) -> Outcome:
        """The outcome of all lanes. `paused` are the last pauses that the readable machine made."""
        for index in self._apart:
            self._rows[index, o.WORD_TIMES] = self._state(index).word_times
        wide, narrow = (np.empty((5, len(self._every)), kind) for kind in (np.int64, np.int8))
        self._do(keys_and_display.show, np.array([wide.ctypes.data, narrow.ctypes.data]))
        x, paused_x, counts, done, times = wide
        stops, pauses = Shown(x, *narrow[:2]), Shown(paused_x, *narrow[2:4])
        for index, shown in paused.items():
            keep(pauses, index, shown)
        for index in self._apart:
            keep(stops, index, in_x(self._state(index)))
        return Outcome(narrow[4].view(np.uint8), stops, pauses, counts, int(done.sum()), handed_over, times)

    def _run_lanes(self, lanes: Numbers, limit: int, stop_at_pause: bool) -> None:
        """Run lanes until each ends or needs the machine.

        Functions that they ask for are computed on the way.
        """
        while len(lanes):
            self._run_code(lanes, limit, stop_at_pause)
            lanes = self._ended_so(lanes, o.NEEDS_RESULT)
            if len(lanes):
                self._learn(lanes)

    def _run_code(self, lanes: Numbers, limit: int, stop_at_pause: bool, careful: int = LIMIT) -> None:
        """Run lanes by the interpreter until each ends, needs the machine or a function, or is at a head."""
        self._given[-1] = min(limit, careful)
        self._call(self._interpreter, lanes, self._given.ctypes.data, limit, stop_at_pause)

    def _do(self, what: Callable[[FunctionText, str], None], given: Numbers, number: int = 0) -> None:
        """Do one of the functions of `keys_and_display` to all lanes."""
        self._call(keys_and_display.load(what), self._every, given.ctypes.data, number, False)

    def _call(self, code: MachineCode, lanes: Numbers, last: int, limit: int, stop_at_pause: bool) -> None:
        """Let machine code run over lanes. `last` is the address that it gets last."""
        code.run(*self._of_rows, lanes.ctypes.data, len(lanes), limit, int(stop_at_pause), last)

    def _ended_so(self, lanes: Numbers, why: int, limit: int = 0) -> Numbers:
        """Those of these lanes that ended for a reason, or at the limit with fewer than `limit` lines."""
        whys = self._rows[:, o.WHY]
        whys = whys if len(lanes) == len(whys) else whys[lanes]
        ended = whys == why
        if limit and (late := whys == o.AT_LIMIT).any():
            ended |= late & (self._rows.T[o.DONE][lanes] < limit)
        found: Numbers = lanes[ended]
        return found

    def _learn(self, lanes: Numbers) -> None:
        """Let the readable machine compute the functions at which lanes stand."""
        for line in np.unique(self._rows[lanes, o.LINE]).tolist():
            here = lanes[self._rows[lanes, o.LINE] == line]
            done = self._program.steps[line - 1]
            function = FUNCTIONS.index(done.name)
            wanted = self._rows[here][:, (o.ANGLE, o.FORMAT, o.Y, o.X)]
            if done.name not in OF_TWO:
                wanted[:, 2] = 0
            known_results.learn(
                self._known, self._program.model, done, function, set(map(tuple, wanted.tolist()))
            )

    def _help(self, index: int, limit: int, stop_at_pause: bool, paused: dict[int, InX]) -> None:
        """Finish a lane with the readable machine, whose last pause comes into `paused`."""
        while True:
            left = limit - int(self._rows[index, o.DONE])
            why, lines, some, shown = run_state(self._pour(index), min(HELPED_LINES, left), stop_at_pause)
            if some:
                paused[index] = shown
            self._fill(index, in_run=True)
            row = self._rows[index]
            row[o.DONE] += lines
            row[o.PAUSES] += some
            row[o.WHY] = why
            if why != o.AT_LIMIT or lines == left:
                return
            if index not in self._apart:
                pauses = int(row[o.PAUSES])
                self._run_lanes(np.array([index]), limit, stop_at_pause)
                if row[o.PAUSES] != pauses:
                    paused.pop(index, None)
                if row[o.WHY] != o.NEEDS_HELP and not (row[o.WHY] == o.AT_LIMIT and row[o.DONE] < limit):
                    return


@lru_cache(maxsize=64)
def _start_costs(program: Program) -> Numbers:
    """The word times of R/S at each line, its number not known (see `timing.start_cost`)."""
    return np.array([timing.start_cost(program, line) for line in range(len(program) + 1)], dtype=np.int64)


def keep(shown: Shown, index: int, now: InX) -> None:
    """Write what one calculator shows into the arrays of all."""
    for column, number in zip(shown, now, strict=True):
        column[index] = number


def _word(value: object) -> int:
    assert isinstance(value, Number)
    return o.to_word(value)


ENGINE: Final = Engine("lanes", LanesBatch)
