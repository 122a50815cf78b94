"""What kind of listing a text is: its model, its format, how its lines are numbered."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from hp15c.errors import Fault, ListingError
from hp15c.listing.lines import CodesError, LineKind, LinePart, TextLine, read_codes
from hp15c.table.instructions import steps_by_keys
from hp15c.table.models import Model

HEADER: Final = re.compile(
    r"#\s*(?:HEWLETT.PACKARD\s+|HP-|Program produced by JRPN\s+|Program in the form of JRPN\s+)(1[15]C)"
    r"(?:\s+Simulator)?(?:\s+program)?(?:\s+with named labels)?\.?\s*",
    re.IGNORECASE,
)
_OTHER_HEADER: Final = re.compile(r"#\s*HEWLETT.PACKARD\s+(\d\d[A-Z]{1,2})\s+Simulator.*", re.IGNORECASE)


def numbers_apart(lines: list[TextLine]) -> list[TextLine]:
    """The lines, in which three digits alone are a number where lines have no line numbers."""
    written = [line for line in lines if line.kind is LineKind.STEP]
    bare = [line for line in written if line.number and not (line.codes or line.mnemonic or line.braced)]
    if len(bare) == len(written) or any(line.number and line not in bare for line in written):
        return lines
    return [
        replace(line, codes=line.number, number=None) if line.number and int(line.number.text) else line
        for line in lines
    ]


def header(lines: Iterable[TextLine]) -> tuple[Model | None, bool]:
    """The model that the header names, and whether JRPN wrote the header."""
    for line in lines:
        if line.kind is LineKind.STEP:
            break
        heading = HEADER.fullmatch(line.text.strip()) if line.kind is LineKind.COMMENT else None
        if heading:
            return Model.of(heading[1]), "JRPN" in line.text
    return None, False


def says_named(lines: Iterable[TextLine]) -> bool:
    """Whether the header says that labels may have names."""
    return any("with named labels" in line.text for line in lines if line.kind is LineKind.COMMENT)


def refuse_other_calculators(lines: Iterable[TextLine], source: str) -> None:
    """Raise ListingError for a listing whose header names a calculator that is neither of ours."""
    for line in lines:
        if line.kind is LineKind.STEP:
            return
        heading = _OTHER_HEADER.fullmatch(line.text.strip()) if line.kind is LineKind.COMMENT else None
        if heading:
            name = heading[1].upper()
            message = f"this is a program for the HP-{name}; only those of the HP-15C and HP-11C can be read"
            raise ListingError(
                [Fault(source, line.place, line.text, line.text.index(heading[1]), len(name), message)]
            )


def format_of(lines: Iterable[TextLine], markdown: bool, jrpn: bool) -> str:
    """The name of the format in which most lines are written."""
    written = [line for line in lines if line.kind is LineKind.STEP]
    if markdown:
        return "markdown"
    if any(line.braced for line in written):
        return "jrpn" if jrpn else "simulator"
    return "keycodes" if all(line.mnemonic is None for line in written) else "mnemonics"


def mostly_mnemonics(lines: Iterable[TextLine]) -> bool:
    """Whether most lines without braces are mnemonics, so that '10' is probably not the key ÷."""
    bare = [line for line in lines if line.kind is LineKind.STEP and not line.braced]
    words = sum(1 for line in bare if line.mnemonic is not None and line.codes is None)
    codes = sum(1 for line in bare if line.codes is not None and _are_codes(line.codes))
    return words > codes


def _are_codes(part: LinePart) -> bool:
    """Whether several characters are the keycodes of a step, so that they are probably no number."""
    if len(part.text.strip()) < 2:
        return False
    try:
        codes = read_codes(part)
    except CodesError:
        return False
    return any(keys in steps_by_keys(Model.HP15C) for keys in (codes.keys, codes.other))


def has_plain_numbers(lines: Iterable[TextLine]) -> bool:
    """Whether bare keycodes have line numbers without leading zeros: each line begins with its number."""
    bare = [line for line in lines if line.kind is LineKind.STEP]
    if len(bare) < 2 or any(line.codes is None or line.braced or line.number is not None for line in bare):
        return False
    firsts = [line.codes.text.split() for line in bare if line.codes is not None]
    start = firsts[0][0]
    return start in ("0", "1") and all(
        words[0] == str(int(start) + at) and (len(words) > 1 or words[0] == "0")
        for at, words in enumerate(firsts)
    )
