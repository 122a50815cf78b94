"""LLVM text of program lines for several lanes side by side: `writing` with a vector for each variable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes import memo
from hp15c.engines.lanes.packed import UNIT
from hp15c.engines.native.remembered import REMEMBERED
from hp15c.engines.native.vectors import BITS, KIND, LANES, TRUTHS, splat, word
from hp15c.engines.native.writing import FunctionText

JOIN: Final = "i16"
"""What the number of a join is."""

GONE: Final = (1 << 16) - 1
"""The number of no join: the lane has ended or is left to others."""

_JOINS: Final = f"<{LANES} x {JOIN}>"
_KINDS: Final = {"lane": "i64", "line": "i64", "first": JOIN, "join": _JOINS}
"""What variables are that are no vector of words."""


_BITS_OF: Final = f"bitcast {TRUTHS}"
_MANY: Final = f"v{LANES}i64.v{LANES}p0"
_ADDRESSES: Final = f"<{LANES} x ptr>"


@dataclass(slots=True)
class WideText(FunctionText):
    """A function's text over vectors. Under a `mask` only the lanes change for which it holds.

    `may_be_none`: there may be no such lane.
    """

    kind: str = KIND
    column_bytes: int = 8 * LANES
    mask: str | None = None
    may_be_none: bool = False

    def word(self, value: str | int) -> str:
        """See `FunctionText.word`."""
        return word(value)

    def kind_of(self, variable: str) -> str:
        """The type of a variable in the compiled code."""
        return _KINDS.get(variable, KIND)

    def get(self, variable: str) -> str:
        """See `FunctionText.get`."""
        return self.do(f"load {self.kind_of(variable)}, ptr %{variable}")

    def set(self, variable: str, value: str | int) -> None:
        """See `FunctionText.set`."""
        if variable in _KINDS:
            self.put(f"store {_KINDS[variable]} {value}, ptr %{variable}")
        else:
            made = self._mask(word(value), lambda: self.get(variable))
            self.put(f"store {KIND} {made}, ptr %{variable}")

    def _mask(self, value: str, old: object) -> str:
        if self.mask is None:
            return value
        assert callable(old)
        return self.do(f"select {TRUTHS} {self.mask}, {KIND} {value}, {KIND} {old()}")

    def size(self, value: str) -> str:
        """See `FunctionText.size`."""
        return self.do(f"call {KIND} @llvm.abs.v{LANES}i64({KIND} {value}, i1 false)")

    def value_where(self, truth: str, value: int) -> str:
        """See `FunctionText.value_where`."""
        return self.do(f"select {TRUTHS} {truth}, {KIND} {splat(value)}, {KIND} zeroinitializer")

    def negation(self, truth: str) -> str:
        """The name of a value that is true for the lanes where a truth does not hold."""
        return self.do(f"xor {TRUTHS} {truth}, {splat('true', 'i1')}")

    def always(self, truth: str) -> str:
        """See `FunctionText.always`: the lanes out of the mask are not asked."""
        if self.mask is not None:
            truth = self.do(f"or {TRUTHS} {truth}, {self.negation(self.mask)}")
        return self.all_bits(truth)

    def nowhere(self, truth: str) -> str:
        """The name of one truth for all lanes: that a truth holds for none of them."""
        return self.do(f"icmp eq {BITS} {self.do(f'{_BITS_OF} {truth} to {BITS}')}, 0")

    def divisor(self, value: str) -> str:
        """See `FunctionText.divisor`: where it does not matter, it must not be 0."""
        if self.mask is None:
            return value
        return self.do(f"select {TRUTHS} {self.mask}, {KIND} {value}, {KIND} {splat(UNIT)}")

    def first(self, value: str) -> str:
        """See `FunctionText.first`: that of the first lane of those that run."""
        if self.mask is None:
            return self.do(f"extractelement {KIND} {value}, i64 0")
        bits = self.do(f"{_BITS_OF} {self.mask} to {BITS}")
        place = self.do(f"call {BITS} @llvm.cttz.{BITS}({BITS} {bits}, i1 true)")
        return self.do(f"extractelement {KIND} {value}, i64 {self.do(f'zext {BITS} {place} to i64')}")

    def spread(self, value: str) -> str:
        """The name of a vector that holds one number for each lane."""
        one = self.do(f"insertelement {KIND} undef, i64 {value}, i64 0")
        return self.do(f"shufflevector {KIND} {one}, {KIND} undef, <{LANES} x i32> zeroinitializer")

    def same(self, value: str) -> str:
        """The name of one truth for all lanes: that they have the same number."""
        return self.always(self.compare("eq", value, self.spread(self.first(value))))

    # the lanes' columns

    def cell(self, column: str | int) -> str:
        """See `FunctionText.cell`."""
        return self.do(f"getelementptr {KIND}, ptr %columns, i64 {column}")

    def write(self, column: str | int, value: str | int) -> None:
        """See `FunctionText.write`."""
        self._store(self.cell(column), word(value))

    def _store(self, cell: str, value: str) -> None:
        made = self._mask(value, lambda: self.do(f"load {KIND}, ptr {cell}"))
        self.put(f"store {KIND} {made}, ptr {cell}")

    def clear(self, column: int, count: str | int) -> None:
        """See `FunctionText.clear`."""
        if self.mask is None:
            FunctionText.clear(self, column, count)
            return
        for place in range(column, column + int(count)):
            self.write(place, 0)

    def read_at(self, number: str) -> str:
        """See `FunctionText.read_at`: one load where all lanes mean the same register."""
        self._together(
            number,
            lambda cell: self.put(f"store {KIND} {self.do(f'load {KIND}, ptr {cell}')}, ptr %fetched"),
            lambda: self.put(f"store {KIND} {self._gather(number)}, ptr %fetched"),
        )
        return self.get("fetched")

    def write_at(self, number: str, value: str) -> None:
        """See `FunctionText.write_at`."""
        self._together(
            number,
            lambda cell: self._store(cell, value),
            lambda: self._scatter(number, value),
        )

    def _together(self, number: str, same: Callable[[str], None], apart: Callable[[], None]) -> None:
        """One thing where all lanes have the same number, another where they do not, or there may be none."""
        if self.may_be_none:
            apart()
            return
        one, other, behind = self.label(), self.label(), self.label()
        self.branch(self.same(number), one, other)
        self.at(one)
        column = self.do(f"add i64 {self.first(number)}, {o.REGISTER_0}")
        same(self.cell(column))
        self.put(f"br label %{behind}")
        self.at(other)
        apart()
        self.put(f"br label %{behind}")
        self.at(behind)

    def _gather(self, number: str) -> str:
        where, mask = self._where(number)
        call = f"@llvm.masked.gather.{_MANY}({_ADDRESSES} align 8 {where}, {TRUTHS} {mask}"
        return self.do(f"call {KIND} {call}, {KIND} zeroinitializer)")

    def _scatter(self, number: str, value: str) -> None:
        where, mask = self._where(number)
        call = f"@llvm.masked.scatter.{_MANY}({KIND} {value}, {_ADDRESSES} align 8 {where}"
        self.put(f"call void {call}, {TRUTHS} {mask})")

    def _where(self, number: str) -> tuple[str, str]:
        """The addresses of the registers of these numbers, and the lanes that have one."""
        before = [o.REGISTER_0 * LANES + lane for lane in range(LANES)]
        lanes = f"<{', '.join(f'i64 {place}' for place in before)}>"
        place = self.binary("add", self.binary("mul", number, LANES), lanes)
        where = self.do(f"getelementptr i64, ptr %columns, {KIND} {place}")
        return where, self.mask or splat("true", "i1")

    # lanes apart

    def joins(self, number: int) -> str:
        """An LLVM constant that holds the number of a join for each lane."""
        return splat(number, JOIN)

    def all_bits(self, truth: str) -> str:
        """The name of one truth for all lanes: that a truth holds for each of them."""
        return self.do(f"icmp eq {BITS} {self.do(f'{_BITS_OF} {truth} to {BITS}')}, -1")

    def choose_number(self, truth: str, holds: int, otherwise: int) -> str:
        """The name of a vector with the number of one join or of another for each lane."""
        one, other = splat(holds, JOIN), splat(otherwise, JOIN)
        return self.do(f"select {TRUTHS} {truth}, {_JOINS} {one}, {_JOINS} {other}")

    def wait_at(self, numbers: str) -> None:
        """Let each lane that runs wait at a join of this number, and find the first of all joins."""
        if self.mask is not None:
            old = self.get("join")
            numbers = self.do(f"select {TRUTHS} {self.mask}, {_JOINS} {numbers}, {_JOINS} {old}")
            least = f"@llvm.vector.reduce.umin.v{LANES}{JOIN}({_JOINS} {numbers})"
            self.set("first", self.do(f"call {JOIN} {least}"))
        self.set("join", numbers)

    def waits_at(self, number: int) -> str:
        """The name of a value that is true for the lanes that wait at a join."""
        return self.do(f"icmp eq {_JOINS} {self.get('join')}, {splat(number, JOIN)}")

    def is_first(self, number: int) -> str:
        """The name of the truth that this join is the first at which lanes wait."""
        return self.do(f"icmp eq {JOIN} {self.get('first')}, {number}")

    # functions

    def look_up(self, key: str, left: str | int, right: str) -> list[str]:
        """See `FunctionText.look_up`: looked up once where all lanes ask for the same, else one by one."""
        listed = f"ptr %memo, {KIND} {key}, {KIND} {word(left)}, {KIND} {right}"
        held = self.do(f"call {_HELD} @wide.remembered({listed})")
        return [self.do(f"extractvalue {_HELD} {held}, {column}") for column in range(memo.COST + 1)]


_HELD: Final = f"{{ {', '.join([KIND] * (memo.COST + 1))} }}"


def look_up_text() -> str:
    """A look into the table of results for all lanes."""
    columns_of = range(memo.COST + 1)
    looked = f"{{ {', '.join(['i64'] * (memo.COST + 1))} }}"
    parts = [
        f"define internal {looked} @one.remembered(ptr %memo, i64 %key, i64 %left, i64 %right) nounwind {{",
        f"%row = call ptr @{REMEMBERED}(ptr %memo, i64 %key, i64 %left, i64 %right)",
    ]
    made = "undef"
    for column in columns_of:
        parts += [
            f"%at{column} = getelementptr i64, ptr %row, i64 {column}",
            f"%held{column} = load i64, ptr %at{column}",
            f"%made{column} = insertvalue {looked} {made}, i64 %held{column}, {column}",
        ]
        made = f"%made{column}"
    parts += [f"ret {looked} {made}", "}"]
    parts += [
        f"define internal {_HELD} @wide.remembered(ptr %memo, {KIND} %key, {KIND} %left,"
        f" {KIND} %right) nounwind {{",
    ]
    names = ("key", "left", "right")
    for name in names:
        parts += [
            f"%{name}.0 = extractelement {KIND} %{name}, i64 0",
            f"%{name}.i = insertelement {KIND} undef, i64 %{name}.0, i64 0",
            f"%{name}.s = shufflevector {KIND} %{name}.i, {KIND} undef, <{LANES} x i32> zeroinitializer",
            f"%{name}.x = xor {KIND} %{name}, %{name}.s",
        ]
    parts += [
        f"%kl = or {KIND} %key.x, %left.x",
        f"%klr = or {KIND} %kl, %right.x",
        f"%differs = icmp ne {KIND} %klr, zeroinitializer",
        f"%bits = {_BITS_OF} %differs to {BITS}",
        f"%same = icmp eq {BITS} %bits, 0",
        f"%once = call {looked} @one.remembered(ptr %memo, i64 %key.0, i64 %left.0, i64 %right.0)",
        "br i1 %same, label %all, label %each",
        "all:",
    ]
    made = "undef"
    for column in columns_of:
        parts += [
            f"%a{column} = extractvalue {looked} %once, {column}",
            f"%i{column} = insertelement {KIND} undef, i64 %a{column}, i64 0",
            f"%s{column} = shufflevector {KIND} %i{column}, {KIND} undef, <{LANES} x i32> zeroinitializer",
            f"%t{column} = insertvalue {_HELD} {made}, {KIND} %s{column}, {column}",
        ]
        made = f"%t{column}"
    parts += [f"ret {_HELD} {made}", "each:"]
    vectors = ["undef"] * (memo.COST + 1)
    for lane in range(LANES):
        given = []
        for name in names:
            value = f"%{name}.0" if lane == 0 else f"%{name}.e{lane}"
            if lane:
                parts.append(f"{value} = extractelement {KIND} %{name}, i64 {lane}")
            given.append(f"i64 {value}")
        parts.append(f"%l{lane} = call {looked} @one.remembered(ptr %memo, {', '.join(given)})")
        for column in columns_of:
            parts += [
                f"%l{lane}.{column} = extractvalue {looked} %l{lane}, {column}",
                f"%w{lane}.{column} = insertelement {KIND} {vectors[column]},"
                f" i64 %l{lane}.{column}, i64 {lane}",
            ]
            vectors[column] = f"%w{lane}.{column}"
    made = "undef"
    for column in columns_of:
        parts.append(f"%u{column} = insertvalue {_HELD} {made}, {KIND} {vectors[column]}, {column}")
        made = f"%u{column}"
    return "\n".join([*parts, f"ret {_HELD} {made}", "}"])
