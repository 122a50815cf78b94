"""The one rule for numbers that people type, paste or write in a listing: points and commas."""

from __future__ import annotations

import re
from typing import Final

from hp15c.errors import UnknownKey

_SIGNS: Final = re.compile(r"(?=.*[0-9])[0-9.,]+")
_GROUPED: Final = r"[1-9][0-9]{{0,2}}(?:{sign}[0-9]{{3}})+"
_TWO_WAYS: Final = re.compile(_GROUPED.format(sign=","))


def plain_number(text: str) -> str | None:
    """A number as its digits and at most one point. None for what is no number.

    A single comma is the radix mark, as on a calculator that is set so. Commas or points between groups of
    three are left out where another sign is the radix mark or where they stand more than once. UnknownKey for
    a number that can be read in two ways: '1,234' is 1.234 or 1234.
    """
    if not _SIGNS.fullmatch(text):
        return None
    signs = re.sub("[0-9]", "", text)
    if len(signs) < 2:
        if _TWO_WAYS.fullmatch(text):
            either, other = text.replace(",", "."), text.replace(",", "")
            raise UnknownKey(f'"{text}" can be read as {either} and as {other}: write one of them')
        return text.replace(",", ".")
    radix = "" if len(set(signs)) == 1 else signs[-1]
    whole, fraction = text.rsplit(radix, 1) if radix else (text, "")
    if not re.fullmatch(_GROUPED.format(sign=re.escape(signs[0])), whole):
        return None
    digits = whole.replace(signs[0], "")
    return f"{digits}.{fraction}" if radix else digits
