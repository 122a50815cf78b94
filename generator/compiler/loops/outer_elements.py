"""Elements that are the same in all passes of a loop are read once, before it.

    for k in range(n, 0, -1):               one_a = a[j]
        if a[j] == b[k - 1]:                for k in range(n, 0, -1):
            b[k - 1] = 10                       if one_a == b[k - 1]:
                                                    b[k - 1] = 10

The loop is known to make a pass, and each pass begins by reading the element, so that it is read in any case.
"""

from __future__ import annotations

from functools import partial

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.nodes import changed_names, nodes
from generator.compiler.tree.rewriting import rewritten, unused_name, with_body
from generator.compiler.tree.substitution import replaced_node


def read_before_loops(module: ir.Module) -> ir.Module:
    """The module in which loops read before them what their first condition finds unchanged in each pass."""
    for name, function in module.functions.items() if module.arrays else ():
        body = rewritten(function.body, partial(_with_element_before, function=function, module=module))
        if body is not function.body:
            module = with_body(module, name, body)
    return module


def _with_element_before(loop: ir.Statement, function: ir.Function, module: ir.Module) -> ir.Block | None:
    """A loop with its element in a local. None for another statement, or a loop that has none."""
    if not isinstance(loop, ir.For) or not loop.runs or not loop.body:
        return None
    match loop.body[0]:
        case ir.If(test=ir.Compare() as first) | ir.If(test=ir.And(conditions=(ir.Compare() as first, *_))):
            pass
        case _:
            return None
    if any(isinstance(one, ir.Call | ir.Ask) for one in nodes(loop.body)):
        return None
    changed = changed_names(loop, module)
    targets = (target for one in nodes(loop.body) for target in getattr(one, "targets", ()))
    written = {one.array for one in targets if isinstance(one, ir.Element)}
    for one in (first.left, first.right):
        where = affine(one.index) if isinstance(one, ir.Element) else None
        if not isinstance(one, ir.Element) or where is None or not where.factors:
            continue
        if where.names & changed or one.array in written or module.arrays[one.array].at is not None:
            continue
        name = unused_name(f"one_{one.array}", function.body, module)
        given = ir.Assign((ir.Name(name),), (one,), place=loop.place)
        return given, replaced_node(loop, one, ir.Read(name))
    return None
