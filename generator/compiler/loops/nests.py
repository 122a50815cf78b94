"""Loops as the passes see them: their names in explanations, nests of two, loops that run to their end."""

from __future__ import annotations

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.nodes import changed_names, escaping_names, leaves


class FormRefused(Exception):
    """Raised for a form that is not legal, or cannot be shown to be.

    The text says why, in the source's names.
    """


def title(loop: ir.For) -> str:
    """The name of a loop in explanations."""
    return loop.loop or loop.name


def whole_passes(loop: ir.For) -> None:
    """Raise FormRefused for a loop that can end early: its passes depend on each other."""
    if leaves(loop.body):
        raise FormRefused(f"the loop {title(loop)} can be left before its last pass")


def nest(loop: ir.For) -> tuple[ir.For, ir.For]:
    """The two loops of a nest in which the inner one is the outer one's whole body. FormRefused when it holds
    something else, or when the bounds of the inner loop depend on the outer one.
    """
    if len(loop.body) != 1 or not isinstance(loop.body[0], ir.For):
        raise FormRefused(f"the loop {title(loop)} holds more than one loop")
    inner = loop.body[0]
    if loop.name in _names(inner.start) | _names(inner.stop) or loop.name == inner.name:
        raise FormRefused(f"the bounds of {title(inner)} depend on {title(loop)}")
    whole_passes(loop)
    whole_passes(inner)
    return loop, inner


def is_own(loop: ir.For, body: ir.Block, module: ir.Module) -> bool:
    """Whether the variable of a loop is used by loops over it alone: nothing else reads or assigns it."""
    return loop.name not in escaping_names(body, module) | module.registers.keys() | changed_names(
        loop.body, module
    )


def _names(expression: ir.Expression) -> frozenset[str]:
    value = affine(expression)
    return value.names if value is not None else frozenset()
