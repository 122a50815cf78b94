"""Runs and steps: a run, a line, a subroutine as one step, out of one, up to a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hp15c.errors import InputError
from hp15c.state.state import State
from programs.web.desk import Desk


def step_over(desk: Desk) -> None:
    """Run one line, and with it the whole subroutine that it calls."""
    depth = len(desk.state.returns)
    desk.step()
    if len(desk.state.returns) > depth and not desk.state.message:
        desk.run_until(lambda state: len(state.returns) <= depth)


def step_out(desk: Desk) -> None:
    """Run on until the current subroutine has returned. Without one, to the end of the program."""
    depth = len(desk.state.returns)
    _go_on(desk, lambda state: len(state.returns) < depth)


def run_to(desk: Desk, line: int) -> None:
    """Run on until a line is the next one. InputError when there is no such line."""
    desk.check_line(line)
    _go_on(desk, lambda state: state.line == line)


def _go_on(desk: Desk, until: Callable[[State], bool]) -> None:
    if desk.state.running:
        raise InputError("the program runs: stop it first")
    if not desk.broken:
        desk.step()
    if not desk.state.message and not until(desk.state):
        desk.run_until(until, passing=True)


CONTROLS: Final[dict[str, Callable[[Desk], None]]] = {
    "run": Desk.run,
    "stop": Desk.stop,
    "step": Desk.step,
    "over": step_over,
    "out": step_out,
}
"""The functions that do what a person asks of a program by a word. `run_to` wants a line besides."""
