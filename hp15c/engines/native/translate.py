"""A decoded program as one LLVM function that runs lanes until each stops or meets something rare.

A block stands for a place: a line, with what is known there of stack lift and of the newest calls. Blocks are
written as the ways through the program reach them. So a jump to a label, a subroutine and its return cost
nothing, and stack lift is never tested. The function can begin at each line where a run can begin (`heads`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import costs
from hp15c.engines.lanes import forms as f
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.opcodes import PUSH, opcode
from hp15c.engines.lanes.packed import UNIT
from hp15c.engines.lanes.results import STOPPED
from hp15c.engines.native.functions import LlvmModule
from hp15c.engines.native.remembered import TEXT
from hp15c.engines.native.steps import LineWriter, form_of, is_form, on
from hp15c.engines.native.writing import IN_ROW, VARIABLES, FunctionText, RunPlace
from hp15c.table.instructions import step

INTERPRET: Final = 6
"""The reason of a lane that has left the machine code: the interpreter has to go on with it."""

KNOWN_CALLS: Final = 2
MOST_PLACES: Final = 4
"""How many times more places than lines a program may have.

Beyond that, the calls of a place are not known.
"""

_DECLARED: Final = """
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{}
!1 = !{!"branch_weights", i32 100000, i32 1}
!2 = !{!"branch_weights", i32 1, i32 100000}
"""


class LlvmTranslation(NamedTuple):
    """LLVM text with a function of this name, and the lines at which it can begin.

    Its parameters are the addresses of the table of results and of the rows, the words of a row, the address
    of the numbers of the lanes to run, and how many they are. The others are the limit of lines, 1 to stop at
    a pause, and the address of room for the columns of lanes that run side by side.
    """

    text: str
    name: str
    heads: frozenset[int]


class Translator:
    """Writes the function that runs a decoded program, for one lane after the other."""

    name = "run"

    def __init__(self, code: o.Decoded, counting: bool) -> None:
        self.code = code
        self.text = self._new_text(counting)
        self.last = int(code.constants[o.LAST_LINE])
        self.written: dict[RunPlace, str] = {}
        self.waiting: list[RunPlace] = []
        self.returns = sorted({self._field(line, o.ARGUMENT) for line in self._lines_of(o.CALL, o.CALL_I)})
        self.heads = frozenset(self._heads())
        self.pending_lines = self.pending_cost = 0

    def _field(self, line: int, column: int) -> int:
        return int(self.code.lines[line * o.WIDTH + column])

    def _lines_of(self, *opcodes: int) -> list[int]:
        return [line for line in range(1, self.last + 1) if self._field(line, o.OP) in opcodes]

    def _heads(self) -> Iterator[int]:
        """The lines at which a run can begin, go on, or arrive by a number in I."""
        yield from (0, 1, *self.returns)
        for line in range(1, self.last + 1):
            opcode = self._field(line, o.OP)
            if opcode == LABEL:
                yield line
            elif opcode in (o.STOP, PAUSE) or self._is_left(opcode):
                yield self._after(line)
        if self._lines_of(o.GO_TO_I, o.CALL_I):
            yield from self._typed_lines()

    def _targets(self) -> frozenset[int]:
        """The lines to which a number in I may lead."""
        return self.heads

    def _typed_lines(self) -> Iterator[int]:
        """The lines whose numbers the program types: a jump by I may go there."""
        for line in self._lines_of(PUSH):
            number = words.magnitude(self._field(line, o.ARGUMENT))
            if 0 < number <= self.last:
                yield int(number)

    def _is_left(self, opcode: int) -> bool:
        """Whether lines of an opcode are left to the interpreter."""
        return opcode in (o.HELP, o.SET_REGISTERS) or (opcode >= o.FIRST_FORM and not is_form(opcode))

    def _after(self, line: int) -> int:
        return line + 1 if line < self.last else 0

    # the function

    def translation(self) -> LlvmTranslation:
        """The text of all blocks that a run can reach."""
        self._begin()
        while self.waiting:
            place = self.waiting.pop()
            self.text.at(self.written[place])
            self._block(place)
        self._end()
        listed = "ptr %memo, ptr %rows, i64 %width, ptr %which, i64 %n, i64 %limit, i64 %stop_at_pause"
        head = f"define void @{self.name}({listed}, ptr %columns) {{"
        text = "\n".join([*self._functions(), head, *self.text.lines, "}", _DECLARED])
        return LlvmTranslation(text, self.name, self.heads)

    def _new_text(self, counting: bool) -> FunctionText:
        return FunctionText(LlvmModule(), counting)

    def _step(self, place: RunPlace, leave: str) -> LineWriter:
        return LineWriter(self.text, self.code, place, leave)

    def _functions(self) -> list[str]:
        """The functions that the text calls."""
        return [self.text.module.text, TEXT]

    def _begin(self) -> None:
        text = self.text
        for variable in (*VARIABLES, "registers", "lane"):
            text.put(f"%{variable} = alloca i64")
        text.set("lane", 0)
        text.put("br label %next")
        text.at("next")
        lane = text.get("lane")
        text.branch(text.test("slt", lane, "%n"), "begin", "done")
        text.at("done")
        text.put("ret void")
        text.at("begin")
        text.set("lane", text.do(f"add i64 {lane}, 1"))
        index = text.do(f"load i64, ptr {text.do(f'getelementptr i64, ptr %which, i64 {lane}')}")
        offset = text.do(f"mul i64 {index}, %width")
        text.put(f"%row = getelementptr i64, ptr %rows, i64 {offset}")
        for variable, column in IN_ROW.items():
            text.set(variable, text.read(column))
        text.set_index(text.get("i"))
        text.set("spent", 0)
        text.set("registers", text.do(f"sub i64 {text.read(o.END)}, {o.REGISTER_0}"))
        self._entry()

    def _entry(self) -> None:
        """Go to the head where the lane stands, if the lane runs and has the registers that the program
        names.
        """
        text = self.text
        most = max((self._field(line, o.ARGUMENT) for line in self._lines_of(*_ON_REGISTERS)), default=-1)
        for check in self._checks(most):
            behind = text.label()
            text.branch(check, behind, "not_begun", True)
            text.at(behind)
        cases = " ".join(
            f"i64 {line}, label %{self.block(RunPlace(line, True))}" for line in sorted(self.heads)
        )
        text.put(f"switch i64 {text.get('line')}, label %not_begun [ {cases} ]")

    def _checks(self, most: int) -> list[str]:
        """The condition under which a lane can begin. `most` is the last register that the program names."""
        text = self.text
        return [
            text.always(text.compare("ne", text.read(o.RUNNING), 0)),
            text.always(text.compare("eq", text.read(o.MESSAGE), 0)),
            text.always(text.compare("sgt", text.read(o.END), o.REGISTER_0 + most)),
            text.always(text.compare("ne", text.read(o.LIFT), 0)),
        ]

    def _end(self) -> None:
        text = self.text
        text.at("not_begun")
        text.write(o.WHY, INTERPRET)
        self._leave_lane()
        text.at("interpret")
        text.set("why", INTERPRET)
        text.put("br label %leave")
        text.at("stopped")
        text.write(o.RUNNING, 0)
        text.set("why", STOPPED)
        is_11c = int(self.code.constants[o.IS_11C])
        text.spend(costs.of_display, text.get("x"), text.get("format"), is_11c)
        text.put("br label %leave")
        text.at("leave")
        for variable, column in IN_ROW.items():
            text.keep(column, variable)
        text.write(o.WORD_TIMES, text.binary("add", text.read(o.WORD_TIMES), text.get("spent")))
        self._leave_lane()

    def _leave_lane(self) -> None:
        """On to the next lane."""
        self.text.put("br label %next")

    # blocks

    def block(self, place: RunPlace) -> str:
        """The label of a place's block. The block itself is written later."""
        if place not in self.written and len(self.written) > MOST_PLACES * self.last:
            place = replace(place, returns=())
        if place not in self.written:
            self.written[place] = self.text.label()
            self.waiting.append(place)
        return self.written[place]

    def _settle(self) -> None:
        """Add the lines and word times since the last call to the counters."""
        self.text.add("count", self.pending_lines)
        self.text.add("spent", self.pending_cost)
        self.pending_lines = self.pending_cost = 0

    def _goto(self, place: RunPlace, cost: int = 0) -> None:
        """End the block: on to a place."""
        self.pending_cost += cost
        self._settle()
        self.text.put(f"br label %{self.block(place)}")

    def _leaving(self, place: RunPlace, label: str, lines: int, cost: int) -> None:
        """Write the block that leaves a line to the interpreter before anything of the line is done."""
        text = self.text
        text.at(label)
        text.add("count", lines)
        text.add("spent", cost)
        self._leave(place)

    def _not_here(self, place: RunPlace) -> None:
        """Leave a line to the interpreter always."""
        self._settle()
        self._leave(place)

    def _leave(self, place: RunPlace) -> None:
        """End the block: the interpreter goes on at a place."""
        self._at(place)
        self.text.put("br label %interpret")

    def _at(self, place: RunPlace) -> None:
        self.text.set("line", place.line if place.line <= self.last else 0)
        self.text.write(o.LIFT, int(place.lift))

    def _block(self, place: RunPlace) -> None:
        """Write the lines of a place, up to where ways part."""
        self._check_limit(place)
        going: RunPlace | None = place
        while going is not None:
            place, label = going, self.text.label()
            before = self.pending_lines, self.pending_cost
            step = self._step(place, label)
            going = self._line(step)
            if step.left:
                if going is not None:
                    behind = self.text.label()
                    self.text.put(f"br label %{behind}")
                self._leaving(place, label, *before)
                if going is not None:
                    self.text.at(behind)
            if going is not None and self._joins(step, going):
                self._goto(going)
                going = None

    def _joins(self, step: LineWriter, going: RunPlace) -> bool:
        """Whether the text goes on in the block of a place: other ways come there too, or a jump leads
        there.
        """
        return going in self.written or going.line in self.heads or step.row[o.OP] in (o.GO_TO, o.CALL)

    def _check_limit(self, place: RunPlace) -> None:
        """Leave the lane when the limit may be reached before the next block."""
        text = self.text
        after, label = text.label(), text.label()
        reach = text.binary("add", text.get("count"), self.last + 1)
        text.branch(text.always(text.compare("sle", reach, text.spread("%limit"))), after, label, True)
        self._leaving(place, label, 0, 0)
        text.at(after)

    def _line(self, step: LineWriter) -> RunPlace | None:
        """Write a line. Returns the place behind it, None when the block has ended."""
        opcode, place = step.row[o.OP], step.place
        if opcode == o.STOP or opcode in (o.RETURN, o.IMPLIED_RETURN):
            return self._return_or_stop(step)
        if opcode in (o.GO_TO, o.CALL) and step.row[o.NEXT] >= 0:
            return self._go(step)
        if opcode in (o.GO_TO_I, o.CALL_I):
            self._go_by_number(step)
            return None
        if not is_form(opcode):
            self._not_here(place)
            return None
        if form_of(opcode).skips is not None:
            return self._test(step)
        step.write()
        self.pending_lines += step.row[o.LINES]
        self.pending_cost += step.row[o.COST]
        behind = step.row[o.NEXT] // o.WIDTH if opcode == PUSH else place.line + 1
        return on(place, behind if behind <= self.last else 0, step.lift)

    def _test(self, step: LineWriter) -> RunPlace | None:
        """A test or a counting line: on to the next line, or behind it."""
        truth = step.write()
        assert truth is not None
        self.pending_lines += 1
        self.pending_cost += step.row[o.COST]
        self._settle()
        skips = self.text.label()
        after, behind = self._after(step.place.line), step.row[o.SKIP_TO] // o.WIDTH
        self.text.branch(truth, self.block(on(step.place, after, True)), skips)
        self.text.at(skips)
        self._goto(on(step.place, behind if behind <= self.last else 0, True), step.row[o.SKIP_COST])
        return None

    # jumps

    def _go(self, step: LineWriter) -> RunPlace:
        """GTO or GSB to a label that is there."""
        place = step.place
        returns = place.returns
        if step.row[o.OP] == o.CALL:
            returns = self._call(step)
        self.pending_lines += 1
        self.pending_cost += step.row[o.COST]
        return replace(place, line=step.row[o.NEXT] // o.WIDTH, lift=True, returns=returns, mixed=False)

    def _call(self, step: LineWriter) -> tuple[int, ...]:
        """Store the line to return to. Returns the newest calls, this one included."""
        text = self.text
        depth = text.get("depth")
        step.only_if_one(text.test("slt", depth, int(self.code.constants[o.MOST_RETURNS])))
        text.write(text.do(f"add i64 {depth}, {o.RETURNS}"), step.argument)
        text.set("depth", text.do(f"add i64 {depth}, 1"))
        return (*step.place.returns, step.argument)[-KNOWN_CALLS:]

    def _go_by_number(self, step: LineWriter) -> None:
        """GTO I and GSB I: a switch over the labels that are found from here, and over lines by number."""
        text, place = self.text, step.place
        step.only_where_same(text.get("i"))
        number = text.first(text.get("number"))
        by_line = text.test("sle", text.first(text.get("i")), -UNIT)
        returns = self._call(step) if step.row[o.OP] == o.CALL_I else place.returns
        self.pending_lines += 1
        self.pending_cost += step.row[o.COST]
        self._settle()
        labels, lines = text.label(), text.label()
        text.branch(by_line, lines, labels)
        text.at(labels)
        self._labels(step, number, returns)
        text.at(lines)
        if step.row[o.OP] == o.CALL_I and not self.code.constants[o.IS_11C]:
            text.put(f"br label %{self._undone(step)}")
        else:
            self._numbers(step, number, returns)

    def _labels(self, step: LineWriter, number: str, returns: tuple[int, ...]) -> None:
        text, after = self.text, step.argument
        targets = {name: int(line) for name, line in enumerate(self.code.labels[:, after]) if line}
        stubs = {name: text.label() for name in targets}
        undone = self._undone(step)
        cases = " ".join(f"i64 {name}, label %{label}" for name, label in stubs.items())
        text.put(f"switch i64 {number}, label %{undone} [ {cases} ]")
        for name, label in stubs.items():
            text.at(label)
            place = replace(on(step.place, targets[name], True), returns=returns)
            self._goto(place, int(self.code.searches[name, after]))

    def _numbers(self, step: LineWriter, number: str, returns: tuple[int, ...]) -> None:
        text = self.text
        targets = [line for line in sorted(self._targets()) if line]
        stubs = {line: text.label() for line in targets}
        undone = self._undone(step)
        cases = " ".join(f"i64 {line}, label %{label}" for line, label in stubs.items())
        text.put(f"switch i64 {number}, label %{undone} [ {cases} ]")
        for line, label in stubs.items():
            text.at(label)
            place = replace(on(step.place, line, True), returns=returns)
            self._goto(place, int(self.code.line_costs[line]))

    def _undone(self, step: LineWriter, lines: int = 1) -> str:
        """A block that undoes the jump and leaves it to the interpreter."""
        label, behind = self.text.label(), self.text.label()
        self.text.put(f"br label %{behind}")
        self.text.at(label)
        self.text.add("count", -lines)
        self.text.add("spent", -step.row[o.COST])
        if step.row[o.OP] == o.CALL_I:
            self._uncall()
        self._leave(step.place)
        self.text.at(behind)
        return label

    def _uncall(self) -> None:
        """A call is no longer pending."""
        self.text.add("depth", -1)

    def _return_or_stop(self, step: LineWriter) -> RunPlace | None:
        place, opcode = step.place, step.row[o.OP]
        self.pending_cost += step.row[o.COST]
        self.pending_lines += opcode != o.IMPLIED_RETURN
        if opcode == o.STOP:
            self._settle()
            self._stop(on(place, place.line + 1, place.lift))
        elif place.returns:
            self._uncall()
            line = place.returns[-1]
            behind = replace(on(place, line, True), returns=place.returns[:-1])
            return self._go_back(behind, self._field(line, o.RETURN_COST))
        else:
            self._settle()
            self._return(step)
        return None

    def _go_back(self, place: RunPlace, cost: int) -> RunPlace | None:
        """RTN to a place that is known."""
        self._goto(place, cost)
        return None

    def _return(self, step: LineWriter) -> None:
        """RTN where the calls are not known: a switch over the lines behind all calls."""
        text = self.text
        outermost, inner = text.label(), text.label()
        depth = text.get("depth")
        text.branch(text.test("eq", depth, 0), outermost, inner)
        text.at(outermost)
        self._stop(RunPlace(0, True))
        text.at(inner)
        below = text.do(f"sub i64 {depth}, 1")
        line = text.first(text.read(text.do(f"add i64 {below}, {o.RETURNS}")))
        stubs = {line: text.label() for line in self.returns}
        undone = self._undone(step, lines=int(step.row[o.OP] != o.IMPLIED_RETURN))
        cases = " ".join(f"i64 {number}, label %{label}" for number, label in stubs.items())
        text.put(f"switch i64 {line}, label %{undone} [ {cases} ]")
        for number, label in stubs.items():
            text.at(label)
            text.set("depth", below)
            self._goto(RunPlace(number, True), self._field(number, o.RETURN_COST))

    def _stop(self, place: RunPlace) -> None:
        self._at(place)
        self.text.put("br label %stopped")


LABEL: Final = opcode(step("LBL", "0"))
PAUSE: Final = opcode(step("PSE"))
_ON_REGISTERS: Final = tuple(o.FIRST_FORM + place for place, forms in enumerate(f.EVERY) if forms[0].on_cell)
