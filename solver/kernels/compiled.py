"""numba's compiler for the solver's kernels, and the check whether compiled code is too old.

Compiled code holds constants and functions of other modules than its own, but numba's cache looks at one file
alone. Here compiled code on disk is valid as long as none of the sources changes that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types as untyped_types
from numba.core import cgutils as untyped_cgutils
from numba.core import event as untyped_event
from numba.extending import intrinsic
from numba.np import arrayobj as untyped_arrayobj

from solver.kernels.sources import checksum

F = TypeVar("F", bound=Callable[..., Any])


event: Any = untyped_event
cgutils: Any = untyped_cgutils
types: Any = untyped_types
arrayobj: Any = untyped_arrayobj


SECONDS = 2
"""About how long numba compiles a kernel that Python calls: the histograms."""


class _Listener(event.Listener):  # type: ignore[misc, unused-ignore]
    """Reports that numba begins to compile a kernel that is not kept on disk."""

    def on_start(self, begun: Any) -> None:
        from solver import messages

        messages.compiling_begins(SECONDS)

    def on_end(self, ended: Any) -> None:
        pass


_PLAIN = bool(getattr(numba.config, "DISABLE_JIT", False))
"""Whether kernels run as plain Python."""

event.register("numba:compile", _Listener())


def _guard(file: Any) -> None:
    """Treat a kept file that cannot be read back, as one of another version of the package, like no file."""
    load = file._load_index

    def load_or_nothing() -> Any:
        try:
            return load()
        except (AttributeError, ImportError, EOFError, KeyError, TypeError, ValueError, UnpicklingError):
            return {}

    file._load_index = load_or_nothing


def njit(
    *,
    nogil: bool = False,
    inline: bool = False,
    inner: bool = False,
    allocates: bool = True,
) -> Callable[[F], F]:
    """A decorator: the function is compiled when it is first called, and kept in numba's cache.

    With `inline` a copy stands at every call. With `inner` only compiled code calls it, so that it needs no
    entry from Python and is not kept by itself. A kernel that never makes an array (`allocates` is false)
    need not count references to its arrays. Each of the last two halves the time to compile kernels with many
    arguments.
    """
    options: dict[str, Any] = {
        "nogil": nogil,
        "forceinline": inline,
        "no_cpython_wrapper": inner,
        "no_cfunc_wrapper": True,
        "_nrt": allocates,
    }

    def decorate(function: F) -> F:
        dispatcher: Any = numba.njit(cache=not inner, **options)(function)
        file: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
        if file is not None:
            file._source_stamp = checksum(function.__module__.removeprefix("solver."))
            _guard(file)
        return dispatcher  # type: ignore[no-any-return]

    return decorate


def lay_out(context: Any, builder: Any, kind: Any, data: Any, shape: Any) -> Any:
    """Emit an array of this type over the elements that begin at a pointer.

    References to it are not counted.
    """
    made = context.make_array(kind)(context, builder)
    lengths = cgutils.unpack_tuple(builder, shape, kind.ndim)
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(lengths[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    arrayobj.populate_array(made, data, lengths, strides, size, meminfo=None)
    return made._getvalue()


def _typed_shaped(typing: Any, elements: Any, shape: Any) -> Any:
    """The elements of an array of one dimension as an array of this shape, without numba's helpers."""
    kind = types.Array(elements.dtype, len(shape), "C")

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(elements)(context, builder, arguments[0]).data
        return lay_out(context, builder, kind, data, arguments[1])

    return kind(elements, types.UniTuple(types.int64, len(shape))), emit


shaped: Any = np.reshape if _PLAIN else intrinsic(_typed_shaped)
"""shaped(elements, shape): the array of this shape over the same elements, of which there are as many."""


def _typed_words_of(typing: Any, array: Any, one: Any) -> Any:
    kind = types.Array(one, 1, "C")

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        given = context.make_array(array)(context, builder, arguments[0])
        data = builder.bitcast(given.data, context.get_data_type(one).as_pointer())
        sizes = [context.get_abi_sizeof(context.get_data_type(each)) for each in (array.dtype, one)]
        length = builder.extract_value(given.shape, 0)
        length = builder.mul(length, context.get_constant(types.intp, sizes[0]))
        length = builder.udiv(length, context.get_constant(types.intp, sizes[1]))
        return lay_out(context, builder, kind, data, cgutils.pack_array(builder, [length]))

    return kind(array, one), emit


def _words_of(array: Any, one: Any) -> Any:
    return array.view(type(one))


words_of: Any = _words_of if _PLAIN else intrinsic(_typed_words_of)
"""words_of(array, one): the memory of an array of one dimension as words of the type of `one`."""


def _typed_array_at(typing: Any, address: Any, shape: Any, kind: Any) -> Any:
    array = types.Array(kind.dtype, len(shape), "C")

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = builder.inttoptr(arguments[0], context.get_data_type(array.dtype).as_pointer())
        return lay_out(context, builder, array, data, arguments[1])

    return array(types.int64, types.UniTuple(types.int64, len(shape)), kind), emit


def _array_at(address: int, shape: tuple[int, ...], kind: Any) -> Any:
    from ctypes import c_char
    from math import prod

    dtype = np.dtype(kind)
    length = prod(map(int, shape)) * dtype.itemsize
    memory = (c_char * length).from_address(int(address)) if length else b""
    made = np.frombuffer(memory, dtype).reshape(shape)
    return made.view(np.recarray) if dtype.names else made


array_at: Any = _array_at if _PLAIN else intrinsic(_typed_array_at)
"""array_at(address, shape, kind): the array of this shape and dtype whose first element is at an address."""


def records(layout: Any, count: int) -> Any:
    """An array of records of zeros. Kernels read and write their fields by name: `records[place].field`.

    A record is passed from kernel to kernel as one address. The arrays of a NamedTuple are passed one by one,
    and references to each are counted. For a kernel that is called for each node, this would take longer than
    its work.
    """
    made = np.zeros(count, layout)
    return made.view(np.recarray) if _PLAIN else made
