"""The passes of the compiler, in the order in which they run.

A new optimisation is a module with one function, and its place in one of the lists here. README.md in this
folder says which list it belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from generator.assembler.targets import Goal
from generator.compiler.answers import with_answers_tested
from generator.compiler.classes import count_classes
from generator.compiler.complex_mode import with_complex_mode_on, with_real_beginnings
from generator.compiler.counted_by_one import with_counts_by_one
from generator.compiler.early_stores import with_early_stores
from generator.compiler.equal_registers import with_equal_registers
from generator.compiler.kept_arguments import keep_arguments, with_short_calls
from generator.compiler.known_indices import know_indices
from generator.compiler.loops.assumed_values import put_in_assumed_values
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.common_heads import with_common_heads
from generator.compiler.loops.computed_again import compute_again
from generator.compiler.loops.counted_down import count_down
from generator.compiler.loops.counts_by_value import count_by_value
from generator.compiler.loops.early_exit import leave_early
from generator.compiler.loops.entered_together import enter_together, know_entered
from generator.compiler.loops.folded_marks import fold_marks
from generator.compiler.loops.held_elements import hold_elements
from generator.compiler.loops.idle_passes import leave_out_diagonal
from generator.compiler.loops.joined_counts import join_counts
from generator.compiler.loops.merging import (
    complete_condition,
    merge_by_rows,
    move_before_loop,
    turn_both,
)
from generator.compiler.loops.nests import FormRefused
from generator.compiler.loops.open_elements import keep_open_elements
from generator.compiler.loops.outer_elements import read_before_loops
from generator.compiler.loops.run_together import run_together
from generator.compiler.loops.unread_writes import remove_unread_writes
from generator.compiler.loops.unrolling import unroll_loops, write_out_short_loops
from generator.compiler.marks_at_hand import with_marks_at_hand
from generator.compiler.numbers_at_hand import with_numbers_at_hand
from generator.compiler.ranges.common_tests import share_tests
from generator.compiler.ranges.joined_ways import join_ways
from generator.compiler.ranges.narrow import narrow_module
from generator.compiler.ranges.stores_in_order import with_stores_in_order
from generator.compiler.repeats import without_repeats
from generator.compiler.shared_formulas import share_formulas
from generator.compiler.shorter_lines import shorten_by_table
from generator.compiler.tails import without_tail_calls
from generator.compiler.tree.element_order import with_elements_in_order
from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import has_loop, nodes
from generator.compiler.two_numbers import with_distances
from generator.compiler.validation.alternating import alternate
from generator.compiler.validation.backwards import loops_to_turn, turn_loops
from hp15c.listing.program import Program


@dataclass(frozen=True, slots=True)
class LoopPass:
    """A change of one function's loops. `change` raises FormRefused where it does not fit.

    A way ends at a pass that does not fit, but it goes on without one that is not `needed`. A pass that is
    `only_small` is left out for the goal `fast`.
    """

    change: Callable[[Candidate, str], Candidate]
    needed: bool = True
    only_small: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """One way to write loops: passes after each other, for every function that they fit.

    What `only_unrolled` says is tried with its loops written out only.
    """

    name: str
    passes: tuple[LoopPass, ...]
    only_unrolled: bool = False


_FACING: Final = (LoopPass(move_before_loop), LoopPass(complete_condition))
_TURNED: Final = (LoopPass(move_before_loop), LoopPass(turn_both, needed=False), LoopPass(complete_condition))
_EARLY: Final = (LoopPass(leave_early), LoopPass(remove_unread_writes))
_COUNTS: Final = LoopPass(join_counts, needed=False)
_SHRUNK: Final = (_COUNTS, LoopPass(fold_marks))
_AGAIN: Final = LoopPass(compute_again, needed=False, only_small=True)
_HELD: Final = LoopPass(hold_elements, needed=False)
_TOGETHER: Final = LoopPass(enter_together, needed=False)

LOOP_WAYS: Final = (
    Way("one loop after the other", (*_TURNED, *_EARLY, *_SHRUNK, _AGAIN, _TOGETHER)),
    Way("merged, row by row", (*_TURNED, *_SHRUNK, _AGAIN, LoopPass(merge_by_rows), _TOGETHER)),
    Way(
        "only open elements",
        (_COUNTS, LoopPass(keep_open_elements), LoopPass(run_together, needed=False), _HELD, _TOGETHER),
    ),
    Way(
        "counted by value",
        (_COUNTS, LoopPass(count_by_value), LoopPass(run_together, needed=False), _HELD, _TOGETHER),
    ),
    Way(
        "one loop after the other",
        (*_FACING, LoopPass(leave_out_diagonal), *_EARLY, *_SHRUNK),
        only_unrolled=True,
    ),
)
"""Ways that are tried side by side, each compiled to the end. The best listing is kept."""

TREE_PASSES: Final[tuple[Callable[[Module], Module], ...]] = (
    narrow_module,
    know_entered,
    read_before_loops,
    with_stores_in_order,
)
"""Passes over the tree of every candidate, before the back end."""

BACKWARDS: Final = "loops whose passes may come in any order run backwards"
ALTERNATING: Final = "a number alternates in place of a test whether the number of the pass is odd"

LinePass = Callable[[Program, Sequence[int], Module, Goal], tuple[Program, tuple[int, ...], list[str]]]
LINE_PASSES: Final[tuple[LinePass, ...]] = (
    with_answers_tested,
    without_repeats,
    without_tail_calls,
    with_real_beginnings,
)
"""Passes over the lines of each of the best listings, after the table of shorter equal lines.

