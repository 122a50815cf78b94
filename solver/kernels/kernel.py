"""What makes a function a kernel, and the operations of kernels that Python does not have.

Kernels are ordinary Python, and run as such with `NUMBA_DISABLE_JIT=1`. `solver.kernels.translate` compiles
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
Emit = Callable[..., Any]
"""A function that writes LLVM's code, given a writer (`kernels.values.Writer`) and the arguments."""


class Kernel(NamedTuple):
    """How a kernel is compiled."""

    inline: bool
    """Whether a copy stands at every call."""
    emit: Emit | None
    """A function that writes its code, in place of its source."""


KERNELS: dict[Any, Kernel] = {}
OPERATIONS: dict[Any, Emit] = {}
"""Functions whose code is written where they are called, each with the function that writes it."""


def kernel(function: F) -> F:
    """A decorator that makes a function a kernel."""
    KERNELS[function] = Kernel(False, None)
    return function


def inline_kernel(function: F) -> F:
    """A decorator: the function is a kernel, and a copy of it stands at every call."""
    KERNELS[function] = Kernel(True, None)
    return function


def written_by(emit: Emit, within: bool = False) -> Callable[[F], F]:
    """A decorator for a function whose compiled code `emit` writes.

    With `within` the code is written at every call. Otherwise it is a kernel of its own, which is never
    inlined.
    """

    def decorate(function: F) -> F:
        if within:
            OPERATIONS[function] = emit
        else:
            KERNELS[function] = Kernel(False, emit)
        return function

    return decorate


@written_by(lambda write, elements, shape: write.array(elements.kind, elements.data, shape), within=True)
def reshape(elements: Any, shape: tuple[int, ...]) -> Any:
    """The array of this shape over the same elements, of which there are as many."""
    return elements.reshape(shape)


@written_by(lambda write, array, one: write.words_of(array, one), within=True)
def words_of(array: Any, one: Any) -> Any:
    """The memory of an array of one dimension as words of the type of `one`."""
    return array.view(type(one))


@written_by(lambda write, address, shape, kind: write.array_at(address, shape, np.dtype(kind)), within=True)
def array_at(address: int, shape: tuple[int, ...], kind: Any) -> Any:
    """The array of this shape and dtype whose first element is at an address."""
    from ctypes import c_char
    from math import prod

    dtype = np.dtype(kind)
    length = prod(map(int, shape)) * dtype.itemsize
    memory = (c_char * length).from_address(int(address)) if length else b""
    made = np.frombuffer(memory, dtype).reshape(shape)
    return made.view(np.recarray) if dtype.names else made
