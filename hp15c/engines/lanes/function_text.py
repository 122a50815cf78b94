"""Writing LLVM text for program lines, for one lane or for several side by side.

Stack and modes of the calculator are variables. A lane is a row of words. Side by side, each variable and
each column of the rows is a vector with a number for each lane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from hp15c.engines.lanes import arithmetic as words
from hp15c.engines.lanes import known_results
from hp15c.engines.lanes import layout as o
from hp15c.engines.lanes.functions import LlvmModule, LlvmText
from hp15c.engines.lanes.layout import UNIT
from hp15c.engines.lanes.vectors import ADDRESSES, BITS, DECLARED, KIND, LANES, TRUTHS, splat
from hp15c.table.models import LIMITS, Model

LEVELS_IN_ROW: Final = {"x": o.X, "y": o.Y, "z": o.Z, "t": o.T, "count": o.DONE, "depth": o.DEPTH}
"""The columns of the stack, and of the numbers of lines and of pending calls."""

NAME: Final = "run"
"""The name of the function of a module."""


JOIN: Final = "i16"
"""The LLVM type of the number of a join."""

GONE: Final = (1 << 16) - 1
"""The number of no join: the lane has ended or is left to others."""

_JOINS: Final = f"<{LANES} x {JOIN}>"
_KINDS: Final = {"lane": "i64", "first": JOIN, "join": _JOINS}
"""The LLVM types of variables that all lanes share, or that are no words."""

TABLE: Final = "%known"
"""The address of the table of results, a whole number."""

LOOKED_UP: Final = "looked.up"
_RESULT: Final = (known_results.KEY, known_results.RESULT, known_results.STATUS, known_results.COST)
_HELD: Final = f"{{ {', '.join([KIND] * len(_RESULT))} }}"
_MANY: Final = f"v{LANES}i64.v{LANES}p0"


class FunctionText(LlvmText):
    """The text of a function that runs lanes.

    `in_row` has the columns of the variables that a row holds. The others are `own`: among them the word
    times that are spent, and how many registers there are. Other parts of a calculator stay in the row.
    Without `counting` no word times are counted. `may_be_none`: the mask may hold for no lane.
    """

    def __init__(
        self, module: LlvmModule, in_row: Mapping[str, int], own: Iterable[str], counting: bool = True
    ) -> None:
        super().__init__(module)
        self.in_row, self.own = in_row, (*own, *_KINDS)
        self.counting, self.may_be_none = counting, False

    @property
    def wide(self) -> bool:
        """Whether several lanes run side by side."""
        return self.module.side_by_side

    def kind_of(self, variable: str) -> str:
        """The LLVM type of a variable."""
        return _KINDS.get(variable, self.kind)

    def _stays(self, variable: str) -> bool:
        return variable in o.COLUMNS and variable not in self.in_row

    def get(self, variable: str) -> str:
        """The value of a variable, or of a part of the calculator that stays in the row."""
        if self._stays(variable):
            return self.read(o.COLUMNS[variable])
        return self.do(f"load {self.kind_of(variable)}, ptr %{variable}")

    def set(self, variable: str, value: str | int) -> None:
        """Let a variable, or a part of the calculator that stays in the row, hold a value."""
        if self._stays(variable):
            self.write(o.COLUMNS[variable], value)
        elif variable in _KINDS:
            self.put(f"store {_KINDS[variable]} {value}, ptr %{variable}")
        else:
            self._store(f"%{variable}", value)

    def _store(self, address: str, value: str | int) -> None:
        made = self.module.word(value)
        if self.mask is not None:
            old = self.do(f"load {KIND}, ptr {address}")
            made = self.do(f"select {TRUTHS} {self.mask}, {KIND} {made}, {KIND} {old}")
        self.put(f"store {self.kind} {made}, ptr {address}")

    def set_index(self, value: str | int) -> None:
        """Let I hold a value."""
        self.set("i", value)
        if "number" in self.own:
            self.set("number", self.call(words.magnitude, value))

    def add(self, variable: str, value: str | int) -> None:
        """Add to a variable. The count of lines never wraps."""
        if value != 0 and (self.counting or variable != "spent"):
            operation = "add nsw" if variable == "count" else "add"
            self.set(variable, self.binary(operation, self.get(variable), value))

    def spend(self, function: object, *values: str | int) -> None:
        """Add the word times that a function of these values gives, where word times are counted."""
        if self.counting:
            self.add("spent", self.call(function, *values))

    # numbers and truths

    def size(self, value: str) -> str:
        """The name of a number without its sign."""
        return self.do(f"call {self.kind} @llvm.abs.{self.module.suffix}({self.kind} {value}, i1 false)")

    def compare(self, relation: str, left: str | int, right: str | int) -> str:
        """A comparison (eq, slt, ...) as a truth."""
        return self.binary(f"icmp {relation}", left, right)

    def always(self, truth: str) -> str:
        """The name of the one truth that a truth holds for all lanes. Those out of the mask are not asked."""
        if self.mask is not None:
            truth = self.do(f"or {TRUTHS} {truth}, {self.negation(self.mask)}")
        return self.all_bits(truth) if self.wide else truth

    def nowhere(self, truth: str) -> str:
        """The name of the one truth that a truth holds for no lane."""
        return self.do(f"icmp eq {BITS} {self.bits(truth)}, 0")

    def divisor(self, value: str) -> str:
        """A number by which another is divided. Out of the mask it must not be 0 either."""
        if self.mask is None:
            return value
        return self.do(f"select {TRUTHS} {self.mask}, {KIND} {value}, {KIND} {splat(UNIT)}")

    def first(self, value: str) -> str:
        """The name of one number that stands for all lanes that run together: that of the first of them."""
        if not self.wide:
            return value
        place = "0"
        if self.mask is not None:
            found = self.do(f"call {BITS} @llvm.cttz.{BITS}({BITS} {self.bits(self.mask)}, i1 true)")
            place = self.do(f"zext {BITS} {found} to i64")
        return self.do(f"extractelement {KIND} {value}, i64 {place}")

    def spread(self, value: str) -> str:
        """A number for all lanes that run together."""
        if not self.wide:
            return value
        one = self.do(f"insertelement {KIND} undef, i64 {value}, i64 0")
        return self.do(f"shufflevector {KIND} {one}, {KIND} undef, <{LANES} x i32> zeroinitializer")

    def same(self, value: str) -> str:
        """The name of the one truth that lanes side by side have the same number."""
        return self.always(self.compare("eq", value, self.spread(self.first(value))))

    # the rows of the lanes

    def cell(self, column: str | int) -> str:
        """The address of a column of the lane."""
        return self.do(f"getelementptr {self.kind}, ptr %row, i64 {column}")

    def read(self, column: str | int) -> str:
        """What a column of the lane holds."""
        return self.do(f"load {self.kind}, ptr {self.cell(column)}")

    def write(self, column: str | int, value: str | int) -> None:
        """Let a column of the lane hold a value."""
        self._store(self.cell(column), value)

    def clear(self, column: int | str, count: str | int) -> None:
        """Let `count` columns of the lane, from this one on, be 0. Under a mask both are known."""
        if self.mask is not None:
            for place in range(int(column), int(column) + int(count)):
                self.write(place, 0)
            return
        cell = self.cell(column)
        size = self.do(f"mul i64 {count}, {8 * self.module.lanes}")
        self.put(f"call void @llvm.memset.p0.i64(ptr {cell}, i8 0, i64 {size}, i1 false)")

    def read_at(self, number: str) -> str:
        """What the register of this number holds: one load where all lanes mean the same one."""
        if not self.wide:
            return self.read(self._column(number))
        self._write_by_number(
            number,
            lambda column: self._fetch(self.read(column)),
            lambda: self._fetch(self._gather(number)),
        )
        return self.get("fetched")

    def _fetch(self, value: str) -> None:
        self.put(f"store {KIND} {value}, ptr %fetched")

    def write_at(self, number: str, value: str) -> None:
        """Let the register of this number hold a value."""
        if self.wide:
            self._write_by_number(
                number, lambda column: self.write(column, value), lambda: self._scatter(number, value)
            )
        else:
            self.write(self._column(number), value)

    def _column(self, number: str) -> str:
        return self.do(f"add i64 {self.first(number)}, {o.REGISTER_0}")

    def _write_by_number(self, number: str, same: Callable[[str], None], apart: Callable[[], None]) -> None:
        """Write `same` for lanes that all have one number, and `apart` for others, or where none may run."""
        if self.may_be_none:
            apart()
            return
        one, other, behind = self.label(), self.label(), self.label()
        self.branch(self.same(number), one, other)
        self.at(one)
        same(self._column(number))
        self.go(behind)
        self.at(other)
        apart()
        self.go(behind)
        self.at(behind)

    def _register_addresses(self, number: str) -> str:
        """The addresses of the registers of these numbers."""
        before = ", ".join(f"i64 {o.REGISTER_0 * LANES + lane}" for lane in range(LANES))
        place = self.binary("add", self.binary("mul", number, LANES), f"<{before}>")
        return self.do(f"getelementptr i64, ptr %row, {KIND} {place}")

    def _gather(self, number: str) -> str:
        call = f"@llvm.masked.gather.{_MANY}({ADDRESSES} align 8 {self._register_addresses(number)}"
        return self.do(f"call {KIND} {call}, {TRUTHS} {self._lanes()}, {KIND} zeroinitializer)")

    def _scatter(self, number: str, value: str) -> None:
        addresses = self._register_addresses(number)
        call = f"@llvm.masked.scatter.{_MANY}({KIND} {value}, {ADDRESSES} align 8 {addresses}"
        self.put(f"call void {call}, {TRUTHS} {self._lanes()})")

    def _lanes(self) -> str:
        return self.mask or splat("true", "i1")

    # lanes apart

    def choose_number(self, truth: str, holds: int, otherwise: int) -> str:
        """The name of a vector with the number of one join or of another for each lane."""
        one, other = splat(holds, JOIN), splat(otherwise, JOIN)
        return self.do(f"select {TRUTHS} {truth}, {_JOINS} {one}, {_JOINS} {other}")

    def wait_at(self, join: str | int) -> None:
        """Let each lane that runs wait at a join of this number, and find the first of all joins."""
        numbers = join if isinstance(join, str) else splat(join, JOIN)
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

    def call(self, function: object, *values: str | int) -> str:
        """Call a function. Returns the name of the number that it gives."""
        return self.do(f"call {self.kind} @{self._arguments(function, values)}")

    def call_two(self, function: object, *values: str | int) -> tuple[str, ...]:
        """Call a function that gives two numbers. Returns their names."""
        pair = self.do(f"call {self.pair} @{self._arguments(function, values)}")
        return tuple(self.do(f"extractvalue {self.pair} {pair}, {place}") for place in (0, 1))

    def _arguments(self, function: object, values: tuple[str | int, ...]) -> str:
        listed = ", ".join(f"{self.kind} {self.module.word(value)}" for value in values)
        return f"{self.module.add(function)}({listed})"  # type: ignore[arg-type]

    def look_up(self, *given: str | int) -> list[str]:
        """What the table of results holds for a function's key and two numbers: key, result, status, cost."""
        listed = ", ".join(f"{self.kind} {self.module.word(value)}" for value in given)
        if not self.wide:
            place = self.do(f"call i64 @{self.module.add(known_results.place_of)}(i64 {TABLE}, {listed})")
            return self.results_at(place)
        held = self.do(f"call {_HELD} @{LOOKED_UP}(i64 {TABLE}, {listed})")
        return [self.do(f"extractvalue {_HELD} {held}, {number}") for number in range(len(_RESULT))]

    def results_at(self, place: str) -> list[str]:
        """What the table of results holds at a place, for one lane: key, result, status, cost."""
        table = self.do(f"inttoptr i64 {TABLE} to ptr")
        row = self.do(f"getelementptr [{known_results.COLUMNS} x i64], ptr {table}, i64 {place}")
        return [self.number_in(row, column) for column in _RESULT]

    # calls

    def has_room_for_call(self, model: Model) -> str:
        """The name of the truth that one more call may be pending."""
        return self.test("slt", self.get("depth"), LIMITS[model].returns)

    def note_call(self, line: int | str) -> None:
        """Let the line to which a call returns be pending."""
        self.write(self.do(f"add i64 {self.get('depth')}, {o.RETURNS}"), line)
        self.add("depth", 1)

    def newest_call(self) -> str:
        """The line to which the newest call returns, which is not pending any more."""
        self.add("depth", -1)
        return self.read(self.do(f"add i64 {self.get('depth')}, {o.RETURNS}"))

    # lane after lane

    def begin(self) -> None:
        """Begin the function, and the block of the next lane, or of the next ones."""
        for variable in (*self.in_row, *self.own):
            self.put(f"%{variable} = alloca {self.kind_of(variable)}")
        self.set("lane", 0)
        self.go("next")
        self.at("next")
        lane = self.get("lane")
        behind = self.do(f"add i64 {lane}, {self.module.lanes}")
        self.branch(self.test("sle", behind, "%n"), "begin", "done")
        self.at("done")
        self.put("ret void")
        self.at("begin")
        self.set("lane", behind)
        self.put(f"%these = getelementptr i64, ptr %which, i64 {lane}")
        offset = self.do(f"mul i64 {self.do('load i64, ptr %these')}, %width")
        self.put(f"%{'own' if self.wide else 'row'} = getelementptr i64, ptr %rows, i64 {offset}")

    def load(self) -> None:
        """Let the variables hold what the row does."""
        for variable, column in self.in_row.items():
            self.set(variable, self.read(column))
        self.set("spent", 0)
        self.set("registers", self.binary("sub", self.read(o.END), o.REGISTER_0))

    def save(self) -> None:
        """Let the row hold what the variables do."""
        for variable, column in self.in_row.items():
            self.write(column, self.get(variable))
        self.write(o.WORD_TIMES, self.binary("add", self.read(o.WORD_TIMES), self.get("spent")))

    def module_with(self, last: str, *beside: str) -> str:
        """The text of the module. `last` is the last parameter of the function (see `MachineCode`)."""
        of_rows = f"i64 {TABLE}, ptr %rows, i64 %width, ptr %which, i64 %n"
        head = f"define void @{NAME}({of_rows}, i64 %limit, i64 %stop_at_pause, {last}) {{"
        return "\n".join([self.module.text, *beside, head, *self.lines, "}", DECLARED])

    # ways

    def test(self, relation: str, left: str | int, right: str | int) -> str:
        """The name of the truth of a comparison whose numbers are the same in all lanes."""
        return self.do(f"icmp {relation} i64 {left}, {right}")

    def switch(self, number: str, labels: dict[int, str], otherwise: str, kind: str = "i64") -> None:
        """End the block: go to the label of a number."""
        cases = " ".join(f"{kind} {one}, label %{label}" for one, label in labels.items())
        self.put(f"switch {kind} {number}, label %{otherwise} [ {cases} ]")


