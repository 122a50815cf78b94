"""A decoded program as one LLVM function that runs several lanes side by side, a vector for each variable.

Where a test skips one line in some of the lanes, that line is done for the others only. Where their ways
part in another manner, these are run in turns, each only for the lanes that go it, until the ways meet (see
`ways`).
Where that takes too many lines, or a lane meets something rare, lanes are left to the function of one lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final, Literal

from hp15c.engines.lanes import costs
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.results import STOPPED
from hp15c.engines.native import columns
from hp15c.engines.native.functions import LlvmModule
from hp15c.engines.native.steps import LineWriter, on
from hp15c.engines.native.translate import INTERPRET, LABEL, PAUSE, Translator
from hp15c.engines.native.vectors import KIND, LANES, TRUTHS
from hp15c.engines.native.ways import Ways, clears, disables_lift
from hp15c.engines.native.wide_writing import GONE, JOIN, WideText, look_up_text
from hp15c.engines.native.writing import IN_ROW, VARIABLES, RunPlace

Counts = Literal["any", "same", "on"]
"""What a counting line may come to: anything, the same for all lanes, or that none ends its loop."""

_NOT_HELD: Final = ("depth", "line", "why")
"""Variables of one lane that are known at each place here."""


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
            self.only_if_one(text.do(f"or i1 {text.always(goes_on)}, {text.nowhere(goes_on)}"))


class WideTranslator(Translator):
    """The function of a decoded program for several lanes side by side."""

    text: WideText
    name = "wide"

    @cached_property
    def ways(self) -> Ways:
        """The ways through the program, with the heads of its blocks and the targets of its jumps."""
        return Ways(self.code, sorted(self.heads), sorted(self._targets()))

    def _new_text(self, counting: bool) -> WideText:
        return WideText(LlvmModule(side_by_side=True), counting)

    def _step(self, place: RunPlace, leave: str) -> WideLineWriter:
        return WideLineWriter(self.text, self.code, place, leave)

    def _functions(self) -> list[str]:
        return [*super()._functions(), columns.TEXT, look_up_text()]

    def _heads(self) -> Iterator[int]:
        """The lines at which a person starts a program, or goes on after a stop or a pause."""
        called = {self._field(line, o.NEXT) // o.WIDTH for line in self._lines_of(o.GO_TO, o.CALL)}
        yield from (0, 1)
        for line in range(1, self.last + 1):
            opcode = self._field(line, o.OP)
            if opcode == LABEL and line not in called:
                yield line
            elif opcode in (o.STOP, PAUSE):
                yield self._after(line)

    def _targets(self) -> frozenset[int]:
        """See `Translator._targets`."""
        by_number = self._lines_of(o.GO_TO_I, o.CALL_I)
        return frozenset(self._typed_lines()) if by_number else frozenset()

    # lanes in and out

    def _begin(self) -> None:
        text = self.text
        for variable in (*VARIABLES, "registers", "lane", "lift", "fetched", "join", "first"):
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
        for variable, column in self._in_columns():
            text.set(variable, text.read(column))
        text.set_index(text.get("i"))
        text.set("spent", 0)
        text.set("registers", text.spread(text.do(f"sub i64 %end, {o.REGISTER_0}")))
        text.set("line", text.first(text.read(o.LINE)))
        self._entry()

    def _in_columns(self) -> list[tuple[str, int]]:
        """The variables that the lanes' columns hold."""
        return [(variable, column) for variable, column in IN_ROW.items() if variable not in _NOT_HELD]

    def _checks(self, most: int) -> list[str]:
        """See `Translator._checks`. Besides, lanes must stand at one line, without pending calls."""
        text = self.text
        return [
            *super()._checks(most),
            text.same(text.read(o.END)),
            text.same(text.read(o.LINE)),
            text.always(text.compare("eq", text.read(o.DEPTH), 0)),
            self._below_limit(),
        ]

    def _below_limit(self) -> str:
        """Whether no lane can reach the limit before it comes back to a place."""
        text = self.text
        reach = text.binary("add", text.get("count"), self.ways.most_lines)
        return text.always(text.compare("sle", reach, text.spread("%limit")))

    def _check_limit(self, place: RunPlace) -> None:
        """See `Translator._check_limit`: only where a way leads back."""
        if self.ways.is_loop(place):
            text = self.text
            after, label = text.label(), text.label()
            text.branch(self._below_limit(), after, label, True)
            self._leaving(place, label, 0, 0)
            text.at(after)

    def _end(self) -> None:
        text = self.text
        text.at("not_begun")
        text.write(o.WHY, INTERPRET)
        self._leave_lane()
        text.at("turn")
        joins = {self.ways.number(place): label for place, label in self.written.items() if place.apart}
        cases = " ".join(f"{JOIN} {number}, label %{label}" for number, label in joins.items())
        text.put(f"switch {JOIN} {text.get('first')}, label %leave [ {cases} ]")
        text.at("leave")
        for variable, column in self._in_columns():
            text.keep(column, variable)
        text.write(o.WORD_TIMES, text.binary("add", text.read(o.WORD_TIMES), text.get("spent")))
        self._leave_lane()

    def _leave_lane(self) -> None:
        self._pass(columns.TO_ROWS)
        self.text.put("br label %next")

    def _pass(self, function: str) -> None:
        listed = "ptr %rows, i64 %width, ptr %these, i64 %blocks, ptr %columns"
        self.text.put(f"call void @{function}({listed})")

    def _at(self, place: RunPlace) -> None:
        text = self.text
        text.write(o.LINE, place.line if place.line <= self.last else 0)
        text.write(o.LIFT, text.get("lift") if place.mixed else int(place.lift))
        text.write(o.DEPTH, len(place.returns))
        for number, line in enumerate(place.returns):
            text.write(o.RETURNS + number, line)

    def _leave(self, place: RunPlace) -> None:
        """See `Translator._leave`."""
        self._at(place)
        self._finish_lanes(INTERPRET)

    def _stop(self, place: RunPlace) -> None:
        """The program ends."""
        text = self.text
        self._at(place)
        text.write(o.RUNNING, 0)
        text.spend(costs.of_display, text.get("x"), text.get("format"), int(self.code.constants[o.IS_11C]))
        self._finish_lanes(STOPPED)

    def _finish_lanes(self, why: int) -> None:
        """The lanes that run here are done. On to others that wait."""
        text = self.text
        text.write(o.WHY, why)
        if text.mask is None:
            text.put("br label %leave")
        else:
            text.wait_at(text.joins(GONE))
            text.put("br label %turn")

    # blocks

    def _block(self, place: RunPlace) -> None:
        """See `Translator._block`. Lanes apart join others that wait where they come to."""
        text = self.text
        if not place.apart:
            super()._block(place)
            return
        together, alone = self.block(replace(place, apart=False)), text.label()
        text.mask = text.waits_at(self.ways.number(place))
        text.branch(text.all_bits(text.mask), together, alone)
        text.at(alone)
        if self.ways.is_apart(place):
            super()._block(place)
        else:
            self._leave(place)
        text.mask = None

    def _joins(self, step: LineWriter, going: RunPlace) -> bool:
        """See `Translator._joins`."""
        return self.ways.is_join(going)

    def block(self, place: RunPlace) -> str:
        """See `Translator.block`."""
        if place not in self.written:
            self.written[place] = self.text.label()
            self.waiting.append(place)
        return self.written[place]

    def _goto(self, place: RunPlace, cost: int = 0) -> None:
        """See `Translator._goto`. Lanes apart wait there if others are to come first."""
        if not place.apart:
            super()._goto(place, cost)
            return
        self.pending_cost += cost
        self._settle()
        text, number = self.text, self.ways.number(place)
        text.wait_at(text.joins(number))
        text.branch(text.is_first(number), self.block(place), "turn")

    def _line(self, step: LineWriter) -> RunPlace | None:
        """See `Translator._line`."""
        opcode, place = step.row[o.OP], step.place
        too_deep = opcode in (o.CALL, o.CALL_I) and len(place.returns) >= self.ways.deepest
        if too_deep or (clears(opcode) and place.apart):
            self._not_here(place)
            return None
        return super()._line(step)

    # calls

    def _call(self, step: LineWriter) -> tuple[int, ...]:
        """See `Translator._call`: all pending calls are known."""
        return (*step.place.returns, step.argument)

    def _uncall(self) -> None:
        pass

    def _go_back(self, place: RunPlace, cost: int) -> RunPlace | None:
        """See `Translator._go_back`."""
        self.pending_cost += cost
        return place

    def _return(self, step: LineWriter) -> None:
        """RTN without a pending call."""
        self._stop(on(step.place, 0, True))

    # tests

    def _test(self, step: LineWriter) -> RunPlace | None:
        """A test: where it skips one plain line, that is done under a mask. Else ways may part."""
        self._settle()
        text, place, row = self.text, step.place, step.row
        saved = {variable: text.get(variable) for variable in ("count", "spent")}
        after = on(place, self._after(place.line), True)
        behind = on(place, self.ways.skip_to(place.line), True)
        masked, parts = self.ways.can_mask(after.line, behind.line), self.ways.can_part(place)
        tested = self._step(place, text.label())
        tested.counts = "any" if masked or parts else "same"
        truth = tested.write()
        assert truth is not None
        text.add("count", 1)
        text.add("spent", row[o.COST])
        going = None
        if masked:
            going = self._under_mask(tested, truth, after, behind, row[o.SKIP_COST], saved)
        elif place.apart:
            self._part(truth, after, behind, row[o.SKIP_COST])
        else:
            self._all_or_part(tested, truth, after, behind, row[o.SKIP_COST])
        if tested.left:
            self._back(tested, saved, going)
        return going

    def _all_or_part(
        self, tested: WideLineWriter, truth: str, after: RunPlace, behind: RunPlace, skip_cost: int
    ) -> None:
        """All lanes on to the next line, or all behind it, or they go apart. Left where they may not."""
        text = self.text
        others, skips, apart = text.label(), text.label(), tested.leave
        text.branch(text.always(truth), self.block(after), others)
        text.at(others)
        if tested.counts == "same" and tested.undo is not None:
            text.put(f"br label %{skips}")
        elif self.ways.can_part(tested.place):
            apart = text.label()
            text.branch(text.nowhere(truth), skips, apart)
            text.at(apart)
            self._part(truth, after, behind, skip_cost)
        else:
            tested.left = True
            text.branch(text.nowhere(truth), skips, apart)
        text.at(skips)
        self._goto(behind, skip_cost)

    def _part(self, truth: str, after: RunPlace, behind: RunPlace, skip_cost: int) -> None:
        """Each lane waits where its way leads. On to the first of these places, or of others that wait."""
        text = self.text
        if text.counting and skip_cost:
            text.add("spent", text.value_where(text.negation(truth), skip_cost))
        first, last = sorted((after, behind), key=self.ways.number)
        text.wait_at(text.choose_number(truth, self.ways.number(after), self.ways.number(behind)))
        self.block(replace(last, apart=True))
        on_to = self.block(replace(first, apart=True))
        if text.mask is None:
            text.put(f"br label %{on_to}")
        else:
            text.branch(text.is_first(self.ways.number(first)), on_to, "turn")

    def _under_mask(
        self,
        tested: WideLineWriter,
        truth: str,
        place: RunPlace,
        behind: RunPlace,
        skip_cost: int,
        saved: dict[str, str],
    ) -> RunPlace:
        """The next line for the lanes in which the test holds. The place behind it."""
        text, outer = self.text, self.text.mask
        inner = self._step(place, text.label())
        inner.counts = "on"
        if text.counting and skip_cost:
            text.add("spent", text.value_where(text.negation(truth), skip_cost))
        text.mask = truth if outer is None else text.do(f"and {TRUTHS} {outer}, {truth}")
        text.may_be_none = True
        inner.write()
        text.add("count", 1)
        text.add("spent", inner.row[o.COST])
        text.mask, text.may_be_none = outer, False
        mixed = disables_lift(inner.row)
        if mixed:
            kept = text.do(f"zext {TRUTHS} {text.negation(truth)} to {KIND}")
            text.set("lift", kept)
        if inner.left:
            self._back(self._step(tested.place, inner.leave), saved, place, tested.undo)
        return replace(behind, mixed=mixed)

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
        self._leave(step.place)
        if going is not None:
            text.at(behind)
