"""Compiled code in files of our own, called by ctypes, for a process that is over before numba would be
imported.

`hp15c mastermind compile` writes them. A file's name holds checksums of the sources that it was compiled from
and of this processor, so that code of another version or of another machine is never found. Where a linker is
installed the file is a shared library. Else it is an object file, which llvmlite loads.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache

FUNCTION = "advance"
"""The name of the code's function.

It takes two addresses that it may write on and that of a request (`solver.kernels.request`), and returns 0.
"""
_HERE = os.path.dirname(__file__)
_SAME_MACHINE = ("vendor_id", "cpu family", "model", "flags", "CPU implementer", "CPU part", "Features")
_loaders: list[object] = []

KernelFunction = Callable[..., int]


def folders() -> list[str]:
    """The folders where files are looked for and, if possible, written: numba's, ours, the user's."""
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    named = os.environ.get("NUMBA_CACHE_DIR")
    return [*([named] if named else []), os.path.join(_HERE, "__pycache__"), os.path.join(home, "hp15c")]


@lru_cache(maxsize=1)
def stamp() -> str:
    """Checksums of this processor and of the sources of the compiled code. Empty where either is unknown.

    The checksum of the sources has 64 bits, from two checksums of 32, because importing `hashlib` takes a
    tenth of the time of a small game.
    """
    from zlib import adler32, crc32

    texts = []
    try:
        kernels = os.path.join(_HERE, "kernels")
        names = sorted(name for name in os.listdir(kernels) if name.endswith(".py"))
        for path in (os.path.join(_HERE, "codes.py"), *(os.path.join(kernels, name) for name in names)):
            with open(path, "rb") as source:
                texts.append(source.read())
    except OSError:
        return ""
    sources, processor = b"\0".join(texts), _processor()
    return f"{crc32(processor):08x}-{crc32(sources):08x}{adler32(sources):08x}" if processor else ""


def _processor() -> bytes:
    """The system's description of the first processor. Empty where there is none."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as lines:
            first = lines.read(8192).partition("\n\n")[0].splitlines()
    except OSError:
        return b""
    return "\n".join(line for line in first if line.partition("\t")[0].strip() in _SAME_MACHINE).encode()


def find(pegs: int) -> str | None:
    """The file with the code for all games of so many pegs. None when there is none."""
    return _find(f"games-{pegs}")


def find_search() -> str | None:
    """The file with the search of optimal play. None when there is none, or nothing is to be compiled."""
    return None if os.environ.get("NUMBA_DISABLE_JIT") == "1" else _find("optimal")


def _find(what: str) -> str | None:
    if not stamp():
        return None
    for folder in folders():
        for ending in (".so", ".o"):
            path = os.path.join(folder, f"{what}-{stamp()}{ending}")
            if os.path.exists(path):
                return path
    return None


def load(path: str) -> KernelFunction | None:
    """The function of a file. None when it cannot be loaded."""
    import ctypes

    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    try:
        if path.endswith(".so"):
            return kind((FUNCTION, ctypes.CDLL(path)))
        return kind(_loaded(path))
    except (AttributeError, ImportError, OSError, RuntimeError):
        return None


def _loaded(path: str) -> int:
    """The address of the function in an object file, which llvmlite links into this process."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target)
    with open(path, "rb") as file:
        engine.add_object_file(binding.ObjectFileRef.from_data(file.read()))
    engine.finalize_object()
    _loaders.append(engine)
    return int(engine.get_function_address(FUNCTION))


def save(pegs: int) -> str | None:
    """Compile the code for so many pegs and write it. Returns the file's path, None where nothing can be
    kept.
    """
    from solver.kernels.entry import games_code

    return _save(f"games-{pegs}", lambda: games_code(pegs, FUNCTION))


def save_search() -> str | None:
    """The same for the search of optimal play, whose code serves all games."""
    from solver.kernels.entry import search_code

    return _save("optimal", lambda: search_code(FUNCTION))


def _save(what: str, make: Callable[[], bytes]) -> str | None:
    if not stamp():
        return None
    for folder in folders():
        try:
            os.makedirs(folder, exist_ok=True)
            if os.access(folder, os.W_OK):
                break
        except OSError:
            continue
    else:
        return None
    code = make()
    name = os.path.join(folder, f"{what}-{stamp()}")
    for old in os.listdir(folder):
        if old.startswith(f"{what}-{stamp().partition('-')[0]}-"):
            os.unlink(os.path.join(folder, old))
    return _linked(name, code) or _written(name + ".o", code)


def _written(path: str, content: bytes) -> str:
    part = f"{path}.{os.getpid()}"
    with open(part, "wb") as file:
        file.write(content)
    os.replace(part, path)
    return path


def _linked(name: str, code: bytes) -> str | None:
    """A shared library of the code, made by the system's linker. None where that does not work."""
    from shutil import which
    from subprocess import DEVNULL, run

    linker = which("ld") or which("cc")
    if linker is None:
        return None
    part = f"{name}.{os.getpid()}"
    given = _written(f"{part}.o", code)
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
