"""From a source to a listing: front, loop forms, code, and the notes of the listing."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from generator.assembler.targets import Goal, register_count
from generator.compiler import front
from generator.compiler.advice import check_words, with_advice
from generator.compiler.choosing import EFFORT, Progress, choose, fits
from generator.compiler.code import Effort, Generated, KeptTexts
from generator.compiler.front.faults import refuse_deep_nesting
from generator.compiler.listing import describe, fill, listing
from generator.compiler.loops.dependence_report import dependence_lines
from generator.compiler.target.routines import check_model, missing_label, with_routines
from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree.ir import Module
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.table.machines import Machine
from hp15c.table.models import Model


@dataclass(frozen=True, slots=True)
class Compiled:
    """A compiled module: the tree as read, the program as read back from its listing, and the listing.

    `sources` is the source line that each program line came from, 0 for none. `choice` tells how the
    program was chosen. `machine` is the make that it was compiled for. `places` has the register of each name
    that has one. `least` is a number of lines that no listing of the source's operations goes below, 0 where
    time was the goal.
    """

    module: Module
    program: Program
    text: str
    sources: tuple[int, ...]
    choice: tuple[str, ...] = ()
    machine: Machine | None = None
    places: Mapping[str, str] = field(default_factory=dict)
    least: int = 0

    @property
    def registers(self) -> int:
        """The number of registers that hold data, I not counted."""
        return register_count(self.program) - ("I" in self.program.registers)

    @property
    def explanation(self) -> tuple[str, ...]:
        """The dependences of the module's loops, and how the program was chosen, line by line."""
        return (*dependence_lines(self.module), *self.choice)


def compile_file(path: str | Path, model: str | Model = Model.HP15C, goal: Goal = "small") -> Compiled:
    """The listing of a source file. SourceError with all its faults, Unsupported when it does not fit."""
    return compile_module(front.read(path), Model.of(model), goal)


def compile_module(
    module: Module,
    model: Model = Model.HP15C,
    goal: Goal = "small",
    progress: Progress | None = None,
    effort: int | Effort = EFFORT,
    machine: Machine | None = None,
    better: Callable[[Compiled], None] | None = None,
    kept: KeptTexts | None = None,
) -> Compiled:
    """The best listing found for a module. Unsupported naming everything that keeps it from fitting.

    `effort` is the limit of the search for better code, in states, or by the clock. `machine` is another
    make of the model, with more memory. `better` gets the first listing, and each shorter one while the
    search goes on. `kept` are searches of earlier compilations, which are not done again, and gets those of
    this one. The listing is the same with them, except where the clock limits the search.
    """
    check_model(module, model)
    check_words(module, model)
    module = with_sums_of(module, model)

    def tell(made: Generated) -> None:
        with suppress(Unsupported):
            fits(model, made.program, made.registers, machine, missing_label(module))
            if better:
                better(_list(module, model, machine, made))

    with collection_off(), refuse_deep_nesting(module.name):
        try:
            made = choose(module, model, goal, progress, effort, machine, tell if better else None, kept)
        except Unsupported as refused:
            raise with_advice(refused, module) from None
    return _list(module, model, machine, made)


@contextmanager
def collection_off() -> Iterator[None]:
    """Switch off Python's search for cycles meanwhile: the compiler makes millions of states without any."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _list(module: Module, model: Model, machine: Machine | None, made: Generated) -> Compiled:
    """A program with its listing."""
    sources = fill(module, made.program, made.sources)
    program = with_routines(module, describe(module, made.program, made.registers, sources))
    sources += (0,) * (len(program) - len(sources))
    absent = {one.label for one in module.functions.values() if one.label} - set(program.label_lines)
    if absent:
        raise AssertionError(f"the listing has no label {', '.join(sorted(map(str, absent)))}")
    fits(model, program, made.registers, machine, missing_label(module))
    one = listing(module, program, sources)
    least = made.least and made.least + len(program) - len(made.program)
    return Compiled(module, one.program, one.text, sources, made.notes, machine, made.registers, least)
