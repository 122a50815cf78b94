"""Machine code from LLVM text: compiled by llvmlite, and kept on disk for the next time."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import llvmlite
import llvmlite.binding as llvm
from numba.core import config

from hp15c import files
from hp15c.engines.lanes.opcodes import decode
from hp15c.engines.native.translate import NAME, Translator
from hp15c.listing.program import Program

Run = Callable[..., None]
_KEPT_AT_MOST: Final = 64


class MachineCode:
    """A program's machine code. `run` takes addresses and counts as `translate.LlvmTranslation` says."""

    def __init__(self, heads: frozenset[int], machine: Any, code: bytes) -> None:
        self.heads = heads
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        kind = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 8)
        self.run: Run = kind(self._engine.get_function_address(NAME))


@lru_cache(maxsize=64)
def build(
    program: Program, counting: bool = True, side_by_side: bool = False, only_kept: bool = False
) -> MachineCode | None:
    """The machine code of a program, compiled now unless it was kept. See `translate`.

    With `only_kept` nothing is compiled: None where it was not kept.
    """
    translation, machine = Translator(decode(program), counting, side_by_side).translation(), _machine()
    kept = _kept_file(translation.text, machine)
    code = _read(kept)
    if code is None and not only_kept:
        code = machine.emit_object(_optimize(translation.text, machine))
        _keep(kept, code)
    return None if code is None else MachineCode(translation.heads, machine, code)


@cache
def is_wide() -> bool:
    """Whether this computer has vectors of eight words (AVX-512)."""
    return {"+avx512f", "+avx512dq"} <= set(_processor()[1].split(","))


def _processor() -> tuple[str, str]:
    """Name and features of this computer's processor, as LLVM calls them. The settings of numba,
    NUMBA_CPU_NAME and NUMBA_CPU_FEATURES, come first.
    """
    settings: Any = config
    name, features = settings.CPU_NAME, settings.CPU_FEATURES
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
    """The folder of kept machine code: beside the compiled functions of lanes, which numba keeps."""
    from hp15c.engines.lanes.kernel import run_lanes

    path = getattr(getattr(run_lanes, "_cache", None), "cache_path", None)
    return Path(path) if path else Path(__file__).parent / "__pycache__"


def _kept_file(text: str, machine: Any) -> Path:
    told = "\n".join([text, machine.triple, *_processor(), llvmlite.__version__])
    return _folder() / f"native-{hashlib.sha256(told.encode()).hexdigest()[:32]}.o"


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _keep(path: Path, code: bytes) -> None:
    """Write machine code to disk, and delete all but the newest files there. A folder that cannot be written
    is left alone.
    """
    try:
        files.replace(path, code)
        kept = sorted(path.parent.glob("native-*.o"), key=lambda one: one.stat().st_mtime)
        for old in kept[:-_KEPT_AT_MOST]:
            old.unlink(missing_ok=True)
    except OSError:
        return
