"""A calculator of real numbers, on which readers run the rules of the book."""

from __future__ import annotations

from typing import Any, Final, NoReturn

LEVELS: Final = ("x", "y", "z", "t")


class NotWritten(Exception):
    """Raised for a rule that asks for something that cannot be written before it runs."""


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
        if self.skips is not False or not self.step.may_skip:
            raise NotWritten("two skips, or a skip by what is no test")
        self.skips = condition

    def keep_lift_if(self, condition: Any) -> None:
        self.keeps = condition
