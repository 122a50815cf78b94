"""The library of integer sets, loaded when it is first needed."""

from __future__ import annotations

from hp15c.errors import Unsupported

try:
    import islpy as isl
except ImportError as missing:
    raise Unsupported(
        "dependences are computed with the library islpy, which is not installed",
        ["pip install 'hp15c[compile]' installs it"],
    ) from missing

__all__ = ["isl"]
