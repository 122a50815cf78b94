"""Compiled code in files of our own, called by ctypes, so that a process need not import numba for it.

`solver.compiling` makes the code. A file's name holds checksums of the sources that it was compiled from and
of this processor, so that code of another version or of another machine is never found. Where a linker is
installed the file is a shared library. Else it is an object file, which llvmlite loads.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_HERE = os.path.dirname(__file__)
_IMPORT = re.compile(rb"^from solver((?:\.\w+)*) import (\w+|\()", re.MULTILINE)
FUNCTION = "serve"
"""The name of the code's function, which takes the address of a request."""
OPTIMAL, CLAIMS = "optimal", "claims"
_MODULES = {
    "games": "kernels.games",
    "histograms": "kernels.histograms",
    OPTIMAL: "kernels.search",
    CLAIMS: "kernels.claims",
}
_SAME_MACHINE = ("vendor_id", "cpu family", "model", "flags", "CPU implementer", "CPU part", "Features")
_loaders: list[object] = []

Serve = Callable[[int], None]
"""Compiled code, as a function of the address of a request."""


def sources(module: str) -> dict[str, bytes]:
    """The text of each source by its path in the package, such as `kernels/games.py`.

    They are the module, such as `kernels.games`, and what it imports when it is loaded. OSError when one
    cannot be read.
    """
    found: dict[str, bytes] = {}
    waiting = [module.replace(".", "/") + ".py"]
    while waiting:
        path = waiting.pop()
        if path not in found:
            with open(os.path.join(_HERE, path), "rb") as source:
                found[path] = source.read()
            for folders, name in _IMPORT.findall(found[path]):
                place = folders.decode().strip(".").replace(".", "/")
                whole = f"{place}.py" if place else ""
                if not whole or not os.path.exists(os.path.join(_HERE, whole)):
                    whole = os.path.join(place, name.decode() + ".py")
                waiting.append(whole)
    return found


def checksum(*modules: str) -> str:
    """A checksum of 64 bits of all sources of these modules. OSError when one cannot be read.

    It is made of two checksums of 32 bits, because importing `hashlib` takes a tenth of the time of a small
    game.
    """
    from zlib import adler32, crc32

    texts: dict[str, bytes] = {}
    for module in modules:
        texts |= sources(module)
    whole = b"\0".join(path.encode() + b"\0" + texts[path] for path in sorted(texts))
    return f"{crc32(whole):08x}{adler32(whole):08x}"


def games(pegs: int) -> str:
    """The name of the code that plays all games with this number of pegs."""
    return f"games-{pegs}"


def histograms(pegs: int) -> str:
    """The name of the code that counts histograms for this number of pegs."""
    return f"histograms-{pegs}"


def optimal(ordinals: int) -> str:
    """The name of the code for optimal play of games with this number of ordinals of answers, which are
    bits. One bit more stands for no answer.
    """
    return f"{OPTIMAL}-{next(bits for bits in (16, 32, 64) if ordinals < bits)}"


def structure(fields: Sequence[tuple[str, str]]) -> Any:
    """A structure of ctypes with these fields, each a whole number (i8) or a float64 (f8)."""
    import ctypes

    kinds = {"i8": ctypes.c_int64, "f8": ctypes.c_double}
    named = [(name, kinds[kind]) for name, kind in fields]
    return type("Request", (ctypes.Structure,), {"_fields_": named})


def folders() -> list[str]:
    """The folders where files are looked for and, if possible, written: numba's, ours, the user's."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    named = os.environ.get("NUMBA_CACHE_DIR")
    return [*([named] if named else []), os.path.join(_HERE, "__pycache__"), os.path.join(home, "hp15c")]


@lru_cache(maxsize=len(_MODULES))
def stamp(kind: str) -> str:
    """Checksums of this processor and of the sources of this code. Empty where either is unknown."""
    from zlib import crc32

    processor = _processor()
    try:
        sources = checksum(_MODULES[kind], "kernels.translate")
    except OSError:
        return ""
    return f"{crc32(processor):08x}-{sources}" if processor else ""


def _processor() -> bytes:
    """The system's description of the first processor, or LLVM's. Empty where there is none."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
            first = lines.read(8192).partition("\n\n")[0].splitlines()
    except OSError:
        return _processor_by_llvm()
    return "\n".join(line for line in first if line.partition("\t")[0].strip() in _SAME_MACHINE).encode()


