"""The library of integer sets, islpy, loaded when it is first used: loading it takes a tenth of a second."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import islpy as isl
else:

    class _Islpy:
        """Stands for the library until one of its names is asked for."""

        def __getattr__(self, name: str) -> Any:
            import islpy

            return getattr(islpy, name)

    isl = _Islpy()

__all__ = ["isl"]
