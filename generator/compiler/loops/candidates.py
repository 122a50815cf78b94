"""A candidate: a module with its loops in one form, and the steps that led to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.compiler.tree import ir
from generator.compiler.tree.rewriting import with_body


@dataclass(frozen=True, slots=True)
class Candidate:
    """A module with its loops in one form. `story` tells the steps to it, in order.

    `as_written` tells that the loops stand as in the source, or backwards. A `spare` one is tried beside
    others that are mostly shorter. Without a clock it is only searched widely for the goal `small` where its
    narrow listing is shorter than all before it.
    """

    name: str
    module: ir.Module
    story: tuple[str, ...] = ()
    as_written: bool = False
    spare: bool = False

    def with_module(self, module: ir.Module, *lines: str) -> Candidate:
        """The candidate with another module, and these lines added to the story of its steps."""
        return replace(self, module=module, story=(*self.story, *lines))

    def with_body(self, function: str, body: ir.Block, *lines: str) -> Candidate:
        """The candidate with another body for one function, and these lines added to its story."""
        return self.with_module(with_body(self.module, function, body), *lines)
