"""A sequence that fails, made as short as it can be while it still fails."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.fuzz.shapes import Case


def shrunk(case: Case, fails: Callable[[Case], bool]) -> Case:
    """The case without any key that it does not need to fail: halves go first, single keys last."""
    if case.held and fails(replace(case, held=False)):
        case = replace(case, held=False)
    size = max(1, len(case.keys) // 2)
    while True:
        shorter = _without_some(case, size, fails)
        if shorter is case and size == 1:
            return case
        if shorter is case:
            size = max(1, size // 2)
        case = shorter


def _without_some(case: Case, size: int, fails: Callable[[Case], bool]) -> Case:
    """The case without those runs of `size` keys that can go. The case itself when none can."""
    start = 0
    while start < len(case.keys):
        shorter = replace(case, keys=case.keys[:start] + case.keys[start + size :])
        if shorter.keys and fails(shorter):
            case = shorter
        else:
            start += size
    return case
