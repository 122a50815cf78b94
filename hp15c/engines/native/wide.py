"""A decoded program as one LLVM function that runs several lanes side by side, a vector for each variable.

The lanes that run together stand at the same line. Where a test skips one line in some of them, that line is
done for the others only. Where their ways part in another manner, or one of them meets something rare, they
are left to the function of one lane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from hp15c.engines.lanes import memo
from hp15c.engines.lanes import opcodes as o
from hp15c.engines.native import columns
from hp15c.engines.native.functions import Module
from hp15c.engines.native.remembered import REMEMBERED
from hp15c.engines.native.steps import WRITERS, Step, condition, on
from hp15c.engines.native.translate import Translator
from hp15c.engines.native.vectors import BITS, KIND, LANES, TRUTHS, Vectors, splat, word
from hp15c.engines.native.writing import IN_ROW, VARIABLES, Place, Text

Counts = Literal["any", "same", "on"]
"""What a counting line may come to: anything, the same for all lanes, or that none ends its loop."""

SHARED: Final = ("depth", "line", "why", "lane")
"""Variables that are one number for all lanes that run together."""

_BITS_OF: Final = f"bitcast {TRUTHS}"
_MANY: Final = f"v{LANES}i64.v{LANES}p0"
_ADDRESSES: Final = f"<{LANES} x ptr>"


@dataclass(slots=True)
class WideText(Text):
    """A function's text over vectors. Under a `mask` only the lanes change for which it holds."""

    kind: str = KIND
    column_bytes: int = 8 * LANES
    mask: str | None = None
    vectors: Vectors = field(init=False)

    def __post_init__(self) -> None:
        self.vectors = Vectors(self.module)

    def word(self, value: str | int) -> str:
        """See `Text.word`."""
        return word(value)

    def kind_of(self, variable: str) -> str:
        """What a variable is."""
        return "i64" if variable in SHARED else KIND

    def get(self, variable: str) -> str:
        """See `Text.get`."""
        return self.do(f"load {self.kind_of(variable)}, ptr %{variable}")

    def set(self, variable: str, value: str | int) -> None:
        """See `Text.set`."""
        if variable in SHARED:
            self.put(f"store i64 {value}, ptr %{variable}")
        else:
            made = self._masked(word(value), lambda: self.get(variable))
            self.put(f"store {KIND} {made}, ptr %{variable}")

    def _masked(self, value: str, old: object) -> str:
        if self.mask is None:
            return value
        assert callable(old)
        return self.do(f"select {TRUTHS} {self.mask}, {KIND} {value}, {KIND} {old()}")

    def add(self, variable: str, value: str | int) -> None:
        """See `Text.add`."""
        if variable not in SHARED:
            Text.add(self, variable, value)
        elif value != 0:
            self.set(variable, self.do(f"add i64 {self.get(variable)}, {value}"))

    def size(self, value: str) -> str:
        """See `Text.size`."""
        return self.do(f"call {KIND} @llvm.abs.v{LANES}i64({KIND} {value}, i1 false)")

    def chosen(self, truth: str, value: int) -> str:
        """See `Text.chosen`."""
        return self.do(f"select {TRUTHS} {truth}, {KIND} {splat(value)}, {KIND} zeroinitializer")

    def negation(self, truth: str) -> str:
        """Where a truth does not hold."""
        return self.do(f"xor {TRUTHS} {truth}, {splat('true', 'i1')}")

    def always(self, truth: str) -> str:
        """See `Text.always`: the lanes out of the mask are not asked."""
        if self.mask is not None:
            truth = self.do(f"or {TRUTHS} {truth}, {self.negation(self.mask)}")
        return self.do(f"icmp eq {BITS} {self.do(f'{_BITS_OF} {truth} to {BITS}')}, -1")

    def never(self, truth: str) -> str:
        """Whether a truth holds for no lane."""
        return self.do(f"icmp eq {BITS} {self.do(f'{_BITS_OF} {truth} to {BITS}')}, 0")

    def first(self, value: str) -> str:
        """See `Text.first`."""
        return self.do(f"extractelement {KIND} {value}, i64 0")

    def spread(self, value: str) -> str:
        """A number for all lanes."""
        one = self.do(f"insertelement {KIND} undef, i64 {value}, i64 0")
        return self.do(f"shufflevector {KIND} {one}, {KIND} undef, <{LANES} x i32> zeroinitializer")

    def same(self, value: str) -> str:
        """Whether all lanes have the same number."""
        return self.always(self.compare("eq", value, self.spread(self.first(value))))

    # the lanes' columns

    def cell(self, column: str | int) -> str:
        """See `Text.cell`."""
        return self.do(f"getelementptr {KIND}, ptr %columns, i64 {column}")

    def write(self, column: str | int, value: str | int) -> None:
        """See `Text.write`."""
        cell = self.cell(column)
        made = self._masked(word(value), lambda: self.do(f"load {KIND}, ptr {cell}"))
        self.put(f"store {KIND} {made}, ptr {cell}")

    def keep(self, column: int, variable: str) -> None:
        """See `Text.keep`."""
        held = self.get(variable)
        self.write(column, self.spread(held) if variable in SHARED else held)

    def read_at(self, number: str) -> str:
        """See `Text.read_at`: one load where all lanes mean the same register."""
        self._together(
            number,
            lambda cell: self.put(f"store {KIND} {self.do(f'load {KIND}, ptr {cell}')}, ptr %fetched"),
            lambda: self.put(f"store {KIND} {self._gathered(number)}, ptr %fetched"),
        )
        return self.get("fetched")

    def write_at(self, number: str, value: str) -> None:
        """See `Text.write_at`."""
        self._together(
            number,
            lambda cell: self.put(f"store {KIND} {value}, ptr {cell}"),
            lambda: self._scatter(number, value),
        )

    def _together(self, number: str, same: Callable[[str], None], apart: Callable[[], None]) -> None:
        """One thing where all lanes have the same number, another where they do not, and under a mask."""
        if self.mask is not None:
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

    def _gathered(self, number: str) -> str:
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

    # functions

    def _added(self, function: object) -> str:
        return self.vectors.add(function)  # type: ignore[arg-type]

    def remembered(self, key: str, left: str | int, right: str) -> list[str]:
        """See `Text.remembered`: looked up once where all lanes ask for the same, else one by one."""
        listed = f"ptr %memo, {KIND} {key}, {KIND} {word(left)}, {KIND} {right}"
        held = self.do(f"call {_HELD} @wide.remembered({listed})")
        return [self.do(f"extractvalue {_HELD} {held}, {column}") for column in range(memo.COST + 1)]


