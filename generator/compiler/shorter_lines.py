"""Shorter equal lines from the table of `generator.peephole`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.assembler.targets import Goal
from generator.compiler.repeats import Passed
from generator.compiler.tree.ir import HEIGHT, KEPT, Module
from generator.peephole.flow import Facts
from generator.peephole.live_cells import LEVELS, register
from generator.peephole.rewrite import shorten
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind


def shorten_by_table(
    program: Program,
    sources: Sequence[int],
    module: Module,
    goal: Goal,
    registers: Mapping[str, str] | None = None,
) -> Passed:
    """A program with shorter equal lines, the source line of each, and what was replaced in words.

    At the end of a run only the results and the registers of the module count, and of an Error only its
    number. `registers` has the register of each name. Without it all registers count.
    """
    made, savings = shorten(program, goal, facts_at_end(program, module, registers))
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


def facts_at_end(
    program: Program, module: Module, registers: Mapping[str, str] | None, results: int | None = None
) -> Facts:
    """What counts at the end of a run: the results, registers of the module, and an Error's number.

    `results` is how many results a run has, where they are not the most of all entry points.
    """
    if results is None:
        results = max(one.results for one in module.functions.values() if one.label)
    kept = frozenset(("X", "Y", "Z", "T")[: max(1, results)])
    loose: frozenset[str] = frozenset()
    if registers is not None:
        own = {at for name, at in registers.items() if name in module.registers or "[" in name}
        used = {one.operand for one in program.steps if one.names is OperandKind.REGISTER}
        loose = frozenset(map(register, used - own - {"(i)"}))
    entries = {one.label: frozenset(LEVELS[: one.results]) for one in module.functions.values() if one.label}
    return Facts(
        kept,
        exact_errors=False,
        lines_by_number=False,
        loose=loose,
        entries=entries,
        above_zero=frozenset(map(register, _heights(registers or {}))),
    )


def _heights(registers: Mapping[str, str]) -> list[str]:
    """The register of the height of what recursion keeps, where it is at least 1: from R1 on."""
    return [registers[HEIGHT]] if registers.get(f"{KEPT}[0]", "0") != "0" and HEIGHT in registers else []
