"""A decoded program as one LLVM function that runs several lanes side by side, a vector for each variable.

The lanes that run together stand at the same line. Where a test skips one line in some of them, that line is
done for the others only. Where their ways part in another manner, or one of them meets something rare, they
are left to the function of one lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Literal

from hp15c.engines.lanes import opcodes as o
from hp15c.engines.native import columns
from hp15c.engines.native.functions import LlvmModule
from hp15c.engines.native.steps import WRITERS, LineWriter, condition, on
from hp15c.engines.native.translate import Translator
from hp15c.engines.native.vectors import KIND, LANES, TRUTHS
from hp15c.engines.native.wide_writing import SHARED, WideText, remembered
from hp15c.engines.native.writing import IN_ROW, VARIABLES, RunPlace

Counts = Literal["any", "same", "on"]
"""What a counting line may come to: anything, the same for all lanes, or that none ends its loop."""


class WideLineWriter(LineWriter):
    """A line for several lanes. `counts` says what a counting line may come to."""

    text: WideText
    counts: Counts = "any"

    def only_where_same(self, value: str) -> None:
        """See `LineWriter.only_where_same`."""
        self.only_if_one(self.text.same(value))

    def before_counting(self, goes_on: str) -> None:
        """See `LineWriter.before_counting`."""
        text = self.text
        if self.counts == "on":
            self.only_if(goes_on)
        elif self.counts == "same":
            self.only_if_one(text.do(f"or i1 {text.always(goes_on)}, {text.never(goes_on)}"))


class WideTranslator(Translator):
    """The function of a decoded program for several lanes side by side."""

    text: WideText
    name = "wide"

    def _new_text(self, counting: bool) -> WideText:
        return WideText(LlvmModule(()), counting)

    def _step(self, place: RunPlace, leave: str) -> WideLineWriter:
        return WideLineWriter(self.text, self.code, place, leave)

    def _functions(self) -> list[str]:
        wide = self.text.vectors.text
        return [*super()._functions(), wide, columns.TEXT, remembered()]

    # lanes in and out

    def _begin(self) -> None:
        text = self.text
        for variable in (*VARIABLES, "registers", "lane", "lift", "fetched"):
            text.put(f"%{variable} = alloca {text.kind_of(variable)}")
        text.set("lane", 0)
        text.put("br label %next")
        text.at("next")
        lane = text.get("lane")
        behind = text.do(f"add i64 {lane}, {LANES}")
        text.branch(text.test("sle", behind, "%n"), "begin", "done")
        text.at("done")
        text.put("ret void")
        text.at("begin")
        text.set("lane", behind)
        text.put(f"%these = getelementptr i64, ptr %which, i64 {lane}")
        offset = text.do(f"mul i64 {text.do('load i64, ptr %these')}, %width")
        at_end = text.do(f"getelementptr i64, ptr %rows, i64 {text.do(f'add i64 {offset}, {o.END}')}")
        text.put(f"%end = load i64, ptr {at_end}")
        text.put(f"%blocks = udiv i64 {text.do(f'add i64 %end, {columns.SQUARE - 1}')}, {columns.SQUARE}")
        self._pass(columns.TO_COLUMNS)
        for variable, column in IN_ROW.items():
            held = text.read(column)
            text.set(variable, text.first(held) if variable in SHARED else held)
        text.set_index(text.get("i"))
        text.set("spent", 0)
        text.set("registers", text.spread(text.do(f"sub i64 %end, {o.REGISTER_0}")))
        self._entry()

    def _checks(self, most: int) -> list[str]:
        """See `Translator._checks`. Besides, lanes must stand at one line, without pending calls."""
        text = self.text
        return [
            *super()._checks(most),
            text.same(text.read(o.END)),
            text.same(text.read(o.LINE)),
            text.always(text.compare("eq", text.read(o.DEPTH), 0)),
        ]

    def _leave_lane(self) -> None:
        self._pass(columns.TO_ROWS)
        self.text.put("br label %next")

    def _pass(self, function: str) -> None:
        listed = "ptr %rows, i64 %width, ptr %these, i64 %blocks, ptr %columns"
        self.text.put(f"call void @{function}({listed})")

    def _at(self, place: RunPlace) -> None:
        super()._at(place)
        if place.mixed:
            self.text.write(o.LIFT, self.text.get("lift"))

    # tests

    def _test(self, step: LineWriter) -> RunPlace | None:
        """A test: where it skips one plain line, that is done under a mask. Else all lanes go one way."""
        self._settle()
        text, place, row = self.text, step.place, step.row
        saved = {variable: text.get(variable) for variable in ("count", "spent")}
        after, behind = self._after(place.line), row[o.SKIP_TO] // o.WIDTH
        masked = self._can_mask(after, behind)
        tested = self._step(place, text.label())
        counts = row[o.OP] in (o.COUNT_DOWN, o.COUNT_UP)
        tested.counts = "any" if masked else "same"
        truth = condition(tested)
        text.add("count", 1)
        text.add("spent", row[o.COST])
        skip_cost = row[o.SKIP_COST]
        going = None
        if masked:
            going = self._under_mask(tested, truth, on(place, after, True), behind, skip_cost, saved)
        else:
            tested.left = tested.left or not counts
            self._one_way(tested, truth, after, behind, skip_cost)
        if tested.left:
            self._back(tested, saved, going)
        return going

    def _one_way(self, step: WideLineWriter, truth: str, after: int, behind: int, skip_cost: int) -> None:
        """All lanes on to the next line, or all behind it. Left where neither is so."""
        text = self.text
        others, skips = text.label(), text.label()
        text.branch(text.always(truth), self.block(on(step.place, after, True)), others)
        text.at(others)
        if step.counts == "same" and step.undo is not None:
            text.put(f"br label %{skips}")
        else:
            text.branch(text.never(truth), skips, step.leave)
        text.at(skips)
        self._goto(on(step.place, self._behind(behind), True), skip_cost)

    def _under_mask(
        self,
        tested: WideLineWriter,
        truth: str,
        place: RunPlace,
        behind: int,
        skip_cost: int,
        saved: dict[str, str],
    ) -> RunPlace:
        """The next line for the lanes in which the test holds. The place behind it."""
        text = self.text
        inner = self._step(place, text.label())
        inner.counts = "on"
        opcode = inner.row[o.OP]
        if text.counting and skip_cost:
            text.add("spent", text.chosen(text.negation(truth), skip_cost))
        text.mask = truth
        if opcode in (o.COUNT_DOWN, o.COUNT_UP):
            condition(inner)
        else:
            WRITERS[opcode](inner)
        text.add("count", 1)
        text.add("spent", inner.row[o.COST])
        text.mask = None
        mixed = opcode in _NO_LIFT
        if mixed:
            kept = text.do(f"zext {TRUTHS} {text.negation(truth)} to {KIND}")
            text.set("lift", kept)
        if inner.left:
            undo = tested.undo
            inner_back = self._step(tested.place, inner.leave)
            self._back(inner_back, saved, place, (lambda: tested.write(*undo)) if undo else None)
        return replace(on(place, self._behind(behind), True), mixed=mixed)

    def _back(
        self,
        step: WideLineWriter,
        saved: dict[str, str],
        going: RunPlace | None,
        undo: Callable[[], None] | None = None,
    ) -> None:
        """The block that leaves a test to the function of one lane, with nothing of it done."""
        text, behind = self.text, self.text.label()
        if going is not None:
            text.put(f"br label %{behind}")
        text.at(step.leave)
        for variable, value in saved.items():
            text.set(variable, value)
        if undo is not None:
            undo()
        self._at(step.place)
        text.put("br label %interpret")
        if going is not None:
            text.at(behind)

    def _behind(self, line: int) -> int:
        return line if line <= self.last else 0

    def _can_mask(self, after: int, behind: int) -> bool:
        """Whether the line behind a test can be done for some lanes only."""
        if after == 0 or behind > self.last:
            return False
        opcode = self._field(after, o.OP)
        if opcode in (o.COUNT_DOWN, o.COUNT_UP):
            return True
        plain = opcode in WRITERS and opcode not in _NOT_MASKED
        if not plain or (opcode == o.PUSH and self._field(after, o.NEXT) != behind * o.WIDTH):
            return False
        following = self._field(behind, o.OP)
        return opcode not in _NO_LIFT or (following in WRITERS and following not in _LIFT_MATTERS)


_NO_LIFT: Final = (o.ENTER, o.CLEAR_X)
_LIFT_MATTERS: Final = (
    *(o.PUSH, o.CHANGE_SIGN, o.LAST, o.BRING_PI, o.RANDOM, o.RECALL_SEED, o.RECALL, o.ENTER, o.CLEAR_X),
    *(o.CLEAR_REGISTERS, o.CLEAR_SUMS, o.PAUSE, o.SET_FORMAT, o.SET_ANGLE, o.LABEL),
)
_NOT_MASKED: Final = (
    *(o.CLEAR_REGISTERS, o.CLEAR_SUMS, o.OVER, o.RECIPROCAL, o.STORE_OVER, o.RECALL_OVER, o.PAUSE),
)
"""Lines that are not done for some lanes only: they clear, divide (by what may be 0 elsewhere) or pause."""