They take a program, the source line of each of its lines, the module and the goal. They give the program, the
source lines, and what was done in words.
"""

MOST_WRITTEN_OUT: Final = 100
"""The most nodes of the tree for loops written out with the goal `small`.

They are shorter where elements become registers.
"""


def candidates(module: Module, goal: Goal = "small") -> Iterator[Candidate]:
    """All candidates of a module, each with its loops in one form. The source as it stands is the first."""
    alternating = alternate(module)
    others = () if alternating is module else (_backwards(Candidate("", alternating, (ALTERNATING,))),)
    turned = loops_to_turn(module)
    if turned:
        backwards = _with_short_loops(turn_loops(module, turned), goal)
        yield from (replace(one, story=(BACKWARDS, *one.story)) for one in _as_written(backwards, goal))
        module = _with_short_loops(module, goal)
        yield Candidate("with all loops forwards", module, spare=True)
    else:
        module = _with_short_loops(module, goal)
        yield from _as_written(module, goal)
    for other in others:
        for one in _as_written(_with_short_loops(other.module, goal), goal):
            yield replace(one, story=(*other.story, *one.story))
    if not has_loop(module.bodies):
        return
    assumed = Candidate("with what is assumed", module)
    for function in module.functions:
        assumed = put_in_assumed_values(assumed, function)
    made = [(way, _backwards(one)) for way in LOOP_WAYS for one in _each_function(assumed, way, goal)]
    ways = [assumed, *(one for way, one in made if not way.only_unrolled)]
    yield from (candidate for candidate in ways if candidate.story)
    if goal == "small" and module.arrays:
        for one in unroll_loops(assumed):
            if sum(1 for _ in nodes(one.module.bodies)) <= MOST_WRITTEN_OUT:
                yield one
    if goal == "fast":
        for candidate in (*ways, *(one for way, one in made if way.only_unrolled)):
            yield from unroll_loops(candidate)


def _backwards(candidate: Candidate) -> Candidate:
    """A candidate whose loops run backwards where that is known to be the same."""
    turned = loops_to_turn(candidate.module)
    if not turned:
        return candidate
    return candidate.with_module(turn_loops(candidate.module, turned), BACKWARDS)


def _as_written(module: Module, goal: Goal) -> Iterator[Candidate]:
    """The candidates in which all loops stand as in a module."""
    ordered = with_elements_in_order(module)
    called, told_called = _with_calls(module) if goal == "small" else (module, ())
    known, told_known = know_indices(module)
    written = ordered is module and called is module and not told_known
    yield Candidate("as it stands", module, as_written=written)
    if ordered is not module:
        passes = "loops over all elements of a matrix go on from place to place by themselves"
        yield Candidate("with elements in order", ordered, (passes,), as_written=True)
    if told_known:
        yield Candidate("with known indices", known, told_known, as_written=True)
    if told_called:
        yield Candidate("with calls for what is repeated", called, told_called, as_written=True)
    apart, told_apart = with_distances(called)
    if told_apart:
        yield Candidate("with distances", apart, (*told_called, *told_apart), as_written=True)


def _with_short_loops(module: Module, goal: Goal) -> Module:
    """A module with short calls, and for `small` with short loops written out, others counted down, and what
    stands before a loop and at its end at the head of the loop.
    """
    module = with_short_calls(module)
    if goal == "small":
        module = with_common_heads(count_down(write_out_short_loops(join_ways(share_tests(module)))))
    return module


def _with_calls(module: Module) -> tuple[Module, tuple[str, ...]]:
    """A module with calls for what it repeats and their common numbers in registers, and what was done."""
    told: list[str] = []
    for change in (share_formulas, count_classes, keep_arguments):
        module, done = change(module)
        told += done
    return module, tuple(told)


def _each_function(candidate: Candidate, way: Way, goal: Goal) -> Iterator[Candidate]:
    """A way applied to every function that it fits. Functions that it does not fit are not mentioned."""
    made = candidate
    for name in candidate.module.functions:
        try:
            made = _change(made, name, way, goal)
        except FormRefused:
            continue
    if made is not candidate:
        yield made


def _change(candidate: Candidate, function: str, way: Way, goal: Goal) -> Candidate:
    for one in way.passes:
        if one.only_small and goal != "small":
            continue
        try:
            candidate = one.change(candidate, function)
        except FormRefused:
            if one.needed:
                raise
    return replace(candidate, name=way.name)


def tree_passed(module: Module) -> Module:
    """A candidate's module after the passes over its tree."""
    for one in TREE_PASSES:
        module = one(module)
    return module


