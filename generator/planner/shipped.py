"""The CodeMakers that are shipped as listings, and the table of their costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.assembler.targets import register_count
from generator.codemaker.plan import GOALS, SCHEMES, Wish
from generator.planner.cost import PAIRS, ScoringCost, measure
from generator.planner.emit import EmittedCodeMaker, emit
from hp15c.errors import Unsupported
from hp15c.table.models import Model

MOST_DIGITS = 8
FIXED = 4


@dataclass(frozen=True, slots=True)
class Published:
    """Figures of a program by others, measured on the genuine firmware: seconds and lines by N."""

    name: str
    lines: int
    size: int
    most_digits: int
    executed: dict[int, int]
    seconds: dict[int, float]


PUBLISHED = Published("published 2020, merged, HP-15C", 231, 263, 6, {4: 1012}, {4: 98.7, 6: 187.8})


def wishes() -> Iterator[Wish]:
    """The wishes of the shipped listings: all models, schemes and goals for any N, and some for N = 4."""
    for model in Model:
        for scheme in SCHEMES:
            for goal in GOALS:
                yield Wish(model, scheme, goal)
                if goal == "fast" and scheme == "merged":
                    yield Wish(model, scheme, goal, FIXED)


def file_name(wish: Wish) -> str:
    """The listing's name: 'codemaker-small.15c', 'codemaker-two-loops-plain.11c', 'codemaker-fast-4.15c'."""
    scheme = "" if wish.scheme == "merged" else f"-{wish.scheme}"
    digits = f"-{wish.digits}" if wish.digits else ""
    return f"codemaker{scheme}-{wish.goal}{digits}{wish.model.suffix}"


def listings() -> Iterator[tuple[str, EmittedCodeMaker]]:
    """The shipped listings by name. A wish that no plan can fulfil is left out."""
    for wish in wishes():
        try:
            yield file_name(wish), emit(wish)
        except Unsupported:
            continue


def table(pairs: int = PAIRS, engine: str = "reference") -> Iterator[str]:
    """Lines, bytes, registers, and by N executed lines and seconds of a scoring, as Markdown."""
    numbers = range(1, MOST_DIGITS + 1)
    rows = [(name, made, costs(made, pairs, engine)) for name, made in listings()]
    yield "| listing | lines | bytes | registers | N |"
    yield "|:---|---:|---:|---:|:---|"
    for name, made, figures in rows:
        span = f"{min(figures)}" if len(figures) == 1 else f"{min(figures)} to {max(figures)}"
        program = made.program
        yield f"| {name} | {len(program)} | {program.bytes} | {register_count(program)} | {span} |"
    yield f"| {PUBLISHED.name} | {PUBLISHED.lines} | {PUBLISHED.size} | | 1 to {PUBLISHED.most_digits} |"
    heads = " | ".join(f"N = {one}" for one in numbers)
    for title, digits_after in (("seconds", 1), ("executed lines", 0)):
        yield ""
        yield f"| {title} | {heads} |"
        yield "|:---|" + "---:|" * len(numbers)
        for name, _, figures in rows:
            cells = [_cell(figures.get(one), title, digits_after) for one in numbers]
            yield f"| {name} | {' | '.join(cells)} |"
        known = PUBLISHED.seconds if title == "seconds" else PUBLISHED.executed
        cells = [f"{known[one]:,}" if one in known else "" for one in numbers]
        yield f"| {PUBLISHED.name} | {' | '.join(cells)} |"


def _cell(cost: ScoringCost | None, title: str, digits_after: int) -> str:
    if cost is None:
        return ""
    return f"{cost.seconds if title == 'seconds' else cost.lines:,.{digits_after}f}"


def costs(made: EmittedCodeMaker, pairs: int, engine: str) -> dict[int, ScoringCost]:
    """The cost of a scoring for each N that a listing can play."""
    plan = made.plan
    numbers = (plan.fixed_digits,) if plan.fixed_digits else range(1, plan.most_digits + 1)
    return {one: measure(made.program, one, pairs, engine) for one in numbers}
