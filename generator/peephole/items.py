"""A program as items: operations that are understood, typed numbers, and lines that are left alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from generator.peephole.symbolic import INDIRECT, KNOWN, ON_REGISTERS, Op
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state import entry
from hp15c.table.instructions import DIGITS, LETTERS, REGISTERS, ROWS, Role, Step, step
from hp15c.table.models import Model


def is_typing(one: Step, goes_on: bool = False) -> bool:
    """Whether a line types a key of a number. CHS does when a number is being typed."""
    return one.role is Role.TYPES or (goes_on and one.role is Role.SIGNS)


def value(steps: tuple[Step, ...]) -> Number | None:
    """The number that lines type, None when they overflow or end the number too early."""
    return _number_of(one.operand or one.name for one in steps)


def _number_of(keys: Iterable[str]) -> Number | None:
    typed: entry.Entry | None = None
    for key in keys:
        typed = entry.start(key) if typed is None else entry.press(typed, key)
        if entry.value(typed).finished:
            return None
    return entry.value(typed).number if typed is not None else None


@cache
def keys(text: str) -> tuple[Step, ...]:
    """The keys that type a number in the fewest lines, as text."""
    return tuple(
        step("digit", key) if key in DIGITS else Step(ROWS[key]) for key in typed_keys(Number.of(text))
    )


@lru_cache(maxsize=10_000)
def typed_keys(number: Number) -> tuple[str, ...]:
    """The fewest keys that type a number, one program line each: digits, '.', 'EEX' and 'CHS'."""
    return next(way for way in sorted(_ways(number), key=len) if _number_of(way) == number)


def _ways(number: Number) -> Iterator[tuple[str, ...]]:
    """Ways to type a number: with the point at every place of its digits, and an exponent to match.

    Those without an exponent, without a point, and with one after the first digit come first.
    """
    digits = str(number.mantissa).rstrip("0") or "0"
    sign = ("CHS",) if number.negative else ()
    whole = max(number.exponent + 1, 0)
    if number.exponent >= 0:
        yield (*_with_point(digits.ljust(whole, "0"), whole), *sign)
    else:
        yield (".", *"0" * (-number.exponent - 1), *digits, *sign)
    for point in dict.fromkeys((len(digits), 1, *range(len(digits)))):
        exponent = number.exponent + 1 - point
        power = (*str(abs(exponent)), *(("CHS",) if exponent < 0 else ()))
        if digits == "1" and point == 1 and not sign:
            yield ("EEX", *power)
        yield (*_with_point(digits, point), *sign, "EEX", *power)


def _with_point(digits: str, point: int) -> tuple[str, ...]:
    return (*digits[:point], *"." * (point < len(digits)), *digits[point:])


_MODES = ("I", "Re↔Im", "MATRIX", "RESULT", "STO MATRIX", "RCL MATRIX", "STO RESULT", "RCL RESULT", "RCL DIM")
_PLAIN_OPERANDS = frozenset((*REGISTERS, "I", INDIRECT))


@dataclass(frozen=True, slots=True)
class Item:
    """Lines that belong together, and the operation `op` that they are. It is None for a line that is left
    alone.

    `first` and `last` are the lines of the given program that these stand for, counted from 1. `changed`
    tells whether they are other lines than those.
    """

    steps: tuple[Step, ...]
    op: Op | None
    first: int
    last: int
    changed: bool = False

    @property
    def types(self) -> bool:
        """Whether a number may still be being typed after it."""
        return self.steps[-1].role is Role.TYPES or (self.op is not None and self.op[0] == "number")

    @property
    def goes_on(self) -> bool:
        """Whether its first line would go on with a number that is being typed."""
        return is_typing(self.steps[0], True)


def obstacle(program: Program) -> str | None:
    """Why a program cannot be analysed: complex numbers or matrices. None when it can be."""
    for number, one in enumerate(program.steps, 1):
        if one.name in _MODES or one.user or (one.name in ("SF", "CF") and one.operand in ("8", "I")):
            return f"line {number:03d} {one}: complex numbers and matrices are not looked at"
        if one.operand in LETTERS and not one.searches and one.role is not Role.LABEL:
            return f"line {number:03d} {one}: matrices are not looked at"
    return None


def block_starts(program: Program) -> frozenset[int]:
    """The lines where a run may arrive from elsewhere, and those right after tests, jumps and stops."""
    starts = {1}
    for line, one in enumerate(program.steps, 1):
        if one.role is Role.LABEL:
            starts.add(line)
        if one.may_skip:
            starts |= {line + 1, line + 2}
        if one.searches or one.role in (Role.JUMPS, Role.CALLS, Role.STOPS, Role.PAUSES, Role.RETURNS):
            starts.add(line + 1)
    return frozenset(starts)


def items(program: Program) -> Iterator[Item]:
    """The items of a program, in order."""
    starts, steps = block_starts(program), program.steps
    line, typing = 1, False
    while line <= len(steps):
        one = steps[line - 1]
        if not is_typing(one, typing):
            yield Item((one,), operation(one, program.model), line, line)
            line, typing = line + 1, False
            continue
        end = line
        while end < len(steps) and is_typing(steps[end], True) and end + 1 not in starts:
            end += 1
        lines = steps[line - 1 : end]
        cut = typing or (end < len(steps) and is_typing(steps[end], True))
        number = None if cut else value(lines)
        if number is None:
            yield from (Item((each,), None, at, at) for at, each in enumerate(lines, line))
        else:
            yield Item(lines, ("number", str(number)), line, end)
        line, typing = end + 1, True


def operation(one: Step, model: Model) -> Op | None:
    """The operation of a line, None where it is none of those that are understood."""
    if one.name not in KNOWN or one.user:
        return None
    if one.name in ON_REGISTERS and one.operand not in _PLAIN_OPERANDS:
        return None
    return (one.name, one.operand)


def repetitions(
    steps: Sequence[Step], lengths: Iterable[int], fits: Callable[[int, int], bool]
) -> Iterator[tuple[int, list[int]]]:
    """The sequences that stand in several places: the length, and the places, which do not overlap.

    `fits` tells of a place and a number of lines whether the lines from there on may be such a sequence.
    """
    ranks: dict[Step, int] = {}
    numbers = [ranks.setdefault(one, len(ranks)) for one in steps]  # they are compared many times
    for length in lengths:
        found: dict[tuple[int, ...], list[int]] = {}
        for place in range(len(steps) - length + 1):
            if fits(place, length):
                places = found.setdefault(tuple(numbers[place : place + length]), [])
                if not places or places[-1] + length <= place:
                    places.append(place)
        yield from ((length, places) for places in found.values() if len(places) > 1)
