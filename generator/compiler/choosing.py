"""Choosing between the ways to compile a module: loop forms times code generators, ranked by the goal."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, takewhile
from typing import Final

from generator.assembler.targets import Goal, MachineTarget
from generator.compiler.bound import least_size
from generator.compiler.checking.examples import Example, examples
from generator.compiler.checking.listing_side import ListingSide, cleared_state
from generator.compiler.checking.measure import drawn_calls, seconds
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.code import CLOSE, Effort, Generated, generate_several, narrowest
from generator.compiler.code.kept_searches import KeptTexts
from generator.compiler.code.scheduling import KnownSchedules
from generator.compiler.kept_arguments import with_short_calls
from generator.compiler.layouts import layouts, with_biased
from generator.compiler.loops.candidates import Candidate
from generator.compiler.passes import candidates, line_passed, tree_passed
from generator.compiler.repeats import with_calls_skipped, without_repeats
from generator.compiler.target.divided import share_divisions
from generator.compiler.target.routines import missing_label, with_routines
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import nodes
from generator.compiler.zeroes import clear_at_once, sums_of
from hp15c.errors import InputError, Unsupported
from hp15c.listing.program import Program
from hp15c.table.machines import OF_MODEL, Machine
from hp15c.table.models import Model
from hp15c.table.step import free_labels, register_number

Progress = Callable[[str, int, int], None]
"""Called with the name of a candidate, the number of those tried, and the number of all."""
EFFORT: Final = Effort().states
"""The number of states that the search for code follows after its first look."""
ROOMS: Final = (6, 12)
"""The numbers of registers that arrays leave to other values where there is no program with fewer."""
MIXED: Final = 20_000
"""States that searches for a program's small parts follow where a wide search does not suit it, or fails."""
FIRST_CODE: Final = "first code"
HURRY: Final = 2.0
"""The number of seconds of a search by the clock below which it leaves the bound for its lines out."""
LEAST_LEFT: Final = 0.75
"""The share of the lines of a first program that searches leave at least."""
TOO_MUCH: Final = ", too much: "
MOST_NODES: Final[Mapping[Goal, int]] = {"small": 100, "fast": 200}
"""The number of nodes of a function up to which a module with arrays is compiled by the search.

The narrow search writes slower code for large functions, so for speed the limit is higher.
"""
FINISHED: Final = 8
"""The number of programs that are made shorter as a whole, those with the best rank before."""
HURRIED: Final = 2
"""The number of programs that are made shorter as a whole when the time is over."""
MEASURED: Final = 6
"""The number of programs of a search that are measured: the shortest ones with repeated lines shared."""


