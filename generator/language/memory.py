"""Values that stay between runs: registers and arrays, declared at the level of the module."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from generator.language.values import Value, value


def register(at: int | str | None = None) -> Any:
    """A register, which holds 0 at first: `turn = register()`.

    `at` pins it: 3, ".3" or "I". Its name is read like any other. A function that assigns it says `global
    turn`.
    """
    return value(0)


class StoredArray:
    """Numbers that are reached by a computed index, 0 at first: `digits[i]`.

    An index outside of the array raises IndexError. The listing does not check indices, so a program must not
    use such an index. One that is written as `a[-1]` counts from the end, and `a[1:4]` is a table.
    """

    def __init__(self, length: int, at: int | None = None) -> None:
        self.at = at
        self._values = [value(0)] * length

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            for end in (index.start, index.stop):
                if isinstance(end, Value) and not 0 <= end <= len(self._values):
                    raise IndexError(f"a part of {len(self._values)} elements cannot begin or end at {end}")
            return Table(self._values[index])
        return self._values[self._check(index)]

    def __setitem__(self, index: Any, number: Any) -> None:
        if isinstance(index, slice):
            numbers = list(map(value, number))
            if len(numbers) != len(self._values[index]):
                raise ValueError(f"{len(numbers)} numbers for {len(self._values[index])} elements")
            self._values[index] = numbers
        else:
            self._values[self._check(index)] = value(number)

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Value]:
        return (self._values[place] for place in range(len(self._values)))

    def clear(self) -> None:
        """Set every element to 0."""
        self._values = [value(0)] * len(self._values)

    def __repr__(self) -> str:
        return f"array{tuple(self._values)}"

    def _check(self, index: Any) -> int:
        written = type(index) is int and index < 0
        number = index + len(self._values) if written else value(index).__index__()
        if not 0 <= number < len(self._values):
            raise IndexError(f"there is no element {number}; the last one is {len(self._values) - 1}")
        return number


class GrowingList(StoredArray):
    """A list of a function that begins empty: `found = []` and `found.append(x)`."""

    def __init__(self) -> None:
        super().__init__(0)

    def append(self, number: Any) -> None:
        """Put a number at the end."""
        self._values.append(value(number))

    def pop(self) -> Value:
        """Take the last number away and return it. IndexError where there is none."""
        return self._values.pop()

    def clear(self) -> None:
        """Take all numbers away."""
        self._values = []


class Table(StoredArray):
    """Numbers that stay as they are written: `DAYS = (31, 28, 31)` and `DAYS[month - 1]`."""

    def __init__(self, numbers: Iterable[Any]) -> None:
        self.at = None
        self._values = [value(one) for one in numbers]

    def __setitem__(self, index: Any, number: Any) -> None:
        raise TypeError("a table of numbers stays as it is written: use an array")


class Rows(tuple[Table, ...]):
    """A table of rows, such as `RATES = ((10, 0.2), (20, 0.4))`. `RATES[i][1]` reads one of its numbers."""

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not int and not isinstance(index, slice) and value(index) < 0:
            raise IndexError(f"there is no row {index}")
        return super().__getitem__(index)


def array(length: int, at: int | None = None) -> StoredArray:
    """An array with `length` elements: `digits = array(8)`. `at` pins its element 0 to that register."""
    return StoredArray(length, at)
