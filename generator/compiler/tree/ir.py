"""The compiler's intermediate representation: a module as trees of statements.

It holds facts that the analyses need and Python's `ast` does not show: which names are registers, arrays and
locals, the bounds of counted loops, and each access of an array as an index expression. Every node carries
the place in the source that it came from, which takes no part in `==`. Nodes are immutable: a pass returns
new ones.

Order of evaluation is Python's: operands from left to right, then the operation. `and` and `or` stop
early. In an `Assign` with several targets all values are evaluated before the first target is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from hp15c.listing.program import Program
from hp15c.numbers.number import ONE, Number

KEPT: Final = "kept locals"
HEIGHT: Final = "number of kept locals"
"""The array of what recursion keeps, and the register of how much it is. No source has these names."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a node in the source: line from 1, columns from 0, `end` after the last character."""

    line: int
    column: int
    end: int


@dataclass(frozen=True, slots=True)
class Node:
    """The base of all nodes. `place` is the place in the source, None for a node that a pass made."""

    place: Place | None = field(default=None, compare=False, repr=False, kw_only=True)


# Expressions -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """A number that is known: at most ten digits, as the calculator holds it."""

    value: Number


@dataclass(frozen=True, slots=True)
class Read(Node):
    """The value of a local name or of a register of the module."""

    name: str


@dataclass(frozen=True, slots=True)
class Element(Node):
    """An element of an array of the module."""

    array: str
    index: Expression


@dataclass(frozen=True, slots=True)
class Operation(Node):
    """An operation on numbers, named as in `generator.language`.

    The operators of Python are 'add', 'sub', 'mul', 'div', 'floordiv', 'mod', 'pow', 'neg' and 'abs'.
    'square' is a power whose exponent is written as 2. It is the key x², and equals 'mul' of a number with
    itself, but not 'pow'. A 'pow' of the constant 10 equals the key 10ˣ digit for digit. `pi`, `rnd`, `ran`
    and the functions have the names of the language. `generator.language.operations` is the table of them
    all. `matrices` are the names of the matrices that it works on, in the order of `matrix_lines`.
    """

    name: str
    operands: tuple[Expression, ...]
    matrices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A call of a function of the module, for its one result.

    With `by`, 'solve' or 'integral', it is called many times: the arguments are the guesses or the limits.
    """

    function: str
    arguments: tuple[Expression, ...]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Ask(Node):
    """`ask(shown)`: show a number, stop, and go on at R/S with what stands in X then."""

    shown: Expression


Expression = Constant | Read | Element | Operation | Call | Ask

# Conditions --------------------------------------------------------------------------------

Relation = Literal["==", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Compare(Node):
    """A comparison of two numbers. A chain `a < b < c` is an `And` whose middle is evaluated once."""

    left: Expression
    relation: Relation
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(Node):
    """The opposite of a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class And(Node):
    """All of some conditions, tried from left to right up to the first that does not hold."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """One of some conditions, tried from left to right up to the first that holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`True` or `False`."""

    value: bool


Condition = Compare | Not | And | Or | Truth

# Statements --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A target of an assignment: a local or a register."""

    name: str


Target = Name | Element


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`a, b = x, y`: as many targets as values. All values are evaluated first."""

    targets: tuple[Target, ...]
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unpack(Node):
    """`a, b = f(x)`: the results of a call or of an operation with several, the last one in X.

    An operation that changes what stays has such a statement of its own, with one target or more.
    """

    targets: tuple[Target, ...]
    value: Call | Operation


@dataclass(frozen=True, slots=True)
class Evaluate(Node):
    """A call, an `ask` or an operation that changes what stays, for its effect. Its results are dropped."""

    value: Call | Ask | Operation


@dataclass(frozen=True, slots=True)
class Span:
    """What is known of a number: whether it is whole, and between which whole numbers it is."""

    whole: bool = False
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class If(Node):
    """`if`, with the statements of both ways. `elif` is an `If` in `orelse`.

    `compared` is known from ranges: what the name may be that the test compares with numbers.
    """

    test: Condition
    body: Block
    orelse: Block = ()
    compared: Span = field(default=Span(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class While(Node):
    """`while`: the test stands before each pass. `while True` has the test `Truth(True)`.

    Two fields are known from ranges. `runs` tells that the first test is known to hold. `counts` tells that
    each pass ends by counting a whole number down by 1, and another begins only while it is above 0. It is
    'from above 0' where the number is known to be so before the loop.
    """

    test: Condition
    body: Block
    runs: bool = False
    counts: Literal["", "from anywhere", "from above 0"] = ""


def name_counted(loop: While) -> tuple[str, tuple[Condition, ...]]:
    """The name that each pass counts down by 1 at its end and that is compared with 0, as it is written, and
    the other conditions. The name is '' where there is none.
    """
    first, *others = loop.test.conditions if isinstance(loop.test, And) else (loop.test,)
    match first, loop.body[-1:]:
        case (
            Compare(left=Read(name=name), relation=">" | "!=", right=Constant(value=end)),
            (
                Assign(
                    targets=(Name(name=target),),
                    values=(Operation(name="sub", operands=(Read(name=counted), Constant(value=step))),),
                ),
            ),
        ) if name == target == counted and end.is_zero and step == ONE:
            return name, tuple(others)
    return "", ()


@dataclass(frozen=True, slots=True)
class For(Node):
    """`for name in range(start, stop, step)`.

    `start` and `stop` are evaluated once, before the loop. `step` is a constant other than 0. As in
    Python, the name is not assigned when there is no pass, it keeps its last value afterwards, and an
    assignment to it inside does not change the passes. `loop` names the loop in explanations ('j', or
    'i:27' where the name alone is not unique).

    Three fields are known from ranges. `runs` tells that there is at least one pass. `short` tells that start
    and stop are 0 to 900. `through` tells that the stop is written as a whole number plus 1, and this whole
    number is the last value. With `counter` the start is the counter iiiii.eee of DSE, with the stop in it.
    """

    name: str
    start: Expression
    stop: Expression
    step: int
    body: Block
    loop: str = ""
    runs: bool = False
    short: bool = False
    through: bool = False
    counter: bool = False


def last_of(loop: For) -> Expression | None:
    """The last value of a loop's index where its stop is written as that plus 1."""
    match loop.stop:
        case Operation(name="add", operands=(last, Constant(value=one))) if loop.through and one == ONE:
            return last
    return None


