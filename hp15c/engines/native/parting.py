"""Tests where several lanes run side by side.

Where a test skips one line in some of the lanes, that line is done for the others only. Where their ways part
in another manner, these are run in turns, each only for the lanes that go it, until the ways meet (see
`ways`). Where that takes too many lines, lanes are left to the function of one lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hp15c.engines.lanes import layout as o
from hp15c.engines.native.blocks import Blocks
from hp15c.engines.native.steps import LineWriter, on
from hp15c.engines.native.vectors import KIND, TRUTHS
from hp15c.engines.native.ways import Ways, disables_lift
from hp15c.engines.native.writing import RunPlace


class Parting:
    """A test at a place, for the lanes that run there. `after` and `behind` are where they go on.

    `saved` are the counters before the test.
    """

    def __init__(self, blocks: Blocks, ways: Ways, place: RunPlace) -> None:
        blocks.settle()
        self.blocks, self.text, self.ways, self.place = blocks, blocks.text, ways, place
        self.after = on(place, ways.after(place.line), True)
        self.behind = on(place, ways.skip_to(place.line), True)
        masked = ways.can_mask(self.after.line, self.behind.line)
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
        """All lanes on to the next line, or all after it, or they go apart. Left where they may not."""
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
        """The next line for the lanes in which the test holds. The place after it."""
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
        """The block that leaves the test to the function of one lane, with nothing of it done."""
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
