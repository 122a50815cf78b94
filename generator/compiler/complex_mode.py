"""Complex mode stays on from one operation to the next, and is left where a label is pressed.

A program that ends with a complex number in X leaves complex mode on. The next one begins with real numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.assembler.targets import Goal
from generator.compiler.complex_lines import JOIN, OFF, complex_stretches, shorter_stretch
from generator.compiler.repeats import Passed
from generator.compiler.shorter_lines import facts_at_end
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import leaves_complex_numbers
from generator.peephole.flow import Flow
from hp15c.listing.program import Program
from hp15c.table.instructions import Role


def with_complex_mode_on(
    program: Program,
    sources: Sequence[int],
    module: Module,
    _goal: Goal,
    registers: Mapping[str, str] | None = None,
) -> Passed:
    """A program that stays in complex mode, the source line of each of its lines, and what was done."""
    told: list[str] = []
    if not any(one == JOIN for one in program.steps):
        return program, tuple(sources), told
    results = max(one.results for one in module.functions.values() if one.label)
    for stretch in reversed(list(complex_stretches(program))):
        flow = Flow(program, facts_at_end(program, module, registers, results))
        found = shorter_stretch(program, flow, *stretch)
        if found is not None:
            first, behind, lines = found
            told.append(f"Lines {first + 1} to {behind}: complex mode stays on")
            steps = (*program.steps[:first], *lines, *program.steps[behind:])
            sources = (*sources[:first], *[sources[behind - 1]] * len(lines), *sources[behind:])
            program = program.with_steps(steps)
    return program, tuple(sources), told


def with_real_beginnings(program: Program, sources: Sequence[int], module: Module, _goal: Goal) -> Passed:
    """A program whose labels leave complex mode, where one of them ends in it."""
    labels = {one.label for one in module.functions.values()} - {None}
    steps, origin, told = list(program.steps), list(sources), list[str]()
    for line in range(len(steps), 0, -1) if leaves_complex_numbers(module) else ():
        following = steps[line] if line < len(steps) else None
        is_last = following is None or following.role is not Role.LABEL or following.operand not in labels
        if following == OFF:
            continue  # it does so already
        if steps[line - 1].role is Role.LABEL and steps[line - 1].operand in labels and is_last:
            steps.insert(line, OFF)
            origin.insert(line, origin[line - 1])
            told.append(f"Label {steps[line - 1].operand} leaves complex mode")
    return program.with_steps(tuple(steps)), tuple(origin), told
