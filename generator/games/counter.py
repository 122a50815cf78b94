"""A counter and a timer, to show what ISG and PSE do and how fast the calculator is.

The timer counts down by the time that one round of its loop takes. That time is not written here: it is
measured on the machine with its word times, and the measured figure is keyed into the loop.
"""

from __future__ import annotations

from functools import cache

from generator.assembler.assembly import Assembly, Section, section
from generator.assembler.printing import FinishedListing
from generator.games.sheet import Sheet, make
from hp15c.core import machine
from hp15c.core.playing import enter, state_with
from hp15c.state.state import State
from hp15c.table.instructions import Role, Step
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND

TRIAL = "1.00"
MEASURED_ROUNDS = 50


def sections(seconds: str) -> tuple[Section, ...]:
    """The code with a loop time of the timer, in seconds to two decimals."""
    return (
        section("Counter", "LBL counter; FIX 0; STO I; LBL count; RCL I; INT; PSE; ISG I; GTO count; RTN"),
        section(
            "Timer",
            f"LBL timer; FIX 1; STO left; LBL tick; PSE; {seconds}; STO − left; RCL left; x>0; GTO tick",
            f"a round takes {seconds} s",
        ),
        section("End", "CLx; RTN"),
    )


def sheet(seconds: str) -> Sheet:
    """The sheet of the counter and timer. `seconds` says in digits how long a round takes."""
    return Sheet(
        title="Counter and timer",
        usage=(
            "c.fffss GSB A: counts from c to fff in steps of ss (00: 1); 1.010 counts from 1 to 10.",
            "s GSB B: shows the seconds that are left of s, and stops on 0 at the end of a round.",
            f"A round takes {seconds} s at {WORD_TIMES_PER_SECOND} word times a second,",
            "yours may differ by some %.",
        ),
        assembly=Assembly(sections(seconds), {"left": "0"}, {"counter": "A", "timer": "B"}),
        registers={"left": "seconds left", "I": "the counter"},
        labels={"counter": "counter", "timer": "timer", "count": "next count", "tick": "next round"},
    )


def timer_result(made: FinishedListing, seconds: int) -> tuple[float, int]:
    """The time that the timer took for so many seconds, and the number of its rounds."""
    state = state_with(made.program)
    enter(state, seconds, "B")
    before = state.word_times
    rounds = 0

    def observe(_: State, __: int, done: Step) -> None:
        nonlocal rounds
        rounds += done.role is Role.PAUSES

    machine.run(state, observer=observe)
    return (state.word_times - before) / WORD_TIMES_PER_SECOND, rounds


@cache
def counter(model: str = "15C") -> FinishedListing:
    """The listing for a model, its timer set by measurement."""
    target = Model.of(model)
    spent, rounds = timer_result(make(sheet(TRIAL), target), MEASURED_ROUNDS)
    return make(sheet(f"{spent / rounds:.2f}"), target)
