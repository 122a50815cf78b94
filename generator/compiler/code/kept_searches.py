"""Searches as text, which is kept from one compilation to the next.

What a search finds depends on nothing but its problem. So its name is a digest of all that it reads, and its
text has the schedules that it found. The lines of the source stand in both by their rank, so that a function
is known again when lines were added before it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from hashlib import sha256
from typing import Protocol

from generator.assembler.targets import Goal
from generator.compiler.code.graph import shape_of
from generator.compiler.code.problem import NumberedBlock, Problem
from generator.compiler.code.schedules import (
    Manner,
    Policy,
    Scheduled,
    SchedulesByManner,
    Searched,
    SourcedLine,
    Width,
)


class KeptTexts(Protocol):
    """A place for the texts of searches, by their names. A `dict` is one. It may forget them."""

    def get(self, name: str, /) -> str | None:
        """The text that was kept under a name, None where there is none."""

    def __setitem__(self, name: str, text: str, /) -> None:
        """Keep a text under a name."""


def name_of(
    problem: Problem, width: Width, goal: Goal, urgent: bool, before: SchedulesByManner | None
) -> str:
    """The name of a search: a digest of all that decides what it finds.

    `urgent` tells that there is no program at all yet, and `before` is what a narrower search found.
    """
    ranks = _ranks(problem)
    called = {node.detail for node in problem.graph.nodes() if node.line == "call"}
    summaries = [problem.summaries[name] for name in sorted(called)]
    told = (
        shape_of(problem.graph),
        [[(one.wait, ranks[one.source]) for one in part.operations] for part in problem.parts],
        [ranks[_end_line(part)] for part in problem.parts],
        [(one.kept, sorted(one.scratch), one.pointer) for one in summaries],
        (problem.model.value, problem.slots, problem.pointer, problem.called, problem.scratch),
        (width, goal, urgent),
        before and write(problem, Searched(before, 0)),
    )
    return sha256(repr(told).encode()).hexdigest()


def write(problem: Problem, searched: Searched) -> str:
    """What a search found, as text. A schedule that several manners found is written once."""
    ranks = _ranks(problem)
    schedules = {id(one): one for some in searched.schedules.values() for one in some}
    places = {each: place for place, each in enumerate(schedules)}
    told = [
        searched.states,
        [
            (one.count, [(number, _with_sources(lines, ranks)) for number, lines in one.lines.items()])
            for one in schedules.values()
        ],
        [
            (astuple(manner.policy), manner[1:], [places[id(one)] for one in some])
            for manner, some in searched.schedules.items()
        ],
    ]
    return json.dumps(told)


def read(problem: Problem, text: str) -> Searched | None:
    """What a search found, from its text. None where the text cannot be read."""
    sources = dict(enumerate(_ranks(problem)))
    try:
        states, told, manners = json.loads(text)
        schedules = [
            Scheduled({number: _with_sources(lines, sources) for number, lines in parts}, count)
            for count, parts in told
        ]
        found = {
            Manner(Policy(*policy), *how): [schedules[place] for place in places]
            for policy, how, places in manners
        }
    except (ValueError, TypeError, LookupError):
        return None
    return Searched(found, states)


def _with_sources(lines: Iterable[SourcedLine], sources: Mapping[int, int]) -> list[SourcedLine]:
    """Lines with other numbers for the lines of the source."""
    return [SourcedLine((key, operand), sources[source]) for (key, operand), source in lines]


def _ranks(problem: Problem) -> dict[int, int]:
    """The rank of each line of the source that the problem comes from, in their order. 0 is no line."""
    lines = {one.source for part in problem.parts for one in part.operations}
    lines |= {0, *map(_end_line, problem.parts)}
    return {line: rank for rank, line in enumerate(sorted(lines))}


def _end_line(part: NumberedBlock) -> int:
    place = getattr(part.block.terminator, "place", None)
    return place.line if place is not None else 0
