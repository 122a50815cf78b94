"""A Program as Python source: one function in which the stack levels are local variables.

The program is cut into traces. A trace begins where a run can arrive: at line 001, a label, the line after a
call or a stop, or the line after a skipped one. It goes on through labels, unconditional jumps and
subroutines, up to a place from which the way is not known beforehand. Almost everywhere the state of stack
lift, and the number that a row of digits types, are known while translating. An instruction that is not
translated leaves the function, and the readable machine does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from hp15c.core.code import lower
from hp15c.engines.jumps import Jumps
from hp15c.engines.source import decimals
from hp15c.engines.source.decimal_machine import is_written, run, write_line
from hp15c.engines.source.trace import PLACE, SLOTS, PythonWriter, Trace
from hp15c.listing.program import Program
from hp15c.rules.levels import push
from hp15c.table.instructions import Role, Step
from hp15c.table.models import LIMITS

STOP, PAUSE, HAND_OVER, LIMIT = range(4)
TRACE_LINES: Final = 120

# Limits of a trace inside an `if`: the number of lines, and the number of nested ifs.
BRANCH_LINES: Final = 16
DEEPEST: Final = 1

# The length of text from which on traces end at the next head, because compiling takes time.
MUCH_TEXT: Final = 12_000

# Rows that cannot stand inside the `if` of a test, so that the test has to jump. All other translated rows
# can.
_NEVER_INSIDE: Final = (Role.CALLS, Role.TYPES)
# How a trace goes on from these is written here. The rules of the others are run.
_LEADING: Final = (Role.JUMPS, Role.CALLS, Role.RETURNS, Role.STOPS)
_BY_TRACE: Final = (Role.TYPES, *_LEADING)


@dataclass(frozen=True, slots=True)
class PythonTranslation:
    """A translated program.

    `run(core, limit)` runs a calculator (see `engine.TranslatedRun`) and returns STOP, PAUSE, HAND_OVER or
    LIMIT. `heads` are the lines at which it can begin. `longest` is the most lines that a trace runs.
    """

    source: str
    run: Callable[[Any, int], int]
    heads: frozenset[int]
    longest: int


@lru_cache(maxsize=64)
def translate(program: Program) -> PythonTranslation:
    """The program as a Python function. It is compiled once for each program."""
    return ProgramWriter(program).translation()


def leave(core: Any, why: int, *values: Any) -> int:
    """Copy the function's variables back into the core (see `ProgramWriter._leaving`). Returns `why`."""
    core.line, core.ran, core.lift, x, y, z, t, core.last_x, core.i, core.seed, core.place = values
    core.stack = [x, y, z, t]
    return why


