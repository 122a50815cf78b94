"""A memory save of the HP-15C Collector's Edition, as VoyagerSave writes and restores it.

A save is 2,048 bytes: 256 places of eight bytes. The first fourteen and the last two are the calculator's
own. The places between them are its registers: 00 to 1f, then 30 to ff, each seven bytes from byte 1 to byte
7 and a zero. Sources: thecalculatorstore.com, "Backing up and restoring the HP15c user memory" (the size, the
places that are not registers, the zero byte). A public tool that puts programs into such a save (line 001
begins the third place from the end). The HP-15C Simulator 5 (the same registers as in a DM15).

No save of a genuine calculator was at hand. The module follows the sources and was not tried on a calculator.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hp15c.errors import InputError
from hp15c.listing.dumps import dm15
from hp15c.listing.dumps.registers import ZEROS, replace_program
from hp15c.table.instructions import Step

SIZE: Final = 2048
_PLACE: Final = 8
_BEFORE: Final = 14
_SYSTEM: Final = range(0x20)
_OTHERS: Final = range(0x30, 0x100)
_IN_A_ROW: Final = 4


def is_save(data: bytes) -> bool:
    """Whether these bytes have the form of a memory save: its size, and the zero after each register."""
    return len(data) == SIZE and not any(data[_offset(one) + 7] for one in (*_SYSTEM, *_OTHERS))


def as_dump(data: bytes) -> str:
    """The registers of a save in the text form of a DM15's dump."""
    rows = []
    for first in (*_SYSTEM[::_IN_A_ROW], *_OTHERS[::_IN_A_ROW]):
        registers = [_register(data, number) for number in range(first, first + _IN_A_ROW)]
        if set(registers) != {ZEROS}:
            rows.append("  ".join([f"{first:02x}", *registers]))
    return "\n".join([dm15.CE, *rows, ""])


def with_program(data: bytes, steps: Sequence[Step], source: str) -> bytes:
    """A save with these lines in place of its program. All other bytes stay.

    InputError for what is no save, Unsupported where they do not fit.
    """
    if not is_save(data):
        raise InputError(f"{source}: this is no memory save of the Collector's Edition ({SIZE:,} bytes)")
    before = dm15.registers(as_dump(data))
    after = replace_program(before, steps, source)
    save = bytearray(data)
    for number, digits in after.items():
        if digits != before.get(number, ZEROS):
            start = _offset(number)
            save[start : start + 7] = bytes.fromhex(digits)[::-1]
    return bytes(save)


def _offset(number: int) -> int:
    """The place of a register's first byte."""
    gap = 0 if number in _SYSTEM else _OTHERS.start - _SYSTEM.stop
    return _PLACE * (_BEFORE + number - gap)


def _register(data: bytes, number: int) -> str:
    start = _offset(number)
    return data[start : start + 7][::-1].hex()
