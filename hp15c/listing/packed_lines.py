"""Lines of text that stand for several program lines: a number, and a program on one line."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from hp15c.listing.spellings import candidates
from hp15c.listing.typed_numbers import plain_number
from hp15c.table.instructions import DIGITS, Step
from hp15c.table.models import Model

_NUMBER: Final = re.compile(r"([-+−]?)([0-9.,]*[0-9][0-9.,]*)(?:\s*(?:EEX|[eE])\s*([-+−]?)([0-9]{1,2}))?")
_BETWEEN: Final = re.compile(r"[\s,]+(?![0-9])|\s+")
_MOST_WORDS: Final = 4
_FEWEST_PARTED: Final = 3


def number_steps(text: str, model: Model) -> tuple[Step, ...]:
    """The keys of a number as a line has it, such as '3.14' or '-1.5e-3'. Empty for what is no number.

    UnknownKey for a number that can be read in two ways.
    """
    number = _NUMBER.fullmatch(text.strip())
    digits = plain_number(number[2]) if number else None
    if number is None or digits is None:
        return ()
    keys = [*digits, *(["CHS"] if number[1] in ("-", "−") else [])]
    if number[4]:
        keys += ["EEX", *number[4], *(["CHS"] if number[3] in ("-", "−") else [])]
    return tuple(candidates(key, model)[0] for key in keys)


def several_steps(text: str, model: Model) -> tuple[Step, ...]:
    """The steps of a line that holds several, parted by blanks or commas: 'LBL A x² 3 + RTN'.

    Empty when a word belongs to no step. Blanks part numbers here: 'RCL 1 5' is RCL 1, then 5.
    """
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    found: tuple[Step, ...]
    steps: list[tuple[Step, ...]] = []
    at = 0
    while at < len(words):
        for count in range(min(_MOST_WORDS, len(words) - at), 0, -1):
            found = _step_of_words(words[at : at + count], model)
            if found:
                steps.append(found)
                at += count
                break
        else:
            return ()
    return (
        tuple(one for found in steps for one in found)
        if len(steps) > 1 and not _has_one_separator(steps)
        else ()
    )


def _has_one_separator(steps: list[tuple[Step, ...]]) -> bool:
    """Whether the same sign stands between all steps. It may separate them and not be a key itself."""
    between = set(steps[1::2])
    return len(steps) > _FEWEST_PARTED and len(between) == 1 and between.pop()[0].name in "+−×÷"


def _step_of_words(words: list[str], model: Model) -> tuple[Step, ...]:
    """The step that all of these words spell together, or the keys of a number."""
    if any(after in DIGITS and before[-1] in "0123456789." for before, after in pairwise(words)):
        return ()
    found = candidates(" ".join(words), model)
    if found and found[0].instruction.programmable:
        return found[:1]
    return number_steps(words[0], model) if len(words) == 1 else ()
