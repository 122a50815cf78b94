"""Loops as the passes see them: their names, nests of two, loops that run to their end, other orders."""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine, constant
from generator.compiler.tree.nodes import changed_names, escaping_names, leaves
from generator.compiler.tree.substitution import minus


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


def backwards(loop: ir.For) -> ir.For:
    """A loop over the same values in the other order. Its step is 1 or −1."""
    one = constant(loop.step)
    return replace(loop, start=minus(loop.stop, one), stop=minus(loop.start, one), step=-loop.step)
