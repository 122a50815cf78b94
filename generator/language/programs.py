"""`@program("A")`: the functions that a person starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar, cast

from generator.language.complex_numbers import ComplexNumber, Held
from generator.language.exact import exact, make_exact
from generator.language.machine import machine
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
        names = plain.__globals__
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
