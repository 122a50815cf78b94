"""Kernels of tests, compiled."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from solver import code_files


def compiled(kernel: Callable[[int], None]) -> Callable[..., None]:
    """A kernel as compiled code, which takes arrays of numpy's and numbers.

    The kernel takes the address of as many words of 64 bits: the addresses of the arrays, and the numbers.
    """
    from solver.kernels.translate import machine_code

    serve = code_files.load_code(machine_code(kernel, code_files.FUNCTION))

    def run(*given: Any) -> None:
        words = [value.ctypes.data if hasattr(value, "ctypes") else int(value) for value in given]
        request = (ctypes.c_int64 * len(words))(*words)
        serve(ctypes.addressof(request))

    return run
