"""The ways to place the arrays of a module, and to write it where they have their places."""

from __future__ import annotations

from itertools import product

from generator.compiler.code.arrays import FIRST, place_arrays
from generator.compiler.loops.entered_together import with_loops_together
from generator.compiler.shared_loops import share_loops
from generator.compiler.target.biased import bias
from generator.compiler.tree.ir import Module
from hp15c.errors import Unsupported
from hp15c.table.models import Model


def layouts(module: Module, model: Model, scratch: int = 0) -> tuple[list[Module], list[str]]:
    """A module with its arrays in several places, and why others are not possible.

    Arrays leave at least `scratch` registers to other values. Where not all of them are below R.9, each order
    of them is tried.
    """
    found: list[Module] = []
    refusals: list[str] = []
    for last_first, first in product((False, True) if scratch else (False,), FIRST):
        try:
            layout = place_arrays(module, model, first, scratch, last_first)
        except Unsupported as refused:
            refusals.append(str(refused))
            continue
        found += [layout] if layout not in found else []
    return found, refusals


def with_biased(modules: list[Module], together: bool = False) -> list[Module]:
    """Each of these modules, and its forms in which indices count registers or equal loops are calls. Equal
    ones are left out.

    With `together` each has loops entered together, too.
    """
    found: list[Module] = []
    for one in modules:
        ways = [one, bias(one)]
        if together and (entered := with_loops_together(one)) != one:
            ways += [entered, bias(entered)]
        ways += map(share_loops, ways[:])
        for way in ways:
            found += [way] if way not in found else []
    return found
