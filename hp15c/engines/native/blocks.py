"""The blocks of a program's function, one for each place that a run comes to, and how a block ends.

Several lanes run side by side. Where a test skips one line in some of them, that line is done for the others
only. Where their ways part in another manner, these are run in turns, each only for the lanes that go it,
until the ways meet (see `ways`). Where that takes too many lines, lanes are left to the function of one lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hp15c.engines.lanes import costs
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.function_text import GONE, FunctionText
from hp15c.engines.lanes.vectors import KIND, TRUTHS
from hp15c.engines.native.line_text import LineWriter, RunPlace, on
from hp15c.engines.native.ways import MOST_PLACES, Ways, disables_lift
from hp15c.table.models import Model


class Blocks:
    """The blocks of a program's function. Those of `waiting` are not yet written.

    `ways` are the ways of lanes side by side, None for one lane after the other. There the calls of a place
    are forgotten when there are too many places. Lines and word times are pending until `settle`.
    """

    def __init__(self, code: o.Decoded, text: FunctionText, ways: Ways | None) -> None:
        self.code, self.text, self.ways = code, text, ways
        self.written: dict[RunPlace, str] = {}
        self.waiting: list[RunPlace] = []
        self.pending_lines = self.pending_cost = 0

    def label(self, place: RunPlace) -> str:
        """The label of a place's block. The block itself is written later."""
        many = self.ways is None and len(self.written) > MOST_PLACES * self.code.last
        if many and place not in self.written:
            place = replace(place, returns=())
        if place not in self.written:
            self.written[place] = self.text.label()
            self.waiting.append(place)
        return self.written[place]

    def count(self, lines: int, cost: int) -> None:
        """Note lines and word times, which `settle` adds to the counters."""
        self.pending_lines += lines
        self.pending_cost += cost

    def settle(self) -> None:
        """Add the lines and word times since the last call to the counters."""
        self.text.add("count", self.pending_lines)
        self.text.add("spent", self.pending_cost)
        self.pending_lines = self.pending_cost = 0

    def go_to(self, place: RunPlace, cost: int = 0) -> None:
        """End the block: on to a place. Lanes apart wait there if others are to come first."""
        self.count(0, cost)
        self.settle()
        text = self.text
        if self.ways is None or not place.apart:
            text.go(self.label(place))
        else:
            number = self.ways.number(place)
            text.wait_at(number)
            text.branch(text.is_first(number), self.label(place), "turn")

    def leave(self, place: RunPlace, lines: int = 0, cost: int = 0) -> None:
        """End the block before anything of a line is done: the interpreter goes on there.

        `lines` and `cost` are added to the counters.
        """
        self.text.add("count", lines)
        self.text.add("spent", cost)
        self._finish(place, o.INTERPRET)

    def leave_now(self, place: RunPlace) -> None:
        """End the block: a line is left to the interpreter always."""
        self.settle()
        self.leave(place)

    def stop(self, place: RunPlace) -> None:
        """End the block: the program ends."""
        text = self.text
        text.write(o.RUNNING, 0)
        text.spend(costs.of_display, text.get("x"), text.get("format"), int(self.code.model is Model.HP11C))
        self._finish(place, o.STOPPED)

    def _finish(self, place: RunPlace, why: int) -> None:
        """End the block: the lanes that run here are done, and others that wait come next."""
        text = self.text
        text.write(o.LINE, place.line)
        text.write(o.LIFT, text.get("lift") if place.mixed else int(place.lift))
        text.write(o.WHY, why)
        if self.ways is not None:
            text.set("depth", len(place.returns))
            for number, line in enumerate(place.returns):
                text.write(o.RETURNS + number, line)
        if text.mask is not None:
            text.wait_at(GONE)
        text.go("leave" if text.mask is None else "turn")


