"""Code in Python's compiled form, without the parts that only a programmer reads.

Runs in Pyodide when the folder is built, by itself: it imports nothing of this project. Docstrings, asserts
and line numbers are left out, which makes the memory of the loaded calculator a third smaller.
"""

from __future__ import annotations

import marshal
import zipfile
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType


def precompile(source: str, target: str) -> None:
    """Write the files of a zip archive, compiled where they are code, to a folder or to a `.zip`."""
    with zipfile.ZipFile(source) as given:
        files = [_compile(one.filename, given.read(one)) for one in given.infolist() if not one.is_dir()]
    if target.endswith(".zip"):
        with zipfile.ZipFile(target, "w") as written:
            for name, data in files:
                written.writestr(name, data)
        return
    for name, data in files:
        path = Path(target, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _compile(name: str, data: bytes) -> tuple[str, bytes]:
    if not name.endswith(".py"):
        return name, data
    try:
        code = compile(data, name, "exec", dont_inherit=True, optimize=2)
    except SyntaxError:  # a template of a file, in the standard library
        return name, data
    head = MAGIC_NUMBER + bytes(8) + len(data).to_bytes(4, "little")  # no flags, no time
    return f"{name}c", head + marshal.dumps(_without_line_numbers(code))


def _without_line_numbers(code: CodeType) -> CodeType:
    """The code with a table of lines in which the line of every instruction is unknown.

    A byte of the table covers up to eight instructions (CPython, `InternalDocs/code_objects.md`).
    """
    whole, rest = divmod(len(code.co_code) // 2, 8)
    unknown = bytes([0xF8 | 7]) * whole + (bytes([0xF8 | rest - 1]) if rest else b"")
    inner = tuple(_without_line_numbers(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=unknown, co_consts=inner)
