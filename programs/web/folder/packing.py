"""The files of Pyodide and Python's memory as the page loads them: small, and the same bytes in every build."""

from __future__ import annotations

import lzma
from typing import Final

MAGIC: Final = b"\0asm\1\0\0\0"
DATA, DATA_COUNT = 11, 12
"""Sections of a WebAssembly module (WebAssembly Core Specification, 5.5.2)."""

DICTIONARY: Final = 1 << 25
TEXT: Final = (3, 0, 0)
WORDS: Final = (0, 2, 2)
"""Numbers of bits that LZMA looks at: of the byte before, of a literal's place, and of a match's place.

The memory consists of words of four bytes.
"""


def packed(data: bytes, bits: tuple[int, int, int] = TEXT) -> bytes:
    """The bytes in the format .lzma, with their number in the head."""
    lc, lp, pb = bits
    settings = {"id": lzma.FILTER_LZMA1, "preset": 6, "lc": lc, "lp": lp, "pb": pb, "dict_size": DICTIONARY}
    made = lzma.compress(data, lzma.FORMAT_ALONE, filters=[settings])
    return made[:5] + len(data).to_bytes(8, "little") + made[13:]


def without_data(program: bytes) -> bytes:
    """A WebAssembly module whose memory is empty in the beginning.

    The picture of Python's memory holds the data already. ValueError when this is no module.
    """
    if not program.startswith(MAGIC):
        raise ValueError("this is no WebAssembly module")
    kept, at = [MAGIC], len(MAGIC)
    while at < len(program):
        size, begin = _number(program, at + 1)
        if program[at] not in (DATA, DATA_COUNT):
            kept.append(program[at : begin + size])
        at = begin + size
    return b"".join(kept)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number in LEB128, and the place behind it."""
    found = shift = 0
    while True:
        byte = data[at]
        found |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return found, at
