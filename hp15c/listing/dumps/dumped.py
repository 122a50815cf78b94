"""The program in the registers of an HP-15C's memory, as a DM15 and the Collector's Edition write them out.

A register is fourteen hexadecimal digits, its byte 1 the last two of them, its byte 7 the first two. Byte 1
of register 16 is the number of the program's lowest register, or 00 without a program. Byte 2 is the number
of bytes that the program fills in that register. Line 001 is byte 1 of register ff, and the lines go on
towards higher bytes and lower registers. Byte 1 of register 15 is the first register that is left for the
program. Source: the HP-15C Simulator 5, which reads and writes both memories in this way. Registers that it
does not change are not changed here either.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hp15c.errors import InputError, Unsupported
from hp15c.listing.dumps.machine_codes import code_of, keycodes
from hp15c.table.instructions import Step

Registers = dict[int, str]
"""Registers by number. One that is not there holds zeros."""

ZEROS: Final = "0" * 14
END: Final = 0x100
_DIGITS: Final = 14
_BYTES: Final = 7
_BOUNDS: Final = 0x15
_SPANS: Final = 0x16
_LAST_OF_SYSTEM: Final = 0x1A


def listing(registers: Registers, source: str) -> str:
    """The program as a listing of keycodes. InputError when there is none, or an unknown code."""
    lines = _lines(_program_bytes(registers, source), source)
    return "\n".join(["# HP-15C program", *lines, ""])


def pool(registers: Registers, source: str) -> range:
    """The registers that a program may take. InputError where register 15 does not tell."""
    first = int(registers.get(_BOUNDS, ZEROS)[-2:], 16)
    if first <= _LAST_OF_SYSTEM:
        raise InputError(f"{source}: register 15 of the memory does not tell where a program may stand")
    return range(first, END)


def replace_program(registers: Registers, steps: Sequence[Step], source: str) -> Registers:
    """The same memory with these lines in place of its program.

    Unsupported where they take more registers than are left to a program.
    """
    free = pool(registers, source)
    codes = [code_of(step) for step in steps]
    digits = "".join(code[2:] + code[:2] for code in reversed(codes))
    size = len(digits) // 2
    needed = -(-size // _BYTES)
    if needed > len(free):
        raise Unsupported(
            f"the memory in {source}", [f"the program needs {needed} registers, {len(free)} are free"]
        )
    digits = digits.rjust(needed * _DIGITS, "0")
    lowest = END - needed
    memory = dict(registers) | dict.fromkeys(free, ZEROS)
    for number in range(needed):
        memory[lowest + number] = digits[number * _DIGITS : (number + 1) * _DIGITS]
    used = (size - 1) % _BYTES + 1 if needed else 0
    spans = registers.get(_SPANS, ZEROS)
    memory[_SPANS] = f"{spans[:-4]}{used:02x}{lowest % END:02x}"
    return memory


def _program_bytes(registers: Registers, source: str) -> list[str]:
    """The bytes of the program, the first line first."""
    spans = registers.get(_SPANS)
    if spans is None:
        raise InputError(f"{source}: the memory has no register 16, which tells where the program is")
    lowest, used = int(spans[-2:], 16), int(spans[-4:-2], 16)
    if lowest == 0:
        raise InputError(f"{source}: there is no program in this memory")
    if not 1 <= used <= _BYTES:
        raise InputError(
            f"{source}: register 16 of the memory tells of {used} bytes in a register, which has 7"
        )
    digits = "".join(registers.get(number, ZEROS) for number in range(lowest, END))
    digits = digits[_DIGITS - 2 * used :]
    return [digits[place : place + 2] for place in range(len(digits) - 2, -1, -2)]


def _lines(codes: list[str], source: str) -> list[str]:
    table = keycodes()
    lines: list[str] = []
    place = 0
    while place < len(codes):
        size = 2 if codes[place][1] == "f" else 1
        code = "".join(codes[place : place + size])
        if code not in table:
            raise InputError(
                f"{source}: line {len(lines) + 1:03d} of the memory: no instruction has the code {code}"
            )
        lines.append(table[code])
        place += size
    return lines
