"""The statistics registers of a module on a model: R2 to R7 on the HP-15C, R0 to R5 on the HP-11C."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import names_in
from hp15c.errors import Unsupported
from hp15c.table.models import LIMITS, Model


def with_sums_of(module: ir.Module, model: Model) -> ir.Module:
    """The module with its statistics registers in place. Unsupported when another name is pinned there."""
    if not module.sums:
        return module
    registers = dict(module.registers)
    for number, name in enumerate(module.sums, LIMITS[model].first_sum):
        registers[name] = replace(registers[name], at=str(number))
    taken = {one.at: name for name, one in registers.items() if name in module.sums}
    both = [name for name, one in registers.items() if name not in module.sums and one.at in taken]
    both += [
        name
        for name, one in module.arrays.items()
        if one.at is not None and {str(one.at + number) for number in range(one.length)} & taken.keys()
    ]
    if both:
        places = f"R{min(taken, key=str)} to R{max(taken, key=str)}"
        raise Unsupported(f"the HP-{model}", [f"{', '.join(both)} is pinned to {places}, where the sums are"])
    return replace(module, registers=registers)


def without_unread_sums(module: ir.Module) -> ir.Module:
    """The module without names for those sums that no function names. Their registers are reserved."""
    read = names_in(module.bodies, ir.Read, ir.Name)
    unread = set(module.sums) - read.keys()
    places = {one.at for name, one in module.registers.items() if name in unread and one.at is not None}
    registers = {name: one for name, one in module.registers.items() if name not in unread}
    return replace(module, registers=registers, reserved=module.reserved | places)
