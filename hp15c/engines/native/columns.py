"""Rows of lanes to columns and back, as LLVM text: what a vector of lanes holds stands together then.

Eight rows and eight columns at a time. Rows are as wide as a multiple of eight words.
"""

from __future__ import annotations

from typing import Final

from hp15c.engines.native.vectors import LANES

SQUARE: Final = 8
_KIND: Final = f"<{SQUARE} x i64>"


def _shuffle(one: str, other: str, places: list[int]) -> str:
    mask = ", ".join(f"i32 {place}" for place in places)
    return f"shufflevector {_KIND} {one}, {_KIND} {other}, <{SQUARE} x i32> <{mask}>"


def _turn() -> list[str]:
    """The lines that make columns %t0 to %t7 of rows %s0 to %s7, or rows of columns."""
    names = [f"%s{row}" for row in range(SQUARE)]
    lines = []
    for stage, size in enumerate((1, 2, 4)):
        made = list(names)
        for row in range(SQUARE):
            if row & size:
                continue
            one, other = names[row], names[row + size]
            low = [SQUARE + place - size if place & size else place for place in range(SQUARE)]
            high = [SQUARE + place if place & size else place + size for place in range(SQUARE)]
            for target, places in ((row, low), (row + size, high)):
                made[target] = f"%t{target}" if size == 4 else f"%u{stage}.{target}"
                lines.append(f"{made[target]} = {_shuffle(one, other, places)}")
        names = made
    return lines


def _square(name: str, to_columns: bool) -> str:
    """A function for eight lanes."""
    lines = [
        f"define internal void @{name}.8(ptr %rows, i64 %width, ptr %which, i64 %blocks, ptr %columns)"
        " noinline nounwind {"
    ]
    for row in range(SQUARE):
        lines += [
            f"%at{row} = getelementptr i64, ptr %which, i64 {row}",
            f"%lane{row} = load i64, ptr %at{row}",
            f"%offset{row} = mul i64 %lane{row}, %width",
            f"%row{row} = getelementptr i64, ptr %rows, i64 %offset{row}",
        ]
    lines += [
        "br label %block",
        "block:",
        "%n = phi i64 [ 0, %0 ], [ %next, %block ]",
        f"%column = mul i64 %n, {SQUARE}",
        f"%place = mul i64 %column, {LANES}",
        "%first = getelementptr i64, ptr %columns, i64 %place",
    ]
    for row in range(SQUARE):
        lines += [
            f"%r{row} = getelementptr i64, ptr %row{row}, i64 %column",
            f"%c{row} = getelementptr i64, ptr %first, i64 {row * LANES}",
        ]
    source, target = ("r", "c") if to_columns else ("c", "r")
    lines += [f"%s{row} = load {_KIND}, ptr %{source}{row}, align 8" for row in range(SQUARE)]
    lines += _turn()
    lines += [f"store {_KIND} %t{row}, ptr %{target}{row}, align 8" for row in range(SQUARE)]
    lines += [
        "%next = add i64 %n, 1",
        "%more = icmp slt i64 %next, %blocks",
        "br i1 %more, label %block, label %done",
        "done:",
        "ret void",
        "}",
    ]
    return "\n".join(lines)


def _function(name: str) -> str:
    """A function for all lanes."""
    lines = [f"define internal void @{name}(ptr %rows, i64 %width, ptr %which, i64 %blocks, ptr %columns) {{"]
    for first in range(0, LANES, SQUARE):
        lines += [
            f"%w{first} = getelementptr i64, ptr %which, i64 {first}",
            f"%c{first} = getelementptr i64, ptr %columns, i64 {first}",
            f"call void @{name}.8(ptr %rows, i64 %width, ptr %w{first}, i64 %blocks, ptr %c{first})",
        ]
    return "\n".join([*lines, "ret void", "}"])


TO_COLUMNS: Final = "to.columns"
TO_ROWS: Final = "to.rows"
TEXT: Final = "\n".join(
    [_square(TO_COLUMNS, True), _square(TO_ROWS, False), _function(TO_COLUMNS), _function(TO_ROWS)]
)
