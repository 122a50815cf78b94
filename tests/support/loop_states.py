"""What blocks with loops leave after, by the small interpreter of the tree."""

from __future__ import annotations

from generator.compiler.tree import ir
from tests.generator.compiler.dependences.test_dependences import module
from tests.support.small_ir import Run


def state_after(body: ir.Block, size: int) -> object:
    """What a block leaves in registers and arrays that start with different numbers."""
    run = Run(module(body), registers={"n": size, "s": 5, "t": 7})
    for factor, name in enumerate("ab", 3):
        run.arrays[name] = [factor * place % 17 for place in range(60)]
    run.call("f")
    return run.registers, run.arrays


def same_states(before: ir.Block, after: ir.Block, sizes: range = range(1, 5)) -> bool:
    """Whether two blocks leave the same after, for several sizes."""
    return all(state_after(before, size) == state_after(after, size) for size in sizes)
