"""numba's compiler for the solver's kernels, and the check whether compiled code is too old.

Compiled code holds constants and functions of other modules than its own, but numba's cache looks at one file
alone. Here compiled code on disk is valid as long as none of the sources changes that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable
from pickle import UnpicklingError
from typing import Any, TypeVar

import numba
from numba.core import cgutils as untyped_cgutils
from numba.core import event as untyped_event

from solver.kernels.sources import checksum

F = TypeVar("F", bound=Callable[..., Any])


event: Any = untyped_event
cgutils: Any = untyped_cgutils


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


def njit(*, nogil: bool = False) -> Callable[[F], F]:
    """A decorator: the function is compiled when it is first called, and kept in numba's cache."""
    options: dict[str, Any] = {"nogil": nogil, "no_cfunc_wrapper": True}

    def decorate(function: F) -> F:
        dispatcher: Any = numba.njit(cache=True, **options)(function)
        file: Any = getattr(getattr(dispatcher, "_cache", None), "_cache_file", None)
        if file is not None:
            file._source_stamp = checksum(function.__module__.removeprefix("solver."))
            _guard(file)
        return dispatcher  # type: ignore[no-any-return]

    return decorate
