"""The memory of a SwissMicros DM15, as its serial console prints it for the command `s` and takes it for `l`.

A dump is a line that names the firmware (DM15, DM15_M80, DM15_M1B), and lines with the number of a register
and up to four registers of fourteen hexadecimal digits. Lines of zeros only are left out. The module
`registers` reads the program in it. Source: technical.swissmicros.com/decoders/nut shows such a dump.

A save of the Collector's Edition is handled as the same text, with a first line of its own. See `ce`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hp15c.errors import InputError
from hp15c.listing.dumps.registers import ZEROS, Registers, listing, pool, replace_program
from hp15c.table.instructions import Step

CE: Final = "HP-15C CE"
_HEADER: Final = re.compile(rf"^\s*(?:DM15(?:CC)?(?:_M80|_M1B)?|{CE})\s*$", re.MULTILINE)
_ROW: Final = re.compile(r"^\s*([0-9a-f]{2})((?:\s+[0-9a-f]{14}){1,4})\s*$", re.MULTILINE)
_IN_A_ROW: Final = 4


def as_keycodes(text: str, source: str) -> str | None:
    """The program of a dump as a listing of keycodes, None for a text that is no dump.

    InputError for a dump without a program and for one with a code that no instruction has.
    """
    memory = registers(text)
    return listing(memory, source) if memory else None


def registers(text: str) -> Registers:
    """The registers of a dump. Empty for a text that is no dump."""
    memory: Registers = {}
    if _HEADER.search(text) is None:
        return memory
    for row in _ROW.finditer(text):
        for place, register in enumerate(row[2].split()):
            memory[int(row[1], 16) + place] = register
    return memory


def with_program(text: str, steps: Sequence[Step], source: str) -> str:
    """A dump with these lines in place of its program. All other registers and lines stay.

    InputError for a text that is no dump, Unsupported where they do not fit.
    """
    before = registers(text)
    if not before:
        raise InputError(f"{source}: this is no memory dump of a DM15")
    after = replace_program(before, steps, source)
    written = {number - number % _IN_A_ROW for number in {*before, *pool(before, source)}}
    rows = [_row(first, after) for first in sorted(written)]
    lines = text.splitlines()
    places = [at for at, line in enumerate(lines) if _ROW.fullmatch(line)]
    kept = [line for at, line in enumerate(lines) if at not in set(places)]
    return "\n".join([*kept[: places[0]], *rows, *kept[places[0] :], ""])


def _row(first: int, memory: Registers) -> str:
    numbers = range(first, first + _IN_A_ROW)
    return "  ".join([f"{first:02x}", *(memory.get(number, ZEROS) for number in numbers)])
