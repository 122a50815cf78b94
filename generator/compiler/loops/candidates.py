"""A candidate: a module with its loops in one form, and the steps that led to it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.compiler.tree import ir


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
