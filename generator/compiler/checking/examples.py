"""The tables `EXAMPLES`, `ARGUMENTS`, `RESULTS` and `TOLERANCE` that a source file may hold.

A row is `((argument, ...), (result, ...))` for the first entry point and `("B", (argument, ...), (result,
...))` for another. Of a dialogue it is `("12 GSB A", (shown, ...))` or `("3 R/S", (shown, ...))`. Several
numbers have ENTER between them. A row alone begins with cleared memory. The rows of a list follow each other
on the same memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from generator.compiler.checking.calls import CallResult, EntryCall
from generator.compiler.tree.ir import Module
from hp15c.errors import InputError
from hp15c.numbers.number import Number
from hp15c.state.state import Value
from hp15c.table.step import register_name

_LEVELS: Final = ("T", "Z", "Y", "X")
BOTH: Final = 2
"""The numbers that `ask_two` asks for."""


@dataclass(slots=True)
class Example:
    """A call and what is expected of it: numbers shown and left, by place. None is not compared."""

    call: EntryCall
    expected: list[tuple[str, Number | None]] = field(default_factory=list)


def tolerance(names: dict[str, Any]) -> float:
    """The largest relative difference that a file allows, or 0. InputError when it is no number."""
    within = names.get("TOLERANCE", 0)
    with _file_named(names):
        if not isinstance(within, int | float):
            raise InputError(f"TOLERANCE: {within!r} is no number; write 1e-9")
    return float(within)


def examples(module: Module, names: dict[str, Any]) -> list[list[Example]]:
    """The examples of a module from its namespace, as sequences on the same memory.

    InputError when a row is not of one of the three forms, and when it gives an entry point more or fewer
    arguments than it takes.
    """
    rows_of_file = names.get("EXAMPLES", ())
    with _file_named(names):
        if not isinstance(rows_of_file, Sequence) or isinstance(rows_of_file, str):
            raise InputError(
                f"EXAMPLES: {rows_of_file!r} is no table; write (((argument, ...), (result, ...)), ...)"
            )
        return [_examples_of(row, module, names) for row in rows_of_file]


def _examples_of(row: object, module: Module, names: dict[str, Any]) -> list[Example]:
    """The examples of a row, or of a list of rows that follow each other."""
    try:
        made = _sequence(row if isinstance(row, list) else [row], module, names)
    except InputError:
        raise
    except (ValueError, TypeError, IndexError, AttributeError):
        raise InputError(f"EXAMPLES: {row!r} is no example; write ((argument, ...), (result, ...))") from None
    for one in made:
        _fit(one.call, module, row)
    return made


@contextmanager
def _file_named(names: dict[str, Any]) -> Iterator[None]:
    """Name the file of a namespace in each InputError of the block."""
    try:
        yield
    except InputError as error:
        path = names.get("__file__")
        raise InputError(f"{path}: {error}" if path else str(error)) from None


def _fit(call: EntryCall, module: Module, row: object) -> None:
    """Raise InputError when there is no such entry point, or when it takes another number of arguments."""
    takes = {one.label: len(one.parameters) for one in module.functions.values() if one.label}
    if call.label not in takes:
        raise InputError(f"EXAMPLES: {row!r}: there is no entry point {call.label!r}")
    if len(call.arguments) != takes[call.label]:
        raise InputError(
            f"EXAMPLES: {row!r}: entry point {call.label} takes {takes[call.label]} from the stack, "
            f"{len(call.arguments)} are given"
        )


def _sequence(rows: Sequence[Any], module: Module, names: dict[str, Any]) -> list[Example]:
    made: list[Example] = []
    for row in rows:
        if isinstance(row[0], str) and len(row) == 2:
            keys, shown = row
            *typed, last = keys.split()
            if last == "R/S":
                _answer(made[-1], _numbers_of(typed))
            else:
                *typed, pressed = typed
                if pressed != "GSB":
                    raise ValueError(f"{pressed} where GSB is pressed")
                made.append(Example(EntryCall(last, _numbers_of(typed))))
            made[-1].expected += [("shown", _number(one)) for one in shown]
        else:
            label, arguments, results = row if len(row) == 3 else (_first(module), *row)
            made.append(_example(label, arguments, results, names))
    return made


def _numbers_of(words: Sequence[str]) -> tuple[Number, ...]:
    """The numbers of "3 ENTER 4"."""
    if any(word != "ENTER" for word in words[1::2]) or words[-1:] == ["ENTER"]:
        raise ValueError(f"{' '.join(words)}: numbers have ENTER between them")
    return tuple(map(Number.of, words[::2]))


def _answer(example: Example, typed: tuple[Number, ...]) -> None:
    call = example.call
    if len(typed) > BOTH:
        raise ValueError("more than two numbers at a stop")
    answer = (typed[0], typed[1]) if len(typed) == BOTH else typed[0] if typed else None
    example.call = EntryCall(call.label, call.arguments, (*call.answers, answer), call.stored)


def _example(
    label: str, arguments: Sequence[str], results: Sequence[str | None], names: dict[str, Any]
) -> Example:
    numbers = tuple(map(Number.of, arguments))
    places = [str(place) for place in names.get("ARGUMENTS", ())] or _LEVELS[len(_LEVELS) - len(numbers) :]
    _as_many("ARGUMENTS", places, numbers)
    given = dict(zip(places, numbers, strict=True))
    typed = tuple(given.pop(level) for level in _LEVELS if level in given)
    call = EntryCall(label, typed, (), {_register(place): number for place, number in given.items()})
    where = names.get("RESULTS") or ("X", "Y", "Z", "T")[: len(results)][::-1]
    if results:
        _as_many("RESULTS", where, results)
    pairs = zip(where, results, strict=True) if results else ()
    named = ((f"R{_register(place)}" if place.startswith("R") else place, one) for place, one in pairs)
    return Example(call, [(place, _number(one)) for place, one in named])


def _as_many(table: str, places: Sequence[str], given: Sequence[object]) -> None:
    """Raise InputError when a row has more or fewer arguments or results than there are places for them."""
    if len(places) != len(given):
        raise InputError(
            f"{table} names {len(places)} places, and a row of EXAMPLES has {len(given)}: give it as many"
        )


def _register(place: str) -> str:
    """A register as a line names it: R3 is 3, and R13 is .3."""
    number = place.removeprefix("R")
    return register_name(int(number)) if number.isdecimal() else number


def _first(module: Module) -> str:
    return next(one.label for one in module.functions.values() if one.label)


def _number(text: str | None) -> Number | None:
    return None if text is None else Number.of(text)


def differences(example: Example, outcome: CallResult, limit: float) -> list[str]:
    """The differences between an outcome and the example, in words."""
    shown = [number for _, number in outcome.shown]
    held: dict[str, Value] = dict(outcome.registers)
    held = {f"R{at}" if at != "I" else at: number for at, number in held.items()}
    held |= dict(zip(("X", "Y", "Z", "T"), reversed(outcome.results), strict=False))
    if any(place == "shown" for place, _ in example.expected):
        shown += outcome.results[-1:]
        if len(shown) < len(example.expected) and example.expected[-1][1] is None:
            shown.append(Number.of(0))  # a program without a result may leave any number in X
        if len(shown) != len(example.expected):
            told = f"{outcome} {outcome.reason}".rstrip()
            return [f"{len(shown)} numbers are shown, not {len(example.expected)}: {told}"]
    elif outcome.end != "results":
        return [f"it ends with {outcome.end} {outcome.reason}".rstrip()]
    faults = []
    for position, (place, wanted) in enumerate(example.expected):
        got = shown[position] if place == "shown" else held.get(place)
        if wanted is not None and not (isinstance(got, Number) and _is_near(got, wanted, limit)):
            faults.append(f"{place} is {got}, not {wanted}")
    return faults


def _is_near(got: Number, wanted: Number, limit: float) -> bool:
    return bool(abs(got.decimal - wanted.decimal) <= abs(wanted.decimal) * type(wanted.decimal)(str(limit)))
