"""A decoded program as one LLVM function that runs lanes until each stops or meets something rare.

A block stands for a place: a line, with what is known there of stack lift and of the newest calls. Blocks are
written as the ways through the program reach them. So a jump to a label, a subroutine and its return cost
nothing, and stack lift is never tested. The function can begin at each line where a run can begin (`heads`).

The function runs one lane after the other, or several side by side with a vector for each variable. Side by
side all pending calls are known, and lanes whose ways part are the matter of `blocks`. Lanes that meet
something rare are left to the function of one lane.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.function_text import JOIN, LEVELS_IN_ROW, FunctionText, look_up_text
from hp15c.engines.lanes.functions import LlvmModule
from hp15c.engines.lanes.layout import UNIT
from hp15c.engines.lanes.lines import FACTS
from hp15c.engines.lanes.opcodes import PUSH, opcode
from hp15c.engines.lanes.vectors import LANES
from hp15c.engines.native import columns
from hp15c.engines.native.blocks import Blocks, Parting
from hp15c.engines.native.line_text import LineWriter, RunPlace, called_from, is_form, on, ways_by_number
from hp15c.engines.native.ways import Ways, clears, is_test
from hp15c.table.instructions import OperandKind, step

KNOWN_CALLS: Final = 2

IN_ROW: Final = {**LEVELS_IN_ROW, **o.COLUMNS}
"""The column of each variable."""

_OWN: Final = ("number", "spent", "registers", "lift", "fetched")
"""The other variables: the number of the register that I names, the word times spent, how many registers
there are, the stack lift of lanes that differ in it, and one of `FunctionText`.
"""


class Translator:
    """Writes the function that runs a decoded program, for one lane after the other or for several at once.

    `ways` are the ways of lanes side by side, None for one lane after the other.
    """

    def __init__(self, code: o.Decoded, counting: bool, side_by_side: bool = False) -> None:
        self.code, self.rows = code, code.rows()
        self.text = FunctionText(LlvmModule(side_by_side=side_by_side), IN_ROW, _OWN, counting)
        callers = {self.rows[line][o.ARGUMENT] for line in self._lines_of(o.GO_TO, o.GO_TO_I)}
        self.returns = sorted(callers - {o.NOWHERE})
        # The lines whose numbers the program types: a jump by I may go there.
        typed = {int(words.magnitude(self.rows[line][o.ARGUMENT])) for line in self._lines_of(PUSH)}
        self.typed = typed.intersection(range(1, code.last + 1)) if self._lines_of(o.GO_TO_I) else set()
        self.heads = frozenset(self._starts()) | (set() if side_by_side else {*self.returns, *self.typed})
        self.targets = sorted((self.typed if side_by_side else self.heads) - {0})
        self.ways = Ways(code, sorted(self.heads), self.targets) if side_by_side else None
        self.blocks = Blocks(code, self.text, self.ways)

    def _lines_of(self, *opcodes: int) -> list[int]:
        return [line for line in range(1, self.code.last + 1) if self.rows[line][o.OP] in opcodes]

    def _starts(self) -> Iterator[int]:
        """The lines at which a person starts a program, or goes on after a stop or a pause.

        One lane after the other, a run also begins at a label that is called, and after what was left to the
        interpreter.
        """
        wide = self.text.wide
        called = {self.rows[line][o.NEXT] // o.WIDTH for line in self._lines_of(o.GO_TO)}
        yield from (0, 1)
        for line in range(1, self.code.last + 1):
            opcode = self.rows[line][o.OP]
            is_left = opcode in (o.HELP, o.SET_REGISTERS)
            if opcode == LABEL and not (wide and line in called):
                yield line
            elif opcode in (o.STOP, PAUSE) or (is_left and not wide):
                yield self.rows[line][o.NEXT] // o.WIDTH

    # the function

    def translation(self) -> str:
        """The text of all blocks that a run can reach.

        The last parameter of the function is the address of room for the columns of lanes side by side.
        """
        self._begin()
        while self.blocks.waiting:
            place = self.blocks.waiting.pop()
            self.text.at(self.blocks.written[place])
            self._block(place)
        self._end()
        beside = [columns.TEXT, look_up_text()] if self.text.wide else []
        return self.text.module_with("ptr %columns", *beside)

    def _begin(self) -> None:
        text = self.text
        text.begin()
        if text.wide:
            end = text.number_in("%own", o.END)
            text.put(f"%blocks = udiv i64 {text.do(f'add i64 {end}, {o.SQUARE - 1}')}, {o.SQUARE}")
            text.put("%row = getelementptr i64, ptr %columns, i64 0")
            self._pass(columns.TO_COLUMNS)
        text.load()
        text.set_index(text.get("i"))
        self._entry()

    def _entry(self) -> None:
        """Go to the head where the lane stands, if the lane runs and has the registers that the program
        names.
        """
        text = self.text
        for check in self._checks():
            behind = text.label()
            text.branch(check, behind, "not_begun", True)
            text.at(behind)
        heads = {line: self.blocks.label(RunPlace(line, True)) for line in sorted(self.heads)}
        text.switch(text.first(text.read(o.LINE)), heads, "not_begun")

    def _checks(self) -> Iterator[str]:
        """The conditions under which a lane can begin. Side by side lanes must stand at one line, without
        pending calls.
        """
        text = self.text
        most = max((self.rows[line][o.ARGUMENT] for line in self._lines_of(*_ON_REGISTERS)), default=-1)
        yield text.always(text.compare("ne", text.read(o.RUNNING), 0))
        yield text.always(text.compare("eq", text.read(o.MESSAGE), 0))
        yield text.always(text.compare("sgt", text.read(o.END), o.REGISTER_0 + most))
        yield text.always(text.compare("ne", text.read(o.LIFT), 0))
        if text.wide:
            yield text.same(text.read(o.END))
            yield text.same(text.read(o.LINE))
            yield text.always(text.compare("eq", text.read(o.DEPTH), 0))
            yield self._below_limit()

    def _below_limit(self) -> str:
        """Whether no lane can reach the limit before it comes to the next check.

        The comparison is strict. With `sle` LLVM counts the rounds of a loop without effects in 128 bits, and
        divides them by a function that machine code of llvmlite does not find.
        """
        text = self.text
        most = self.code.last + 1 if self.ways is None else self.ways.most_lines
        reach = text.binary("add nsw", text.get("count"), most - 1)
        return text.always(text.compare("slt", reach, text.spread("%limit")))

    def _end(self) -> None:
        text = self.text
        text.at("not_begun")
        text.write(o.WHY, o.INTERPRET)
        self._leave_lane()
        if self.ways is not None:
            text.at("turn")
            written = self.blocks.written.items()
            joins = {self.ways.number(place): label for place, label in written if place.apart}
            text.switch(text.get("first"), joins, "leave", JOIN)
        text.at("leave")
        text.save()
        self._leave_lane()

    def _leave_lane(self) -> None:
        """Write how the function goes on with the next lane, or the next ones."""
        if self.text.wide:
            self._pass(columns.TO_ROWS)
        self.text.go("next")

    def _pass(self, function: str) -> None:
        for lane in range(0, LANES, o.SQUARE):
            these, room = self.text.address("%these", lane), self.text.address("%columns", lane)
            listed = f"ptr %rows, i64 %width, ptr {these}, i64 %blocks, ptr {room}"
            self.text.put(f"call void @{function}({listed})")

    # blocks

    def _block(self, place: RunPlace) -> None:
        """Write the lines of a place, up to where ways part. Lanes apart join others that wait there."""
        text, ways = self.text, self.ways
        if ways is not None and place.apart:
            together, alone = self.blocks.label(place.together), text.label()
            text.mask = text.waits_at(ways.number(place))
            text.branch(text.all_bits(text.mask), together, alone)
            text.at(alone)
        if ways is not None and place.apart and place.together not in ways.apart:
            self.blocks.leave(place)
        else:
            self._lines(place)
        text.mask = None

    def _lines(self, place: RunPlace) -> None:
        self._check_limit(place)
        text, blocks = self.text, self.blocks
        going: RunPlace | None = place
        while going is not None:
            place, label = going, text.label()
            before = blocks.pending_lines, blocks.pending_cost
            step = LineWriter(text, self.code, place, label)
            going = self._line(step)
            if step.left:
                behind = text.label()
                if going is not None:
                    text.go(behind)
                text.at(label)
                blocks.leave(place, *before)
                if going is not None:
                    text.at(behind)
            if going is not None and self._joins(step, going):
                blocks.go_to(going)
                going = None

    def _joins(self, step: LineWriter, going: RunPlace) -> bool:
        """Whether the text goes on in the block of a place: other ways come there too, or a jump leads
        there.
        """
        if self.ways is not None:
            return going.together in self.ways.joins
        return step.row[o.OP] == o.GO_TO or going in self.blocks.written or going.line in self.heads

    def _check_limit(self, place: RunPlace) -> None:
        """Leave the lane when the limit may be reached before the next check. Side by side it comes where a
        way leads back.
        """
        if self.ways is None or place.together in self.ways.loops:
            after, label = self.text.label(), self.text.label()
            self.text.branch(self._below_limit(), after, label, True)
            self.text.at(label)
            self.blocks.leave(place)
            self.text.at(after)

    def _line(self, step: LineWriter) -> RunPlace | None:
        """Write a line. Returns the place after it, None when the block has ended."""
        opcode, place = step.row[o.OP], step.place
        too_deep = self.ways is not None and len(place.returns) >= self.ways.deepest
        if opcode in (o.STOP, o.RETURN, o.IMPLIED_RETURN):
            return self._return_or_stop(step)
        if (too_deep and called_from(step.row) is not None) or (place.apart and clears(opcode)):
            self.blocks.leave_now(place)
        elif opcode == o.GO_TO and step.row[o.NEXT] >= 0:
            return self._go(step)
        elif opcode == o.GO_TO_I:
            self._go_by_number(step)
        elif not is_form(opcode):
            self.blocks.leave_now(place)
        elif not is_test(opcode):
            step.write()
            self.blocks.count(step.row[o.LINES], step.row[o.COST])
            return on(place, step.row[o.NEXT] // o.WIDTH, step.lift_behind)
        elif self.ways is not None:
            return Parting(self.blocks, self.ways, place).write()
        else:
            self._test(step)
        return None

    def _test(self, step: LineWriter) -> None:
        """Write a test or a counting line of one lane, which goes on to the next line or behind it."""
        truth = step.write()
        assert truth is not None
        self.blocks.count(1, step.row[o.COST])
        self.blocks.settle()
        skips = self.text.label()
        after, behind = (on(step.place, step.row[column] // o.WIDTH, True) for column in (o.NEXT, o.SKIP_TO))
        self.text.branch(truth, self.blocks.label(after), skips)
        self.text.at(skips)
        self.blocks.go_to(behind, step.row[o.SKIP_COST])

    # jumps

    def _go(self, step: LineWriter) -> RunPlace:
        """Write GTO or GSB to a label that is there. Returns the place to which it leads."""
        returns = self._call(step)
        self.blocks.count(1, step.row[o.COST])
        return replace(on(step.place, step.row[o.NEXT] // o.WIDTH, True), returns=returns)

    def _call(self, step: LineWriter) -> tuple[int, ...]:
        """Note the line to which a call returns. Returns the newest calls, this one included."""
        caller = called_from(step.row)
        if caller is None:
            return step.place.returns
        returns = (*step.place.returns, caller)
        if self.ways is not None:
            return returns
        step.only_if_one(self.text.has_room_for_call(self.code.model))
        self.text.note_call(caller)
        return returns[-KNOWN_CALLS:]

    def _go_by_number(self, step: LineWriter) -> None:
        """Write GTO I or GSB I: a switch over the labels that are found from here, and over lines by
        number.
        """
        text = self.text
        if text.wide:
            step.only_if_one(text.same(text.get("i")))
        number = text.first(text.get("number"))
        by_line = text.test("sle", text.first(text.get("i")), -UNIT)
        returns = self._call(step)
        self.blocks.count(1, step.row[o.COST])
        self.blocks.settle()
        targets = [text.label(), text.label()]
        text.branch(by_line, targets[1], targets[0])
        for negative, label in enumerate(targets):
            text.at(label)
            ways = ways_by_number(self.code, step.row, negative)
            known = {
                one: (replace(on(step.place, line, True), returns=returns), cost)
                for one, (line, cost) in ways.items()
                if not negative or line in self.targets
            }
            self._switch(step, number, known, -int(called_from(step.row) is not None))

    def _switch(
        self, step: LineWriter, number: str, places: dict[int, tuple[RunPlace, int]], undo: int
    ) -> None:
        """End the block: on to the place of a number, with the word times of the way.

        Lanes with another number undo the line and leave it to the interpreter.

        `undo` is what is added to the number of pending calls then.
        """
        text, undone = self.text, self.text.label()
        stubs = {one: text.label() for one in places}
        text.switch(number, stubs, undone)
        for one, label in stubs.items():
            text.at(label)
            self.blocks.go_to(*places[one])
        text.at(undone)
        if self.ways is None:
            text.add("depth", undo)
        self.blocks.leave(step.place, -int(step.row[o.OP] != o.IMPLIED_RETURN), -step.row[o.COST])

    def _return_or_stop(self, step: LineWriter) -> RunPlace | None:
        place, opcode = step.place, step.row[o.OP]
        self.blocks.count(int(opcode != o.IMPLIED_RETURN), step.row[o.COST])
        if opcode != o.STOP and place.returns:
            if self.ways is None:
                self.text.add("depth", -1)
            line = place.returns[-1]
            self.blocks.count(0, self.rows[line][o.RETURN_COST])
            return replace(on(place, line, True), returns=place.returns[:-1])
        self.blocks.settle()
        if opcode == o.STOP:
            self.blocks.stop(on(place, step.row[o.NEXT] // o.WIDTH, place.lift))
        else:
            self._return(step)
        return None

    def _return(self, step: LineWriter) -> None:
        """Write RTN where no calls are known: the program ends, or a switch leads to the line after one of
        all calls.
        """
        text = self.text
        if self.ways is None:
            outermost, inner = text.label(), text.label()
            text.branch(text.test("eq", text.get("depth"), 0), outermost, inner)
            text.at(inner)
            line = text.newest_call()
            places = {line: (RunPlace(line, True), self.rows[line][o.RETURN_COST]) for line in self.returns}
            self._switch(step, line, places, 1)
            text.at(outermost)
        self.blocks.stop(on(step.place, 0, True))


LABEL: Final = opcode(step("LBL", "0"))
PAUSE: Final = opcode(step("PSE"))
_ON_REGISTERS: Final = tuple(
    opcode for opcode, facts in FACTS.items() if facts.step.names is OperandKind.REGISTER
)
