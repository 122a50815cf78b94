"""A Program as Python source: one function in which the stack levels are local variables.

The program is cut into traces. A trace begins where a run can arrive (line 001, a label, the line after a
call or a stop, the line behind a skipped one) and goes on, through labels and unconditional jumps, to where
the way is not known beforehand. What stack lift is, and which number a row of digits types, is known while
translating almost everywhere. An instruction that is not translated leaves the function, and the readable
machine does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from hp15c import entry as typing_
from hp15c.engines import decimals
from hp15c.engines.rows import ARITHMETIC, BRINGS, OF_ONE, STACK, TESTS, TYPING, is_translated
from hp15c.instructions import Lift, Step
from hp15c.models import LIMITS, Model
from hp15c.modes import AngleMode, Format, Notation
from hp15c.number import Number
from hp15c.operations.cells import REGISTERS
from hp15c.operations.flow import LABELS_BY_NUMBER
from hp15c.operations.transcendental import OF_ANGLE, OF_NUMBER
from hp15c.program import Program

STOP, PAUSE, HAND_OVER, LIMIT = range(4)
TRACE_LINES: Final = 120

Position = tuple[int, int, bool | None]
"""Where a Python line came from: the program line, the lines run before it, and stack lift if known."""


@dataclass(slots=True)
class Trace:
    """A trace being written: where it is, lines run so far, what is known of stack lift and returns."""

    head: int
    line: int
    done: int = 0
    lift: bool | None = None
    returns: list[int] = field(default_factory=list)
    met: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Translation:
    """A translated program.

    `run(core, limit)` runs a core (see engines.source) and returns STOP, PAUSE, HAND_OVER or LIMIT;
    `heads` are the lines at which it can begin; `longest` the most lines that a trace runs.
    """

    source: str
    run: Callable[[Any, int], int]
    heads: frozenset[int]
    longest: int


@lru_cache(maxsize=64)
def translate(program: Program) -> Translation:
    """The program as a Python function; compiled once for each program."""
    return _Translator(program).translation()


class _Translator:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.model = program.model
        self.last = len(program)
        self.heads = sorted({*self._heads(), 0})
        self.text: list[str] = []
        self.positions: dict[int, Position] = {}
        self.constants: dict[str, Any] = {}
        self.longest = 0

    def translation(self) -> Translation:
        source = "\n".join(self._function())
        names: dict[str, Any] = {
            "NIL": decimals.NIL,
            "UNIT": decimals.UNIT,
            "PI": decimals.PI,
            "HUNDREDTH": decimals.HUNDREDTH,
            "SEED_PLACE": decimals.SEED_PLACE,
            "Decimal": Decimal,
            "TRAPS": decimals.TRAPS,
            "function": decimals.function,
            "angular": decimals.angular,
            "count_down": decimals.count_down,
            "count_up": decimals.count_up,
            "POSITIONS": self.positions,
            **self.constants,
        }
        exec(compile(source, f"<{self.program.title or 'program'}>", "exec"), names)
        return Translation(source, names["run"], frozenset(self.heads), self.longest)

    def _heads(self) -> Iterator[int]:
        """The lines at which a run can arrive other than from the line before."""
        for number, step in enumerate(self.program.steps, 1):
            after = self._after(number)
            if number == 1 or step.name == "LBL":
                yield number
            if step.name in ("GSB", "R/S", "PSE") or not is_translated(step):
                yield after
                if not is_translated(step):
                    yield self._after(after) if after else 1
            if step.name in TESTS or step.name in ("F?", "DSE", "ISG"):
                yield self._behind(after)
                if after and self.program.steps[after - 1].name in TYPING:
                    yield after

    def _after(self, number: int) -> int:
        return number + 1 if number < self.last else 0

    def _behind(self, number: int) -> int:
        """The line that is next when this one is skipped (BEHAVIOUR 4.5)."""
        return (number + 1) % (self.last + 1)

    # the function

    def _function(self) -> list[str]:
        self.text = [
            "def run(core, limit):",
            "    x, y, z, t = core.stack",
            "    last_x, i, seed, lift, R, F, returns = (",
            "        core.last_x, core.i, core.seed, core.lift, core.registers, core.flags, core.returns",
            "    )",
            "    pc = core.line",
            "    n = 0",
            "",
            "    def leave(why, line, n, lift, x, y, z, t, last_x, i, seed):",
            "        core.stack = [x, y, z, t]",
            "        core.last_x, core.i, core.seed, core.lift = last_x, i, seed, lift",
            "        core.line, core.ran = line, n",
            "        return why",
            "",
            "    try:",
            "        while True:",
        ]
        self._dispatch(self.heads, 3)
        self.text += [
            "    except TRAPS as trap:",
            "        line, ran, known = POSITIONS[trap.__traceback__.tb_lineno]",
            "        lift = lift if known is None else known",
            f"        return leave({HAND_OVER}, line, n + ran, lift, x, y, z, t, last_x, i, seed)",
        ]
        longest = str(self.longest)
        return [line.replace("LONGEST", longest) for line in self.text]

    def _dispatch(self, heads: list[int], depth: int) -> None:
        """A tree of comparisons that leads to the trace of each head."""
        if len(heads) == 1:
            self._trace(heads[0], depth)
            return
        middle = len(heads) // 2
        self._put(depth, f"if pc < {heads[middle]}:")
        self._dispatch(heads[:middle], depth + 1)
        self._put(depth, "else:")
        self._dispatch(heads[middle:], depth + 1)

    def _put(self, depth: int, text: str, trace: Trace | None = None, before: int = 0) -> None:
        self.text.append("    " * depth + text)
        if trace is not None:
            self.positions[len(self.text)] = (trace.line, trace.done - before, trace.lift)

    def _trace(self, head: int, depth: int) -> None:
        self._put(depth, f"while pc == {head}:")
        depth += 1
        self._put(depth, "if n + LONGEST > limit:")
        self._put(depth + 1, self._leaving(LIMIT, head, Trace(head, head)))
        trace = Trace(head, head)
        while not self._step(trace, depth):
            self.longest = max(self.longest, trace.done + 2)
        self.longest = max(self.longest, trace.done + 2)
        self._put(depth - 1, "else:")
        self._put(depth, self._leaving(HAND_OVER, "pc", Trace(head, head)))

    def _leaving(self, why: int, line: int | str, trace: Trace) -> str:
        lift = "lift" if trace.lift is None else str(trace.lift)
        count = f"n + {trace.done}" if trace.done else "n"
        return f"return leave({why}, {line}, {count}, {lift}, x, y, z, t, last_x, i, seed)"

    def _jump(self, depth: int, trace: Trace, line: int | str) -> None:
        """Go on at the trace of another line, or at a line that is known only then."""
        if trace.done:
            self._put(depth, f"n += {trace.done}")
        if trace.lift is not None:
            self._put(depth, f"lift = {trace.lift}")
        if line == trace.head:
            self._put(depth, "continue")
        else:
            self._put(depth, f"pc = {line}")
            self._put(depth, "break")

    # one step

    def _step(self, trace: Trace, depth: int) -> bool:
        """Translate the line where the trace stands; whether the trace ends here."""
        if trace.line == 0:
            return self._return(trace, depth)
        step = self.program.steps[trace.line - 1]
        if not is_translated(step):
            self._put(depth, self._leaving(HAND_OVER, trace.line, trace))
            return True
        if trace.line in trace.met or trace.done > TRACE_LINES:
            if trace.line in self.heads:
                self._jump(depth, trace, trace.line)
                return True
            if trace.done > 2 * TRACE_LINES:
                self._put(depth, self._leaving(HAND_OVER, trace.line, trace))
                return True
        trace.met.add(trace.line)
        name = step.name
        if name in TYPING:
            return self._number(trace, depth)
        if name in TESTS or name in ("F?", "DSE", "ISG"):
            return self._conditional(trace, depth, step)
        if name in ("GTO", "GSB"):
            return self._go(trace, depth, step)
        if name == "RTN":
            trace.done += 1
            return self._return(trace, depth)
        if name in ("R/S", "PSE"):
            trace.done += 1
            after = self._after(trace.line)
            self._put(depth, self._leaving(STOP if name == "R/S" else PAUSE, after, trace))
            return True
        self._simple(trace, depth, step)
        trace.line = self._after(trace.line)
        return False

    def _simple(self, trace: Trace, depth: int, step: Step) -> None:
        """A line that only computes, and the lift that it leaves behind."""
        trace.done += 1
        self._compute(trace, depth, step)
        if step.name == "CHS":
            if trace.lift is None:
                self._put(depth, "if x: lift = True")
            elif not trace.lift:
                self._put(depth, "lift = True if x else False")
                trace.lift = None
        elif step.instruction.lift is not Lift.NEUTRAL:
            trace.lift = step.instruction.lift is Lift.ENABLE

    def _compute(self, trace: Trace, depth: int, step: Step) -> None:
        def put(text: str) -> None:
            self._put(depth, text, trace, before=1)

        name = step.name
        if name in STACK:
            if STACK[name]:
                put(STACK[name])
        elif name in BRINGS:
            self._push(trace, depth, BRINGS[name])
        elif name in OF_ONE:
            put(f"value = {OF_ONE[name]}")
            put("last_x = x; x = value")
        elif name in OF_NUMBER or name in OF_ANGLE:
            call = f"function({name!r}, x)" if name in OF_NUMBER else f"angular({name!r}, x, core.angle)"
            put(f"value = {call}")
            put("last_x = x; x = value")
        elif name in ARITHMETIC:
            put(f"value = y {ARITHMETIC[name]} x")
            put("last_x = x; x = value; y = z; z = t")
        elif name == "%":
            put("value = y * (x * HUNDREDTH)")
            put("last_x = x; x = value")
        elif name == "CHS":
            put("x = -x")
        elif name == "RCL":
            put(f"value = {self._cell(trace, depth, step.operand)}")
            self._push(trace, depth, "value")
        elif name == "STO":
            put(f"{self._cell(trace, depth, step.operand)} = x")
        elif name == "x↔":
            cell = self._cell(trace, depth, step.operand)
            put(f"value = {cell}")
            put(f"{cell} = x; x = value")
        elif name[:4] in ("STO ", "RCL "):
            cell, sign = self._cell(trace, depth, step.operand), ARITHMETIC[name[4:]]
            put(f"{cell} = {cell} {sign} x" if name.startswith("STO") else f"x = x {sign} {cell}")
        elif name == "RAN#":
            put("seed = (1574352261 * seed + 1017980433) % 10000000000")
            self._push(trace, depth, "Decimal(seed) * SEED_PLACE")
        elif name in ("SF", "CF"):
            put(f"F.{'add' if name == 'SF' else 'discard'}({step.operand})")
        elif name in ("FIX", "SCI", "ENG"):
            put(f"core.format = {self._constant(Format(Notation(name), int(step.operand)))}")
        else:
            put(f"core.angle = {self._constant(AngleMode(name))}")

    def _push(self, trace: Trace, depth: int, value: str) -> None:
        if trace.lift is None:
            self._put(depth, "if lift: t = z; z = y; y = x", trace, before=1)
        elif trace.lift:
            self._put(depth, "t = z; z = y; y = x", trace, before=1)
        self._put(depth, f"x = {value}", trace, before=1)

    def _cell(self, trace: Trace, depth: int, operand: str) -> str:
        """The Python text of a register, I or (i)."""
        if operand == "I":
            return "i"
        if operand == "(i)":
            self._put(depth, "k = abs(int(i))", trace, before=1)
            if self.model is Model.HP11C:
                self._put(depth, "if k == 20: raise IndexError", trace, before=1)
            return "R[k]"
        return f"R[{REGISTERS[operand]}]"

    def _constant(self, value: Any) -> str:
        name = f"C{len(self.constants)}"
        self.constants[name] = value
        return name

    def _number(self, trace: Trace, depth: int) -> bool:
        """A row of lines that type one number: its last value at once, for nothing looks before."""
        start, entry = trace.line, None
        line, count = trace.line, 0
        while line:
            step = self.program.steps[line - 1]
            if step.name not in TYPING and (step.name != "CHS" or entry is None):
                break
            key = step.operand or step.name
            entry = typing_.start(key) if entry is None else typing_.press(entry, key)
            if typing_.value(entry).finished:
                self._put(depth, self._leaving(HAND_OVER, start, trace))
                return True
            line, count = self._after(line), count + 1
        assert entry is not None
        trace.done += count
        number: Number = typing_.value(entry).number
        self._push(trace, depth, self._constant(decimals.to_decimal(number)))
        trace.lift = True
        trace.line = line
        return False

    # conditionals

    def _conditional(self, trace: Trace, depth: int, step: Step) -> bool:
        """A test, and the line that it may skip: inside an if, or by going to the trace behind it."""
        trace.done += 1
        condition = self._condition(trace, depth, step)
        trace.lift = True
        after = self._after(trace.line)
        behind = self._behind(after)
        following = self.program.steps[after - 1] if after else None
        if following is not None and behind and self._is_inline(following, trace):
            self._put(depth, f"if {condition}:")
            branch = Trace(trace.head, after, trace.done, True, trace.returns, trace.met)
            if following.name == "GTO":
                self._go_to(branch, depth + 1, following)
            else:
                self._simple(branch, depth + 1, following)
                self._put(depth + 1, "n += 1")
                if branch.lift is not True:
                    self._put(depth + 1, f"lift = {branch.lift}" if branch.lift is not None else "pass")
                    self._put(depth, "else:")
                    self._put(depth + 1, "lift = True")
                    trace.lift = None
            trace.line = behind
            return False
        self._put(depth, f"if not ({condition}):")
        self._jump(depth + 1, trace, behind)
        trace.line = after
        return False

    def _is_inline(self, step: Step, trace: Trace) -> bool:
        if not is_translated(step):
            return False
        if step.name == "GTO":
            return step.operand != "I" and step.operand in self.program.label_lines
        control = ("GSB", "RTN", "R/S", "PSE", "F?", "DSE", "ISG", *TYPING)
        return step.name not in control and step.name not in TESTS

    def _condition(self, trace: Trace, depth: int, step: Step) -> str:
        if step.name in TESTS:
            return TESTS[step.name]
        if step.name == "F?":
            return f"{step.operand} in F"
        cell = self._cell(trace, depth, step.operand)
        count = "count_down" if step.name == "DSE" else "count_up"
        self._put(depth, f"value, ends = {count}({cell})", trace, before=1)
        self._put(depth, f"{cell} = value", trace, before=1)
        return "not ends"

    # jumps

    def _target(self, step: Step, line: int) -> int | None:
        """The line that a label leads to from here."""
        return self.program.find_label(step.operand, self._after(line) or 1)

    def _go_to(self, trace: Trace, depth: int, step: Step) -> None:
        """A jump to a label that ends this way."""
        target = self._target(step, trace.line)
        assert target is not None
        trace.done += 1
        trace.lift = True
        self._jump(depth, trace, target)

    def _go(self, trace: Trace, depth: int, step: Step) -> bool:
        if step.operand == "I":
            return self._go_indirect(trace, depth, step)
        target = self._target(step, trace.line)
        if target is None:
            self._put(depth, self._leaving(HAND_OVER, trace.line, trace))
            return True
        after = self._after(trace.line)
        if step.name == "GSB":
            self._call(trace, depth, after)
        trace.done += 1
        trace.lift = True
        trace.line = target
        if target == trace.head:
            self._jump(depth, trace, target)
            return True
        return False

    def _call(self, trace: Trace, depth: int, after: int) -> None:
        self._put(depth, f"if len(returns) >= {LIMITS[self.model].returns}: raise IndexError", trace)
        self._put(depth, f"returns.append({after})")
        trace.returns = [*trace.returns, after]

    def _go_indirect(self, trace: Trace, depth: int, step: Step) -> bool:
        """GTO I, GSB I: the lines of all labels as they are found from here."""
        lines = {
            number: line
            for number, label in enumerate(LABELS_BY_NUMBER[self.model])
            if (line := self.program.find_label(label, self._after(trace.line) or 1)) is not None
        }
        self._put(depth, f"k = {self._constant(lines)}.get(int(i)) if i > -1 else None", trace)
        self._put(depth, "if k is None: raise IndexError", trace)
        if step.name == "GSB":
            self._call(trace, depth, self._after(trace.line))
        trace.done += 1
        trace.lift = True
        self._jump(depth, trace, "k")
        return True

    def _return(self, trace: Trace, depth: int) -> bool:
        """RTN, or the end of memory: back to a caller that this trace knows, to another, or stop at 000."""
        trace.lift = True
        if trace.returns:
            self._put(depth, "returns.pop()")
            trace.line = trace.returns[-1]
            trace.returns = trace.returns[:-1]
            return False
        self._put(depth, "if not returns:")
        self._put(depth + 1, self._leaving(STOP, 0, trace))
        self._jump(depth, trace, "returns.pop()")
        return True
