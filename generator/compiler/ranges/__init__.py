"""Ranges: the intervals of values, known from `assume`, conditions and loops, and what they shorten."""

from __future__ import annotations

from generator.compiler.ranges.narrow import held_intervals, narrow_module

__all__ = ["held_intervals", "narrow_module"]
