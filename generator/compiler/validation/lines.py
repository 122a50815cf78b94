"""The source as lines of a simple machine with a stack of operands: what is compared with the listing.

Each function of the tree becomes a list of lines. A line takes its operands from the stack and leaves its
results there. Conditions and loops are jumps. The order of evaluation is Python's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from generator.compiler.tree import ir
from generator.language.operations import RUNS, SHOWING, result_count
from hp15c.graphs import reach, sources
from hp15c.numbers.number import ZERO, Number


class NotFollowed(Exception):
    """Raised where the source does what terms cannot follow. The message says what."""


@dataclass(slots=True)
class Mark:
    """A place among the lines that is not known yet."""

    line: int = -1


class Does(Enum):
    """What a line does. The comments say which of `name`, `count` and marks to go `to` it has."""

    PUSH = "the constant"
    GET = "the value of a name on the stack"  # name
    PUT = "the top of the stack into a name"  # name
    FETCH = "the element of an array by the index on top of the stack"  # name
    SAVE = "the value below the index on top of the stack into an element of an array"  # name
    RAISE = "the operand at a depth of the stack comes to the top"  # count
    DROP = "forget the top of the stack"
    COMPUTE = "an operation of the language, perhaps on the matrices of these letters"  # name, letters
    EVALUATE = "SOLVE or the integral of a function, with guesses or limits from the stack"  # name, letters
    RUN = "call a label of another listing with arguments from the stack"  # name
    ENTER = "call a function with arguments from the stack, where its results are left"  # name
    FINISH = "return with results from the top of the stack"  # count
    HOLD = "end with complex numbers, whose real and imaginary parts are on top of the stack"  # count
    FAIL = "end in an Error"  # count
    PAUSE = "show the top of the stack"
    ASK = "show the top of the stack and stop: an answer replaces it"
    SET = "a setting, perhaps with a number of digits"  # name, count
    TEST = "compare two numbers on the stack by a relation, and go on at one of two lines"  # name, to
    GO = "go on at a line"  # to
    WHOLE = "the contract of ends of loops and parts of sums: the top is whole and at most 10⁹ in size"
    OUTSIDE = "a claim of the program is violated: nothing is promised from here on"
    CUT = "a place at which a proof may cut: where ways meet, or in a pass of the loop with a number"  # count


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a function for the machine of proofs: what it `does`, and what it does this to."""

    does: Does
    name: str = ""
    count: int | None = None
    to: tuple[Mark, ...] = ()
    value: Number = ZERO
    letters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A function as lines. `places` has the source line of each."""

    function: ir.Function
    actions: tuple[Line, ...]
    places: tuple[int, ...]


def labels_of(module: ir.Module) -> tuple[str, ...]:
    """The labels of a module's entry points."""
    return tuple(one.label for one in module.functions.values() if one.label is not None)


def lines_before(code: Code) -> dict[int, list[int]]:
    """The lines that lead to each line, of those that a run may come to."""
    last = (Does.FINISH, Does.HOLD, Does.FAIL, Does.OUTSIDE)

    def following(number: int) -> Iterable[int]:
        line = code.actions[number]
        return [to.line for to in line.to] or ([] if line.does in last else [number + 1])

    reached = {*reach([0], following)}
    return sources(range(len(code.actions)), lambda number: following(number) if number in reached else ())


def live_names(code: Code) -> list[set[str]]:
    """The names that are still read before they are assigned, from each line on."""
    before = lines_before(code)
    found: list[set[str]] = [set() for _ in code.actions]
    read: dict[str, list[int]] = {}
    for number, line in enumerate(code.actions):
        if line.does is Does.GET:
            read.setdefault(line.name, []).append(number)
    for name, numbers in read.items():
        put = {at for at, line in enumerate(code.actions) if line.does is Does.PUT and line.name == name}
        ahead = {at: [one for one in before[at] if one not in put] for at in before}
        for number in reach(numbers, ahead.__getitem__):
            found[number].add(name)
    return found


def loop_cuts(code: Code) -> dict[int, tuple[int, int]]:
    """The cut at the beginning and at the end of a pass, for each loop of a function by its number."""
    found: dict[int, list[int]] = {}
    for number, line in enumerate(code.actions):
        if line.does is Does.CUT and line.count:
            found.setdefault(line.count, []).append(number)
    return {loop: (first, last) for loop, (first, last) in found.items()}


COUNTER: Final = "#"
"""The names of the counters and ends of loops begin with this, which no name of Python does."""

END: Final = " end"
SUMS: Final = ("add", "sub")
"""Operations whose operands are whole and at most 10⁹ where they are the end of a loop or an index."""