def look_up_text() -> str:
    """Looking up for lanes side by side: once where all lanes ask for the same, else one by one."""
    one, text = LlvmModule([known_results.place_of]), FunctionText(LlvmModule(side_by_side=True), {}, ())
    given = ("%key", "%left", "%right")

    def results(values: list[str]) -> list[str]:
        listed = ", ".join(f"i64 {value}" for value in (TABLE, *values))
        return text.results_at(text.do(f"call i64 @place_of({listed})"))

    def give(vectors: list[str]) -> None:
        made = "undef"
        for number, vector in enumerate(vectors):
            made = text.do(f"insertvalue {_HELD} {made}, {KIND} {vector}, {number}")
        text.put(f"ret {_HELD} {made}")

    same = text.same(given[0])
    for value in given[1:]:
        same = text.do(f"and i1 {same}, {text.same(value)}")
    text.branch(same, "all", "each")
    text.at("all")
    give([text.spread(result) for result in results([text.first(value) for value in given])])
    text.at("each")
    vectors = ["undef"] * len(_RESULT)
    for lane in range(LANES):
        found = results([text.do(f"extractelement {KIND} {value}, i64 {lane}") for value in given])
        vectors = [
            text.do(f"insertelement {KIND} {vector}, i64 {result}, i64 {lane}")
            for vector, result in zip(vectors, found, strict=True)
        ]
    give(vectors)
    listed = ", ".join([f"i64 {TABLE}", *(f"{KIND} {value}" for value in given)])
    head = f"define internal {_HELD} @{LOOKED_UP}({listed}) nounwind {{"
    return "\n".join([one.text, head, *text.lines, "}"])