class ProgramWriter(PythonWriter):
    """A program as Python text, trace by trace.

    `heads` are the lines where traces begin. `longest` is the most lines that a trace runs between two checks
    of the limit.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program.model)
        self.program = program
        self.lines = lower(program)
        self.jumps = Jumps(program)
        self.heads = sorted({*self._heads(), 0})
        self.longest = 0
        indirect = any(step.operand == "(i)" for step in program.steps)
        stored = {step.operand for step in program.steps if step.name[:4] == "STO "}
        self.changed = frozenset({*stored, "(i)"})
        self.slots = (*SLOTS, PLACE) if indirect else SLOTS

    def _is_translated(self, step: Step) -> bool:
        """Whether a line becomes Python. The readable machine does the others."""
        return step.role in _BY_TRACE or is_written(step, self.model)

    def _heads(self) -> Iterator[int]:
        """The lines at which a run can arrive other than from the line before, and some lines within long
        stretches.
        """
        typing = False
        for number, step, *_ in self.lines[1:]:
            after = self.lines[number].after
            if number == 1 or step.role is Role.LABEL or (number % TRACE_LINES == 0 and not typing):
                yield number
            typing = step.role is Role.TYPES or (typing and step.role is Role.SIGNS)
            if step.role in (Role.CALLS, Role.STOPS, Role.PAUSES) or not self._is_translated(step):
                yield after
                if not self._is_translated(step):
                    yield self.lines[number].behind
            if step.may_skip and self._is_translated(step):
                yield self.lines[number].behind
                if after and self.lines[after].role is Role.TYPES:
                    yield after

    def translation(self) -> PythonTranslation:
        source = "\n".join(self._function())
        names: dict[str, Any] = {
            **vars(decimals),
            "HEADS": frozenset(self.heads),
            "leave": leave,
            "recover": self._recover,
            **self.constants,
        }
        exec(compile(source, f"<{self.program.title or 'program'}>", "exec"), names)
        return PythonTranslation(source, names["run"], frozenset(self.heads), self.longest)

    def _recover(self, core: Any, text_line: int, variables: Mapping[str, Any]) -> int:
        """Leave at the program line whose Python text failed, with the calculator as it was before that
        line.
        """
        at = self.positions[text_line]
        known = {**self.constants, **variables}
        core.returns.extend(at.returns)
        lift = known["lift"] if at.lift is None else at.lift
        held = [known[at.values[slot]] for slot in SLOTS]
        return leave(
            core, HAND_OVER, at.line, known["n"] + at.done, lift, *held, known["seed"], abs(int(held[-1]))
        )

    def _function(self) -> list[str]:
        self.text = [
            "def run(core, limit):",
            "    x, y, z, t = core.stack",
            "    last_x, i, seed, lift = core.last_x, core.i, core.seed, core.lift",
            "    R, F, returns = core.registers, core.flags, core.returns",
            f"    {PLACE} = core.place",
            "    pc = core.line",
            "    n = 0",
            "SEEN",
            "    most = limit - LONGEST",
            "    try:",
            "        while True:",
        ]
        self._dispatch(self.heads, 3)
        self.text += [
            "    except TRAPS as trap:",
            "        return recover(core, trap.__traceback__.tb_lineno, locals())",
        ]
        texts = {"SEEN": f"    {' = '.join([*self.kept, 'seen'])} = None", "LONGEST": str(self.longest)}
        for word, text in texts.items():
            self.text[:10] = [line.replace(word, text) for line in self.text[:10]]
        return self.text

    def _dispatch(self, heads: list[int], depth: int) -> None:
        """Write a tree of comparisons that leads to the trace of each head."""
        if len(heads) == 1:
            self._trace(heads[0], depth)
            return
        middle = len(heads) // 2
        self.put(depth, f"if pc < {heads[middle]}:")
        self._dispatch(heads[:middle], depth + 1)
        self.put(depth, "else:")
        self._dispatch(heads[middle:], depth + 1)

    def _trace(self, head: int, depth: int) -> None:
        self.put(depth, "while True:")
        depth += 1
        trace = self.begin(head, self.slots)
        self.put(depth, f"if n > most: {self._leaving(LIMIT, head, trace)}")
        trace.enough = TRACE_LINES if len(self.text) < MUCH_TEXT else 0
        self._steps(trace, depth)

    # one trace

    def _steps(self, trace: Trace, depth: int) -> None:
        """Translate line by line to where the trace ends."""
        ends = False
        while not ends:
            first = len(self.text)
            line = trace.line
            ends = self._step(trace, depth)
            if line and len(self.text) > first:
                self.text[first] += f"  # {line:03d} {self.lines[line].step}"
            self.longest = max(self.longest, trace.done + trace.inside + 1)

    def _go_on(self, depth: int, branch: Trace, line: int) -> None:
        """Go on inside an if, with a few lines written there."""
        if branch.level == DEEPEST or line == branch.head or len(self.text) > MUCH_TEXT:
            self._jump(depth, branch, line)
            return
        branch.line, branch.level = line, branch.level + 1
        branch.met, branch.enough = set(branch.met), branch.done + BRANCH_LINES
        self._steps(branch, depth)

    def _leaving(self, why: int, line: int | str, trace: Trace) -> str:
        lift = "lift" if trace.lift is None else str(trace.lift)
        count = f"n + {trace.done}" if trace.done else "n"
        values = ", ".join(trace.values[slot] for slot in SLOTS)
        place = trace.values.get(PLACE, PLACE)
        return f"return leave(core, {why}, {line}, {count}, {lift}, {values}, seed, {place})"

    def _leave(self, depth: int, why: int, line: int | str, trace: Trace) -> None:
        for caller in trace.returns:
            self.put(depth, f"returns.append({caller})")
        self.put(depth, self._leaving(why, line, trace))

    def _jump(self, depth: int, trace: Trace, line: int | str) -> None:
        """Go on at the trace of another line, or at a line that is known only when the program runs."""
        if isinstance(line, str):
            self.put(depth, f"pc = {line}")
        self.settle(depth, trace)
        if trace.done:
            self.put(depth, f"n += {trace.done}")
        if trace.lift is not None:
            self.put(depth, f"lift = {trace.lift}")
        if line == trace.head:
            self.put(depth, "continue")
            return
        if isinstance(line, str):
            here = Trace(trace.head, trace.line, {slot: slot for slot in self.slots})
            self.put(depth, f"if pc not in HEADS: {self._leaving(HAND_OVER, 'pc', here)}")
        else:
            self.put(depth, f"pc = {line}")
        self.put(depth, "break")

    # one step

    def _step(self, trace: Trace, depth: int) -> bool:
        """Translate the line where the trace stands. Returns whether the trace ends here."""
        if trace.line == 0:
            return self._return(trace, depth)
        step = self.lines[trace.line].step
        if not self._is_translated(step):
            self._leave(depth, HAND_OVER, trace.line, trace)
            return True
        here = trace.line, trace.returns, self.number(trace.values["i"])
        if here in trace.met or trace.done > trace.enough:
            if trace.line in self.heads:
                self._jump(depth, trace, trace.line)
                return True
            if trace.done > 2 * TRACE_LINES:
                self._leave(depth, HAND_OVER, trace.line, trace)
                return True
        trace.met.add(here)
        role = step.role
        if role is Role.TYPES:
            return self._number(trace, depth)
        if step.may_skip:
            condition: str | bool | None = self._condition(trace, depth, step)
            while condition is not None:
                condition = self._decide(trace, depth, condition)
            return False
        if role in _LEADING:
            return self._lead(trace, depth, step)
        self._simple(trace, depth, step)
        trace.line = self.lines[trace.line].after
        return False

    def _simple(self, trace: Trace, depth: int, step: Step) -> None:
        write_line(self, trace, depth, step)
        if step.role is Role.PAUSES:
            self.put(depth, "if core.stop_at_pause:")
            self._leave(depth + 1, PAUSE, self.lines[trace.line].after, trace)

    def _number(self, trace: Trace, depth: int) -> bool:
        """Translate a row of lines that type one number: its value is used at once, because nothing reads it
        before. Returns whether the trace ends.
        """
        typed = self.lines[trace.line].typed
        if typed is None:
            self._leave(depth, HAND_OVER, trace.line, trace)
            return True
        trace.done += typed.lines
        number = self.constant(decimals.to_decimal(typed.number))
        run(self, trace, depth, lambda m: push(m, number), self.lines[trace.line].step)
        trace.lift = True
        trace.line = self.lines[trace.line + typed.lines - 1].after
        return False

    # conditionals

    def _decide(self, trace: Trace, depth: int, condition: str | bool) -> str | None:
        """The line after a test, run if the condition holds: it is written inside an `if`, or the trace is
        left when the condition does not hold.

        When that line is a test itself, this returns the condition for the line after it.
        """
        after, behind = self.lines[trace.line].after, self.lines[trace.line].behind
        if isinstance(condition, bool):
            trace.line = after if condition else behind
            return None
        if not behind or not self._fits_inside(after):
            self.put(depth, f"if not ({condition}):")
            self._go_on(depth + 1, trace.branch(trace.line), behind)
            trace.line = after
            return None
        following = self.lines[after].step
        self.put(depth, f"if {condition}:  # {after:03d} {following}")
        branch = trace.branch(after)
        trace.line = behind
        inner = depth + 1
        if following.role in _LEADING:
            if not self._lead(branch, inner, following):
                self._go_on(inner, branch, branch.line)
        elif following.may_skip:
            return self._decide_twice(trace, branch, depth, following)
        else:
            self._simple(branch, inner, following)
            self._join(depth, trace, branch)
        return None

    def _decide_twice(self, trace: Trace, branch: Trace, depth: int, step: Step) -> str | None:
        """Translate a test inside an `if`: both decide whether the line after it is run. Returns the
        condition, or None where no `if` is left open.
        """
        inner, behind = depth + 1, trace.line
        condition = self._condition(branch, inner, step)
        if self._fits_inside(behind) and self.lines[behind].step.role is not Role.LABEL:
            if condition != "goes_on":
                self.put(inner, f"goes_on = {condition}")
            self._join(depth, trace, branch, "goes_on = True")
            trace.line = branch.line
            return "goes_on"
        if condition is not True:
            self.put(inner, f"if not ({condition}):")
            self._go_on(inner + 1, branch.branch(branch.line), self.lines[branch.line].behind)
        self._join(depth, trace, branch)
        return None

    def _join(self, depth: int, trace: Trace, branch: Trace, *otherwise: str) -> None:
        """End an `if` that holds one line of the program, with an `else` for the other case."""
        self.put(depth + 1, "n += 1")
        trace.inside += 1
        self.join(depth, trace, branch, *otherwise)

    def _fits_inside(self, line: int) -> bool:
        if not line:
            return False
        step = self.lines[line].step
        if step.role is Role.JUMPS:
            return self.lines[line].target is not None
        return self._is_translated(step) and step.role not in _NEVER_INSIDE

    def _condition(self, trace: Trace, depth: int, step: Step) -> str | bool:
        """The condition under which the next line is run, True or False when it is known now."""
        condition = write_line(self, trace, depth, step)
        return condition if isinstance(condition, bool) else condition.text

    # jumps

    def _lead(self, trace: Trace, depth: int, step: Step) -> bool:
        """Translate a line that leads elsewhere. Returns whether the trace ends here."""
        if step.searches:
            return self._go(trace, depth, step)
        trace.done += 1
        if step.role is Role.RETURNS:
            return self._return(trace, depth)
        self._leave(depth, STOP, self.lines[trace.line].after, trace)
        return True

    def _go(self, trace: Trace, depth: int, step: Step) -> bool:
        if step.operand == "I":
            self._go_indirect(trace, depth, step)
            return True
        target = self.lines[trace.line].target
        if target is None:
            self._leave(depth, HAND_OVER, trace.line, trace)
            return True
        if step.role is Role.CALLS:
            self._call(trace, depth)
        trace.done += 1
        trace.lift = True
        trace.line = target
        if target == trace.head:
            self._jump(depth, trace, target)
            return True
        return False

    def _call(self, trace: Trace, depth: int) -> None:
        room = LIMITS[self.model].returns - len(trace.returns)
        self.attempt(depth, f"if len(returns) >= {room}: raise IndexError", trace, before=0)
        trace.returns = (*trace.returns, self.lines[trace.line].after)

    def _go_indirect(self, trace: Trace, depth: int, step: Step) -> None:
        """Translate GTO I or GSB I: the line is looked up in a table by the number in I."""
        number = trace.line

        def line_of(i: Decimal) -> int:
            to = self.jumps.of(number, decimals.to_number(i))
            if to is None or to.line is None:
                raise IndexError
            return to.line

        target, table = self.variable(), self.constant(decimals.Table(line_of))
        self.attempt(depth, f"{target} = {table}[{trace.values['i']}]", trace, before=0)
        if step.role is Role.CALLS:
            self._call(trace, depth)
        trace.done += 1
        trace.lift = True
        self._jump(depth, trace, target)

    def _return(self, trace: Trace, depth: int) -> bool:
        """Translate RTN or the end of memory. Returns whether the trace ends: after a call of its own it goes
        on.
        """
        trace.lift = True
        if trace.returns:
            trace.line = trace.returns[-1]
            trace.returns = trace.returns[:-1]
            return False
        self.put(depth, "if not returns:")
        self._leave(depth + 1, STOP, 0, trace)
        self._jump(depth, trace, "returns.pop()")
        return True
