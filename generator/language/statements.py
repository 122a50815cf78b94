"""Settings, dialogue and claims: the calls of a program that stand as statements of their own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from generator.language.complex_numbers import Held
from generator.language.machine import machine
from generator.language.matrices import Matrix
from generator.language.operations import BLINK_FLAG
from generator.language.values import results, value
from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor

T = TypeVar("T")


class AssumptionError(Exception):
    """Raised when a claim that a program makes with `assume` does not hold."""


def deg() -> None:
    """Take angles in degrees from now on."""
    machine().set("deg")


def rad() -> None:
    """Take angles in radians from now on."""
    machine().set("rad")


def grad() -> None:
    """Take angles in grads from now on."""
    machine().set("grad")


def fix(digits: int) -> None:
    """Show numbers with `digits` digits after the point."""
    machine().set("fix", int(digits))


def sci(digits: int) -> None:
    """Show numbers as a mantissa with `digits` digits after the point, and an exponent."""
    machine().set("sci", int(digits))


def eng(digits: int) -> None:
    """Show numbers with an exponent that is a multiple of three, and `digits` + 1 digits in all."""
    machine().set("eng", int(digits))


def blink() -> None:
    """Make the display blink from now on, until a key is pressed: `blink()` tells that something is wrong."""
    machine().set("blink", BLINK_FLAG)


def steady() -> None:
    """Let the display blink no longer."""
    machine().set("steady", BLINK_FLAG)


def set_flag(number: int) -> None:
    """Set a flag of the calculator, 0 to 7 on the HP-15C and 0 or 1 on the HP-11C. It stays set."""
    machine().set("set_flag", int(number))


def clear_flag(number: int) -> None:
    """Clear a flag of the calculator."""
    machine().set("clear_flag", int(number))


def flag(number: int) -> Any:
    """1 where a flag of the calculator is set, by the program or by a person, and 0 where it is not."""
    return value(machine().compute(f"flag_{int(number)}"))


def pause(shown: Any) -> None:
    """Show a number or a matrix for a moment."""
    if isinstance(shown, Held):
        results("complex_pause", *shown)
        return
    machine().tick()
    machine().dialogue.pause(_display(shown))


def ask(shown: Any) -> Any:
    """Show a number or a matrix and stop. R/S goes on, with what stands in X then."""
    if isinstance(shown, Held):
        return results("complex_ask", *shown)
    machine().tick()
    given = machine().dialogue.ask(_display(shown))
    return shown if isinstance(given, Descriptor) else value(given)


def ask_two(shown: Any) -> tuple[Any, Any]:
    """Show a number and stop until two numbers are keyed in: `y, x = ask_two(total)` for `3 ENTER 4 R/S`.

    Raises AssumptionError where a dialogue has only one number, or none: a program claims that there are two.
    """
    machine().tick()
    given = machine().dialogue.ask_two(value(shown))
    if given is None:
        raise AssumptionError("two numbers are keyed in here")
    return value(given[0]), value(given[1])


def _display(shown: Any) -> Number | Descriptor:
    return Descriptor(shown.letter) if isinstance(shown, Matrix) else value(shown)


def show(shown: Any, *, fix: int | None = None, sci: int | None = None, eng: int | None = None) -> None:
    """Show a number and stop until R/S: `show(x)`, or `show(x, fix=2)`, which sets the display before.

    What is typed at the stop is not used.
    """
    number = value(shown)
    for name, digits in (("fix", fix), ("sci", sci), ("eng", eng)):
        if digits is not None:
            machine().set(name, int(digits))
    ask(number)


def assume(claim: bool) -> None:
    """Claim what always holds, like `assume(1 <= n <= 8)`: the compiler may use it.

    Raises AssumptionError when the module runs as Python and it does not hold.
    """
    if not claim:
        raise AssumptionError("a claim of the program does not hold")


def unordered(passes: Iterable[T]) -> Iterable[T]:
    """Claim that the order of a loop's passes changes no result: `for i in unordered(range(n)):`.

    The compiler keeps the order of the source, with the claim or without it.
    """
    return passes
