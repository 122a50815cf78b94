"""A compiled program made shorter as a whole: by the table of equal lines, by subroutines, by fewer jumps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from generator.assembler.targets import Goal
from generator.compiler.detours import without_detours
from generator.compiler.repeats import without_repeats
from generator.compiler.tails import with_shared_neighbours, without_tail_calls
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind

Made = tuple[Program, tuple[int, ...], list[str]]


def shortened(
    module: Module,
    program: Program,
    sources: Sequence[int],
    goal: Goal,
    registers: Mapping[str, str] | None = None,
) -> tuple[Program, tuple[int, ...], list[str]]:
    """A program with shorter equal lines, the source line of each, and what was replaced in words.

    At the end of a run only the results and the registers of the module count, and of an Error only its
    number. `registers` has the register of each name. Without it all registers count. For `small`,
    sequences that are repeated become subroutines.
    """
    made, origin, told = _by_table(module, program, sources, goal, registers)
    entries = [one.label for one in module.functions.values() if one.label]
    changes: list[Callable[[Program, tuple[int, ...]], Made]] = [partial(without_detours, entries=entries)]
    if goal == "small":
        changes += [without_repeats, partial(with_shared_neighbours, entries=entries), without_repeats]
    changes.append(partial(without_tail_calls, entries=entries))
    for change in changes:
        made, origin, done = change(made, origin)
        told += done
    return made, origin, told


def _by_table(
    module: Module,
    program: Program,
    sources: Sequence[int],
    goal: Goal,
    registers: Mapping[str, str] | None,
) -> tuple[Program, tuple[int, ...], list[str]]:
    from generator.peephole.flow import Facts
    from generator.peephole.live import register
    from generator.peephole.rewrite import shorten

    results = max(one.results for one in module.functions.values() if one.label)
    kept = frozenset(("X", "Y", "Z", "T")[: max(1, results)])
    loose: frozenset[str] = frozenset()
    if registers is not None:
        own = {at for name, at in registers.items() if name in module.registers or "[" in name}
        used = {one.operand for one in program.steps if one.names is OperandKind.REGISTER}
        loose = frozenset(map(register, used - own - {"(i)"}))
    made, savings = shorten(program, goal, Facts(kept, exact_errors=False, loose=loose))
    origin: list[int] = []
    line = 1
    for one in savings:
        origin += sources[line - 1 : one.line - 1]
        origin += [sources[one.line - 1]] * len(one.by)
        line = one.line + one.count
    origin += sources[line - 1 :]
    told = [
        f"Lines {one.line} to {one.line + one.count - 1} shorter by the table: {one.why}" for one in savings
    ]
    return made, tuple(origin), told
