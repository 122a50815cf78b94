"""LLVM text that turns rows of lanes into columns and back, eight of each at a time.

The values that a vector of lanes holds stand side by side in a column's order.
"""

from __future__ import annotations

from typing import Final

from hp15c.engines.lanes.layout import SQUARE
from hp15c.engines.lanes.vectors import LANES

_KIND: Final = f"<{SQUARE} x i64>"
_GIVEN: Final = "(ptr %rows, i64 %width, ptr %which, i64 %blocks, ptr %columns)"


def _turn() -> str:
    """The lines that make columns %t0 to %t7 of rows %s0 to %s7, or rows of columns."""
    names = [f"%s{row}" for row in range(SQUARE)]
    lines = []
    for stage, size in enumerate((1, 2, 4)):
        made = list(names)
        for row in range(SQUARE):
            if row & size:
                continue
            low = [SQUARE + place - size if place & size else place for place in range(SQUARE)]
            high = [SQUARE + place if place & size else place + size for place in range(SQUARE)]
            for target, places in ((row, low), (row + size, high)):
                made[target] = f"%t{target}" if size == 4 else f"%u{stage}.{target}"
                pair = f"{_KIND} {names[row]}, {_KIND} {names[row + size]}"
                mask = ", ".join(f"i32 {place}" for place in places)
                lines.append(f"{made[target]} = shufflevector {pair}, <{SQUARE} x i32> <{mask}>")
        names = made
    return "\n".join(lines)


def _for_each_row(text: str) -> str:
    return "\n".join(text.format(row=row, first=row * LANES) for row in range(SQUARE))


def _square(name: str, source: str, target: str) -> str:
    """A function for eight lanes: from %r, the rows, to %c, the columns, or the other way round."""
    of_lane = """%at{row} = getelementptr i64, ptr %which, i64 {row}
%lane{row} = load i64, ptr %at{row}
%offset{row} = mul i64 %lane{row}, %width
%row{row} = getelementptr i64, ptr %rows, i64 %offset{row}"""
    of_block = """%r{row} = getelementptr i64, ptr %row{row}, i64 %column
%c{row} = getelementptr i64, ptr %first, i64 {first}"""
    return f"""define internal void @{name}.8{_GIVEN} noinline nounwind {{
{_for_each_row(of_lane)}
br label %block
block:
%n = phi i64 [ 0, %0 ], [ %next, %block ]
%column = mul i64 %n, {SQUARE}
%place = mul i64 %column, {LANES}
%first = getelementptr i64, ptr %columns, i64 %place
{_for_each_row(of_block)}
{_for_each_row(f"%s{{row}} = load {_KIND}, ptr %{source}{{row}}, align 8")}
{_turn()}
{_for_each_row(f"store {_KIND} %t{{row}}, ptr %{target}{{row}}, align 8")}
%next = add i64 %n, 1
%more = icmp slt i64 %next, %blocks
br i1 %more, label %block, label %done
done:
ret void
}}"""


def _function(name: str) -> str:
    """A function for all lanes, which calls that for eight lanes as often as needed."""
    eights = [
        f"""%w{first} = getelementptr i64, ptr %which, i64 {first}
%c{first} = getelementptr i64, ptr %columns, i64 {first}
call void @{name}.8(ptr %rows, i64 %width, ptr %w{first}, i64 %blocks, ptr %c{first})"""
        for first in range(0, LANES, SQUARE)
    ]
    return "\n".join([f"define internal void @{name}{_GIVEN} {{", *eights, "ret void", "}"])


TO_COLUMNS: Final = "to.columns"
TO_ROWS: Final = "to.rows"
TEXT: Final = "\n".join(
    [_square(TO_COLUMNS, "r", "c"), _square(TO_ROWS, "c", "r"), _function(TO_COLUMNS), _function(TO_ROWS)]
)
