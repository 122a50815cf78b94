"""Complex numbers of the HP-15C: `z = complex_number(3, 4)`, with + - * / ** and functions.

Sums are those of the parts. All else is the calculator's own in complex mode, where angles are radians.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from generator.language.machine import machine
from generator.language.values import results, value
from hp15c.numbers.number import Number


class ComplexNumber:
    """A complex number of a program, with its parts `real` and `imag`."""

    __slots__ = ("imag", "real")

    def __init__(self, real: Any, imag: Any) -> None:
        self.real = value(real)
        self.imag = value(imag)

    def __add__(self, other: Any) -> ComplexNumber:
        one = _complex(other)
        return ComplexNumber(self.real + one.real, self.imag + one.imag)

    def __radd__(self, other: Any) -> ComplexNumber:
        return _complex(other) + self

    def __sub__(self, other: Any) -> ComplexNumber:
        one = _complex(other)
        return ComplexNumber(self.real - one.real, self.imag - one.imag)

    def __rsub__(self, other: Any) -> ComplexNumber:
        return _complex(other) - self

    def __mul__(self, other: Any) -> ComplexNumber:
        return _of_two("complex_product", self, other)

    def __rmul__(self, other: Any) -> ComplexNumber:
        return _of_two("complex_product", other, self)

    def __truediv__(self, other: Any) -> ComplexNumber:
        return _of_two("complex_quotient", self, other)

    def __rtruediv__(self, other: Any) -> ComplexNumber:
        if type(other) is int and other == 1:
            return of_complex("reciprocal", self)
        return _of_two("complex_quotient", other, self)

    def __pow__(self, other: Any) -> ComplexNumber:
        if type(other) is int and other == 2:
            return of_complex("square", self)
        return _of_two("complex_power", self, other)

    def __rpow__(self, other: Any) -> ComplexNumber:
        return _of_two("complex_power", other, self)

    def __neg__(self) -> ComplexNumber:
        return ComplexNumber(-self.real, -self.imag)

    def __abs__(self) -> Any:
        return results("complex_abs", self.real, self.imag)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | float | Number | ComplexNumber):
            return NotImplemented
        one = _complex(other)
        return bool(self.real == one.real and self.imag == one.imag)

    __hash__ = None  # type: ignore[assignment]

    def __iter__(self) -> Iterator[Any]:
        """The real part, then the imaginary part: the results of a function that returns it."""
        return iter((self.real, self.imag))

    def __repr__(self) -> str:
        return f"complex_number({self.real}, {self.imag})"


class Held(NamedTuple):
    """A complex number as the calculator holds it in one level."""

    real: Any
    imag: Any


def held(real: Any, imag: Any) -> Any:
    """A complex number in X, with complex mode on: `return held(3, 4)`, and so with `ask` and `pause`.

    The display shows the real part, and the key (i) the imaginary part.
    """
    return Held(real, imag)


def complex_number(real: Any, imag: Any) -> Any:
    """A complex number with these parts."""
    return ComplexNumber(real, imag)


def of_complex(name: str, z: ComplexNumber) -> ComplexNumber:
    """A function of a complex number, by the name of the function of a real one."""
    return ComplexNumber(*machine().several(f"complex_{name}", z.real, z.imag))


def _of_two(name: str, left: Any, right: Any) -> ComplexNumber:
    one, other = _parts(left), _parts(right)
    which = "_of_real" if len(one) == 1 else "_by_real" if len(other) == 1 else ""
    return ComplexNumber(*machine().several(name + which, *one, *other))


def _parts(one: Any) -> tuple[Any, ...]:
    return tuple(one) if isinstance(one, ComplexNumber) else (value(one),)


def _complex(one: Any) -> ComplexNumber:
    return one if isinstance(one, ComplexNumber) else ComplexNumber(one, 0)