Better = Callable[[Generated], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """One way to compile: its loops, its code generator, its program and cost.

    `refused` says why there is no program. `too_large` is one that does not fit. `least` is a number of lines
    that no listing of the candidate's operations goes below, 0 where that was not computed.
    """

    candidate: Candidate
    code: str
    made: Generated | None = None
    seconds: float | None = None
    refused: str = ""
    too_large: Generated | None = None
    least: int = 0

    @property
    def line(self) -> str:
        """The way that was tried and its size, or why it was refused, as a line of the explanation."""
        name = f"{self.candidate.name}, {self.code}"
        if self.made is None:
            return f"  {name}: {self.refused}"
        program = self.made.program
        time = "" if self.seconds is None else f", {self.seconds:.1f} s a call"
        return f"  {name}: {len(program)} lines, {program.bytes} bytes{time}"


def choose(
    module: Module,
    model: Model,
    goal: Goal,
    progress: Progress | None = None,
    effort: int | Effort = EFFORT,
    machine: Machine | None = None,
    better: Better | None = None,
    kept: KeptTexts | None = None,
) -> Generated:
    """The best program for a goal. Unsupported with all reasons when no way leads to one.

    `better` gets the first program, and each shorter one while the search goes on. `kept` are texts of
    searches of earlier compilations, and gets those of this one.
    """
    limit = effort if isinstance(effort, Effort) else Effort(effort)
    trials = trials_of(module, model, goal, progress, limit, machine, better, kept)
    # What is too large may fit when it is made shorter as a whole.
    large = [replace(one, made=one.too_large) for one in trials if one.too_large is not None]
    hopeful = [one for one in trials if one.made is not None] or large
    promising = sorted(
        hopeful, key=lambda one: (_lines_after_sharing(one.made, module, goal), _rank(one, goal))
    )[: HURRIED if limit.over else FINISHED]
    sequences = _calls(module, model, goal)
    tried = [_finish(one, module, machine or OF_MODEL[model], goal, sequences) for one in promising]
    finished = [one for one in tried if not one[0].refused]
    if not finished:
        called = (machine or OF_MODEL[model]).short_name
        raise Unsupported(f"the {called} cannot hold this program", [_nearest(trials, model)])
    best, savings = min(finished, key=lambda one: _rank(one[0], goal))
    assert best.made is not None
    notes = [*_explain(trials, best, goal), *savings]
    least = min((one.least for one in hopeful if one.code != FIRST_CODE), default=0)
    if least:
        notes.append(f"{len(best.made.program)} lines. These operations take at least {least}.")
    return replace(best.made, notes=tuple(notes), least=least)


def least_lines(module: Module, model: Model) -> int:
    """A number of lines that no listing of a module's operations goes below, 0 where none is known."""
    forms = next(filter(None, (layouts(module, model, room)[0] for room in (0, *ROOMS))), [])
    return least_size([forms[0], share_divisions(forms[0], model)], model) if forms else 0


def _finish(
    trial: Trial, module: Module, machine: Machine, goal: Goal, sequences: list[list[Example]]
) -> tuple[Trial, list[str]]:
    """A trial with its program made shorter as a whole, and what was done.

    It is the same trial where the shorter program does not fit. For the goal `fast` calls that tests skip are
    tried too.
    """
    assert trial.made is not None
    form = trial.candidate.module  # it may keep more in registers from one run to the next
    module = replace(module, reserved=form.reserved, registers={**form.registers, **module.registers})
    starts = clear_at_once(trial.made, module) if goal == "small" else [(trial.made, [])]
    module = replace(module, numbered=trial.made.numbered)
    ways: list[tuple[Generated, list[str]]] = []
    for made, cleared in starts:
        program, sources, told = line_passed(made.program, made.sources, module, goal, made.registers, form)
        ways.append((Generated(program, sources, made.registers), [*cleared, *told]))
        if goal == "fast":
            program, sources, called = with_calls_skipped(program, sources, module)
            ways += [(Generated(program, sources, made.registers), [*told, *called])] if called else []
    finished: list[tuple[Trial, list[str]]] = []
    for made, told in ways:
        done = _measure(replace(trial, made=made, refused=""), module, machine, sequences)
        finished += [(done, told)] if done.made is not None else []
    return min(finished, key=lambda one: _rank(one[0], goal), default=(trial, []))


def _calls(module: Module, model: Model, goal: Goal) -> list[list[Example]]:
    """The calls by which programs are timed: the examples, or drawn ones where the time decides."""
    sequences = examples(module, (python := PythonSide(module, model)).names)
    return drawn_calls(module, python) if goal == "fast" and not any(sequences) else sequences


def _nearest(trials: list[Trial], model: Model) -> str:
    """Why nothing fits, in words.

    Where some ways lead to a program, it is what the smallest of these lacks. Otherwise it is every reason.
    Of reasons that differ only in their numbers it is then the one with the smallest numbers.
    """
    reasons: dict[str, tuple[list[int], str]] = {}
    sized = [one for one in trials if TOO_MUCH in one.refused]
    for one in sized or trials:
        told = one.refused.removeprefix(f"the HP-{model}: ")
        size = [int(digits) for digits in re.findall(r"\d+", told)]
        kind = TOO_MUCH if sized else re.sub(r"\d+", "#", told)
        reasons[kind] = min(reasons.get(kind, (size, told)), (size, told))
    told = "; ".join(text for _, text in reasons.values())
    return told if len(trials) == 1 else f"{told} (the least of {len(trials)} ways to compile it)"


def trials_of(
    module: Module,
    model: Model,
    goal: Goal,
    progress: Progress | None = None,
    effort: int | Effort = EFFORT,
    machine: Machine | None = None,
    better: Better | None = None,
    kept: KeptTexts | None = None,
) -> list[Trial]:
    """The ways to compile a module, each with its cost or the reason why it gives no program.

    When the time is up, no more ways are tried once one of them has given a program.
    """
    limit = effort if isinstance(effort, Effort) else Effort(effort)
    tell = _shorter_ones(better)
    trials: list[Trial] = []
    begun = limit.clock()
    make = machine or OF_MODEL[model]
    first = _first_program(module, goal, make)
    if first is not None and first.made is None:
        return [first]
    if first is not None and first.made is not None:
        tell(first.made)
        limit = limit.from_now(limit.clock() - begun)
    optional = first is not None
    forms = list(takewhile(lambda _: not (optional and limit.over), candidates(module, goal)))
    sizes = _first_lines(forms, model, goal, limit)
    known = KnownSchedules(kept=kept)
    sequences = _calls(module, model, goal)
    order = sorted(zip(forms, sizes, strict=True), key=lambda one: (one[0].spare, one[1]))
    for done, (form, size) in enumerate(order):
        if size < math.inf and size * LEAST_LEFT > _shortest(trials, module):
            refused = f"a first program of {size} lines is too long to become the shortest one"
            trials.append(Trial(form, FIRST_CODE, refused=refused))
            continue
        hopeful = _is_worth_searching(form, size, min(sizes))
        if progress:
            progress(form.name, done, len(forms))
        if limit.over and (optional or any(one.made for one in trials)):
            break
        share = limit.share(len(forms) - done)
        candidate = replace(form, module=tree_passed(form.module))
        least = least_lines(candidate.module, model) if goal == "small" and limit.seconds >= HURRY else 0
        told = _teller(progress, form.name, least, trials, done, len(forms), tell)
        beside = form.spare and goal == "small" and not share.has_clock
        best = _shortest(trials, module) if goal == "small" else math.inf

        def seconds_of(made: Generated, candidate: Candidate = candidate) -> float:
            tried = _measure(Trial(candidate, "", made), module, make, sequences[:1])
            return math.inf if tried.seconds is None else tried.seconds

        ways = _trials(
            candidate, module, model, goal, share, hopeful, told, known, optional, seconds_of, beside, best
        )
        trials += [replace(_measure(one, module, make, sequences), least=least) for one in ways]
        for one in trials:
            if one.made is not None and goal == "small":
                tell(one.made)
    return [*trials, first] if first is not None and limit.has_clock else trials


def _first_lines(forms: list[Candidate], model: Model, goal: Goal, limit: Effort) -> list[float]:
    """The lines of the first program of each form, infinite where there is none or no time was left.

    The form with the shortest one is searched first. They are not looked for where they decide nothing.
    """
    lines = [math.inf] * len(forms)
    for number, one in enumerate(forms if goal == "small" and len(forms) > 1 else ()):
        if limit.over:
            break
        with suppress(Unsupported):
            lines[number] = len(quick_code(tree_passed(one.module), model).program)
    return lines


def _is_worth_searching(form: Candidate, lines: float, least: float) -> bool:
    """Whether a wide search suits a form: the source as it stands, and others of modules with arrays.

    Of these it does not suit a form whose first program is so much longer than that of another form that a
    search seldom makes up for it.
    """
    return form.as_written or (bool(form.module.arrays) and lines <= CLOSE * least)


def _first_program(module: Module, goal: Goal, machine: Machine) -> Trial | None:
    """A program that fits, with little search: for the module as it stands, or else for another form of it.

    None where none of them fits. Where all of them are much too large, or want far too many labels, it is the
    smallest one, refused.
    """
    forms = candidates(module, goal)
    written = next(forms)
    passed = (replace(one, module=tree_passed(one.module)) for one in chain([written], forms))
    large: list[Trial | None] = []
    for form in chain([written], passed):
        one = None
        try:
            made = quick_code(form.module, machine.model, modes=False)
            if len(made.program) > machine.most_lines:
                made = quick_code(form.module, machine.model)
            hopeless = len(made.program) * LEAST_LEFT > machine.most_lines
            one = Trial(form, FIRST_CODE, made) if hopeless else None
            fits(machine.model, made.program, made.registers, machine, missing_label(module))
            return Trial(form, FIRST_CODE, made)
        except Unsupported as refusal:
            labels = min(map(int, re.findall(r"(\d+) labels are wanted", str(refusal))), default=0)
            if one is None and labels * LEAST_LEFT > len(free_labels(machine.model, ())):
                one = Trial(form, FIRST_CODE, refused=str(refusal))
        large.append(one)
    sized = [one for one in large if one is not None and one.made is not None]
    smallest = min(sized, key=lambda one: _rank(one, "small"), default=large[0])
    return _measure(smallest, module, machine, []) if smallest and None not in large else None


def _shorter_ones(better: Better | None) -> Callable[[Generated], None]:
    """A function that passes on each program that is shorter than all before."""
    shortest = math.inf

    def tell(made: Generated) -> None:
        nonlocal shortest
        if better and len(made.program) < shortest:
            shortest = len(made.program)
            better(made)

    return tell


def _teller(
    progress: Progress | None,
    name: str,
    least: int,
    trials: list[Trial],
    done: int,
    count: int,
    tell: Callable[[Generated], None],
) -> Callable[[Generated], None]:
    """A function that tells the progress with the lines of the shortest program so far, and the least number
    of lines where that is known.
    """
    bound = f", at least {least}" if least else ""

    def tell_lines(made: Generated) -> None:
        tell(made)
        sizes = [len(one.made.program) for one in trials if one.made is not None]
        if progress:
            progress(f"{name}, {min([len(made.program), *sizes])} lines so far{bound}", done, count)

    return tell_lines


def _trials(
    candidate: Candidate,
    module: Module,
    model: Model,
    goal: Goal,
    effort: Effort,
    hopeful: bool,
    tell: Callable[[Generated], None],
    known: KnownSchedules,
    optional: bool,
    seconds_of: Callable[[Generated], float],
    beside: bool = False,
    best: float = math.inf,
) -> Iterator[Trial]:
    """A candidate compiled with one way through each block, and by a wider search where it is `hopeful`.

    Where the clock decides, the narrow search comes first, and the wider one may then end without a program.
    Where there is a program already (`optional`), the narrow one may do so, too. The best so far has `best`
    lines. With `beside`, the wider search is only done when the narrow one finds fewer, or lacks room at
    first. For the goal `fast` `seconds_of` a few calls tells which programs of the narrow one are measured.
    """
    forms, refusals = layouts(candidate.module, model)
    divisions = [share_divisions(one, model) for one in forms]
    roomy = (layouts(candidate.module, model, room)[0] for room in ROOMS)
    suits = _suits_search(candidate.module, goal)
    searched = hopeful and any(suits or _suits_search(one, goal) for one in with_biased(divisions))

    def narrow(mixed: int) -> Iterator[Trial]:
        for wanted in filter(None, chain([divisions + forms], roomy)):
            try:
                several = with_biased(wanted)
                ways: list[Generated] | None = [] if goal == "fast" else None
                made = narrowest(
                    several, model, False, goal, mixed, effort, optional, known.kept, hopeful, ways
                )
                different = {one.program.steps: one for one in ways or []}
                fastest = sorted(different.values(), key=seconds_of)[:MEASURED] or [made]
                yield from (Trial(candidate, "code by narrow search", one) for one in fastest)
                break
            except Unsupported as refused:
                refusals.append(str(refused))

    def wide(limit: Effort, narrow_too: bool) -> Iterator[Trial]:
        def measure(one: Generated) -> int:
            return _lines_after_sharing(one, module, goal)

        if not (candidate.as_written or limit.has_clock):
            limit = replace(limit, states=0)
        try:
            several = with_biased(divisions, together=True)
            several = [one for one in several if suits or _suits_search(one, goal)] or several
            found = generate_several(several, model, goal, limit, tell, narrow_too, measure, known, best)
        except Unsupported as refused:
            refusals.append(str(refused))
        else:
            for made in sorted(found, key=measure)[:MEASURED]:
                yield Trial(candidate, "code by search", made)

    first = list(narrow(MIXED if beside else 0)) if searched and (effort.has_clock or beside) else []
    searched = searched and (not beside or bool(refusals) or _shortest(first, module) < best)
    better = list(wide(effort, optional or bool(first))) if searched else []
    yield from better
    others = first or list(narrow(MIXED if goal == "small" else 0))
    yield from others
    if forms and not (searched or others) and _suits_search(candidate.module, "fast"):
        yield from wide(replace(effort, states=0), optional)  # it finds room where the narrow search has none
    yield from (Trial(candidate, "code by search", refused=one) for one in dict.fromkeys(refusals))


def quick_code(module: Module, model: Model = Model.HP15C, modes: bool = True) -> Generated:
    """The first program found with one way through each block. Unsupported when there is none."""
    module = with_short_calls(module)
    forms, refusals = layouts(module, model)
    if not forms:
        raise Unsupported(f"the HP-{model}", refusals)
    roomy = (layouts(module, model, room)[0] for room in ROOMS)
    made = None
    for wanted in filter(None, chain([forms], roomy)):
        try:
            made = narrowest(wanted, model, quick=True)
            break
        except Unsupported as refused:
            refusals += refused.reasons
    if made is None:
        raise Unsupported(f"the HP-{model}", list(dict.fromkeys(refusals)))
    module = replace(module, numbered=made.numbered)
    passed = line_passed(made.program, made.sources, module, "small", made.registers, modes=modes)
    return replace(made, program=passed[0], sources=passed[1])


def _suits_search(module: Module, goal: Goal) -> bool:
    """Whether the search can compile a module. With arrays no function may be large."""
    sizes = (sum(1 for _ in nodes(one.body)) for one in module.functions.values())
    return not module.arrays or max(sizes) <= MOST_NODES[goal]


def _measure(trial: Trial, module: Module, machine: Machine, sequences: list[list[Example]]) -> Trial:
    """A trial with the seconds of some calls. It is refused when the program does not fit."""
    if trial.made is None:
        return trial
    program = with_routines(module, trial.made.program)
    try:
        fits(machine.model, program, trial.made.registers, machine, missing_label(module))
        results = {one.label: one.results for one in module.functions.values() if one.label}
        listing = ListingSide(program, results, (), machine=machine)
    except InputError as refused:
        size = f"{len(program)} lines, {program.bytes} bytes"
        reasons = refused.reasons[-1:] if isinstance(refused, Unsupported) else (str(refused),)
        told = f"{size}{TOO_MUCH}{'; '.join(reasons)}"
        return replace(trial, made=None, refused=told, too_large=trial.made)
    times = seconds(sequences, listing)
    return replace(trial, seconds=sum(times) / len(times) if times else None)


def fits(
    model: Model,
    program: Program,
    registers: Mapping[str, str],
    machine: Machine | None = None,
    missing: Collection[str] = (),
) -> None:
    """Raise Unsupported when a program with these registers needs more than the model or make has.

    A calculator with cleared memory has to hold it, before DIM (i) moves registers. `missing` are labels that
    are nowhere on purpose.
    """
    used = [at for at in registers.values() if at != "I"]
    used += [sums_of(model)[-1]] if any(one.instruction.sums for one in program.steps) else []
    reached = max(map(register_number, used), default=0)
    MachineTarget(model, machine).check(program, reached, missing)
    cleared_state(program, machine)


def _lines_after_sharing(made: Generated | None, module: Module, goal: Goal) -> int:
    """The lines of a program with repeated lines as subroutines, 0 where it is to be fast."""
    if made is None or goal == "fast":
        return 0
    module = replace(module, numbered=made.numbered)
    return len(without_repeats(made.program, made.sources, module, goal)[0])


def _shortest(trials: list[Trial], module: Module) -> float:
    """The lines of the shortest program with repeated lines as subroutines. Infinite when there is none."""
    made = (one.made for one in trials if one.made is not None)
    return min((_lines_after_sharing(one, module, "small") for one in made), default=math.inf)


def _rank(trial: Trial, goal: Goal) -> tuple[float, ...]:
    assert trial.made is not None
    program = trial.made.program
    size = (len(program), program.bytes)
    time = trial.seconds if trial.seconds is not None else float(len(program))
    return (time, *size) if goal == "fast" else (*size, time)


def _explain(trials: list[Trial], best: Trial, goal: Goal) -> Iterator[str]:
    """The explanation of a choice, line by line."""
    yield "What was tried:"
    yield from (trial.line for trial in trials)
    yield f"Chosen for {goal}: {best.candidate.name}, {best.code}."
    yield from (f"  {line}" for line in best.candidate.story)
