"""`@program("A")`: the functions that a person starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import unwrap
from types import FunctionType
from typing import Any, TypeVar, cast

from generator.language.complex_numbers import ComplexNumber, Held
from generator.language.exact import exact, make_exact
from generator.language.machine import machine
from generator.language.statements import AssumptionError
from generator.language.values import value

ProgramFunction = TypeVar("ProgramFunction", bound=Callable[..., Any])


def _halves(result: Any) -> tuple[Any, ...]:
    """A result, or the parts of a complex one."""
    return tuple(result) if isinstance(result, ComplexNumber) else (result,)


def program(label: str) -> Callable[[ProgramFunction], ProgramFunction]:
    """Make a function an entry point that starts at this label.

    Its arguments stand on the stack as they were typed, the last one in X.
    """

    def decorate(function: ProgramFunction) -> ProgramFunction:
        plain = cast(FunctionType, function)
        names = cast(FunctionType, unwrap(function)).__globals__
        ready = False

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            nonlocal ready
            if not ready:
                make_exact(names)
                ready = True
            result = plain(*arguments, **named)
            if isinstance(result, Held):
                return exact(value(*machine().several("held", *map(value, result))))
            if isinstance(result, tuple) and all(isinstance(one, Held) for one in result):
                held = machine().several("held_two", *(value(half) for one in result for half in one))
                return tuple(exact(value(one)) for one in held)
            parts = result if isinstance(result, tuple) else (result,)
            given = tuple(exact(half) for one in parts for half in _halves(one))
            return given if isinstance(result, tuple | ComplexNumber) else given[0]

        run.label = label  # type: ignore[attr-defined]
        return cast(ProgramFunction, run)

    return decorate


def recursive(levels: int) -> Callable[[ProgramFunction], ProgramFunction]:
    """Claim that a function which calls itself has at most `levels` calls under way at once: `@recursive(6)`.

    The HP-15C keeps seven places to return to, the HP-11C four. AssumptionError where there are more calls.
    """

    def decorate(function: ProgramFunction) -> ProgramFunction:
        active = 0

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            nonlocal active
            if active == levels:
                raise AssumptionError(f"more than {levels} calls of {function.__name__} are under way")
            active += 1
            try:
                return function(*arguments, **named)
            finally:
                active -= 1

        return cast(ProgramFunction, run)

    return decorate
