"""What is done to each lane before a run and after it, as LLVM text: keys, and what lanes show."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.build import MachineCode, compile_kept
from hp15c.engines.lanes.function_text import FunctionText
from hp15c.engines.lanes.functions import LlvmModule


def key_in(text: FunctionText, place: str) -> None:
    """Key an integer below 10**10 into a lane, as `State.push` does, from an array of them."""
    lifts = text.compare("ne", text.read(o.LIFT), 0)
    levels = [text.read(level) for level in range(o.X, o.T + 1)]
    for level in range(o.Y, o.T + 1):
        text.write(level, text.select(lifts, levels[level - 1], levels[level]))
    text.write(o.X, text.call(words.word_of, text.number_in("%given", place)))
    for column, value in ((o.LIFT, 1), (o.RUNNING, 1), (o.MESSAGE, 0)):
        text.write(column, value)


def press_run(text: FunctionText, place: str) -> None:
    """Press R/S on a lane, from an array of its word times by line. From 000 it is line 001."""
    line = text.read(o.LINE)
    cost = text.number_in("%given", line)
    for column in (o.WORD_TIMES, o.BEGUN):
        text.write(column, text.binary("add", text.read(column), cost))
    first = text.test("eq", text.do(f"or i64 {line}, {text.read(o.DEPTH)}"), 0)
    text.write(o.LINE, text.select(first, "%limit", line))


def show(text: FunctionText, place: str) -> None:
    """Write what a lane shows, and how its run ended, into two arrays whose addresses are given. The next run
    may begin then.

    Rows of 64 bits: mantissas at the end and in the last pause, pauses, lines, word times. Rows of 8 bits:
    exponents and formats at the end and in the last pause, and why it ended.
    """
    (x, exponent), (paused_x, paused) = (
        text.call_two(words.parts, text.read(column)) for column in (o.X, o.PAUSED_X)
    )
    now = text.read(o.WORD_TIMES)
    spent = text.binary("sub", now, text.read(o.BEGUN))
    wide = (x, paused_x, *map(text.read, (o.PAUSES, o.DONE)), spent)
    narrow = (exponent, text.read(o.FORMAT), paused, *map(text.read, (o.PAUSED_FORMAT, o.WHY)))
    for number, (kind, rows) in enumerate((("i64", wide), ("i8", narrow))):
        array = text.do(f"load ptr, ptr {text.do(f'getelementptr ptr, ptr %given, i64 {number}')}")
        for row, value in enumerate(rows):
            made = value if kind == "i64" else text.do(f"trunc i64 {value} to {kind}")
            at = text.do(f"add i64 {place}, {text.do(f'mul i64 %n, {row}')}")
            text.put(f"store {kind} {made}, ptr {text.do(f'getelementptr {kind}, ptr {array}, i64 {at}')}")
    text.write(o.BEGUN, now)
    for column, begun in ((o.DONE, 0), (o.PAUSES, 0), (o.PAUSED_FORMAT, -1)):
        text.write(column, begun)


@cache
def load(write: Callable[[FunctionText, str], None]) -> MachineCode:
    """The machine code of one of these functions."""
    text = FunctionText(LlvmModule(), {}, ())
    text.begin()
    write(text, text.do(f"sub i64 {text.get('lane')}, 1"))
    text.go("next")
    return compile_kept(text.module_with("ptr %given"))
