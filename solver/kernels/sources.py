"""The sources that compiled code is made from: a kernel's module and all that it imports from here."""

from __future__ import annotations

import os
import re

_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_IMPORT = re.compile(rb"^from solver((?:\.\w+)*) import (\w+|\()", re.MULTILINE)


def sources(module: str, package: str = _PACKAGE) -> dict[str, bytes]:
    """The text of each source by its path in the package, such as `kernels/games.py`.

    They are the module, such as `kernels.games`, and what it imports when it is loaded. OSError when one
    cannot be read.
    """
    found: dict[str, bytes] = {}
    waiting = [module.replace(".", "/") + ".py"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            with open(os.path.join(package, path), "rb") as source:
                found[path] = source.read()
            for folders, name in _IMPORT.findall(found[path]):
                place = folders.decode().strip(".").replace(".", "/")
                whole = f"{place}.py" if place else ""
                if not whole or not os.path.exists(os.path.join(package, whole)):
                    whole = os.path.join(place, name.decode() + ".py")
                waiting.append(whole)
    return found


def checksum(*modules: str, package: str = _PACKAGE) -> str:
    """A checksum of 64 bits of all sources of these modules. OSError when one cannot be read.

    It is made of two checksums of 32 bits, because importing `hashlib` takes a tenth of the time of a small
    game.
    """
    from zlib import adler32, crc32

    texts: dict[str, bytes] = {}
    for module in modules:
        texts |= sources(module, package)
    whole = b"\0".join(path.encode() + b"\0" + texts[path] for path in sorted(texts))
    return f"{crc32(whole):08x}{adler32(whole):08x}"