_HELD: Final = f"{{ {', '.join([KIND] * (memo.COST + 1))} }}"


def _remembered() -> str:
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
        f"define internal {_HELD} @wide.remembered(ptr %memo, {KIND} %key, {KIND} %left, {KIND} %right) nounwind {{"
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
                f"%w{lane}.{column} = insertelement {KIND} {vectors[column]}, i64 %l{lane}.{column}, i64 {lane}",
            ]
            vectors[column] = f"%w{lane}.{column}"
    made = "undef"
    for column in columns_of:
        parts.append(f"%u{column} = insertvalue {_HELD} {made}, {KIND} {vectors[column]}, {column}")
        made = f"%u{column}"
    return "\n".join([*parts, f"ret {_HELD} {made}", "}"])


class WideStep(Step):
    """A line for several lanes; `counts` says what a counting line may come to."""

    text: WideText
    counts: Counts = "any"

    def only_where_same(self, value: str) -> None:
        """See `Step.only_where_same`."""
        self.only_if_one(self.text.same(value))

    def before_counting(self, goes_on: str) -> None:
        """See `Step.before_counting`."""
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
        return WideText(Module(()), counting)

    def _step(self, place: Place, leave: str) -> WideStep:
        return WideStep(self.text, self.code, place, leave)

    def _functions(self) -> list[str]:
        wide = self.text.vectors.text
        return [*super()._functions(), wide, columns.TEXT, _remembered()]

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
        text.put(f"%blocks = udiv i64 {text.do(f'add i64 %end, {LANES - 1}')}, {LANES}")
        self._pass(columns.TO_COLUMNS)
        for variable, column in IN_ROW.items():
            held = text.read(column)
            text.set(variable, text.first(held) if variable in SHARED else held)
        text.set_index(text.get("i"))
        text.set("spent", 0)
        text.set("registers", text.spread(text.do(f"sub i64 %end, {o.REGISTER_0}")))
        self._entry()

    def _checks(self, most: int) -> list[str]:
        """See `Translator._checks`; besides, lanes must stand at one line, without pending calls."""
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

    def _at(self, place: Place) -> None:
        super()._at(place)
        if place.mixed:
            self.text.write(o.LIFT, self.text.get("lift"))

    # tests

    def _test(self, step: Step) -> Place | None:
        """A test: where it skips one plain line, that is done under a mask; else all lanes go one way."""
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

    def _one_way(self, step: WideStep, truth: str, after: int, behind: int, skip_cost: int) -> None:
        """All lanes on to the next line, or all behind it; left where neither is so."""
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
        self, tested: WideStep, truth: str, place: Place, behind: int, skip_cost: int, saved: dict[str, str]
    ) -> Place:
        """The next line for the lanes in which the test holds; the place behind it."""
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
        step: WideStep,
        saved: dict[str, str],
        going: Place | None,
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
