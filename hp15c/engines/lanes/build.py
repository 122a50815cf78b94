"""Machine code from LLVM text: compiled by llvmlite, and kept on disk for the next time."""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm
from platformdirs import user_cache_path

from hp15c import files
from hp15c.engines.lanes.function_text import NAME

Run = Callable[..., None]
_KEPT_AT_MOST: Final = 64
_DIGEST: Final = hashlib.sha256().digest_size


class MachineCode:
    """The function NAME of LLVM text as machine code.

    `run` takes the addresses of the table of results and of the rows, the words of a row, the address of the
    numbers of the lanes to run, and how many they are. Then follow the limit of lines, 1 to stop at a pause,
    and the address of what else the text reads.
    """

    def __init__(self, machine: Any, code: bytes) -> None:
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        kind = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 8)
        self.run: Run = kind(self._engine.get_function_address(NAME))


def compile_kept(text: str) -> MachineCode:
    """The machine code of a text, compiled now unless it was kept."""
    machine = _machine()
    kept = _kept_file(text, machine)
    code = _read(kept)
    if code is None:
        code = machine.emit_object(_optimize(text, machine))
        _keep(kept, code)
    return MachineCode(machine, code)


def is_kept(text: str) -> bool:
    """Whether the machine code of a text was kept."""
    return _read(_kept_file(text, _machine())) is not None


@cache
def is_wide() -> bool:
    """Whether this computer has vectors of eight words (AVX-512)."""
    return {"+avx512f", "+avx512dq"} <= set(_processor()[1].split(","))


def _processor() -> tuple[str, str]:
    """Name and features of this computer's processor, as LLVM calls them. The variables of numba by which
    another one is chosen, NUMBA_CPU_NAME and NUMBA_CPU_FEATURES, come first.
    """
    name, features = (os.environ.get(f"NUMBA_CPU_{part}") for part in ("NAME", "FEATURES"))
    return (
        llvm.get_host_cpu_name() if name is None else name,
        llvm.get_host_cpu_features().flatten() if features is None else features,
    )


def _machine() -> Any:
    """This computer as a target of LLVM. Each engine needs a target of its own, because it takes it over."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    name, features = _processor()
    return target.create_target_machine(cpu=name, features=features, opt=2, jit=True)


def _optimize(text: str, machine: Any) -> Any:
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return module


# what is kept


def _folder() -> Path:
    """The folder of kept machine code: that of NUMBA_CACHE_DIR, one beside the sources, or the user's."""
    named, beside = os.environ.get("NUMBA_CACHE_DIR"), Path(__file__).parent
    if named:
        return Path(named)
    return beside / "__pycache__" if os.access(beside, os.W_OK) else user_cache_path("hp15c", False)


def _kept_file(text: str, machine: Any) -> Path:
    told = "\n".join([text, machine.triple, *_processor(), llvmlite.__version__])
    return _folder() / f"lanes-{hashlib.sha256(told.encode()).hexdigest()[:32]}.o"


def _read(path: Path) -> bytes | None:
    """The machine code in a file. None where there is none, or another one: LLVM would not survive it."""
    try:
        digest, code = (kept := path.read_bytes())[:_DIGEST], kept[_DIGEST:]
    except OSError:
        return None
    return code if hashlib.sha256(code).digest() == digest else None


def _keep(path: Path, code: bytes) -> None:
    """Write machine code to disk, and delete all but the newest files there. A folder that cannot be written
    is left alone.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, hashlib.sha256(code).digest() + code)
        kept = sorted(path.parent.glob("lanes-*.o"), key=lambda one: one.stat().st_mtime)
        for old in kept[:-_KEPT_AT_MOST]:
            old.unlink(missing_ok=True)
    except OSError:
        return
