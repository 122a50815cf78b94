"""The abstract machine: all that a rule may ask of a calculator.

V is what the machine has for a value: a number or a descriptor, a whole number, a mode. B is what it has for
a condition. A rule asks no value and no condition for its Python truth. `choose` takes one of two values.
`holds` says which way to go. A machine that does not know takes both ways, one after the other, and executes
the rule once for each. So a rule may be written as plain Python with `if m.holds(...)`.
"""

from __future__ import annotations

from typing import Any, NoReturn, Protocol, TypeVar

from hp15c.numbers.number import Number
from hp15c.table.instructions import Step
from hp15c.table.models import Model

V = TypeVar("V")
B = TypeVar("B")


def functions(*given: Any) -> Any:
    """Functions as methods of a machine, for what needs to know nothing of it."""
    return map(staticmethod, given)


def two_skips(row: str) -> LookupError:
    """The exception for the rule of a row that asks for two skips: readers would not agree what they are."""
    return LookupError(f"the rule of {row!r} skips twice on one way; a rule skips the next line once at most")


class Machine(Protocol[V, B]):
    """A calculator as the rules see it.

    `step` is the instruction that is executed. `xi`, `yi`, `zi`, `ti` and `last_xi` are imaginary parts,
    which are 0 in real mode. `registers` is how many data registers there are.
    A program's text and its lines are known to every machine, so they are plain Python.
    """

    step: Step
    model: Model
    x: V
    y: V
    z: V
    t: V
    xi: V
    yi: V
    zi: V
    ti: V
    last_x: V
    last_xi: V
    i: V
    seed: V
    format: V
    angle: V
    lift: B
    keeps_imaginary: B

    @property
    def complex(self) -> B:
        """Flag 8: whether the calculator computes with complex numbers."""

    @property
    def registers(self) -> V:
        """How many data registers there are, a whole number."""

    # levels and registers

    def move(self, x: int, y: int, z: int, t: int) -> None:
        """Give X, Y, Z and T what these levels hold, both parts. 0 is X and 3 is T."""

    def register(self, number: int | V) -> V:
        """The value of a data register that exists."""

    def store(self, number: int | V, value: V) -> None:
        """Put a value into a data register that exists."""

    def element(self, name: str) -> V:
        """The element of a matrix that R0 and R1 point to. Error 3 when there is none."""

    def set_element(self, name: str, value: V) -> None:
        """Put a number into that element. Error 1 for a descriptor."""

    def advance(self, name: str) -> B:
        """Move R0 and R1 to the next element, row by row, and tell whether they wrapped to 1, 1."""

    def clear_registers(self) -> None:
        """Set all data registers to 0."""

    def flag(self, number: int) -> B:
        """Whether a flag is set."""

    def set_flag(self, number: int, value: bool) -> None:
        """Set or clear a flag."""

    # values

    def number(self, value: Number) -> V:
        """A number as a value of this machine."""

    def whole(self, name: str, *operands: V) -> V:
        """The whole number or mode that a function of `number_functions.WHOLE` gives."""

    def compute(self, name: str, *operands: V) -> tuple[V, B]:
        """The number that a function of `number_functions.ONE` gives, and whether it overflowed.

        The function's Error is the instruction's.
        """

    def results(self, name: str, *operands: V) -> tuple[tuple[V, ...], B]:
        """The numbers that a function of `number_functions.SEVERAL` gives, and whether one overflowed."""

    def count(self, counter: V, *, downwards: bool) -> tuple[V, B]:
        """A loop counter one step on, and whether the loop ends (BEHAVIOUR 4.6)."""

    def negate(self, value: V) -> V:
        """A number with the other sign. 0 stays 0."""

    def settle(self, value: V) -> V:
        """A value without the sign of a negative zero (BEHAVIOUR 0.3)."""

    @property
    def typing(self) -> bool:
        """Whether a number is being typed. Each machine knows it."""

    def type_key(self, key: str) -> tuple[V, B]:
        """The number being typed after one more key, and whether it overflowed (BEHAVIOUR 1.6)."""

    # conditions

    def is_matrix(self, value: V) -> B:
        """Whether a value is the descriptor of a matrix."""

    def equal(self, a: V, b: V) -> B:
        """Whether two values are equal."""

    def below(self, a: V, b: V) -> B:
        """Whether one number is less than another."""

    def at_least(self, whole: V, least: int | V) -> B:
        """Whether a whole number is as large as another, or larger."""

    def both(self, a: B, b: B) -> B:
        """Whether two conditions hold."""

    def no(self, a: B) -> B:
        """Whether a condition does not hold."""

    def known(self, truth: bool) -> B:
        """The condition that always holds when `truth` is set, or else the one that never does."""

    def choose(self, condition: B, a: V, b: V) -> V:
        """One value where a condition holds, and another where it does not."""

    def holds(self, condition: B) -> bool:
        """Whether a condition holds. A machine that does not know goes one way, and the other one later."""

    def which(self, whole: V, choices: range) -> int:
        """Which of these a whole number is. It is one of them."""

    def which_matrix(self, value: V) -> str:
        """Which matrix a descriptor names."""

    # Errors and overflow

    def fail(self, number: int) -> NoReturn:
        """End the instruction with an Error."""

    def require(self, registers: int) -> None:
        """Raise Error 10 unless `registers` registers are free."""

    def count_room(self) -> None:
        """Count the free registers. Those of a SOLVE or integral that is over are free from then on."""

    def overflow_if(self, condition: B) -> None:
        """Raise the overflow condition: flag 9, or on the HP-11C a stop of the program (BEHAVIOUR 9.7)."""

    def saturate_if(self, condition: B) -> None:
        """Note an overflow that never stops a program: flag 9 on the HP-15C, nothing on the HP-11C."""

    # how the program goes on

    @property
    def running(self) -> bool:
        """Whether a program runs. Else a key is pressed."""

    @property
    def length(self) -> int:
        """How many lines the program has."""

    def find(self, label: str) -> int:
        """The line of a label, searched from the current line on and round. Error 4 when there is none."""

    def jump(self, line: int) -> None:
        """Go on at a line."""

    def call(self, line: int, behind: int | None = None) -> None:
        """Go on at a line, and come back after this one, or to another. Error 5 without a free level."""

    def leave(self) -> None:
        """Go back to the caller. Without one, stop at line 000."""

    def skip_if(self, condition: B) -> None:
        """Skip the next line where the condition holds. `two_skips` where a rule asks for it again."""

    def stop(self) -> None:
        """Stop. The next line is the current one."""

    def pause(self) -> None:
        """Show X for a second."""

    def keep_lift_if(self, condition: B) -> None:
        """Leave stack lift as it was, whatever the row says."""

    def hand_over(self) -> None:
        """Leave the instruction to ordinary Python: matrices, SOLVE and the integral."""
