"""The source as lines of a simple machine with a stack of operands: what is compared with the listing.

Each function of the tree becomes a list of lines. A line takes its operands from the stack and leaves its
results there. Conditions and loops are jumps. The order of evaluation is Python's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from generator.compiler.tree.ir import (
    And,
    Ask,
    Assign,
    Assume,
    Block,
    Break,
    Call,
    Compare,
    Condition,
    Constant,
    Continue,
    Element,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Module,
    Name,
    Not,
    Operation,
    Or,
    Pause,
    Place,
    Read,
    Relation,
    Return,
    Setting,
    Statement,
    Target,
    Truth,
    Unpack,
    While,
)
from generator.language.operations import result_count
from hp15c.numbers.number import Number


class NotFollowed(Exception):
    """Raised where the source does what terms cannot say. The message says what."""


@dataclass(slots=True)
class Mark:
    """A place among the lines that is not known yet."""

    line: int = -1


@dataclass(frozen=True, slots=True)
class Push:
    """A constant on the stack."""

    value: Number


@dataclass(frozen=True, slots=True)
class Get:
    """The value of a name on the stack."""

    name: str


@dataclass(frozen=True, slots=True)
class Put:
    """The top of the stack into a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Fetch:
    """The element of an array by the index on top of the stack."""

    array: str


@dataclass(frozen=True, slots=True)
class Save:
    """The value below the index on top of the stack, into an element of an array."""

    array: str


