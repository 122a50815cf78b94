"""From a module to a program: try the ways to compile it, keep the best."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import product, takewhile

from generator.assembler.targets import Goal
from generator.compiler.code.arrange import FEW_PARTS, ArrangedLines, arrange
from generator.compiler.code.arrays import elements, uses_pointer
from generator.compiler.code.building import Choices, choices_of
from generator.compiler.code.graph import Graph, separate, shape_of
from generator.compiler.code.kept_searches import KeptTexts
from generator.compiler.code.levels import levels_kept
from generator.compiler.code.lower import lower
from generator.compiler.code.naming import Generated, name_lines
from generator.compiler.code.one_way import write_one_way
from generator.compiler.code.pieces import Piece, called_by_entry, pieces_of
from generator.compiler.code.problem import REGISTERS, Problem, Summary, problem_of
from generator.compiler.code.rates import has_rates
from generator.compiler.code.schedules import Effort, Scheduled, Width
from generator.compiler.code.scheduling import (
    LEADERS,
    WIDTHS,
    Found,
    KnownSchedules,
    Spent,
    schedules_of,
    scratch_of,
    shorter_schedules,
    widths_of,
    with_searched_functions,
)
from generator.compiler.code.simplify import simplify_all
from generator.compiler.target.calling import CALLS
from generator.compiler.target.storage import NAMED, POINTER
from generator.compiler.target.sums import without_unread_sums
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import callees_first
from generator.language.operations import RETURNS_OF_RUN
from hp15c.errors import Unsupported
from hp15c.table.instructions import Step
from hp15c.table.models import LIMITS, Model

Graphs = dict[str, Graph]
"""The graph of all entry points, named '', and one for each subroutine by its name."""
CLOSE = 1.12
"""A form is searched more widely when it has at most this many times the lines of the best other one. A
wider search seldom saves more than a tenth.
"""
NEAR = 1.06
"""The same for a way and the best way of its form: both become shorter by about as much."""
TRIED = 2
"""The number of ways of a form after which others are left out, if none is close to the best other form."""
ENDS = 6
FIRST_LOOK = 20_000
"""The number of states that may be followed in the first look at all ways."""
LONGER_LOOK = 26_000
"""The number of states of the first look together with the ways whose loops count at the beginning of each
pass. These are looked at last.
"""
PATIENCE = 30_000
"""The number of states that are followed for ways without a program so far."""
LESS_PATIENCE = 12_000
"""The same where there is a program from elsewhere."""
UNLIMITED = Effort()
GIVEN = 60
"""The number of programs that are returned. They are the shortest ones."""


@dataclass(frozen=True, slots=True)
class CompileWay:
    """One way to compile: the choices, whether equal operations are done once, whether the number of a
    register is computed from the one before, and whether divisions by 100 are done by %.
    """

    choices: Choices
    share: bool
    chained: bool = False
    percent: bool = False

    @property
    def how_to_simplify(self) -> tuple[bool, bool, bool, bool]:
        """What `simplify` is asked for: `share`, `chained`, `percent` and `counted`."""
        return self.share, self.chained, self.percent, self.choices.counters != "none"


@dataclass(frozen=True, slots=True)
class Parts:
    """The pieces of one way to compile: those of all subroutines, and those of each group of entry points, by
    their labels, with what each schedule costs. `calls` says what the subroutines leave to their callers.
    """

    subroutines: list[Piece]
    entries: dict[tuple[str, ...], list[tuple[float, list[Piece]]]]
    calls: tuple[tuple[str, Summary], ...]


def generate(
    module: ir.Module, model: Model = Model.HP15C, goal: Goal = "small", effort: int = UNLIMITED.states
) -> Generated:
    """The best program found for a module. Unsupported when it does not fit the model."""
    return generate_several([module], model, goal, Effort(effort))[0]


def generate_several(
    modules: list[ir.Module],
    model: Model,
    goal: Goal,
    effort: Effort,
    tell: Callable[[Generated], None] = lambda made: None,
    optional: bool = False,
    lines: Callable[[Generated], int] = lambda made: len(made.program),
    known: KnownSchedules | None = None,
    best: float = math.inf,
) -> list[Generated]:
    """The programs found for a module in some forms, the shortest first.

    `tell` gets each program that is shorter than all before it, and `lines` counts the lines by which the
    best ways are chosen. `known` are schedules of earlier searches, and gets those that are found.
    Unsupported when none fits the model, or when there was no time to find one that is `optional`.

    All ways are tried with a narrow search, those with the fewest operations first. The best of them, and
    those that it found no program for, are then searched more widely, as far as `effort` goes. A way with
    more operations than the best program has lines is left out. Where other forms have a program of `best`
    lines, those that are much longer are not searched more widely. A way that was not tried at first is left
    out, except by the clock.
    """
    modules = list(map(without_unread_sums, modules))
    spent = Spent(effort=effort, known=known or KnownSchedules())
    results: dict[tuple[int, CompileWay], Generated] = {}
    all_made: dict[tuple[Step, ...], Generated] = {}
    counts: dict[tuple[Step, ...], int] = {}
    parts: dict[tuple[int, CompileWay], Parts] = {}
    tried: set[tuple[int, CompileWay]] = set()

    def lines_of(way: tuple[int, CompileWay]) -> int:
        made = results[way]
        known_lines = counts.get(made.program.steps)
        if known_lines is None:
            known_lines = counts[made.program.steps] = lines(made)
        return known_lines

    def keep(made: Generated) -> None:
        all_made.setdefault(made.program.steps, made)
        if all(_size(made) < _size(other) for other in results.values()):
            tell(made)

    def attempt(way: tuple[int, CompileWay], width: Width) -> None:
        tried.add(way)
        found = generate_graphs(modules[way[0]], model, graphs[way], width, goal, spent)
        if found is not None:
            made, parts[way] = found
            keep(made)
            if way not in results or _size(made) < _size(results[way]):
                results[way] = made

    building = effort.share(2)
    pairs = (((form, way), made) for form, one in enumerate(modules) for way, made in all_ways_of(one, model))
    graphs: dict[tuple[int, CompileWay], Graphs] = {}
    for way, made in pairs:
        if building.over and (optional or graphs):
            break
        graphs[way] = made
    least = {way: sum(map(Graph.operations, made.values())) for way, made in graphs.items()}
    sizes = {way: least[way] + sum(map(Graph.branch_lines, made.values())) for way, made in graphs.items()}
    ways = sorted(least, key=lambda way: (_counts_ahead(way), sizes[way]))
    looked = 0
    for width in widths_of(effort):
        if results and width is not WIDTHS[0] and min(map(lines_of, results)) > CLOSE * best:
            break
        leaders = sorted(results, key=lambda way: (lines_of(way), _size(results[way])))[:LEADERS]
        for way in [*leaders, *(way for way in ways if way not in results)]:
            if results and least[way] > min(map(_size, results.values()))[0]:
                continue
            if results and width is not WIDTHS[0] and not (effort.has_clock or way in tried):
                continue
            if len(results) >= TRIED and width is WIDTHS[0] and min(map(lines_of, results)) > CLOSE * best:
                break
            if way in results and lines_of(way) > NEAR * min(map(lines_of, results)):
                continue
            look = LONGER_LOOK if _counts_ahead(way) else FIRST_LOOK
            patience = LESS_PATIENCE if optional else PATIENCE
            most = patience if not results else look if width is WIDTHS[0] else looked + effort.states
            spent.most, spent.urgent = math.inf if effort.has_clock else most, not (results or optional)
            if (way in leaders or spent.states < spent.most) and not (effort.over and (results or optional)):
                attempt(way, width)
        looked = looked or spent.states
        for way, mixed in mix_entries(modules, parts):
            with suppress(Unsupported):
                keep(name_lines(modules[way[0]], model, _combine(mixed, model)))
    if not results:
        late, full = "no time was left", "no room for the values that the program holds"
        reasons = list(spent.refusals) or [late if effort.over else full]
        raise Unsupported(f"the HP-{model}", reasons)
    return sorted(all_made.values(), key=_size)[:GIVEN]


def _counts_ahead(way: tuple[int, CompileWay]) -> bool:
    return way[1].choices.counters == "ahead"


def generate_graphs(
    module: ir.Module,
    model: Model,
    graphs: Graphs,
    width: Width,
    goal: Goal,
    spent: Spent,
) -> tuple[Generated, Parts] | None:
    """The best program that a search finds for the graphs of a way, and its parts. None if there is none."""
    taken = len(module.registers) + len(module.reserved) + sum(at in NAMED for _, at in elements(module))
    try:
        scratch = scratch_of(model, taken)
        made = _compile(module, model, graphs, scratch, lambda one: schedules_of(one, width, goal, spent))
        return (name_lines(module, model, _combine(made, model)), made) if made is not None else None
    except Unsupported as refusal:
        spent.refusals |= dict.fromkeys(refusal.reasons)
        return None


def narrowest(
    modules: list[ir.Module],
    model: Model,
    quick: bool = False,
    goal: Goal = "small",
    mixed: int = 0,
    effort: Effort = UNLIMITED,
    optional: bool = False,
    kept: KeptTexts | None = None,
    stretches: bool = False,
    all_ways: list[Generated] | None = None,
) -> Generated:
    """The shortest program with one way through each block, for a module in some forms.

    With `quick` it is the first one found, whose pieces are put in order where they are few. A wider search
    of `mixed` states shortens the small graphs of the best programs. When the time of `effort` is over, it is
    the shortest one of the first few. `kept` are texts of earlier searches, and gets those of this one.
    Unsupported when the values have no room, or no time was left for an `optional` one. `all_ways` gets the
    programs of all ways, none of them shortened.
    """
    found: list[Found] = []
    refused: list[Unsupported] = []
    spent = Spent(most=mixed, effort=effort, known=KnownSchedules(kept=kept))
    for module in map(without_unread_sums, modules):
        taken = {*module.reserved, *(at for _, at in elements(module))} & set(NAMED)
        in_i = any(one.at == POINTER for one in module.registers.values())
        room = len(NAMED) + in_i - len(module.registers) - len(taken)
        if room < 0:
            refused.append(Unsupported(f"the HP-{model}", ["more values are wanted than R0 to R.9 can hold"]))
            continue
        for graphs in takewhile(
            lambda _: not ((optional or len(found) >= LEADERS) and effort.over), _narrow_graphs(module, model)
        ):
            for arithmetic in (True, False):
                write = partial(write_one_way, arithmetic=arithmetic, both=not quick)
                try:
                    pieces = _written_pieces(module, model, graphs, room, write)
                    few = quick and len(pieces) <= FEW_PARTS
                    laid = name_lines(module, model, arrange(pieces, model, quick=not few))
                except Unsupported as reason:
                    refused.append(reason)
                    continue
                if quick:
                    return laid
                again = partial(_written_pieces, module, model, graphs, room)
                found.append((len(laid.program), module, pieces, write, again))
                break
    if not found:
        raise refused[0] if refused else Unsupported(f"the HP-{model}", ["no time was left"])
    made: list[Generated] = []
    found.sort(key=lambda one: one[0])
    if all_ways is not None:
        all_ways += [name_lines(one[1], model, arrange(one[2], model)) for one in found]
        return min(all_ways, key=_size)
    if mixed and not effort.over:
        search = partial(shorter_schedules, goal=goal, spent=spent, only_functions=True)
        found = with_searched_functions(found, model, search)
    best = found[: 1 if effort.over else LEADERS]
    for place, (_, module, pieces, write, again) in enumerate(best):
        made.append(name_lines(module, model, arrange(pieces, model)))
        first = stretches and all(module != one[1] for one in best[:place])
        mix = partial(shorter_schedules, write=write, goal=goal, spent=spent, stretches=first)
        with suppress(Unsupported):
            made += [name_lines(module, model, arrange(again(mix), model))] if mixed else []
    return min(made, key=_size)


def _written_pieces(
    module: ir.Module,
    model: Model,
    graphs: Graphs,
    room: int,
    write: Callable[[Problem], Sequence[Scheduled]],
) -> list[Piece]:
    """The pieces of all code, with one schedule for each graph."""
    made = _compile(module, model, graphs, room, write)
    assert made is not None
    first = (piece for group in made.entries.values() for piece in group[0][1])
    return called_by_entry([*made.subroutines, *first])


def _narrow_graphs(module: ir.Module, model: Model) -> Iterator[Graphs]:
    """The graphs of the ways that are tried with one way through each block: functions are called, not
    copied. Equal operations may be done once in functions only.
    """
    all_choices = list(choices_of(module, model))
    most = max(len(one.subroutines) for one in all_choices)
    called = [one for one in all_choices if len(one.subroutines) == most and not one.kept]
    apart: dict[CompileWay, Graphs] = {}
    for way, graphs in _different_graphs(module, called, (False, True)):
        yield graphs
        before = apart.setdefault(replace(way, share=False), graphs)
        if before is not graphs and len(graphs) > 1:
            yield graphs | {"": before[""]}


def _different_graphs(
    module: ir.Module,
    choices: Iterable[Choices],
    shares: tuple[bool, ...],
    percent_too: bool = False,
) -> Iterator[tuple[CompileWay, Graphs]]:
    """Those of the ways to compile a module that lead to different graphs, each with these.

    Most ways have equal graphs already before these are simplified.
    """
    chains = (False, True) if uses_pointer(module) else (False,)
    known: set[object] = set()
    for one in choices:
        graphs, simpler = lower(module, one), False
        plain = _shape(graphs)
        percents = (False, True) if percent_too and any(map(has_rates, graphs.values())) else (False,)
        for chained, share, percent in product(chains, shares, percents):
            way = CompileWay(one, share, chained, percent)
            before = (plain, *way.how_to_simplify)
            if before in known:
                continue
            graphs = simplify_all(lower(module, one) if simpler else graphs, *way.how_to_simplify)
            simpler = True
            if (shape := _shape(graphs)) not in known:
                yield way, graphs
            known |= {before, shape}


def _shape(graphs: Graphs) -> object:
    return tuple((name, shape_of(graph)) for name, graph in graphs.items())


def _size(one: Generated) -> tuple[int, int]:
    return len(one.program), one.program.bytes


def all_ways_of(module: ir.Module, model: Model) -> Iterator[tuple[CompileWay, Graphs]]:
    """All ways to compile a module that lead to different graphs, each with these."""
    return _different_graphs(module, choices_of(module, model), (True, False), percent_too=True)


def _compile(
    module: ir.Module,
    model: Model,
    graphs: Graphs,
    scratch: int,
    schedules_of: Callable[[Problem], Sequence[Scheduled]],
) -> Parts | None:
    """The pieces of all subroutines, and those of each way to write each group of entry points.

    None when some graph has no code.

    `scratch` is the number of registers for values on the way, `schedules_of` gives the code of a graph.
    """
    pieces: list[Piece] = []
    summaries = {name: Summary(0, frozenset(), one.uses_i) for name, one in module.routines.items()}
    entries = separate(graphs[""])
    subroutines = {name: graph for name, graph in graphs.items() if name}
    callees = [name for name in callees_first(module, sorted(subroutines)) if name in subroutines]
    graphs = subroutines | {one.name: one for one in entries}
    found: dict[tuple[str, ...], list[tuple[float, list[Piece]]]] = {}
    depths = {name: one.depth for name, one in module.routines.items()}
    stacks = {name: (len(one.parameters), one.results) for name, one in module.functions.items()}
    in_i = next((one.name for one in module.registers.values() if one.at == POINTER), "")
    jumping = any(one.jumps_by_number() for one in graphs.values())
    pointed = uses_pointer(module) or jumping
    for name in [*callees, *(one.name for one in entries)]:
        graph = graphs[name]
        levels = module.functions[name].levels if name in module.functions else 0
        depths[name] = max(0, levels - 1) + _depth(graph, depths)
        if depths[name] > LIMITS[model].returns:
            raise Unsupported(
                f"the HP-{model}", [f"calls nest {depths[name]} deep, it has {LIMITS[model].returns}"]
            )
        if levels:
            summaries[name] = Summary(0, frozenset(range(scratch)), in_i != ir.HEIGHT or jumping)
        problem = problem_of(graph, model, scratch, summaries, pointed, name in module.functions, in_i)
        schedules = schedules_of(problem)
        if not schedules:
            return None
        if name in module.functions:
            kept = max(0, len(graph.entries[0].stack) - len(module.functions[name].parameters))
            summaries[name] = Summary(0, frozenset())
            if not levels:
                lines = {at: [one.line for one in some] for at, some in schedules[0].lines.items()}
                kept = max(kept, levels_kept(problem, lines, name, stacks))
            summaries[name] = Summary(kept, *_used_scratch(problem, schedules[0], summaries))
            pieces += pieces_of(problem, schedules[0])
            continue
        labels = tuple(one.label for one in graph.entries)
        found[labels] = [(one.count, pieces_of(problem, one)) for one in schedules[:ENDS]]
    return Parts(pieces, found, tuple(sorted(summaries.items())))


def mix_entries(
    modules: Sequence[ir.Module], parts: dict[tuple[int, CompileWay], Parts]
) -> Iterator[tuple[tuple[int, CompileWay], Parts]]:
    """Parts that have the best schedules of each group of entry points, whatever way found them.

    The ways have the same registers, and subroutines that do and leave the same. These are those of the way
    whose entry points cost least.
    """
    alike: dict[object, list[tuple[int, CompileWay]]] = {}
    for way, one in parts.items():
        module, choices = modules[way[0]], way[1].choices
        places = tuple(module.registers.items()), tuple(module.arrays.items()), module.reserved
        key = (
            *places,
            uses_pointer(module),
            choices.subroutines,
            choices.kept,
            choices.by_number,
            one.calls,
            tuple(one.entries),
        )
        alike.setdefault(key, []).append(way)
    for ways in alike.values():
        costs = {way: sum(several[0][0] for several in parts[way].entries.values()) for way in ways}
        way = min(ways, key=lambda one: costs[one])
        best = {
            labels: sorted(
                (one for each in ways for one in parts[each].entries[labels]), key=lambda one: one[0]
            )[:ENDS]
            for labels in parts[way].entries
        }
        if sum(several[0][0] for several in best.values()) < costs[way]:
            yield way, replace(parts[way], entries=best)


def _depth(graph: Graph, depths: dict[str, int]) -> int:
    """How many returns a graph needs at once, from those of its subroutines."""
    calls = (node for node in graph.nodes() if node.line == "call" and node.detail != graph.name)
    return max(
        ((1 if one.lines[0][0] == "GSB" else RETURNS_OF_RUN) + depths[one.detail] for one in calls), default=0
    )


def _combine(parts: Parts, model: Model) -> ArrangedLines:
    """The shortest order of the pieces of subroutines and of one schedule for each group of entry points.

    One group after the other tries its schedules, while the others keep theirs.
    """

    def arrange_schedules(picked: list[list[Piece]]) -> ArrangedLines:
        together = [*parts.subroutines, *(piece for group in picked for piece in group)]
        return arrange(called_by_entry(together), model)

    choices = [[pieces for _, pieces in several] for several in parts.entries.values()]
    picked = [several[0] for several in choices]
    best = arrange_schedules(picked)
    for number, several in enumerate(choices):
        for one in several[1:]:
            tried = [*picked[:number], one, *picked[number + 1 :]]
            placed = arrange_schedules(tried)
            if len(placed.lines) < len(best.lines):
                picked, best = tried, placed
    return best


def _used_scratch(
    problem: Problem, scheduled: Scheduled, summaries: dict[str, Summary]
) -> tuple[frozenset[int], bool]:
    """The scratch registers that some code and the subroutines that it calls use, and whether they use I."""
    first = REGISTERS + len(problem.registers)
    used: set[int] = set()
    pointer = False
    for name, operand in (one.line for lines in scheduled.lines.values() for one in lines):
        if isinstance(operand, int):
            used |= {operand - first} if operand >= first else set()
            pointer = pointer or operand == problem.pointer
        elif name in CALLS:
            used |= summaries[str(operand)].scratch
            pointer = pointer or summaries[str(operand)].pointer
    return frozenset(used), pointer