class Parting:
    """A test at a place, for the lanes that run there. `after` and `behind` are where they go on.

    `saved` are the counters before the test.
    """

    def __init__(self, blocks: Blocks, ways: Ways, place: RunPlace) -> None:
        blocks.settle()
        self.blocks, self.text, self.ways, self.place = blocks, blocks.text, ways, place
        self.after = on(place, ways.after(place.line), True)
        self.behind = on(place, ways.skip_to(place.line), True)
        masked = ways.can_mask(place.line)
        self.saved = {variable: self.text.get(variable) for variable in ("count", "spent")}
        self.step = LineWriter(self.text, ways.code, place, self.text.label())
        self.step.counts = "any" if masked or place.together in ways.parting else "same"
        truth = self.step.write()
        assert truth is not None
        self.truth, self.masked = truth, masked

    def write(self) -> RunPlace | None:
        """Write the test. Returns the place after it, None when the block has ended."""
        text = self.text
        text.add("count", 1)
        text.add("spent", self.step.row[o.COST])
        going = None
        if self.masked:
            going = self._under_mask()
        elif self.place.apart:
            self._part()
        else:
            self._all_or_part()
        if self.step.left:
            self._back(self.step.leave, going)
        return going

    def _all_or_part(self) -> None:
        """End the block: all lanes go on to the next line, or all behind it, or apart.

        Where they may not go apart, the lanes are left to the function of one lane.
        """
        text, step = self.text, self.step
        others, skips, apart = text.label(), text.label(), step.leave
        text.branch(text.always(self.truth), self.blocks.label(self.after), others)
        text.at(others)
        if step.counts == "same" and step.undo is not None:
            text.go(skips)
        elif self.place.together in self.ways.parting:
            apart = text.label()
            text.branch(text.nowhere(self.truth), skips, apart)
            text.at(apart)
            self._part()
        else:
            step.left = True
            text.branch(text.nowhere(self.truth), skips, apart)
        text.at(skips)
        self.blocks.go_to(self.behind, step.row[o.SKIP_COST])

    def _spend_on_skipping(self) -> None:
        cost = self.step.row[o.SKIP_COST]
        if self.text.counting and cost:
            self.text.add("spent", self.text.select(self.text.negation(self.truth), cost, 0))

    def _part(self) -> None:
        """Let each lane wait where its way leads, and go on at the first place where lanes wait."""
        text, ways = self.text, self.ways
        self._spend_on_skipping()
        first, last = sorted((self.after, self.behind), key=ways.number)
        text.wait_at(text.choose_number(self.truth, ways.number(self.after), ways.number(self.behind)))
        self.blocks.label(replace(last, apart=True))
        on_to = self.blocks.label(replace(first, apart=True))
        if text.mask is None:
            text.go(on_to)
        else:
            text.branch(text.is_first(ways.number(first)), on_to, "turn")

    def _under_mask(self) -> RunPlace:
        """Write the next line for the lanes in which the test holds. Returns the place after it."""
        text, outer = self.text, self.text.mask
        inner = LineWriter(text, self.ways.code, self.after, text.label())
        inner.counts = "on"
        self._spend_on_skipping()
        text.mask = self.truth if outer is None else text.do(f"and {TRUTHS} {outer}, {self.truth}")
        text.may_be_none = True
        inner.write()
        text.add("count", 1)
        text.add("spent", inner.row[o.COST])
        text.mask, text.may_be_none = outer, False
        mixed = disables_lift(inner.row)
        if mixed:
            text.set("lift", text.do(f"zext {TRUTHS} {text.negation(self.truth)} to {KIND}"))
        if inner.left:
            self._back(inner.leave, self.after, self.step.undo)
        return replace(self.behind, mixed=mixed)

    def _back(self, leave: str, going: RunPlace | None, undo: Callable[[], None] | None = None) -> None:
        """Write the block that leaves the test to the function of one lane, with nothing of it done."""
        text, behind = self.text, self.text.label()
        if going is not None:
            text.go(behind)
        text.at(leave)
        for variable, value in self.saved.items():
            text.set(variable, value)
        if undo is not None:
            undo()
        self.blocks.leave(self.place)
        if going is not None:
            text.at(behind)
