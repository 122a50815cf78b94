"""The bytes of a listing file as text, and back."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_LE
from typing import Final

from hp15c.errors import InputError
from hp15c.listing.dumps import ce

LARGEST: Final = 1_000_000
ENCODINGS: Final = ("utf-8", "simulator")


def decode(data: bytes, source: str) -> str:
    """The text of a file: UTF-16 or UTF-8 by its byte order mark, else UTF-8, else Latin-1. The sign by which
    DOS ended a text is left out.

    A memory save of the Collector's Edition becomes the text of a dump. See `ce`.

    InputError for a Python file, for one that is too large to be a listing, for broken UTF-16 and for what is
    no text.
    """
    if source.lower().endswith(".py"):
        raise InputError(f"{source}: this is a Python file; hp15c compile makes a listing of it")
    if len(data) > LARGEST:
        raise InputError(f"{source}: more than {LARGEST:,} bytes are too many for a listing")
    if data.startswith(BOM_UTF8):
        return data.removeprefix(BOM_UTF8).decode("utf-8", errors="replace")
    for mark, encoding in ((BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark) and not data.startswith(BOM_UTF32_LE):
            try:
                return data.removeprefix(mark).decode(encoding)
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{source}: is UTF-16 up to byte {error.start + 2:,} only; save it again as UTF-8"
                ) from None
    if ce.is_save(data):
        return ce.as_dump(data)
    if b"\0" in data:
        at = data.index(0) + 1
        raise InputError(f"{source}: byte {at:,} is 0, so this is no text; save a listing as UTF-8")
    data = data.removesuffix(b"\x1a")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def encode(text: str, encoding: str = "utf-8") -> bytes:
    """The bytes of a listing: 'utf-8', or 'simulator' for UTF-16LE with byte order mark and CRLF. InputError
    for another encoding.
    """
    if encoding == "utf-8":
        return text.encode("utf-8", errors="replace")
    if encoding == "simulator":
        return BOM_UTF16_LE + text.replace("\n", "\r\n").encode("utf-16-le", errors="replace")
    raise InputError(f"no encoding is called {encoding!r}; there are {', '.join(ENCODINGS)}")
