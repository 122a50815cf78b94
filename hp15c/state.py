"""Everything that the calculator remembers: the one mutable thing, comparable and copyable."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from hp15c.entry import Entry
from hp15c.errors import CalculatorError
from hp15c.functions.integrate import IntegralRun
from hp15c.functions.matrix import Matrix
from hp15c.functions.solve import SolveRun
from hp15c.instructions import LETTERS
from hp15c.models import LIMITS, Model
from hp15c.modes import AngleMode, Format, Notation
from hp15c.number import ZERO, Number
from hp15c.program import Program
from hp15c.working import Working, pack, widen


@dataclass(frozen=True, slots=True)
class Descriptor:
    """A level or register that names a matrix; str 'MAT A' (BEHAVIOUR 7.1)."""

    name: str

    def __str__(self) -> str:
        return f"MAT {self.name}"


Value = Number | Descriptor

X, Y, Z, T = range(4)


@dataclass(slots=True)
class State:
    """A calculator at rest between two steps. Engines that end in equal States agree.

    `line` is the current line (0 is 000); `returns` the pending returns, innermost last; `entry` a
    number being typed; `pending` the keycodes of an unfinished prefix; `message` an error or other text
    that the next key removes; `running` whether a program runs (a run cut off by a limit goes on from here); `held` the
    key that is down. `registers[10]` is R.0. `word_times` counts what the machine has spent and
    takes no part in comparison.
    """

    model: Model = Model.HP15C
    program: Program = field(default_factory=Program)
    line: int = 0
    stack: list[Value] = field(default_factory=lambda: [ZERO] * 4)
    imaginary: list[Number] = field(default_factory=lambda: [ZERO] * 4)
    last_x: Value = ZERO
    last_xi: Number = ZERO
    lift: bool = True
    entry: Entry | None = None
    registers: list[Value] = field(default_factory=lambda: [ZERO] * 20)
    i: Value = ZERO
    matrices: dict[str, Matrix] = field(default_factory=lambda: {name: Matrix.empty() for name in LETTERS})
    result: str = "A"
    flags: set[int] = field(default_factory=set)
    format: Format = Format(Notation.FIX, 4)
    angle: AngleMode = AngleMode.DEG
    seed: int = 0
    comma: bool = False
    user: bool = False
    programming: bool = False
    on: bool = True
    pending: tuple[str, ...] = ()
    message: str | None = None
    running: bool = False
    held: str | None = None
    returns: list[int] = field(default_factory=list)
    solve: SolveRun | None = None
    integral: IntegralRun | None = None
    word_times: int = field(default=0, compare=False)

    @classmethod
    def fresh(cls, model: Model) -> State:
        """The calculator after a memory reset, its message dismissed (BEHAVIOUR 0.5)."""
        return cls(model=model, program=Program(model=model))

    def copy(self) -> State:
        """An independent copy."""
        return copy.deepcopy(self)

    # the stack

    @property
    def x(self) -> Value:
        """The X level."""
        return self.stack[X]

    @x.setter
    def x(self, value: Value) -> None:
        self.stack[X] = value

    @property
    def complex(self) -> bool:
        """Whether flag 8 makes the calculator compute with complex numbers."""
        return 8 in self.flags

    def real(self, level: int = X) -> Number:
        """The number in a level; Error 1 when it holds a matrix descriptor (BEHAVIOUR 7.6)."""
        value = self.stack[level]
        if isinstance(value, Descriptor):
            raise CalculatorError(1)
        return value

    def push(self, value: Value, imaginary: Number = ZERO) -> None:
        """Bring a value into X: a lifted push, or an overwriting when stack lift is disabled (BEHAVIOUR 2.1, 6.2).

        With stack lift disabled the imaginary part of X stays.
        """
        if self.lift:
            self.lift_stack()
            self.imaginary[X] = imaginary
        self.stack[X] = value

    def lift_stack(self) -> None:
        """Move the levels up by one; X is copied, T is lost."""
        self.stack.insert(X, self.stack[X])
        self.imaginary.insert(X, self.imaginary[X])
        del self.stack[4], self.imaginary[4]

    def drop(self, value: Value, imaginary: Number = ZERO) -> None:
        """Replace X and Y by one value; Z and T move down and T stays (BEHAVIOUR 2.2)."""
        self.stack[:] = [value, self.stack[Z], self.stack[T], self.stack[T]]
        self.imaginary[:] = [imaginary, self.imaginary[Z], self.imaginary[T], self.imaginary[T]]

    def save_last_x(self) -> None:
        """Keep X, both parts, for LSTx."""
        self.last_x, self.last_xi = self.stack[X], self.imaginary[X]

    # results

    def deliver(self, result: Working) -> Number:
        """A working number as a register takes it; an overflow raises its condition (MATH 0.4)."""
        number, overflowed = pack(result)
        if overflowed:
            self.overflow()
        return number

    def overflow(self) -> None:
        """Raise the overflow condition: flag 9 on the HP-15C; the HP-11C has none (BEHAVIOUR 3.6, 9.7)."""
        if self.model is Model.HP15C:
            self.flags.add(9)

    def wide(self, level: int = X) -> Working:
        """The number in a level as it enters a computation; Error 1 for a descriptor."""
        return widen(self.real(level))

    # memory

    @property
    def highest_register(self) -> int:
        """The number of the highest data register."""
        return len(self.registers) - 1

    @property
    def returns_left(self) -> int:
        """Subroutine levels still free."""
        return LIMITS[self.model].returns - len(self.returns)
