"""The blocks of a program's function, one for each place that a run comes to, and how a block ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hp15c.engines.lanes import costs
from hp15c.engines.lanes import layout as o
from hp15c.engines.native.ways import MOST_PLACES, Ways
from hp15c.engines.native.writing import GONE, FunctionText, RunPlace

INTERPRET: Final = 6
"""The reason of a lane that has left the machine code: the interpreter has to go on with it."""


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
        self._finish(place, INTERPRET)

    def leave_now(self, place: RunPlace) -> None:
        """End the block: a line is left to the interpreter always."""
        self.settle()
        self.leave(place)

    def stop(self, place: RunPlace) -> None:
        """End the block: the program ends."""
        text = self.text
        text.write(o.RUNNING, 0)
        text.spend(costs.of_display, text.get("x"), text.get("format"), int(self.code.is_11c))
        self._finish(place, o.STOPPED)

    def _finish(self, place: RunPlace, why: int) -> None:
        """The lanes that run here are done. On to others that wait."""
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
