"""The programs besides the CodeMaker: HigherLower, the counter and timer, and the CodeBreaker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from generator.assembler.assembly import Section, section
from generator.assembler.printing import FinishedListing
from generator.games.codebreaker import codebreaker
from generator.games.codebreaker_11c import codebreaker_11c
from generator.games.routines import random_integer, routines
from generator.games.sheet import Sheet, make
from hp15c.core import machine
from hp15c.core.playing import enter, state_with
from hp15c.errors import Unsupported
from hp15c.state.state import State
from hp15c.table.instructions import Role, Step
from hp15c.table.models import Model
from hp15c.timing import WORD_TIMES_PER_SECOND

TRIAL = "1.00"
MEASURED_ROUNDS = 50


def higher_lower(model: str = "15C") -> FinishedListing:
    """The listing of HigherLower for a model."""
    parts = (
        section("Draw a number", "LBL draw; FIX 0; INT; STO n"),
        random_integer(),
        section("Begin at turn 0", "STO secret; CLx; STO turn; RCL n", "the display shows n"),
        section("Wait for a guess", "LBL ask; R/S"),
        section("Compare and show the turn", "RCL secret; x↔y; −; 1; STO + turn; RCL turn; PSE; R↓; R↓"),
        section("The sign of the difference", "x=0; GTO ask; ENTER; ABS; ÷; GTO ask", "0 is left as it is"),
    )
    return make(
        Sheet(
            title="Higher or lower: find the number that the calculator draws",
            usage=(
                "The calculator draws a number, you find it.",
                "n GSB A: draws a whole number from 1 to n and stops on n.",
                "guess R/S: PSE shows the turn, then the program stops on 1 when the number is higher,",
                "on -1 when it is lower, and on 0 when you have found it.",
                "Left out: the check that n is 1 or more.",
            ),
            sections=parts,
            entries={"draw": "A"},
            registers={
                "secret": ("0", "the number"),
                "turn": ("1", "turn"),
                "n": ("2", "the largest number"),
            },
            labels={"draw": "draw a number", "ask": "wait for a guess"},
        ),
        Model.of(model),
    )


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
        sections=sections(seconds),
        entries={"counter": "A", "timer": "B"},
        registers={"left": ("0", "seconds left"), "index": ("I", "the counter")},
        labels={"counter": "counter", "timer": "timer", "count": "next count", "tick": "next round"},
    )


def timer_result(made: FinishedListing, seconds: int) -> tuple[float, int]:
    """The seconds that the timer took when `seconds` were keyed in, and the number of its rounds."""
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
    """The listing of the counter and timer for a model. Its timer is set by measurement."""
    target = Model.of(model)
    spent, rounds = timer_result(make(sheet(TRIAL), target), MEASURED_ROUNDS)
    return make(sheet(f"{spent / rounds:.2f}"), target)


def codebreaker_for(model: str = "15C", play: str = "fast") -> FinishedListing:
    """The CodeBreaker for a model. Unsupported on the HP-11C for another `play` than "fast"."""
    if Model.of(model) is Model.HP15C:
        return codebreaker(model, play)
    if play != "fast":
        raise Unsupported("the HP-11C", [f"its CodeBreaker has one way of play, and not {play!r}"])
    return codebreaker_11c()


MAKERS: Final[Mapping[str, Callable[..., FinishedListing]]] = {
    "codebreaker": codebreaker_for,
    "higher-lower": higher_lower,
    "counter": counter,
    "routines": routines,
}


def file_names() -> tuple[str, ...]:
    """The file names of each program for each model."""
    return tuple(f"{name}{model.suffix}" for name in MAKERS for model in Model)


def listings() -> Iterator[tuple[str, FinishedListing]]:
    """Each program for each model that can run it, by its file name: 'counter.11c'."""
    for name, maker in MAKERS.items():
        for model in Model:
            try:
                yield f"{name}{model.suffix}", maker(model)
            except Unsupported:
                continue
