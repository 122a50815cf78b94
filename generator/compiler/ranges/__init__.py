"""Ranges: what values can be, from `assume`, conditions and loops, and shorter operations because of it."""

from __future__ import annotations

from generator.compiler.ranges.narrow import narrowed

__all__ = ["narrowed"]
