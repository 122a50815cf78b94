"""The files of Pyodide and Python's memory as the page loads them: small, and equal in every build."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from typing import Final

MAGIC: Final = b"\0asm\1\0\0\0"
DATA, DATA_COUNT = 11, 12
"""Sections of a WebAssembly module (WebAssembly Core Specification, 5.5.2)."""

PAGE: Final = 65536
"""Bytes of a page of WebAssembly's memory."""

CONSTANT, END = 0x41, 0x0B
"""The codes of `i32.const` and of `end`, between which the address of a data segment stands."""

DICTIONARY: Final = 1 << 25
PIECE: Final = 1 << 18
"""Bytes that are packed before Python looks at a Ctrl-C again."""

TEXT: Final = (3, 0, 0)
WORDS: Final = (0, 2, 2)
"""Numbers of bits that LZMA looks at: of the byte before, of a literal's place, and of a match's place.

The memory consists of words of four bytes.
"""


def pack(data: bytes, bits: tuple[int, int, int] = TEXT) -> bytes:
    """The bytes in the format .lzma, with their number in the head. A Ctrl-C is heard within a second."""
    lc, lp, pb = bits
    settings = {"id": lzma.FILTER_LZMA1, "preset": 6, "lc": lc, "lp": lp, "pb": pb, "dict_size": DICTIONARY}
    packer = lzma.LZMACompressor(lzma.FORMAT_ALONE, filters=[settings])
    parts = [packer.compress(data[at : at + PIECE]) for at in range(0, len(data), PIECE)]
    made = b"".join([*parts, packer.flush()])
    return made[:5] + len(data).to_bytes(8, "little") + made[13:]


def without_data(program: bytes) -> bytes:
    """A WebAssembly module whose memory is empty in the beginning. ValueError when this is no module."""
    sections = ((kind, program[start:end]) for kind, start, _, end in _sections(program))
    return MAGIC + b"".join(section for kind, section in sections if kind not in (DATA, DATA_COUNT))


def first_data(program: bytes) -> bytes:
    """The memory of a WebAssembly module in the beginning, as far as it is not 0.

    ValueError when this is no module, or one whose data has no fixed place.
    """
    made = bytearray()
    for kind, _, at, _ in _sections(program):
        if kind != DATA:
            continue
        count, at = _number(program, at)
        for _ in range(count):
            if program[at : at + 2] != bytes([0, CONSTANT]):
                raise ValueError("the data of this module has no fixed place")
            place, at = _number(program, at + 2)
            if program[at] != END:
                raise ValueError("the data of this module has no fixed place")
            size, at = _number(program, at + 1)
            made.extend(bytes(max(0, place + size - len(made))))
            made[place : place + size] = program[at : at + size]
            at += size
    return bytes(made)


def difference(data: bytes, picture: bytes) -> bytes:
    """What has to be put over the memory in a picture, by exclusive or, to get the data.

    Most of the data is never changed, so that this is mostly 0 and can be packed to a few bytes. A picture is
    a short head and then the memory, which is a whole number of pages.
    """
    size, head = len(data), len(picture) % PAGE
    number = int.from_bytes(data, "little") ^ int.from_bytes(picture[head : head + size], "little")
    return number.to_bytes(size, "little")


def _sections(program: bytes) -> Iterator[tuple[int, int, int, int]]:
    """The sections: kind, where each begins, where its content does, and where it ends."""
    if not program.startswith(MAGIC):
        raise ValueError("this is no WebAssembly module")
    at = len(MAGIC)
    while at < len(program):
        size, content = _number(program, at + 1)
        yield program[at], at, content, content + size
        at = content + size


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number in LEB128, and the place after it."""
    found = shift = 0
    while True:
        byte = data[at]
        found |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return found, at
