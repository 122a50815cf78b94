"""Numbers with which a program computes: the calculator's own numbers of ten digits."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any, TypeAlias

from generator.language.machine import machine
from hp15c.numbers.number import Number

Real: TypeAlias = Any
"""A number of a program, for annotations: an int, a float or a Value.

For a type checker it is Any, because an int in a program becomes a Value as soon as something is computed
with it.
"""


def _operators(name: str) -> tuple[Callable[[Value, object], Any], Callable[[Value, object], Any]]:
    """The methods of an operation whose left, and whose right operand is a Value."""
    return lambda one, other: _compute_two(name, one, other), lambda one, other: _compute_two(
        name, other, one
    )


def _comparison(compare: Callable[[Number, Value], bool]) -> Callable[[Value, Any], bool]:
    def compare_counted(one: Value, other: Any) -> bool:
        machine().tick()
        return compare(one, value(other))

    return compare_counted


class Value(Number):
    """A number on which + - * / // % ** abs and comparisons are the calculator's.

    `a // b` is INT(a / b), `a % b` is a - b * (a // b), `a ** b` is the key yˣ. An exponent that is
    written as 2 is the key x². The two differ in the last digit for one number in a hundred. An int
    or float beside a Value stands for the number as it would be typed: a float is taken as Python shows
    it. Where the calculator shows Error 0, `hp15c.errors.CalculatorError` is raised.
    """

    __slots__ = ()

    __add__, __radd__ = _operators("add")
    __sub__, __rsub__ = _operators("sub")
    __mul__, __rmul__ = _operators("mul")
    __truediv__, __rtruediv__ = _operators("div")
    __floordiv__, __rfloordiv__ = _operators("floordiv")
    __mod__, __rmod__ = _operators("mod")

    def __pow__(self, other: object) -> Any:
        if type(other) is int and other == 2:
            return value(machine().compute("square", self))
        return _compute_two("pow", self, other)

    __rpow__ = _operators("pow")[1]

    def __neg__(self) -> Value:
        return value(Number.__neg__(self))

    def __pos__(self) -> Value:
        return self

    def __abs__(self) -> Value:
        return value(Number.__abs__(self))

    def __divmod__(self, other: object) -> tuple[Any, Any]:
        return self // other, self % other

    def __rdivmod__(self, other: object) -> tuple[Any, Any]:
        return other // self, other % self

    def __round__(self, decimals: int = 0) -> Value:
        """The number rounded to `decimals` decimals, with a 5 rounded away from 0."""
        places, half = int(decimals), value(Decimal("0.5"))
        power = value(10 ** abs(places))
        scaled = self * power if places > 0 else self / power if places else self
        whole = (scaled - half if self < 0 else scaled + half) // value(1)
        return value(whole / power if places > 0 else whole * power if places else whole)

    def __eq__(self, other: object) -> bool:
        machine().tick()
        return Number.__eq__(self, value(other) if isinstance(other, float) else other)

    __hash__ = Number.__hash__

    __lt__, __le__ = _comparison(Number.__lt__), _comparison(Number.__le__)
    __gt__, __ge__ = _comparison(Number.__gt__), _comparison(Number.__ge__)

    def __bool__(self) -> bool:
        machine().tick()
        return not self.is_zero

    def __index__(self) -> int:
        if not self.is_integer:
            raise TypeError(f"{self} is not a whole number")
        return int(self)

    def __repr__(self) -> str:
        return str(self)


def value(number: object) -> Value:
    """A Value of an int, float, Decimal, Number or text. TypeError for anything else. True is 1, False 0."""
    if isinstance(number, Value):
        return number
    if isinstance(number, float):
        number = Decimal(repr(number))
    if not isinstance(number, int | str | Decimal | Number):
        raise TypeError(f"{number!r} is not a number that a program can compute with")
    plain = Number.of(int(number) if isinstance(number, bool) else number)
    return Value(plain.negative, plain.exponent, plain.mantissa)


def results(name: str, *operands: object, letters: tuple[str, ...] = ()) -> Any:
    """What an operation gives: a Value, several of them in the order of the stack, or None."""
    found = tuple(map(value, machine().several(name, *map(value, operands), letters=letters)))
    return found if len(found) > 1 else found[0] if found else None


def _compute_two(name: str, left: object, right: object) -> Any:
    for operand in (left, right):
        if not isinstance(operand, int | float | Decimal | Number):
            return NotImplemented
    return value(machine().compute(name, value(left), value(right)))
