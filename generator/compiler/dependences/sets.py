"""The library of integer sets, loaded when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hp15c.errors import Unsupported

if TYPE_CHECKING:
    import islpy as isl
else:

    class _Islpy:
        """Stands for the library until one of its names is asked for."""

        def __getattr__(self, name: str) -> Any:
            try:
                import islpy
            except ImportError as missing:
                raise Unsupported(
                    "dependences are computed with the library islpy, which is not installed",
                    ["pip install 'hp15c[compile]' installs it"],
                ) from missing
            return getattr(islpy, name)

    isl = _Islpy()

__all__ = ["isl"]