@dataclass(frozen=True, slots=True)
class Raise:
    """The operand at a depth of the stack comes to the top."""

    depth: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Forget the top of the stack."""


@dataclass(frozen=True, slots=True)
class Compute:
    """An operation of the language, with one or two results."""

    name: str


@dataclass(frozen=True, slots=True)
class Enter:
    """Call a function with arguments from the stack. Its results are left there."""

    function: str


@dataclass(frozen=True, slots=True)
class Finish:
    """Return with so many results from the top of the stack."""

    results: int


@dataclass(frozen=True, slots=True)
class Show:
    """`pause`, or `ask` where it stops. An answer replaces the top of the stack."""

    stops: bool


@dataclass(frozen=True, slots=True)
class Set:
    """A setting."""

    name: str
    digits: int | None


@dataclass(frozen=True, slots=True)
class Test:
    """Compare the two numbers on top of the stack, and go on at one of two lines."""

    relation: Relation
    then: Mark
    orelse: Mark


@dataclass(frozen=True, slots=True)
class Go:
    """Go on at a line."""

    to: Mark


@dataclass(frozen=True, slots=True)
class Whole:
    """The contract of a counted loop: the top of the stack is a whole number below 5 × 10⁹ in size."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A claim of the program is violated: nothing is promised from here on."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A place at which a proof may cut: the beginning of a pass of a loop, or where ways meet."""

    loop: bool


Action = (
    Push | Get | Put | Fetch | Save | Raise | Drop | Compute | Enter | Finish | Show | Set | Test | Go
    | Whole | Outside | Cut
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Code:
    """A function as lines. `places` has the source line of each."""

    function: Function
    actions: tuple[Action, ...]
    places: tuple[int, ...]


COUNTER: Final = "#"
"""The names of the counters and ends of loops begin with this, which no name of Python does."""

END: Final = " end"


def codes(module: Module) -> dict[str, Code]:
    """The lines of all functions of a module."""
    results = {name: function.results for name, function in module.functions.items()}
    return {name: _Writer(function, results).code() for name, function in module.functions.items()}


@dataclass
class _Writer:
    """Writes the lines of a function."""

    function: Function
    results: Mapping[str, int]
    actions: list[Action] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    loops: list[tuple[Mark, Mark]] = field(default_factory=list)
    counted: int = 0
    line: int = 0

    def code(self) -> Code:
        """The lines of the whole function."""
        self.line = self.function.place.line if self.function.place else 0
        self.block(self.function.body)
        self.add(Finish(0))
        return Code(self.function, tuple(self.actions), tuple(self.places))

    def add(self, *actions: Action) -> None:
        """Write lines."""
        self.actions += actions
        self.places += [self.line] * len(actions)

    def refusal(self, what: str) -> NotFollowed:
        """What is raised for a part of the tree that terms do not follow."""
        return NotFollowed(f"{what} is not followed (line {self.line} of the source)")

    def mark(self, place: Mark) -> None:
        """The next line is a place."""
        place.line = len(self.actions)

    def at(self, place: Place | None) -> None:
        """The lines that follow come from a line of the source."""
        self.line = place.line if place else self.line

    # statements

    def block(self, block: Block) -> None:
        """Write statements."""
        for statement in block:
            self.at(statement.place)
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        """Write a statement."""
        match statement:
            case Assign(targets=targets, values=values):
                for value in values:
                    self.value(value)
                self.assign(targets)
            case Unpack(targets=targets, value=value):
                self.value(value)
                self.assign(targets)
            case Evaluate(value=value):
                self.value(value)
                self.add(*[Drop()] * self.count_results(value))
            case If(test=test, body=body, orelse=orelse):
                self.branch(test, body, orelse)
            case While(test=test, body=body):
                self.repeat(test, body)
            case For():
                self.count(statement)
            case Break():
                self.add(Go(self.loops[-1][0]))
            case Continue():
                self.add(Go(self.loops[-1][1]))
            case Return(values=values):
                for value in values:
                    self.value(value)
                self.add(Finish(len(values)))
            case Pause(shown=shown):
                self.value(shown)
                self.add(Show(stops=False), Drop())
            case Setting(name=name, digits=digits):
                self.add(Set(name, digits))
            case Assume(condition=condition):
                holds, fails = Mark(), Mark()
                self.condition(condition, holds, fails)
                self.mark(fails)
                self.add(Outside())
                self.mark(holds)
            case _:
                raise self.refusal(f"{type(statement).__name__}")

    def count_results(self, value: Call | Ask | Operation) -> int:
        """How many numbers a value leaves on the stack."""
        if isinstance(value, Call):
            return self.results[value.function]
        return result_count(value.name) if isinstance(value, Operation) else 1

    def assign(self, targets: tuple[Target, ...]) -> None:
        """Put as many values as there are targets into them, from left to right."""
        for left in range(len(targets) - 1, -1, -1):
            target = targets[len(targets) - 1 - left]
            if left:
                self.add(Raise(left))
            if isinstance(target, Name):
                self.add(Put(target.name))
            else:
                self.value(target.index)
                self.add(Save(target.array))

    def branch(self, test: Condition, body: Block, orelse: Block) -> None:
        """Write an `if`."""
        then, other, behind = Mark(), Mark(), Mark()
        self.condition(test, then, other)
        self.mark(then)
        self.block(body)
        self.add(Go(behind))
        self.mark(other)
        self.block(orelse)
        self.mark(behind)
        self.add(Cut(loop=False))

    def repeat(self, test: Condition, body: Block) -> None:
        """Write a `while`."""
        head, inner, behind = Mark(), Mark(), Mark()
        self.mark(head)
        self.condition(test, inner, behind)
        self.mark(inner)
        self.add(Cut(loop=True))
        self.loops.append((behind, head))
        self.block(body)
        self.loops.pop()
        self.add(Go(head))
        self.mark(behind)

    def count(self, loop: For) -> None:
        """Write a counted loop. Its counter and its end have names that a program cannot use."""
        self.counted += 1
        number, stop = f"{COUNTER}{self.counted}", f"{COUNTER}{self.counted}{END}"
        head, inner, behind, following = Mark(), Mark(), Mark(), Mark()
        self.value(loop.start)
        self.value(loop.stop)
        self.add(Whole(), Put(stop), Whole(), Put(number))
        self.mark(head)
        self.add(Get(number), Get(stop), Test("<" if loop.step > 0 else ">", inner, behind))
        self.mark(inner)
        self.add(Get(number), Put(loop.name), Cut(loop=True))
        self.loops.append((behind, following))
        self.block(loop.body)
        self.loops.pop()
        self.mark(following)
        self.add(Get(number), Push(Number.of(loop.step)), Compute("add"), Put(number), Go(head))
        self.mark(behind)

    # values

    def value(self, value: Expression) -> None:
        """Write a value: its lines leave it on the stack."""
        match value:
            case Constant(value=number):
                self.add(Push(number))
            case Read(name=name):
                self.add(Get(name))
            case Element(array=array, index=index):
                self.value(index)
                self.add(Fetch(array))
            case Operation(name=name, matrices=matrices) if matrices:
                raise self.refusal(f"{name} of matrices")
            case Call(by=by) if by:
                raise self.refusal(f"{by}")
            case Operation(name=name, operands=operands):
                for one in operands:
                    self.value(one)
                self.add(Compute(name))
            case Call(function=function, arguments=arguments):
                for one in arguments:
                    self.value(one)
                self.add(Enter(function), Cut(loop=False))
            case Ask(shown=shown):
                self.value(shown)
                self.add(Show(stops=True))
            case _:
                raise self.refusal(f"{type(value).__name__}")

    # conditions

    def condition(self, condition: Condition, then: Mark, orelse: Mark) -> None:
        """Write a condition: its lines go on at one of two places."""
        match condition:
            case Compare(left=left, relation=relation, right=right):
                self.value(left)
                self.value(right)
                self.add(Test(relation, then, orelse))
            case Not(condition=inner):
                self.condition(inner, orelse, then)
            case And(conditions=parts) | Or(conditions=parts):
                for part in parts[:-1]:
                    following = Mark()
                    ways = (following, orelse) if isinstance(condition, And) else (then, following)
                    self.condition(part, *ways)
                    self.mark(following)
                self.condition(parts[-1], then, orelse)
            case Truth(value=truth):
                self.add(Go(then if truth else orelse))
            case _:
                raise self.refusal(f"{type(condition).__name__}")
