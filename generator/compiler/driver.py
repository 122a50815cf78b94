"""From a source to a listing: front, loop forms, code, and the notes of the listing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from generator.assembler.targets import Goal, register_count
from generator.compiler import front
from generator.compiler.choosing import EFFORT, Progress, choose, fits
from generator.compiler.detours import without_detours
from generator.compiler.listing import described, filled, listing
from generator.compiler.repeats import without_repeats
from generator.compiler.tree.ir import For, Module
from generator.compiler.tree.text import nodes
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.table.machines import Machine
from hp15c.table.models import Model

"""A function that is called with the name of the candidate, the number of those tried, and the number of
all.
"""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled module: the tree as read, the program as read back from its listing, and the listing.

    `sources` is the source line that each program line came from, 0 for none. `explanation` tells how the
    program was chosen. `machine` is the make that it was compiled for. `places` has the register of each name
    that has one.
    """

    module: Module
    program: Program
    text: str
    sources: tuple[int, ...]
    explanation: tuple[str, ...] = ()
    machine: Machine | None = None
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def registers(self) -> int:
        """The number of registers that hold data, I not counted."""
        return register_count(self.program) - ("I" in self.program.registers)


def compile_file(path: str | Path, model: str | Model = Model.HP15C, goal: Goal = "small") -> Compiled:
    """The listing of a source file. SourceError with all its faults, Unsupported when it does not fit."""
    return compile_module(front.read(path), Model.of(model), goal)


def compile_module(
    module: Module,
    model: Model = Model.HP15C,
    goal: Goal = "small",
    progress: Progress | None = None,
    effort: int = EFFORT,
    machine: Machine | None = None,
) -> Compiled:
    """The best listing found for a module. Unsupported naming everything that keeps it from fitting.

    `effort` is the limit of the search for better code, in states. `machine` is another make of the model,
    with more memory.
    """
    needs(module)
    made = choose(module, model, goal, progress, effort, machine)
    shorter, origin, savings = shortened(module, made.program, made.sources, goal)
    sources = filled(module, shorter, origin)
    program = described(module, shorter, made.registers, sources)
    absent = {one.label for one in module.functions.values() if one.label} - set(program.label_lines)
    if absent:
        raise AssertionError(f"the listing has no label {', '.join(sorted(map(str, absent)))}")
    fits(model, program, made.registers, machine)
    text = listing(module, program, sources)
    read_back = Program.parse(text, model)
    if read_back != program:
        raise AssertionError("the listing reads back as another program")
    return Compiled(module, read_back, text, sources, (*made.notes, *savings), machine, made.registers)


def shortened(
    module: Module, program: Program, sources: Sequence[int], goal: Goal
) -> tuple[Program, tuple[int, ...], list[str]]:
    """A program with shorter equal lines, the source line of each, and what was replaced in words.

    At the end of a run only the results count, and of an Error only its number. For `small`, sequences that
    are repeated become subroutines.
    """
    from generator.peephole.flow import Facts
    from generator.peephole.rewrite import shorten

    results = max(one.results for one in module.functions.values() if one.label)
    kept = frozenset(("X", "Y", "Z", "T")[: max(1, results)])
    made, savings = shorten(program, goal, Facts(kept, exact_errors=False))
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
    entries = [one.label for one in module.functions.values() if one.label]
    made, origin_now, detours = without_detours(made, origin, entries)
    told += detours
    if goal == "fast":
        return made, origin_now, told
    made, origin_now, repeats = without_repeats(made, origin_now)
    return made, origin_now, [*told, *repeats]


def needs(module: Module) -> None:
    """InputError when what the module needs is not installed: islpy where it has counted loops."""
    loops = any(isinstance(node, For) for node in nodes(tuple(module.functions.values())))
    if loops and not find_spec("islpy"):
        raise InputError("the analysis of its loops needs islpy: pip install 'hp15c[compile]'")
