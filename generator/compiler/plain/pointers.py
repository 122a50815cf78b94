"""Loop variables that live in I: all elements in their loop are at exactly the register that they count."""

from __future__ import annotations

from collections.abc import Mapping

from generator.compiler import ir
from generator.compiler.dependences.affine import constant
from generator.compiler.dependences.trees import nodes
from generator.compiler.loops.substitution import plus
from generator.compiler.plain.storage import Storage


def loops_in_pointer(module: ir.Module, places: Storage) -> Mapping[str, frozenset[str]]:
    """For each function the loop variables that can be I."""
    return {
        name: frozenset(_pointers(function, module, places)) for name, function in module.functions.items()
    }


def _pointers(function: ir.Function, module: ir.Module, places: Storage) -> set[str]:
    loops = [node for node in nodes(function.body) if isinstance(node, ir.For)]
    names = {loop.name for loop in loops}
    good = {name for name in names if all(_fits(loop, module, places) for loop in loops if loop.name == name)}
    return {name for name in good if _only_in_loops(function, name, loops)}


def _fits(loop: ir.For, module: ir.Module, places: Storage) -> bool:
    """Whether nothing else in a loop needs I, and the variable is used as a register's number only."""
    elements = [node for node in nodes(loop.body) if isinstance(node, ir.Element)]
    own = ir.Read(loop.name)
    if not elements or any(isinstance(node, ir.Call) for node in nodes(loop.body)):
        return False
    for element in elements:
        place = plus(constant(places.arrays[element.array]), element.index)
        if place != own and not (isinstance(place, ir.Constant) and int(place.value) < 20):
            return False
    return True


def _only_in_loops(function: ir.Function, name: str, loops: list[ir.For]) -> bool:
    """Whether a name is used inside its own loops only, which are not inside each other's."""
    inside = sum(_count(loop.body, name) for loop in loops if loop.name == name)
    return _count(function.body, name) == inside


def _count(piece: object, name: str) -> int:
    return sum(isinstance(node, ir.Read | ir.Name) and node.name == name for node in nodes(piece))
