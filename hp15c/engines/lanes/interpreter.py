"""The interpreter of lanes: one LLVM function that runs any program of a model, line by line.

One lane after the other runs until it stops. Stack levels and stack lift are variables. Everything else stays
in the lane's row. An Error leaves the row as it was, apart from the message. What a line does stands in the
book (see `lines`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from hp15c.core.machine import NO_LABEL
from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import costs
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.build import MachineCode, compile_kept
from hp15c.engines.lanes.function_text import LEVELS_IN_ROW, FunctionText
from hp15c.engines.lanes.functions import LlvmModule
from hp15c.engines.lanes.lines import FACTS, LineMachine, Truth, Value
from hp15c.engines.lanes.opcodes import PUSH, opcode
from hp15c.state.cells import I_BY_NUMBER
from hp15c.table.instructions import OperandKind, Step, steps
from hp15c.table.models import Model
from hp15c.timing import figure, matrices

NUMBERS: Final = ("greatest", "careful")
CODE: Final = ("lines", "jumps", "failures", "heads", *NUMBERS)
"""What the function gets of a decoded program, in this order: addresses of arrays, the greatest number that
`jumps` holds, and the number of lines from which on it is careful. Then it looks at the limit, and whether
`heads` says that a lane with stack lift is given back at a line, once it has run one.
"""

_IN_ROW: Final = {**LEVELS_IN_ROW, "lift": o.LIFT}
_OWN: Final = ("spent", "registers", "pc", "moved", "after", "ends", "cell", "found")


class _OpcodeLine(LineMachine):
    """A line of an opcode while its text is written, whatever the argument is.

    `found` are the word times of finding the register that the argument names, None where it names none.
    """

    def __init__(self, of: _Interpreter, step: Step, lifts: bool, argument: str, found: str | None) -> None:
        super().__init__(of.text, step, of.model, lifts, argument)
        self.interpreter, self.found = of, found
        self.overflowed: str | None = None

    def write(self) -> None:
        """Write what the line does, and end the block."""
        text = self.text
        self.run()
        skips, keeps = (
            self.truth(one) if isinstance(one, Truth) else None for one in (self.skips, self.keeps)
        )
        self.write_costs()
        self.change()
        if self.found is not None:
            text.add("spent", self.found)
        if self.pauses:
            self.interpreter.leave_if(text.test("ne", "%stop_at_pause", 0), ~o.PAUSED)
        if self.is_11c and self.overflowed is not None:
            fits = text.label()
            text.branch(self.overflowed, "overflowed", fits, False)
            text.at(fits)
        if skips is not None:
            text.branch(skips, "skip", "on")
        elif keeps is not None:
            text.branch(keeps, "keep", "on")
        else:
            text.go("on")

    def leave_if(self, condition: Truth, ends: Value) -> None:
        self.interpreter.leave_if(self.truth(condition), ends)

    def spend_at_once(self, function: Any, *values: Value) -> None:
        self.spend(function, *values)
        self.write_costs()

    def overflow(self, condition: Truth, value: Value | None) -> None:
        """Raise the overflow condition. It sets flag 9, and on the HP-11C it ends the run at its line."""
        text, before, now = self.text, self.overflowed, self.truth(condition)
        self.overflowed = now if before is None else text.do(f"or i1 {before}, {now}")
        if value is not None:
            greatest = text.select(text.compare("sgt", value, 0), o.GREATEST, -o.GREATEST)
            self.replaced[value] = text.select(now, greatest, value)
        if not self.is_11c:
            text.set("flags", text.binary("or", text.get("flags"), text.select(now, o.FLAG_9, 0)))


class _Interpreter:
    """Writes the function for a model: what each opcode does that a step of the model has."""

    def __init__(self, model: Model) -> None:
        self.model, self.is_11c = model, int(model is Model.HP11C)
        self.opcodes = sorted({opcode(step) for step in steps(model)} - {o.HELP})
        self.text = FunctionText(LlvmModule(), in_row=_IN_ROW, own=_OWN)

    def function(self) -> str:
        """The module that has the function, as text."""
        text = self.text
        for place, name in enumerate(CODE):
            kind = "i64" if name in NUMBERS else "ptr"
            text.put(f"%{name} = load {kind}, ptr {text.address('%code', place)}")
        text.begin()
        text.load()
        text.set("moved", 0)
        text.set("pc", text.do(f"mul i64 {text.read(o.LINE)}, {o.WIDTH}"))
        text.branch(text.test("ne", text.read(o.RUNNING), 0), "line", "idle")
        self._line()
        self._lead()
        self._set_registers()
        for number in self.opcodes:
            text.at(f"op{number}")
            self._opcode(number)
        self._go_on()
        self._end()
        return text.module_with("ptr %code")

    def _of_line(self, column: int) -> str:
        """A number of the decoded line."""
        return self.text.number_in("%at", column)

    def _number(self) -> str:
        """The number of the line."""
        return self.text.do(f"udiv i64 {self.text.get('pc')}, {o.WIDTH}")

    def leave_if(self, truth: str, ends: int | str) -> None:
        """Leave the line where a condition holds. `ends` is what it ends in (see `layout`)."""
        leaving, behind = self.text.label(), self.text.label()
        self.text.branch(truth, leaving, behind, False)
        self.text.at(leaving)
        self._leave(ends)
        self.text.at(behind)

    def _leave(self, ends: int | str) -> None:
        self.text.set("ends", ends)
        label = "failed" if isinstance(ends, str) or ends > 0 else f"ends{~ends}"
        self.text.go(label)

    # one line

    def _line(self) -> None:
        """Count the line where the lane is, and go to the text of its opcode."""
        text = self.text
        text.at("line")
        text.put(f"%at = getelementptr i64, ptr %lines, i64 {text.get('pc')}")
        op, self.argument = self._of_line(o.OP), self._of_line(o.ARGUMENT)
        text.set("after", self._of_line(o.NEXT))
        count = text.do(f"add i64 {text.get('count')}, {self._of_line(o.LINES)}")
        text.branch(text.test("slt", count, "%careful"), "counted", "near", True)
        text.at("near")
        # At the limit a number is still being typed.
        typing = text.do(f"and i1 {text.test('eq', op, PUSH)}, {text.test('eq', count, '%limit')}")
        over = text.do(f"or i1 {typing}, {text.test('sgt', count, '%limit')}")
        text.branch(over, f"ends{o.AT_LIMIT}", "within")
        text.at("within")
        lift, moved = text.get("lift"), text.get("moved")
        head = text.number_in("%heads", self._number())
        given_back = text.do(f"and i64 {head}, {text.do(f'and i64 {lift}, {moved}')}")
        text.set("moved", 1)
        text.branch(text.test("ne", given_back, 0), f"ends{o.INTERPRET}", "counted")
        text.at("counted")
        text.set("count", count)
        text.add("spent", self._of_line(o.COST))
        labels = {number: f"op{number}" for number in self.opcodes}
        labels |= {o.GO_TO: "go", o.GO_TO_I: "go.by.number", o.STOP: "stop", o.SET_REGISTERS: "dim"}
        text.switch(op, labels | {o.RETURN: "return", o.IMPLIED_RETURN: "implied"}, f"ends{o.NEEDS_HELP}")

    def _find(self) -> tuple[str, str]:
        """The register that an argument names, and the word times of finding it."""
        text, (by_i, named) = self.text, (self.text.label() for _ in range(2))
        text.set("cell", self.argument)
        text.set("found", 0)
        text.branch(text.test("eq", self.argument, o.BY_I), by_i, named)
        text.at(by_i)
        index = text.get("i")
        number = text.call(words.magnitude, index)
        text.set("found", text.call(costs.of_index, index, number, self.is_11c))
        if self.is_11c:
            number = text.select(text.test("eq", number, I_BY_NUMBER), o.CELL_OF_I, number)
        text.set("cell", number)
        text.go(named)
        text.at(named)
        cell = text.get("cell")
        self.leave_if(text.test("sge", cell, text.get("registers")), o.ERROR_0 + 3)
        return cell, text.get("found")

    def _opcode(self, number: int) -> None:
        """Write the lines of an opcode, for each state of stack lift where that matters."""
        text, facts = self.text, FACTS[number]
        found = self._find() if facts.step.names is OperandKind.REGISTER else (self.argument, None)
        if facts.asked:
            lifts, other = text.label(), text.label()
            text.branch(text.test("ne", text.get("lift"), 0), lifts, other)
            text.at(other)
            _OpcodeLine(self, facts.step, False, *found).write()
            text.at(lifts)
        _OpcodeLine(self, facts.step, True, *found).write()

    def _go_on(self) -> None:
        """Write how a line goes on: to the next one, which may be skipped, with stack lift as the line sets
        it or as it was.
        """
        text = self.text
        text.at("skip")
        text.add("spent", self._of_line(o.SKIP_COST))
        text.set("after", self._of_line(o.SKIP_TO))
        text.go("on")
        text.at("on")
        self._set_lift()
        text.go("keep")
        text.at("keep")
        text.set("pc", text.get("after"))
        text.go("line")

    def _set_lift(self) -> None:
        text, lift = self.text, self._of_line(o.LIFTS)
        text.set("lift", text.select(text.test("eq", lift, o.KEEPS_LIFT), text.get("lift"), lift))

    # lines that lead elsewhere

    def _lead(self) -> None:
        """Write GTO, GSB, RTN and R/S."""
        text = self.text
        text.at("implied")
        text.add("count", -1)
        text.go("return")
        text.at("return")
        text.branch(text.test("eq", text.get("depth"), 0), "stop", "back")
        text.at("back")
        text.set("after", text.do(f"mul i64 {text.newest_call()}, {o.WIDTH}"))
        back = text.address("%lines", text.get("after"))
        text.add("spent", text.number_in(back, o.RETURN_COST))
        text.go("on")
        text.at("stop")
        text.write(o.RUNNING, 0)
        self._leave(~o.STOPPED)
        text.at("go.by.number")
        self._go_by_number()
        text.at("go")
        after = text.get("after")
        self.leave_if(text.test("eq", after, o.BY_MACHINE), ~o.NEEDS_HELP)
        self.leave_if(text.test("slt", after, 0), o.ERROR_0 + NO_LABEL)
        text.branch(text.test("sge", self.argument, 0), "call", "on")
        text.at("call")
        text.branch(text.has_room_for_call(self.model), "called", "too.deep", True)
        text.at("too.deep")
        self._set_lift()
        self._leave(o.ERROR_0 + o.TOO_DEEP)
        text.at("called")
        text.note_call(self.argument)
        text.go("on")

    def _go_by_number(self) -> None:
        """Write how the place is found where GTO I and GSB I go on, and its word times (see `Decoded`)."""
        text, index = self.text, self.text.get("i")
        negative = text.do(f"zext i1 {text.test('sle', index, -o.UNIT)} to i64")
        after = text.get("after")
        row = text.do(f"add i64 {text.do(f'shl i64 {after}, 1')}, {negative}")
        number = text.do(f"call i64 @llvm.smin.i64(i64 {text.call(words.magnitude, index)}, i64 %greatest)")
        size = text.do("add i64 %greatest, 1")
        place = text.do(f"add i64 {text.do(f'mul i64 {row}, {size}')}, {number}")
        at = text.do(f"getelementptr [2 x i64], ptr %jumps, i64 {place}")
        text.set("after", text.number_in(at, 0))
        text.add("spent", text.number_in(at, 1))
        text.go("go")

    def _set_registers(self) -> None:
        """Write DIM (i), which sets how many registers there are. The machine does it beside other things."""
        text = self.text
        text.at("dim")
        self.leave_if(text.test("eq", text.read(o.MOST), 0), ~o.NEEDS_HELP)
        highest = text.call(words.magnitude, text.get("x"))
        wanted = text.do(f"add i64 {self._larger(highest, 1)}, 1")
        before = text.get("registers")
        lacking = text.do(f"sub i64 {wanted}, {before}")
        room = text.do(f"sub i64 {text.read(o.MOST)}, {o.REGISTER_0}")
        fits, refused = text.label(), text.label()
        text.branch(text.test("sle", wanted, self._larger(before, room)), fits, refused)
        text.at(refused)
        text.spend(matrices.refused_registers_cost, highest)
        self._leave(o.ERROR_0 + 10)
        text.at(fits)
        text.clear(text.do(f"add i64 {before}, {o.REGISTER_0}"), self._larger(lacking, 0))
        text.write(o.END, text.do(f"add i64 {wanted}, {o.REGISTER_0}"))
        text.set("registers", wanted)
        text.spend(matrices.registers_cost, before, highest)
        text.go("on")

    def _larger(self, left: str, right: str | int) -> str:
        return self.text.do(f"call i64 @llvm.smax.i64(i64 {left}, i64 {right})")

    # the end of a run

    def _end(self) -> None:
        """Write into the row why a run ended, and what the variables hold."""
        text = self.text
        text.at("failed")
        ends = text.get("ends")
        row = text.do(f"mul i64 {self._number()}, {o.ERRORS}")
        place = text.do(f"add i64 {row}, {text.do(f'sub i64 {ends}, {o.ERROR_0}')}")
        text.add("spent", text.number_in("%failures", place))
        text.add("spent", text.do(f"sub i64 0, {self._of_line(o.COST)}"))
        text.write(o.MESSAGE, ends)
        text.write(o.RUNNING, 0)
        self._finish(o.FAILED)
        text.at("overflowed")
        text.set("after", text.get("pc"))
        text.add("spent", figure("broken off", self.model))
        text.go(f"ends{o.STOPPED}")
        for why, label in ((o.STOPPED, "idle"), (o.PAUSED, "paused")):
            text.at(f"ends{why}")
            self._set_lift()
            text.set("pc", text.get("after"))
            text.go(label)
        text.at("paused")
        self._finish(o.PAUSED)
        text.at("idle")
        text.write(o.RUNNING, 0)
        text.spend(costs.of_display, text.get("x"), text.get("format"), self.is_11c)
        fine = text.test("eq", text.read(o.MESSAGE), 0)
        self._finish(text.select(fine, o.STOPPED, o.FAILED))
        for why in (o.NEEDS_HELP, o.NEEDS_RESULT):
            text.at(f"ends{why}")
            text.add("count", -1)
            text.add("spent", text.do(f"sub i64 0, {self._of_line(o.COST)}"))
            self._finish(why)
        for why in (o.AT_LIMIT, o.INTERPRET):
            text.at(f"ends{why}")
            self._finish(why)
        text.at("leave")
        text.write(o.LINE, self._number())
        text.save()
        text.go("next")

    def _finish(self, why: int | str) -> None:
        self.text.write(o.WHY, why)
        self.text.go("leave")


@cache
def load(model: Model) -> MachineCode:
    """The machine code of the interpreter of a model."""
    return compile_kept(_Interpreter(model).function())
