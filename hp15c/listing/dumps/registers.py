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
from functools import cache
from typing import Final

from hp15c.errors import InputError, Unsupported
from hp15c.table.instructions import Step
from hp15c.table.models import Model

# Keycodes and machine codes. D stands for a digit, L for a letter A to E, P for a digit after the point. A
# code of two bytes has f as its second digit.
_CODES: Final = """
D=fD L=cL 22,D=1D 22,L=1L 22,P=ff1P 32,D=2D 32,L=2L 32,P=ff2P 42,4,D=ef5D 42,4,L=ef5L 42,4,P=ef6P
42,5,D=ef7D 42,5,L=ef7L 42,5,P=ef8P 42,6,D=ef9D 42,6,L=ef9L 42,6,P=efaP 42,7,D=ff6D 42,8,D=ff7D 42,9,D=ff8D
42,10,D=ef1D 42,10,L=ef1L 42,10,P=ef2P 42,16,D=ff9D 42,20,D=ef3D 42,20,L=ef3L 42,20,P=ef4P 42,21,D=0D
42,21,L=0L 42,21,P=ff0P 42,23,L=9L 42,26,L=8L 43,L=bL 43,4,D=ff3D 43,5,D=ff4D 43,6,D=ff5D 43,30,D=7D
44,D=4D 44,L=4L 44,P=6P 44,L,u=bf4L 44,16,L=ffaL 44,43,L=6L 45,D=3D 45,L=3L 45,P=5P 45,L,u=bf3L 45,16,L=7L
45,23,L=aL 45,43,L=5L 44,10,D=dfeD 44,10,L=dfeL 44,10,P=dffP 44,20,D=dfcD 44,20,L=dfcL 44,20,P=dfdP
44,30,D=dfaD 44,30,L=dfaL 44,30,P=dfbP 44,40,D=df8D 44,40,L=df8L 44,40,P=df9P 45,10,D=cfeD 45,10,L=cfeL
45,10,P=cffP 45,20,D=cfcD 45,20,L=cfcL 45,20,P=cfdP 45,30,D=cfaD 45,30,L=cfaL 45,30,P=cfbP 45,40,D=cf8D
45,40,L=cf8L 45,40,P=cf9P
42,0=d0 42,1=d1 42,2=d2 42,3=d3 43,0=e0 43,1=e1 43,2=e2 43,3=e3 43,7=e7 43,8=e8 43,9=e9
10=fd 16=c3 20=fc 22,25=88 23=c7 24=c8 25=c9 26=c6 30=fb 31=c2 32,25=89 33=c4 34=c5 36=c1 40=fa 48=c0 49=fe
42,4,0=80 42,4,1=90 42,4,24=81 42,4,25=91 42,5,0=82 42,5,1=92 42,5,24=83 42,5,25=93 42,6,0=84 42,6,1=94
42,6,24=85 42,6,25=95 42,7,25=ff6e 42,8,25=ff7e 42,9,25=ff8e 42,22,23=d4 42,22,24=d5 42,22,25=d6 42,23,24=98
42,23,25=99 42,25=a4 42,30=db 42,31=dc 42,32=dd 42,34=a5 42,36=a1 42,40=da 42,44=a3 42,48=a0 42,49=de
43,4,25=ff3e 43,5,25=ff4e 43,6,25=ff5e 43,10=ed 43,16=b3 43,20=ec 43,22,23=e4 43,22,24=e5 43,22,25=e6 43,23=b7
43,24=b8 43,25=b9 43,26=b6 43,32=b2 43,33=b4 43,34=b5 43,35=a2 43,36=b1 43,40=ea 43,44=eb 43,48=b0 43,49=ee
44,10,24=dffd 44,10,25=dffe 44,20,24=dfdd 44,20,25=dfde 44,24=96 44,24,u=bf96 44,25=97 44,26=a6 44,30,24=dfbd
44,30,25=dfbe 44,36=d9 44,40,24=df9d 44,40,25=df9e 44,43,24=af6d 45,10,24=cffd 45,10,25=cffe 45,20,24=cfdd
45,20,25=cfde 45,23,24=a8 45,23,25=a9 45,24=86 45,24,u=bf86 45,25=87 45,26=d7 45,30,24=cfbd 45,30,25=cfbe
45,36=d8 45,40,24=cf9d 45,40,25=cf9e 45,43,24=af5d 45,49=a7
"""
_ENDINGS: Final = {
    "D": {digit: digit for digit in "0123456789"},
    "P": {digit: f"48 {digit}" for digit in "0123456789"},
    "L": {letter: str(number) for number, letter in enumerate("abcde", 11)},
}
ZEROS: Final = "0" * 14
END: Final = 0x100
_DIGITS: Final = 14
_BYTES: Final = 7
_BOUNDS: Final = 0x15
_SPANS: Final = 0x16
_LAST_OF_SYSTEM: Final = 0x1A


@cache
def keycodes() -> dict[str, str]:
    """The keycodes, such as '42 21 11' and '44 11 u', that each machine code stands for."""
    entries = [entry.replace(",", " ").split("=") for entry in _CODES.split()]
    keys_of_code = {code: keys for keys, code in entries if not set(keys) & set(_ENDINGS)}
    special = set(keys_of_code.values())  # 42 4 0 has a code of its own, 42 4 2 that of its family
    for keys, code in entries:
        for kind, endings in _ENDINGS.items():
            for last, key in endings.items() if kind in keys else ():
                if keys.replace(kind, key) not in special:
                    keys_of_code[code[:-1] + last] = keys.replace(kind, key)
    return keys_of_code


def code_of(step: Step) -> str:
    """The code of an instruction of the HP-15C, in two or four hexadecimal digits."""
    return _codes()[" ".join(step.keys(Model.HP15C)) + " u" * step.user]


@cache
def _codes() -> dict[str, str]:
    return {keys: code for code, keys in keycodes().items()}


Registers = dict[int, str]
"""Registers by number. One that is not there holds zeros."""


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
