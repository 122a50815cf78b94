"""From a module to a program: try the ways to compile it, keep the best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal

from generator.compiler import ir
from generator.compiler.code.arrange import Placed, arrange
from generator.compiler.code.lower import Choices, calls, contains, lower
from generator.compiler.code.pieces import Piece, pieces_of
from generator.compiler.code.problem import REGISTERS, Problem, Summary, problem_of
from generator.compiler.code.search import Emitted, Scheduled, Search, Width
from generator.compiler.code.simplify import simplify
from hp15c.errors import Unsupported
from hp15c.instructions import DIGITS, LETTERS, POINT_DIGITS, Step, step
from hp15c.models import Model
from hp15c.program import Program

Goal = Literal["small", "fast"]
SCRATCH = 6
WIDTHS = (Width(60, 20, 2, 2500), Width(240, 80, 2, 10_000), Width(960, 320, 2, 40_000))
EFFORT = 12_000
POLICIES = ((4, True), (4, False), (2, False), (1, False), (0, False))


@dataclass(frozen=True, slots=True)
class Generated:
    """A program, the source line of each of its lines (0 for none), and how it came about."""

    program: Program
    sources: tuple[int, ...]
    registers: dict[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def generate(
    module: ir.Module, model: Model = Model.HP15C, goal: Goal = "small", effort: int = EFFORT
) -> Generated:
    """The best program found for a module; Unsupported when it does not fit the model.

    Wider and wider searches are made until `effort` states have been followed and there is a program.
    """
    best: Generated | None = None
    spent = Spent()
    for width in WIDTHS:
        for choices in _choices(module):
            for share in (True, False):
                if best is not None and spent.states > effort:
                    return best
                placed = _compiled(module, model, choices, share, width, goal, spent)
                if placed is not None:
                    made = _named(module, model, placed)
                    if best is None or _size(made) < _size(best):
                        best = made
    if best is None:
        raise Unsupported(f"the HP-{model}", ["no room for the values that the program holds"])
    return best


@dataclass(slots=True)
class Spent:
    """How many states all searches of a compilation have followed."""

    states: int = 0


def _size(one: Generated) -> tuple[int, int]:
    return len(one.program), one.program.bytes


def _choices(module: ir.Module) -> Iterator[Choices]:
    """Each set of functions that are called more than once by GSB, and loops with and without DSE."""
    count: dict[str, int] = {}
    for function in module.functions.values():
        for name in calls(function.body):
            count[name] = count.get(name, 0) + 1
    several = [name for name, times in count.items() if times > 1]
    loops = any(contains(function.body, ir.For) for function in module.functions.values())
    for counters in (True, False) if loops else (True,):
        for size in range(len(several) + 1):
            for chosen in combinations(several, size):
                for kept in (0, 1, 2) if chosen else (0,):
                    yield Choices(frozenset(chosen), kept, counters)


def _compiled(
    module: ir.Module, model: Model, choices: Choices, share: bool, width: Width, goal: Goal, spent: Spent
) -> Placed | None:
    """The shortest code for one choice; None when some graph has none."""
    pieces: list[Piece] = []
    summaries: dict[str, Summary] = {}
    graphs = lower(module, choices)
    names = [*_callees_first(module, [name for name in graphs if name]), ""]
    for name in names:
        simplify(graphs[name], share)
        problem = problem_of(graphs[name], model, SCRATCH, summaries)
        found = _searched(problem, width, goal, spent)
        if not found:
            return None
        lines = found[0].lines
        first = REGISTERS + len(problem.registers)
        used = {
            line.line[1] - first
            for part in lines.values()
            for line in part
            if isinstance(line.line[1], int) and line.line[1] >= first
        }
        for part in lines.values():
            for line in part:
                if line.line[0] == "GSB":
                    used |= summaries[str(line.line[1])].scratch
        if name:
            kept = max(0, len(graphs[name].entries[0].stack) - len(module.functions[name].parameters))
            summaries[name] = Summary(kept, frozenset(used))
        pieces += pieces_of(problem, found[0])
    return arrange(pieces, model)


def _searched(problem: Problem, width: Width, goal: Goal, spent: Spent) -> list[Scheduled]:
    """The schedules found, the shortest first, with the values of loops held in several ways."""
    found = []
    for most, invariants in POLICIES if any(part.header for part in problem.parts) else POLICIES[:1]:
        search = Search(problem, width, most, invariants, goal == "fast")
        found += search.run()
        spent.states += search.expanded
    return sorted(found, key=lambda one: one.count)


def _callees_first(module: ir.Module, names: list[str]) -> list[str]:
    found: list[str] = []

    def add(name: str) -> None:
        for callee in calls(module.functions[name].body):
            add(callee)
        if name in names and name not in found:
            found.append(name)

    for name in names:
        add(name)
    return found


# names of registers and labels


def _named(module: ir.Module, model: Model, placed: Placed) -> Generated:
    registers = register_names(module, model, placed)
    placed = _with_entries_as_labels(placed)
    labels = _labels(module, model, placed)
    steps: list[Step] = []
    sources = []
    for emitted in placed.lines:
        name, operand = emitted.line
        if isinstance(operand, int):
            operand = registers[operand]
        elif name in ("GTO", "GSB", "LBL"):
            operand = labels[operand if operand in labels else f"={operand}"]
        if name in ("DSE", "ISG") and model is Model.HP11C:
            operand = "I"
        steps.append(step(name, operand))
        sources.append(emitted.source)
    missing = [str(one) for one in steps if not one.exists_on(model)]
    if missing:
        raise Unsupported(f"the HP-{model} lacks", missing)
    program = Program(model=model, steps=tuple(steps))
    names = {name: registers[REGISTERS + i] for i, name in enumerate(module.registers)}
    return Generated(program, tuple(sources), names)


def _with_entries_as_labels(placed: Placed) -> Placed:
    """A label behind that of an entry is not needed: jumps can go to the entry."""
    aliases: dict[str, str] = {}
    lines: list[Emitted] = []
    for emitted in placed.lines:
        before = lines[-1].line if lines else ("", "")
        loose = emitted.line[0] == "LBL" and not str(emitted.line[1]).startswith("=")
        if loose and before[0] == "LBL":
            aliases[str(emitted.line[1])] = str(before[1])
        else:
            lines.append(emitted)
    return Placed(
        tuple(
            Emitted((one.line[0], aliases[one.line[1]]), one.source)
            if isinstance(one.line[1], str) and one.line[1] in aliases
            else one
            for one in lines
        ),
        placed.order,
    )


def register_names(module: ir.Module, model: Model, placed: Placed) -> dict[int, str]:
    """The register of each place: pinned ones where they are pinned, others where nothing is."""
    found: dict[int, str] = {}
    taken = {one.at for one in module.registers.values() if one.at is not None}
    counted = {
        line.line[1] for line in placed.lines if line.line[0] == "DSE" and isinstance(line.line[1], int)
    }
    if model is Model.HP11C and counted:
        taken.add("I")
        found |= {slot: "I" for slot in counted if isinstance(slot, int)}
    pool = iter([name for name in (*DIGITS, *POINT_DIGITS) if name not in taken])
    for i, register in enumerate(module.registers.values()):
        found[REGISTERS + i] = register.at if register.at is not None else next(pool)
    used = {line.line[1] for line in placed.lines if isinstance(line.line[1], int)}
    for slot in sorted(used - set(found)):
        name = next(pool, None)
        if name is None:
            raise Unsupported(f"the HP-{model}", ["more registers are wanted than it has"])
        found[slot] = name
    return found


def _labels(module: ir.Module, model: Model, placed: Placed) -> dict[str, str]:
    """The label of each piece and entry; entries of subroutines get one like pieces."""
    found: dict[str, str] = {}
    for function in module.functions.values():
        if function.label is not None:
            found[f"={function.label}"] = function.label
    uses: dict[str, int] = {}
    for emitted in placed.lines:
        if emitted.line[0] in ("GTO", "GSB", "LBL"):
            name = str(emitted.line[1])
            key = name if name.startswith("=") or ":" in name else f"={name}"
            uses[key] = uses.get(key, 0) + 1
    spare = POINT_DIGITS if model is Model.HP15C else ()
    free = iter([one for one in (*DIGITS, *reversed(LETTERS), *spare) if one not in set(found.values())])
    for name in sorted(uses, key=lambda one: -uses[one]):
        if name not in found:
            label = next(free, None)
            if label is None:
                raise Unsupported(f"the HP-{model}", [f"{len(uses)} labels are wanted, more than it has"])
            found[name] = label
    return found


__all__ = ["Emitted", "Generated", "generate"]
