"""The lines of prose above and below a listing: its title, and how it is used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hp15c.listing import spellings
from hp15c.listing.lines import LineKind, TextLine
from hp15c.listing.packed_lines import number_steps, several_steps
from hp15c.table.models import Model

MOST: Final = 12
"""More lines of prose than these are no heading but a text that the listing stands in."""

_FEWEST_NUMBERED: Final = 3
_LABEL: Final = re.compile(r"\W*(?:f\W+)?LBL\b", re.IGNORECASE)
_SHORT, _NEAR = 2, 0.7
_SAYS: Final = re.compile(r"[^\W\d][\w ]{1,30}:\s")


def prose(lines: Sequence[TextLine], model: Model) -> tuple[list[TextLine], list[TextLine]]:
    """The lines of prose above a listing, and those below it. A line with an instruction is never prose.

    Where lines have numbers, all without one around them are prose. Else it is what stands above the first
    label, and what begins as 'Usage: ' does below the last instruction.
    """
    if any(line.braced for line in lines):
        return [], []
    numbered = [at for at, line in enumerate(lines) if line.kind is LineKind.STEP and line.number is not None]
    if len(numbered) >= _FEWEST_NUMBERED:
        around = lines[: numbered[0]], lines[numbered[-1] + 1 :]
        above, below = ([line for line in part if _is_prose(line, model)] for part in around)
        return above, below
    written = [line for line in lines if line.kind in (LineKind.STEP, LineKind.UNREADABLE)]
    first = next((at for at, line in enumerate(written) if _LABEL.match(line.text)), 0)
    above, below = written[:first], []
    if not all(_is_prose(line, model) and not _may_be_misspelled(line, model) for line in above):
        above = []
    for line in reversed(written[len(above) :]):
        if not (_SAYS.match(line.text.strip()) and _is_prose(line, model)):
            break
        below.insert(0, line)
    return above, below


def _may_be_misspelled(line: TextLine, model: Model) -> bool:
    """Whether a line of one or two words is so near to an instruction that it may be a faulty one."""
    words = line.text.split()
    return len(words) <= _SHORT and bool(spellings.nearest(line.text.strip(), model, _NEAR))


def _is_prose(line: TextLine, model: Model) -> bool:
    if line.kind is not LineKind.STEP:
        return line.kind is LineKind.UNREADABLE
    if line.mnemonic is None or line.number is not None:
        return False
    text = line.mnemonic.text.strip()
    return not any(read(text, model) for read in (spellings.candidates, number_steps, several_steps))
