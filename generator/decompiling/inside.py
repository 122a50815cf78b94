"""Whether a module with an array runs with all indices in it, and gives what its listing gives.

A proof takes indices to be in the array. With an array at the wrong registers that would say nothing.
"""

from __future__ import annotations

import random
from typing import Any, Final

from generator.compiler.checking.check import sides
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.tree.ir import Module
from generator.language.memory import StoredArray
from hp15c.errors import CalculatorError
from hp15c.listing.program import Program

MOST_SEQUENCES: Final = 300


class _Watched(StoredArray):
    """An array that knows whether an element was reached that is not 0."""

    reached = False

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        self.reached = self.reached or not found.is_zero
        return found

    def __setitem__(self, index: Any, number: Any) -> None:
        super().__setitem__(index, number)
        self.reached = self.reached or not self[index].is_zero


def runs_inside(module: Module, listing: Program) -> bool | None:
    """Whether a drawn sequence of calls reaches elements that are not 0, and gives the same on both sides.

    The module runs as Python, the listing on a calculator. It is given up after MOST_SEQUENCES: then it is
    False where some calls gave something else, and None where none reached such an element.
    """
    python, calculator = sides(module, listing)
    watched = {name: _Watched(one.length, one.at) for name, one in module.arrays.items()}
    python.names.update(watched)
    draws = CallDraws(module, [], random.Random("inside the array"))
    differs = False
    for _ in range(MOST_SEQUENCES):
        for one in watched.values():
            one.reached = False
        tally = CallTally()
        calls = draws.sequence()
        try:
            if compare(calls, python, calculator, tally) is not None:
                differs = True
                continue
        except CalculatorError:  # a register that is not there is to hold a number before the call
            continue
        reached = any(one.reached for one in watched.values())
        draws.note(calls, tally.compared > 0)
        if tally.compared and not tally.skipped and not tally.errors and reached:
            return True
    return False if differs else None
