"""Checks of what a page has sent: fields of a JSON object, and refusals that say what to send."""

from __future__ import annotations

import base64
import binascii
from typing import Final, NoReturn

from hp15c.functions.saved import Saved

LARGEST_LISTING: Final = 400_000
"""The most bytes of a listing."""

SHORT: Final = 100
"""The most characters of a text that is no listing and no calculator."""


class RequestRefused(Exception):
    """A request that is not carried out: an HTTP status, and a text that says what to send instead."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Fields(Saved):
    """The fields of a JSON object that a page has sent. RequestRefused (400) names the one that is wrong."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise RequestRefused(400, "a JSON object is wanted")
        super().__init__("request", data)

    def refuse(self, name: str, wanted: str) -> NoReturn:
        """Raise RequestRefused for a field that does not hold what is wanted."""
        raise RequestRefused(400, f"{name!r} must be {wanted}")

    def text(self, name: str, wanted: str = "", most: int | None = SHORT) -> str:
        """A text of at most `most` characters."""
        return super().text(name, wanted or f"a text of at most {most:,} characters", most)

    def text_or_none(self, name: str) -> str | None:
        """The text of a field, or None where the request has none. It is refused when it is too long."""
        return self.text(name) if self.has(name) else None

    def integer(self, name: str, lowest: int = -(10**9), highest: int = 10**9) -> int:
        """A field that is a whole number of at most ten digits."""
        return super().integer(name, lowest, highest)

    def texts(self, name: str, most: int) -> list[str]:
        """A list of at most `most` short texts."""
        texts = super().texts(name, most)
        if any(len(one) > SHORT for one in texts):
            self.refuse(name, "a list of short texts")
        return texts

    def file(self, name: str) -> bytes:
        """The bytes of a file, sent as base64. RequestRefused (413) for a larger one."""
        text = self.text(name, most=LARGEST_LISTING * 4 // 3 + 4)
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            self.refuse(name, "base64")