def _processor_by_llvm() -> bytes:
    try:
        from llvmlite import binding
    except ImportError:
        return b""
    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}".encode()


def _name(what: str) -> str:
    """The name of the file with this code, without its ending. Empty where it cannot be known."""
    known = stamp(what.partition("-")[0])
    return f"{what}-{known}" if known else ""


def find(what: str) -> str | None:
    """The file with this code. None when there is none, or nothing is to be compiled."""
    name = _name(what)
    if not name or os.environ.get("NUMBA_DISABLE_JIT") == "1":
        return None
    for folder in folders():
        for ending in (".so", ".o"):
            path = os.path.join(folder, name + ending)
            if os.path.exists(path):
                return path
    return None


def load(path: str) -> Serve | None:
    """The code of a file. None when it cannot be loaded."""
    import ctypes

    try:
        if path.endswith(".so"):
            served: Serve = _kind()((FUNCTION, ctypes.CDLL(path)))
            return served
        with open(path, "rb") as file:
            return load_code(file.read())
    except (AttributeError, ImportError, OSError, RuntimeError):
        return None


def load_code(code: bytes) -> Serve:
    """The code of an object file, which llvmlite links into this process."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _loaders.append(engine)
    served: Serve = _kind()(int(engine.get_function_address(FUNCTION)))
    return served


def _kind() -> Any:
    import ctypes

    return ctypes.CFUNCTYPE(None, ctypes.c_int64)


def write(what: str, code: bytes) -> str | None:
    """Write an object file, linked where that works. Returns the path, None where none can be written.

    Files with the same code of other versions are removed.
    """
    name = _name(what)
    folder = next(filter(_is_writable, folders()), None)
    if not name or folder is None:
        return None
    processor = stamp(what.partition("-")[0]).partition("-")[0]
    for old in os.listdir(folder):
        if old.startswith(f"{what}-{processor}-"):
            os.unlink(os.path.join(folder, old))
    path = os.path.join(folder, name)
    return _link(path, code) or _write(path + ".o", code)


@contextmanager
def only_one(what: str) -> Iterator[None]:
    """Let one process at a time compile this code. Another waits here, and finds the code then.

    Where the system has no such locks, or no folder can be written, nobody waits.
    """
    name = _name(what)
    folder = next(filter(_is_writable, folders()), None)
    if fcntl is None or not name or folder is None:
        yield
        return
    with open(os.path.join(folder, f".{what}.lock"), "a", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _is_writable(folder: str) -> bool:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _write(path: str, content: bytes) -> str:
    part = f"{path}.{os.getpid()}"
    with open(part, "wb") as file:
        file.write(content)
    os.replace(part, path)
    return path


def _link(name: str, code: bytes) -> str | None:
    """A shared library of the code, made by the system's linker. None where that does not work."""
    from shutil import which
    from subprocess import DEVNULL, run

    linker = which("ld") or which("cc")
    if linker is None:
        return None
    part = f"{name}.{os.getpid()}"
    given = _write(f"{part}.o", code)
    try:
        done = run(
            [linker, "-shared", "-o", part, given, "-lm"],
            stdout=DEVNULL,
            stderr=DEVNULL,
            stdin=DEVNULL,
            check=False,
        )
        if done.returncode:
            return None
        os.replace(part, f"{name}.so")
    except OSError:
        return None
    finally:
        for left in (part, given):
            if os.path.exists(left):
                os.unlink(left)
    return f"{name}.so"
