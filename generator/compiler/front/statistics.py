"""The statistics registers of a module: declared by `sums()`, or there because a function uses them."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from generator.compiler.front.faults import Reporter
from generator.compiler.front.names import ModuleNames
from generator.compiler.tree.ir import Function, Operation, Register
from generator.compiler.tree.nodes import nodes
from generator.language.operations import CHANGING_SUMS, OF_SUMS, SUMS
from hp15c.table.models import LIMITS, Model

UNNAMED: Final = tuple(f"sum {number}" for number in range(SUMS))
"""The names of sums that the source does not name. No source can have them."""


def declare_sums(node: ast.Assign, names: ModuleNames, report: Reporter) -> None:
    """`n, sum_x, sum_xx, sum_y, sum_yy, sum_xy = sums()` at the level of the module."""
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    called = [one.id for one in parts if isinstance(one, ast.Name)]
    for one in called:
        if names.kind(one) or called.count(one) > 1:
            report.on(node, f"{one} is {names.kind(one) or 'there twice'}", "choose another name")
            return
    if names.sums or len(called) != SUMS or len(parts) != SUMS or len(node.targets) > 1:
        report.on(
            node,
            "the sums have names already" if names.sums else "the statistics are six sums",
            "write `n, sum_x, sum_xx, sum_y, sum_yy, sum_xy = sums()` once",
        )
        return
    _place(tuple(called), names)


def add_unnamed_sums(functions: Iterable[Function], names: ModuleNames) -> None:
    """Add the six registers of a module that uses statistics and gives the sums no names."""
    used = any(
        isinstance(node, Operation) and node.name in CHANGING_SUMS | OF_SUMS
        for one in functions
        for node in nodes(one.body)
    )
    if used and not names.sums:
        _place(UNNAMED, names)


def _place(called: tuple[str, ...], names: ModuleNames) -> None:
    first = LIMITS[Model.HP15C].first_sum
    names.sums = called
    for number, name in enumerate(called, first):
        names.registers[name] = Register(name, str(number))
