"""The frontier of CodeMakers, its limits, and the plans that it brought."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

import programs
from generator.codemaker.plan import Plan, Wish
from generator.planner import frontier
from generator.planner.cost import measure
from generator.planner.frontier import Point, rows, unbeaten, within
from generator.planner.planner import open_end, plans_that_fit
from generator.plans import queues, tallies
from generator.shell.cli import generate
from hp15c.core.playing import play, state_with
from hp15c.errors import InputError, Unsupported
from hp15c.listing.program import Program
from hp15c.table.models import Model
from programs.codemaker import true_score
from tests.generator.codemaker.test_mistakes import NO_GUESS, OVERFLOW, TOO_LONG, typed

TOLD = (
    ("2412", "4423"),
    ("2412", "2142"),
    ("8888", "1888"),
    ("12", "21"),
    ("7", "7"),
    ("12345678", "87654321"),
)
BESIDE = (("1357824", "7531824"), ("88118", "81881"), ("563", "635"))


@cache
def plan(model: Model, family: str) -> Plan:
    """The plans that the frontier brought: looped tallies on the HP-15C, queues that count by weight."""
    wish = Wish(model, goal="fast")
    if family == "tallies":
        return open_end(min(tallies.candidates(wish), key=lambda one: len(one.program(model))), wish)
    chosen = [one for one in queues.candidates(wish) if one.picked["steps"] == "fraction"]
    return open_end(min(chosen, key=lambda one: len(one.program(model))), wish)


NEW = ((Model.HP15C, "tallies"), (Model.HP15C, "queues"), (Model.HP11C, "queues"))
each = pytest.mark.parametrize(("model", "family"), NEW)


@pytest.mark.first
@each
def test_plans_that_the_frontier_brought_score_rightly(model: Model, family: str) -> None:
    program = plan(model, family).program(model)
    for secret, guess in (*TOLD, *BESIDE):
        state = state_with(program)
        play(state, int(secret), "B")
        for _ in range(2):
            play(state, int(guess))
            assert state.real().decimal == Decimal(f"{guess}.{true_score(guess, secret).decimal:02}"), secret


def test_sizes_that_are_known_to_exist() -> None:
    sizes = [(len(one), one.bytes) for one in (plan(*key).program(key[0]) for key in NEW)]
    assert sizes == [(90, 102), (72, 83), (79, 79)]


def test_ninety_lines_score_in_less_than_fifty_seconds() -> None:
    assert measure(plan(Model.HP15C, "tallies").program(Model.HP15C), 4, 10).seconds < 15


@pytest.mark.slow
def test_the_loops_on_the_hp15c_do_with_wrong_input_what_is_said(tmp_path: Path) -> None:
    made = plan(Model.HP15C, "tallies")
    path = tmp_path / "codemaker.15c"
    path.write_text("\n".join(str(step) for step in made.program(Model.HP15C).steps), encoding="utf-8")
    assert made.too_long.name == "RECALLED"
    for keys in (*TOO_LONG.values(), *OVERFLOW.values(), *NO_GUESS.values()):
        assert typed(path, keys)[2] == (True, True, True), keys


def points() -> list[Point]:
    made = plan(Model.HP11C, "queues")
    return [
        replace(Point(*sizes, made))  # type: ignore[arg-type]
        for sizes in ((80, 90, 50.0), (70, 95, 60.0), (90, 80, 55.0), (70, 99, 40.0), (100, 100, 40.0))
    ]


def test_what_nothing_beats() -> None:
    assert [(one.lines, one.seconds) for one in unbeaten(points())] == [(70, 40.0)]
    by_bytes = unbeaten(points(), lambda one: one.size)
    assert [(one.size, one.seconds) for one in by_bytes] == [(80, 55.0), (90, 50.0), (99, 40.0)]
    assert rows(unbeaten(points()))[2].startswith("| 70 | 99 | 40.0 | queues | powers computed")


def test_limits_pick_the_fastest_and_the_smallest(monkeypatch: pytest.MonkeyPatch) -> None:
    found = points()
    made = [replace(one, plan=replace(one.plan, family=str(place))) for place, one in enumerate(found)]
    monkeypatch.setattr(frontier, "points", lambda wish: made)
    assert within(Wish(at_most_bytes=95)).family == "0"
    assert within(Wish(at_most_seconds=56)).family == "2"
    assert within(Wish(at_most_bytes=99, at_most_seconds=58)).family == "2"
    assert within(Wish(goal="fast", at_most_bytes=99, at_most_seconds=58)).family == "3"
    with pytest.raises(Unsupported, match=r"at most 79 bytes .least: 80."):
        within(Wish(at_most_bytes=79))
    with pytest.raises(Unsupported, match=r"at most 39.5 s .least: 40.0 s."):
        within(Wish(at_most_seconds=39.5))


def test_the_nearest_limit_that_is_named_can_be_met(monkeypatch: pytest.MonkeyPatch) -> None:
    near = [replace(one, seconds=7.74) for one in points()[:1]]
    monkeypatch.setattr(frontier, "points", lambda wish: near)
    with pytest.raises(Unsupported, match=r"least: 7.8 s"):
        within(Wish(at_most_seconds=7.7))
    assert within(Wish(at_most_seconds=7.8)) is near[0].plan


@pytest.mark.parametrize(
    ("option", "value", "fault"),
    [("seconds", "nan", "'nan' is not a valid number"), ("seconds", "inf", "write seconds, such as 60")],
)
def test_limits_that_are_none(option: str, value: str, fault: str) -> None:
    result = CliRunner().invoke(generate, ["codemaker", f"--at-most-{option}", value])
    assert (result.exit_code, result.stdout) == (2, "")
    assert fault in result.stderr
    with pytest.raises(InputError, match="at least 1"):
        Wish(Model.HP15C, "merged", "small", None, "turn-first", False, at_most_bytes=0)


@pytest.mark.slow
def test_the_frontier_of_the_hp11c_for_four_digits() -> None:
    found = frontier.points(Wish(Model.HP11C, digits=4))
    best = unbeaten(found)
    assert [one.lines for one in best] == sorted(one.lines for one in best)
    assert [one.seconds for one in best] == sorted((one.seconds for one in best), reverse=True)
    shipped = len(Program.read(Path(programs.__file__).with_name("codemaker-fast-4.11c")))
    assert shipped in [one.size for one in found]
    assert best[-1].seconds <= 7.4
    smallest = min(
        len(one.program(Model.HP11C)) for one in plans_that_fit(Wish(Model.HP11C, digits=4, goal="fast"))
    )
    assert best[0].lines == smallest
