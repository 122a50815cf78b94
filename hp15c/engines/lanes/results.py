"""The result of one program line in a lane, and the movements of the stack, compiled by numba."""

from __future__ import annotations

from typing import Final, NamedTuple

from hp15c.engines.lanes.arithmetic import inlined

# Why a run ended: places in engines.REASONS, and two more.
STOPPED, FAILED, AT_LIMIT, PAUSED, NEEDS_HELP, NEEDS_RESULT = range(6)

# Further values of `LineResult.ends`, besides the message of an Error and the complement of a reason.
GOES_ON: Final = 0
KEEPS_LIFT: Final = -100
"""The run goes on, and stack lift stays as it was."""


class Stack(NamedTuple):
    """The four levels, each a packed word."""

    x: int
    y: int
    z: int
    t: int


class LineResult(NamedTuple):
    """The result of one program line.

    `spent` is in word times, without the line's base cost. `after` is the place in the code where the run
    goes on. `depth` is the number of pending returns. `ends` is GOES_ON, KEEPS_LIFT, the message of an Error
    (more than 0), or the complement of the reason why the run ends (`~STOPPED`, less than 0).
    """

    stack: Stack
    spent: int
    after: int
    depth: int
    ends: int


@inlined
def with_x(stack: Stack, x: int) -> Stack:
    """The stack with another X."""
    return Stack(x, stack.y, stack.z, stack.t)


@inlined
def lifted(stack: Stack, x: int) -> Stack:
    """The stack lifted, with a new X."""
    return Stack(x, stack.x, stack.y, stack.z)


@inlined
def dropped(stack: Stack, x: int) -> Stack:
    """The stack dropped, with X made of the old X and Y."""
    return Stack(x, stack.z, stack.t, stack.t)


@inlined
def entered(stack: Stack, x: int, lift: int) -> Stack:
    """The stack after a number came in: lifted if stack lift is on (1), else with X replaced."""
    return lifted(stack, x) if lift != 0 else with_x(stack, x)