def line_passed(
    program: Program,
    sources: Sequence[int],
    module: Module,
    goal: Goal,
    registers: Mapping[str, str] | None = None,
    form: Module | None = None,
    modes: bool = True,
) -> tuple[Program, tuple[int, ...], list[str]]:
    """A program after the passes over its lines, the source line of each line, and what was done in words.

    `registers` has the register of each name. Without it all registers count at the end of a run. `form` is
    the module as it was compiled, where that is another one. Without `modes` no lines are looked for that
    stay in complex mode, which takes seconds.
    """
    made, origin, told = shorten_by_table(program, sources, module, goal, registers)
    made, origin, marked = with_marks_at_hand(made, origin, module, form or module, registers)
    made, origin, done = with_numbers_at_hand(made, origin, module, registers)
    told += [*marked, *done]
    starts = [(made, origin, told)]
    if modes and (joined := with_complex_mode_on(made, origin, module, goal, registers))[2]:
        starts.append((*joined[:2], [*told, *joined[2]]))
    early = with_early_stores(made, origin, module, registers)
    starts += [(*early[:2], [*told, *early[2]])] if early[2] else []
    return min((_pass(*start, module, goal, registers) for start in starts), key=lambda one: len(one[0]))


def _pass(
    program: Program,
    sources: Sequence[int],
    notes: list[str],
    module: Module,
    goal: Goal,
    registers: Mapping[str, str] | None,
) -> tuple[Program, tuple[int, ...], list[str]]:
    """A program after the passes of the list."""
    program, sources, done = with_equal_registers(program, sources, module, goal, registers)
    notes = [*notes, *done]
    for one in LINE_PASSES:
        program, sources, done = one(program, sources, module, goal)
        notes = [*notes, *done]
    program, sources, done = with_counts_by_one(program, sources, module, goal, registers)
    notes = [*notes, *done]
    if done:
        program, sources, done = shorten_by_table(program, sources, module, goal, registers)
        notes = [*notes, *done]
    return program, tuple(sources), notes
