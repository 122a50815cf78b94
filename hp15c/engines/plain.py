"""What the faster engines can hold: real numbers, and nothing unfinished."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from hp15c.numbers.number import MINUS_ZERO, Number
from hp15c.operations.written import NotWritten
from hp15c.rules.stack import COMPLEX
from hp15c.state.state import State

LEVELS: Final = ("x", "y", "z", "t")


def is_plain(state: State) -> bool:
    """Whether a State holds nothing but real numbers, none being typed, and no SOLVE or integral.

    An imaginary part that is not 0 counts even in real mode: tests look at it.
    """
    values = (*state.stack, *state.registers, state.i, state.last_x)
    return (
        COMPLEX not in state.flags
        and state.entry is None
        and all(isinstance(value, Number) for value in values)
        and MINUS_ZERO not in state.stack
        and not any(state.imaginary)
        and not state.last_xi
        and state.solve is None
        and state.integral is None
        and not state.number_ahead
        and all(line >= 0 for line in state.returns)
    )


class PlainMachine:
    """A calculator of real numbers on which the rule of one line is run (see `rules.machine.Machine`).

    Values and registers have names here. A condition is known, or has an `opposite`. `skips` is the condition
    under which the next line is left out, `keeps` the one under which stack lift stays as it was. A rule that
    asks for more cannot be written.
    """

    complex = keeps_imaginary = typing = False
    registers, lift = "registers", "lift"
    skips: Any = False
    keeps: Any = False

    def __getattr__(self, name: str) -> NoReturn:
        raise NotWritten(name)

    def move(self, *sources: int) -> None:
        held = [getattr(self, LEVELS[source]) for source in sources]
        for level, value in zip(LEVELS, held, strict=True):
            setattr(self, level, value)

    def settle(self, value: Any) -> Any:
        return value

    def is_matrix(self, value: Any) -> bool:
        return False

    def known(self, truth: bool) -> bool:
        return truth

    def both(self, a: Any, b: Any) -> Any:
        if a is True or b is False:
            return b
        if b is True or a is False:
            return a
        raise NotWritten("both")

    def no(self, a: Any) -> Any:
        return not a if isinstance(a, bool) else a.opposite()

    def fail(self, number: int) -> NoReturn:
        raise NotWritten(f"Error {number}")

    def skip_if(self, condition: Any) -> None:
        self.skips = condition

    def keep_lift_if(self, condition: Any) -> None:
        self.keeps = condition