def without_added(stop: Expression) -> Expression:
    """The stop of a loop without a number that is added to it or subtracted. It is whole, too."""
    match stop:
        case Operation(name="add" | "sub", operands=(value, Constant())):
            return value
    return stop


@dataclass(frozen=True, slots=True)
class Break(Node):
    """`break`: leave the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue(Node):
    """`continue`: go on with the next pass of the innermost loop."""


@dataclass(frozen=True, slots=True)
class Return(Node):
    """`return`: the results, the last one in X. With `error` the program ends in that Error in its place."""

    values: tuple[Expression, ...] = ()
    error: int | None = None


@dataclass(frozen=True, slots=True)
class Pause(Node):
    """`pause(x)`: PSE."""

    shown: Expression


@dataclass(frozen=True, slots=True)
class Setting(Node):
    """A setting of the calculator: 'deg', 'rad', 'grad', or 'fix', 'sci', 'eng' with its digits."""

    name: str
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class Assume(Node):
    """A claim about values that the compiler may use. It makes no keystrokes."""

    condition: Condition


Statement = (
    Assign | Unpack | Evaluate | If | While | For | Break | Continue | Return | Pause | Setting | Assume
)
Block = tuple[Statement, ...]

# Modules -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Register(Node):
    """A value that stays between runs. `at` is the register that it is pinned to ('3', '.1', 'I')."""

    name: str
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Array(Node):
    """An array that stays between runs. `at` is the number of its element 0's register when it is pinned."""

    name: str
    length: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Function(Node):
    """A function. `label` is what a person presses for an entry point ('A'), None for a subroutine.

    `levels` is how many calls of a function that calls itself are under way at most, 0 for any other.
    `results` is how many values it returns. Arguments stand on the stack as they were typed, the last in X.
    """

    name: str
    parameters: tuple[str, ...]
    body: Block
    results: int
    label: str | None = None
    documentation: str = ""
    levels: int = 0


@dataclass(frozen=True, slots=True)
class Routine:
    """A label of a listing that exists already, which the module calls. `file` is its name in the source.

    `registers` are those that any line of the listing names. `keeps_i` tells that I has to hold what the last
    call left there, and `uses_i` that it is used at all. `depth` is how many returns it needs beside its own.
    """

    file: str
    label: str
    program: Program
    registers: frozenset[str] = frozenset()
    uses_i: bool = False
    keeps_i: bool = False
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Module:
    """A source file: its registers, arrays and functions by name, in the order of the source.

    `sums` are the names of the six statistics registers, which are among `registers`. They are empty where
    the program uses no statistics. `matrices` are the letters of matrices by their names.
    `reserved` are registers that no name of the module has and that no code may use. `routines` are the
    labels of other listings that it calls, each by the name of a function whose body has the same effects.
    `numbered` are labels of a program made from it to which GTO I leads by their numbers. `marks` has for
    some arrays a mark that a pass made, and a limit. Any number from it on that no array gets does as well.
    `path` is the file of the source, '' where it is in none.
    """

    name: str
    documentation: str
    registers: Mapping[str, Register]
    arrays: Mapping[str, Array]
    functions: Mapping[str, Function]
    source: str = field(default="", compare=False, repr=False)
    sums: tuple[str, ...] = ()
    reserved: frozenset[str] = frozenset()
    matrices: Mapping[str, str] = field(default_factory=dict)
    routines: Mapping[str, Routine] = field(default_factory=dict)
    numbered: frozenset[str] = frozenset()
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    path: str = field(default="", compare=False, repr=False)

    @property
    def bodies(self) -> tuple[Block, ...]:
        """The statements of all functions."""
        return tuple(one.body for one in self.functions.values())
