"""Numbers keyed in faster: EEX alone is 1, and EEX 1 is 10, in as many lines as their digits.

The first key of a number costs fewer word times when it is EEX, and so does a digit of an exponent
(`hp15c.timing.operands`). Both ways leave the same number in X.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from generator.assembler.assembly import Section, is_number

FASTER = {"1": ("EEX",), "10": ("EEX", "1")}
"""What keys in the same number in less time."""


def faster(sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections of a listing with their ones and tens keyed in the fastest way."""
    texts = [text for part in sections for text in part.lines]
    beside = zip(chain([""], texts), chain(texts[1:], [""]), strict=False)
    return tuple(
        replace(part, lines=tuple(line for text in part.lines for line in _fastest(text, *next(beside))))
        for part in sections
    )


def _fastest(text: str, before: str, after: str) -> tuple[str, ...]:
    """A line, keyed in faster where it is a whole number by itself: no line beside it is part of one."""
    alone = not any(line in ("EEX", "CHS") or is_number(line) for line in (before, after))
    return FASTER.get(text, (text,)) if alone else (text,)
