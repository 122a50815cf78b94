"""Checks of what a page has sent: fields of a JSON object, and refusals that say what to send."""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final

LARGEST_LISTING: Final = 400_000
"""Bytes of a listing."""


class RequestRefused(Exception):
    """A request that is not carried out: an HTTP status, and a text that says what to send instead."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Fields:
    """The fields of a JSON object that a page has sent. RequestRefused (400) names the one that is wrong."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise RequestRefused(400, "a JSON object is wanted")
        self._data: dict[str, Any] = data

    def has(self, name: str) -> bool:
        """Whether there is something in this field."""
        return self._data.get(name) is not None

    def text(self, name: str, most: int = 100) -> str:
        """A text of at most so many characters."""
        value = self._data.get(name)
        if not isinstance(value, str) or len(value) > most:
            raise RequestRefused(400, f"{name!r} must be a text of at most {most:,} characters")
        return value

    def text_or_none(self, name: str) -> str | None:
        """The text of a field, or None where the request has none. It is refused when it is too long."""
        return None if self._data.get(name) is None else self.text(name)

    def choice(self, name: str, *choices: str) -> str:
        """One of a few texts."""
        value = self._data.get(name)
        if value not in choices:
            raise RequestRefused(400, f"{name!r} must be one of {', '.join(choices)}")
        return str(value)

    def flag(self, name: str) -> bool:
        """A field that is true or false."""
        value = self._data.get(name)
        if not isinstance(value, bool):
            raise RequestRefused(400, f"{name!r} must be true or false")
        return value

    def integer(self, name: str) -> int:
        """A field that is a whole number of at most ten digits."""
        value = self._data.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
            raise RequestRefused(400, f"{name!r} must be a whole number")
        return value

    def items(self, name: str, most: int) -> list[Any]:
        """A list of at most so many items."""
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) > most:
            raise RequestRefused(400, f"{name!r} must be a list of at most {most} items")
        return value

    def texts(self, name: str, most: int) -> list[str]:
        """A list of at most so many short texts."""
        texts = [one for one in self.items(name, most) if isinstance(one, str) and len(one) <= 100]
        if len(texts) != len(self._data[name]):
            raise RequestRefused(400, f"{name!r} must be a list of short texts")
        return texts

    def file(self, name: str) -> bytes:
        """The bytes of a file, sent as base64. RequestRefused (413) for a larger one."""
        text = self.text(name, LARGEST_LISTING * 4 // 3 + 4)
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise RequestRefused(400, f"{name!r} must be base64") from None
