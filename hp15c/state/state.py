"""The State of a calculator: everything that it remembers. States can be changed, compared and copied."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import ClassVar, Final, NoReturn, Protocol

from hp15c.errors import CalculatorError, InputError
from hp15c.functions.integrate import IntegralRun
from hp15c.functions.matrix import Matrix
from hp15c.functions.solve import SolveRun
from hp15c.listing.program import Program
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import Working, pack
from hp15c.state.entry import Entry
from hp15c.table.instructions import LETTERS
from hp15c.table.machines import OF_MODEL, Machine
from hp15c.table.models import LIMITS, Model
from hp15c.table.modes import AngleMode, Format, Notation


@dataclass(frozen=True, slots=True)
class Descriptor:
    """A level or register that names a matrix. str() gives 'MAT A' (BEHAVIOUR 7.1)."""

    name: str

    def __str__(self) -> str:
        return f"MAT {self.name}"

    def _is_no_number(self, _: object = None) -> NoReturn:
        """InputError, because a matrix stands where a number is wanted."""
        raise InputError(f"{self} is a matrix and no number; calc.matrix({self.name!r}) has its elements")

    __float__ = __int__ = __neg__ = __abs__ = _is_no_number
    __add__ = __sub__ = __mul__ = __truediv__ = _is_no_number
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = _is_no_number
    __lt__ = __le__ = __gt__ = __ge__ = _is_no_number


Value = Number | Descriptor

FIX_4: Final = Format(Notation.FIX, 4)

X, Y, Z, T = range(4)

# Markers in place of a line, to which a function called by SOLVE or the integral returns (BEHAVIOUR 8.1).
# When a program called, the line to go on from lies beneath the marker. When the keyboard called, nothing
# does.
SOLVE_FROM_KEYS: Final = -1
SOLVE_FROM_LINE: Final = -2
INTEGRAL_FROM_KEYS: Final = -3
INTEGRAL_FROM_LINE: Final = -4
SOLVE_MARKERS: Final = (SOLVE_FROM_KEYS, SOLVE_FROM_LINE)
INTEGRAL_MARKERS: Final = (INTEGRAL_FROM_KEYS, INTEGRAL_FROM_LINE)


class Store(Protocol):
    """The interface of the module `saved`, set when the package is loaded. It keeps a State in a file."""

    def save(self, state: State, path: str | Path) -> None:
        """Write the state to a file."""

    def load(self, path: str | Path) -> State:
        """The state that a file keeps."""


@dataclass(slots=True)
class State:
    """A calculator at rest between two steps. Engines that end in equal States agree.

    `machine` is the make, which says how much memory there is.

    `line` is the current line (0 is 000), the one that R/S executes next. `returns` are the pending returns,
    innermost last: lines, or the negative markers above. `entry` is a number being typed, with its value in
    X. `pending` are the keycodes of an unfinished prefix. `message` is an error or other text that the next
    key removes. `running` tells whether a program runs. A run that a limit cut off is still running. `held`
    is the key that is down. `keeps_imaginary` tells that CLx or ← was the last to disable stack lift. Then
    the number that overwrites X does not change its imaginary part. `registers[10]` is R.0. `solve` and
    `integral` are runs in progress. `solve_line` and `integral_line` are the lines where their functions
    begin. Imaginary parts are zero in real mode. `number_ahead` is by how much the number that is shown for
    the current line is ahead of it: GSB I miscounts (BEHAVIOUR 4.3).

    Four fields take no part in comparison. `word_times` are the word times that the machine has spent.
    `line_known` tells whether it knows the number of its current line. `run_registers` are the registers that
    the last SOLVE or integral took, until the free room is counted after its end. `overflowed` tells whether
    the last instruction overflowed. A jump leads to a place in memory, so that the machine counts the
    lines up to there when it next shows the number.
    """

    store: ClassVar[Store]

    model: Model = Model.HP15C
    machine: Machine = OF_MODEL[Model.HP15C]
    program: Program = field(default_factory=Program)
    line: int = 0
    stack: list[Value] = field(default_factory=lambda: [ZERO] * 4)
    imaginary: list[Number] = field(default_factory=lambda: [ZERO] * 4)
    last_x: Value = ZERO
    last_xi: Number = ZERO
    lift: bool = True
    keeps_imaginary: bool = False
    entry: Entry | None = None
    registers: list[Value] = field(default_factory=lambda: [ZERO] * 20)
    i: Value = ZERO
    matrices: dict[str, Matrix] = field(default_factory=lambda: {name: Matrix.zero(0, 0) for name in LETTERS})
    result: str = "A"
    flags: set[int] = field(default_factory=set)
    format: Format = FIX_4
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
    solve_line: int = 0
    integral: IntegralRun | None = None
    integral_line: int = 0
    number_ahead: int = 0
    word_times: int = field(default=0, compare=False)
    line_known: bool = field(default=True, compare=False)
    run_registers: int = field(default=0, compare=False, repr=False)
    overflowed: bool = field(default=False, compare=False, repr=False)

    @classmethod
    def fresh(cls, model: Model, machine: Machine | None = None) -> State:
        """The calculator after a memory reset, its message dismissed (BEHAVIOUR 0.5).

        `machine` is one of the model's makes. Without it, the model's first make.
        """
        return cls(model=model, machine=machine or OF_MODEL[model], program=Program(model=model))

    def save(self, path: str | Path) -> None:
        """Keep everything in a JSON file, replaced whole. See `saved.save`."""
        self.store.save(self, path)

    @classmethod
    def load(cls, path: str | Path) -> State:
        """The State that a file keeps (see `saved.load`). InputError for a foreign or damaged file."""
        return cls.store.load(path)

    def copy(self) -> State:
        """An independent copy. Immutable parts (numbers, the program) are shared."""
        copied = State.__new__(State)
        for name in _FIELDS:
            setattr(copied, name, getattr(self, name))
        copied.stack, copied.imaginary = self.stack[:], self.imaginary[:]
        copied.registers, copied.returns = self.registers[:], self.returns[:]
        copied.matrices = {name: matrix.copy() for name, matrix in self.matrices.items()}
        copied.flags = self.flags.copy()
        copied.solve = self.solve.copy() if self.solve else None
        copied.integral = self.integral.copy() if self.integral else None
        return copied

    def __copy__(self) -> State:
        """The same as `copy`, because a copy that shared lists with a State would change with it."""
        return self.copy()

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
        """The number in a level. Error 1 when it holds a matrix descriptor (BEHAVIOUR 7.6)."""
        value = self.stack[level]
        if isinstance(value, Descriptor):
            raise CalculatorError(1)
        return value

    def push(self, value: Value, imaginary: Number = ZERO) -> None:
        """Bring a value into X, over the old one when stack lift is disabled (BEHAVIOUR 2.1, 6.2).

        When stack lift is disabled the imaginary part of X is overwritten too, unless CLx or ← disabled stack
        lift.
        """
        if self.lift:
            self.lift_stack()
        if self.lift or not self.keeps_imaginary:
            self.imaginary[X] = imaginary
        self.stack[X] = value

    def lift_stack(self) -> None:
        """Move the levels up by one. X is copied, T is lost."""
        x, y, z, _ = self.stack
        self.stack[:] = x, x, y, z
        if 8 in self.flags:
            x, y, z, _ = self.imaginary
            self.imaginary[:] = x, x, y, z

    def drop(self, value: Value, imaginary: Number = ZERO) -> None:
        """Replace X and Y by one value. Z and T move down and T stays (BEHAVIOUR 2.2)."""
        _, _, z, t = self.stack
        self.stack[:] = value, z, t, t
        if 8 in self.flags:
            _, _, z, t = self.imaginary
            self.imaginary[:] = imaginary, z, t, t

    def save_last_x(self) -> None:
        """Save both parts of X as LAST X."""
        self.last_x, self.last_xi = self.stack[X], self.imaginary[X]

    # results

    def deliver(self, result: Working) -> Number:
        """A working number rounded for a register. An overflow raises the overflow condition (MATH 0.4)."""
        number, overflowed = pack(result)
        if overflowed:
            self.overflow()
        return number

    def overflow(self) -> None:
        """Raise the overflow condition: flag 9, or on the HP-11C a stop of the program (BEHAVIOUR 9.7)."""
        self.overflowed = True
        self.saturate()

    def saturate(self) -> None:
        """Note an overflow that never stops a program: flag 9 on the HP-15C, nothing on the HP-11C."""
        if self.model is Model.HP15C:
            self.flags.add(9)

    # programs

    def end_entry(self) -> None:
        """Finish the number being typed, if there is one. That enables stack lift (BEHAVIOUR 1.8)."""
        if self.entry is not None:
            self.entry = None
            self.lift = True

    @property
    def line_number(self) -> int:
        """The number that is shown for the current line."""
        return self.line + self.number_ahead

    def go_to(self, line: int, number: int | None = None) -> None:
        """Make a line the current one. Its number has to be counted when it is shown, unless it is known."""
        self.line, self.line_known = line, number is not None
        self.number_ahead = 0 if number is None else number - line

    def clear_returns(self) -> None:
        """Forget the pending returns, and with them a SOLVE or an integral in progress (BEHAVIOUR 4.4)."""
        self.returns.clear()
        self.solve = self.integral = None
        self.solve_line = self.integral_line = 0

    @property
    def highest_register(self) -> int:
        """The number of the highest data register."""
        return len(self.registers) - 1

    @property
    def returns_left(self) -> int:
        """The number of subroutine levels that are free."""
        return LIMITS[self.model].returns - len(self.returns)


_FIELDS: Final = tuple(one.name for one in fields(State))