def codes(module: ir.Module) -> dict[str, Code]:
    """The lines of all functions of a module."""
    results = {name: function.results for name, function in module.functions.items()}
    return {
        name: _Writer(function, results, module.matrices, frozenset(module.routines)).code()
        for name, function in module.functions.items()
    }


@dataclass
class _Writer:
    """Writes the lines of a function."""

    function: ir.Function
    results: Mapping[str, int]
    matrices: Mapping[str, str]
    routines: frozenset[str]
    actions: list[Line] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    loops: list[tuple[Mark, Mark]] = field(default_factory=list)
    counted: int = 0
    line: int = 0

    def code(self) -> Code:
        """The lines of the whole function."""
        self.line = self.function.place.line if self.function.place else 0
        self.block(self.function.body)
        self.add(Does.FINISH, count=0)
        return Code(self.function, tuple(self.actions), tuple(self.places))

    def add(self, does: Does, name: str = "", count: int | None = None, *to: Mark) -> None:
        """Write a line."""
        self.write(Line(does, name, count, to))

    def write(self, line: Line) -> None:
        """Write a line."""
        self.actions.append(line)
        self.places.append(self.line)

    def refusal(self, what: str) -> NotFollowed:
        """The exception for a part of the tree that terms do not follow."""
        return NotFollowed(f"{what} is not followed (line {self.line} of the source)")

    def mark(self, place: Mark) -> None:
        """Let a place be the next line."""
        place.line = len(self.actions)

    def note_line(self, place: ir.Place | None) -> None:
        """Note the line of the source from which the next lines come."""
        self.line = place.line if place else self.line

    # statements

    def block(self, block: ir.Block) -> None:
        """Write statements."""
        for statement in block:
            self.note_line(statement.place)
            self.statement(statement)

    def statement(self, statement: ir.Statement) -> None:
        """Write a statement."""
        match statement:
            case ir.Assign(targets=targets, values=values):
                for value in values:
                    self.value(value)
                self.assign(targets)
            case ir.Unpack(targets=targets, value=value):
                self.value(value)
                self.assign(targets)
            case ir.Evaluate(value=value):
                self.value(value)
                for _ in range(self.count_results(value)):
                    self.add(Does.DROP)
            case ir.If(test=test, body=body, orelse=orelse):
                self.branch(test, body, orelse)
            case ir.While(test=test, body=body):
                self.repeat(test, body)
            case ir.For():
                self.count(statement)
            case ir.Break():
                self.go(self.loops[-1][0])
            case ir.Continue():
                self.go(self.loops[-1][1])
            case ir.Return(error=int(error)):
                self.add(Does.FAIL, count=error)
            case ir.Return(values=(ir.Operation(name="held"), *_) as values):
                for value in values:
                    for part in value.operands if isinstance(value, ir.Operation) else ():
                        self.value(part)
                self.add(Does.HOLD, count=len(values))
            case ir.Return(values=values):
                for value in values:
                    self.value(value)
                self.add(Does.FINISH, count=len(values))
            case ir.Pause(shown=shown):
                self.value(shown)
                self.add(Does.PAUSE)
                self.add(Does.DROP)
            case ir.Setting(name=name, digits=digits):
                self.add(Does.SET, name, digits)
            case ir.Assume(condition=condition):
                holds, fails = Mark(), Mark()
                self.condition(condition, holds, fails)
                self.mark(fails)
                self.add(Does.OUTSIDE)
                self.mark(holds)
            case _:
                raise self.refusal(f"{type(statement).__name__}")

    def count_results(self, value: ir.Call | ir.Ask | ir.Operation) -> int:
        """How many numbers a value leaves on the stack."""
        if isinstance(value, ir.Call):
            return RUNS[value.by] if value.by else self.results[value.function]
        return result_count(value.name) if isinstance(value, ir.Operation) else 1

    def assign(self, targets: tuple[ir.Target, ...]) -> None:
        """Store the values on the stack into targets, from left to right."""
        for left in range(len(targets) - 1, -1, -1):
            target = targets[len(targets) - 1 - left]
            if left:
                self.add(Does.RAISE, count=left)
            if isinstance(target, ir.Name):
                self.add(Does.PUT, target.name)
            else:
                self.sum(target.index)
                self.add(Does.SAVE, target.array)

    def branch(self, test: ir.Condition, body: ir.Block, orelse: ir.Block) -> None:
        """Write an `if`."""
        then, other, behind = Mark(), Mark(), Mark()
        self.condition(test, then, other)
        self.mark(then)
        self.block(body)
        self.go(behind)
        self.mark(other)
        self.block(orelse)
        self.mark(behind)
        self.add(Does.CUT)

    def repeat(self, test: ir.Condition, body: ir.Block) -> None:
        """Write a `while`."""
        head, inner = Mark(), Mark()
        self.mark(head)
        behind = Mark()
        self.condition(test, inner, behind)
        self.mark(inner)
        self.passes(body, head, behind)

    def passes(self, body: ir.Block, head: Mark, behind: Mark, *last: Line) -> None:
        """Write the body of a loop, with a cut at the beginning and at the end of each pass."""
        self.counted += 1
        loop, end = self.counted, Mark()
        self.add(Does.CUT, count=loop)
        self.loops.append((behind, end))
        self.block(body)
        self.loops.pop()
        self.mark(end)
        self.add(Does.CUT, count=loop)
        for line in last:
            self.write(line)
        self.go(head)
        self.mark(behind)
        self.add(Does.CUT)

    def go(self, to: Mark) -> None:
        """Go on at a place."""
        self.add(Does.GO, "", None, to)

    def count(self, loop: ir.For) -> None:
        """Write a counted loop. Its counter and its end have names that a program cannot use."""
        if loop.counter:
            raise self.refusal("a counter of DSE as the start of a loop")
        number = f"{COUNTER}{self.counted + 1}"
        stop = f"{number}{END}"
        head, inner, behind = Mark(), Mark(), Mark()
        self.sum(loop.start)
        self.sum(loop.stop)
        for name in (stop, number):
            self.add(Does.WHOLE)
            self.add(Does.PUT, name)
        self.mark(head)
        self.add(Does.GET, number)
        self.add(Does.GET, stop)
        self.add(Does.TEST, "<" if loop.step > 0 else ">", None, inner, behind)
        self.mark(inner)
        self.add(Does.GET, number)
        self.add(Does.PUT, loop.name)
        step = Line(Does.PUSH, value=Number.of(loop.step))
        self.passes(
            loop.body,
            head,
            behind,
            Line(Does.GET, number),
            step,
            Line(Does.COMPUTE, "add"),
            Line(Does.PUT, number),
        )

    def sum(self, value: ir.Expression) -> None:
        """Write an end of a loop, or an index. The parts of one that is a sum are whole, too."""
        if not isinstance(value, ir.Operation) or value.name not in SUMS:
            self.value(value)
            return
        for one in value.operands:
            self.sum(one)
        for _ in value.operands:
            self.add(Does.RAISE, count=1)
            self.add(Does.WHOLE)
        self.write(Line(Does.COMPUTE, value.name))

    # values

    def value(self, value: ir.Expression) -> None:
        """Write a value: its lines leave it on the stack."""
        match value:
            case ir.Constant(value=number):
                self.write(Line(Does.PUSH, value=number))
            case ir.Read(name=name):
                self.add(Does.GET, name)
            case ir.Element(array=array, index=index):
                self.sum(index)
                self.add(Does.FETCH, array)
            case ir.Call(function=function, arguments=arguments, by=by) if function in self.routines:
                if by:
                    raise self.refusal(f"{by} of a label of another listing")
                for one in arguments:
                    self.value(one)
                self.add(Does.RUN, function)
            case ir.Call(function=function, arguments=arguments, by=by) if by:
                for one in arguments:
                    self.value(one)
                self.write(Line(Does.EVALUATE, function, letters=(by,)))
            case ir.Operation(name=name, operands=operands, matrices=matrices):
                for one in operands:
                    self.value(one)
                letters = tuple(self.matrices[one] for one in matrices)
                self.write(Line(Does.COMPUTE, name, letters=letters))
                if name in SHOWING:
                    self.add(Does.CUT)
            case ir.Call(function=function, arguments=arguments):
                for one in arguments:
                    self.value(one)
                self.add(Does.ENTER, function)
                self.add(Does.CUT)
            case ir.Ask(shown=shown):
                self.value(shown)
                self.add(Does.ASK)
                self.add(Does.CUT)
            case _:
                raise self.refusal(f"{type(value).__name__}")

    # conditions

    def condition(self, condition: ir.Condition, then: Mark, orelse: Mark) -> None:
        """Write a condition: its lines go on at one of two places."""
        match condition:
            case ir.Compare(left=left, relation=relation, right=right):
                self.value(left)
                self.value(right)
                self.add(Does.TEST, relation, None, then, orelse)
            case ir.Not(condition=inner):
                self.condition(inner, orelse, then)
            case ir.And(conditions=parts) | ir.Or(conditions=parts):
                for part in parts[:-1]:
                    next_lines = Mark()
                    ways = (next_lines, orelse) if isinstance(condition, ir.And) else (then, next_lines)
                    self.condition(part, *ways)
                    self.mark(next_lines)
                self.condition(parts[-1], then, orelse)
            case ir.Truth(value=truth):
                self.go(then if truth else orelse)
            case _:
                raise self.refusal(f"{type(condition).__name__}")
