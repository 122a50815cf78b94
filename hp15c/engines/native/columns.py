"""LLVM text that turns rows of lanes into columns and back, eight of each at a time.

The values that a vector of lanes holds stand side by side in a column's order.
"""

from __future__ import annotations

from typing import Final

from hp15c.engines.lanes.functions import LlvmModule, LlvmText
from hp15c.engines.lanes.layout import SQUARE
from hp15c.engines.lanes.vectors import LANES, row

_KIND: Final = f"<{SQUARE} x i64>"
_GIVEN: Final = "(ptr %rows, i64 %width, ptr %which, i64 %blocks, ptr %columns)"


def _turn(text: LlvmText, rows: list[str]) -> list[str]:
    """The columns of a square of these rows, or the rows of columns."""
    for size in (1, 2, 4):
        made = list(rows)
        for place in (place for place in range(SQUARE) if not place & size):
            pair = f"{_KIND} {rows[place]}, {_KIND} {rows[place + size]}"
            for shift in (0, size):
                kept = (one + shift + (SQUARE - size if one & size else 0) for one in range(SQUARE))
                made[place + shift] = text.do(f"shufflevector {pair}, <{SQUARE} x i32> <{row(kept, 'i32')}>")
        rows = made
    return rows


def _square(name: str, to_columns: bool) -> str:
    """A function for eight lanes: from rows to columns, or the other way round."""
    text = LlvmText(LlvmModule())
    rows = []
    for number in range(SQUARE):
        lane = text.number_in("%which", number)
        rows.append(text.address("%rows", text.do(f"mul i64 {lane}, %width")))
    text.go("block")
    text.at("block")
    text.put("%n = phi i64 [ 0, %0 ], [ %next, %block ]")
    column = text.do(f"mul i64 %n, {SQUARE}")
    first = text.address("%columns", text.do(f"mul i64 {column}, {LANES}"))
    in_rows = [text.address(one, column) for one in rows]
    in_columns = [text.address(first, number * LANES) for number in range(SQUARE)]
    sources, targets = (in_rows, in_columns) if to_columns else (in_columns, in_rows)
    held = [text.do(f"load {_KIND}, ptr {source}, align 8") for source in sources]
    for target, value in zip(targets, _turn(text, held), strict=True):
        text.put(f"store {_KIND} {value}, ptr {target}, align 8")
    text.put("%next = add i64 %n, 1")
    text.branch(text.do("icmp slt i64 %next, %blocks"), "block", "done")
    text.at("done")
    text.put("ret void")
    return "\n".join([f"define internal void @{name}{_GIVEN} noinline nounwind {{", *text.lines, "}"])


TO_COLUMNS: Final = "to.columns"
TO_ROWS: Final = "to.rows"
TEXT: Final = "\n".join([_square(TO_COLUMNS, True), _square(TO_ROWS, False)])
