"""Ranges: the intervals of values, known from `assume`, conditions and loops, and the shorter operations that
they allow.
"""

from __future__ import annotations

from generator.compiler.ranges.narrow import narrow_module

__all__ = ["narrow_module"]
