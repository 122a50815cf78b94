"""Saved things as plain dicts of strings and ints, and reading them back: a SOLVE, an integral, a matrix."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final, NoReturn, TypeVar, get_type_hints

from hp15c.errors import InputError
from hp15c.numbers.number import Number
from hp15c.numbers.working import MANTISSA_LIMIT, NOTHING, ONE_MANTISSA, Working

_MOST_SHOWN: Final = 60
_LONGEST_NUMBER: Final = 100
_HALF: Final = re.compile("[\ud800-\udfff]")
R = TypeVar("R")
_WORKING_TEXT: Final = re.compile(r"(-?)([0-9]{13})e(-?[0-9]{1,3})")


def working_text(x: Working) -> str:
    """A working number as '-1414213562373e0': its thirteen digits, e, its exponent. Zero is '0'."""
    return f"{'-' if x.negative else ''}{x.mantissa}e{x.exponent}" if x.mantissa else "0"


def plain(value: Any) -> Any:
    """A value as it is saved: numbers and words as text, a thing with fields of its own by its `to_json`."""
    match value:
        case None | bool() | int():
            return value
        case Working():
            return working_text(value)
        case list() | tuple():
            return [plain(one) for one in value]
        case set():
            return sorted(value)
        case dict():
            return {name: plain(one) for name, one in value.items()}
    return value.to_json() if hasattr(value, "to_json") else str(value)


def plain_fields(record: Any) -> dict[str, Any]:
    """The fields of a dataclass as they are saved, by their names. `Saved.record` reads them back."""
    return {one.name: plain(getattr(record, one.name)) for one in fields(record)}


def excerpt(value: object) -> str:
    """A wrong value as an error message shows it: no more than its beginning."""
    text = repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


class Saved:
    """The fields of a saved thing, checked as they are read. Each fault is an InputError naming its field."""

    def __init__(self, what: str, data: object) -> None:
        self._what = what
        if not isinstance(data, Mapping):
            raise InputError(f"saved {what}: a mapping of fields is expected, not {type(data).__name__}")
        self._data = data

    def refuse(self, name: str, wanted: str) -> NoReturn:
        """Raise the InputError for a field that does not hold what is wanted."""
        raise InputError(f"saved {self._what}: {name} must be {wanted}, not {excerpt(self._data.get(name))}")

    def has(self, name: str) -> bool:
        """Whether the field is there and is not null."""
        return self._data.get(name) is not None

    def text(self, name: str, wanted: str = "a text", most: int | None = None) -> str:
        """A field that is a string of at most `most` characters, none of them half a character of UTF-16."""
        value = self._data.get(name)
        if not isinstance(value, str) or (most is not None and len(value) > most) or _HALF.search(value):
            self.refuse(name, wanted)
        return value

    def choice(self, name: str, *choices: str) -> str:
        """A field that is one of a few texts."""
        value = self.text(name)
        if value not in choices:
            self.refuse(name, "one of " + ", ".join(choices))
        return value

    def integer(self, name: str, lowest: int, highest: int) -> int:
        """A field that is an int within the limits, both included."""
        value = self._data.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            self.refuse(name, f"an integer from {lowest} to {highest}")
        return value

    def flag(self, name: str) -> bool:
        """Whether a field that is true or false is true."""
        value = self._data.get(name)
        if not isinstance(value, bool):
            self.refuse(name, "true or false")
        return value

    def items(self, name: str, count: int | None = None, most: int | None = None) -> list[object]:
        """A field that is a list: of `count` items, or of at most `most` items, where these are given."""
        value = self._data.get(name)
        if not isinstance(value, list) or count not in (None, len(value)):
            self.refuse(name, "a list" if count is None else f"a list of {count}")
        if most is not None and len(value) > most:
            self.refuse(name, f"a list of at most {most} items")
        return value

    def texts(self, name: str, most: int) -> list[str]:
        """A field that is a list of at most `most` texts."""
        items = self.items(name, most=most)
        texts = [item for item in items if isinstance(item, str) and not _HALF.search(item)]
        if len(texts) != len(items):
            self.refuse(name, "a list of texts")
        return texts

    def integers(self, name: str, lowest: int, highest: int, count: int | None = None) -> list[int]:
        """A field that is a list of ints within the limits, both included, of the given length if any."""
        values: list[int] = []
        for value in self.items(name, count):
            if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
                self.refuse(name, f"a list of integers from {lowest} to {highest}")
            values.append(value)
        return values

    def number(self, name: str) -> Number:
        """A field that is a user number written as text."""
        return _number(self.text(name, "a number as text"), f"saved {self._what}: {name}")

    def numbers(self, name: str, count: int) -> list[Number]:
        """A field that is a list of user numbers written as text."""
        return [
            _number(item, f"saved {self._what}: {name}, item {place}")
            for place, item in enumerate(self.items(name, count), 1)
        ]

    def working(self, name: str) -> Working:
        """A field that `working_text` wrote."""
        return _working(self.text(name), f"saved {self._what}: {name}")

    def workings(self, name: str, count: int) -> list[Working]:
        """A field that is a list of what `working_text` writes."""
        return [
            _working(item, f"saved {self._what}: {name}, item {place}")
            for place, item in enumerate(self.items(name, count), 1)
        ]

    def record(self, kind: type[R], **given: Any) -> R:
        """A dataclass of this kind: the fields given, and the others read here by their types."""
        types = get_type_hints(kind)
        names = [one.name for one in fields(kind)]  # type: ignore[arg-type]
        return kind(
            **{name: given[name] if name in given else self.by_type(name, types[name]) for name in names}
        )

    def by_type(self, name: str, kind: Any) -> Any:
        """A field that has a type: a number, a working number, a flag, a text, one of an enumeration's."""
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return kind(self.choice(name, *kind))
        return {Number: self.number, Working: self.working, bool: self.flag, str: self.text}[kind](name)


def _number(value: object, where: str) -> Number:
    if not isinstance(value, str):
        raise InputError(f"{where}: a number as text is expected, not {excerpt(value)}")
    if len(value) > _LONGEST_NUMBER:
        raise InputError(
            f"{where}: a number has no more than {_LONGEST_NUMBER} characters, not {excerpt(value)}"
        )
    try:
        return Number.of(value)
    except InputError as error:
        raise InputError(f"{where}: {error}") from None


def _working(value: object, where: str) -> Working:
    if value == "0":
        return NOTHING
    match = _WORKING_TEXT.fullmatch(value) if isinstance(value, str) else None
    if match is None or not ONE_MANTISSA <= int(match[2]) < MANTISSA_LIMIT:
        raise InputError(f"{where}: thirteen digits, e and an exponent are expected, not {excerpt(value)}")
    return Working(match[1] == "-", int(match[3]), int(match[2]))
