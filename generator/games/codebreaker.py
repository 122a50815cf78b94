"""The CodeBreaker: the calculator guesses a code of 4 pegs and 6 colours.

Each guess is the first code that all answers allow.

All answers are checked at once. Turn t has the weight 5^t, so five digits hold one number from 0 to 4 for
each of up to six turns, and a sum of weights never carries from one turn into the next. A number
S + B/100000 says of every turn how many colours are common (S) and how many are in place (B). The matrix A
has a row for each colour and a column for each position:

- column 5 - p, fraction: the weights of the turns whose guess has this colour at position p. A code with the
  colour there gains them in B.
- column 5 - k, integer: the weights of the turns whose guess has this colour k times or more. A code gains
  them in S with its kth peg of the colour.

The answers add up to a target in the same form. Four colours without an order (a set) have the right S
whatever their places are. So the search goes through the 126 sets first. It orders the pegs only of a set
whose S is that of the target. Weights begin at 5, so that what the fractions add up to, which is less than 1,
never makes a wrong S look right.

A set has the pegs a, b, c and d. a goes downwards from 6. b goes downwards from a - 1, and is a at the end. c
goes downwards from b, and d from c. The sets with a and b are left as soon as S is too large. After an answer
the search goes on with a and b as they are: no set before them agrees with the answers.

The orders of a set are tried in pairs that differ in pegs 3 and 4 only. A first peg of the colour that was
first before is left out, and so is a second peg. A pair is a subroutine. Before it, X is the second peg of
the pair before, or no colour. A code that agrees leaves the subroutine by a jump, so each search leaves one
return pending: six of the seven levels at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Final

from generator.assembler.assembly import Section, section
from generator.assembler.number_entry import faster
from generator.assembler.printing import FinishedListing
from generator.games.sheet import Sheet, make
from hp15c.core import machine
from hp15c.core.playing import play, start, state_with
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.models import LIMITS, Model
from hp15c.timing import WORD_TIMES_PER_SECOND

PEGS = 4
COLOURS = 6


@dataclass(frozen=True, slots=True)
class Opening:
    """A first guess, and what it leads to in the games of all 1,296 secrets.

    `turns` is the sum of their turns. Seconds are those of a guess after the first, on average and at most,
    by the word times of the machine.
    """

    code: str
    turns: int
    mean_seconds: int
    longest_seconds: int


OPENINGS: Final[Mapping[str, Opening]] = {
    "fast": Opening("5521", 5997, 56, 290),
    "better": Opening("2124", 5964, 59, 375),
}
"""The opening for each kind of play: for little waiting, or for few turns."""

REGISTERS = {
    "column": ("1", "column of the matrix A"),
    "index": ("I", "-1 while sets are searched; first pegs left; the column of the peg that is noted"),
    "x4": ("0", "row of the matrix A; fourth colour of the set, peg 4"),
    "a": ("2", "first colour of the set"),
    "b": ("3", "second colour of the set; 0 when it is the first again"),
    "x1": ("4", "peg 1; first colour of the set"),
    "x2": ("5", "peg 2; second colour of the set"),
    "x3": ("6", "peg 3; third colour of the set"),
    "rest2": ("7", "target after two colours"),
    "rest3": ("8", "target after three colours; the guess"),
    "target": ("9", "what all answers ask for: S + B/100000"),
    "weight": (".0", "the turn's weight"),
}
HIGHEST = 10


def sections(opening: str) -> tuple[Section, ...]:
    """The code, with a first guess. Colours are looked up in the matrix, some by R0 and R1."""
    return (*_sets_begun(), section("New game", _new_game(opening)), *_guess_sections(), *_sets(), *_orders())


def _sets_begun() -> tuple[Section, ...]:
    return (
        section(
            "Fourth colour",
            "RCL rest3; RCL − A; INT; x=0; GTO set; DSE x4; GTO I",
            "GTO I goes to line 001, as I is -1",
        ),
        section("Next third colour", "LBL next-c; DSE x3; GTO three"),
        section(
            "Next second and first colour", "LBL next-b; RCL b; x=0; DSE a; x=0; RCL a; 1; −; STO b; GTO two"
        ),
    )


def _guess_sections() -> tuple[Section, ...]:
    return (
        section("Show and note a guess", "LBL show; CLx; STO rest3; 4; STO I"),
        section(
            "A peg of the guess, now peg 4",
            """LBL peg; GSB rotate; RCL rest3; 10; ×; RCL x4; +; STO rest3; RCL I; STO 1; RCL weight; EEX; 5
            ÷; STO + A; 5; STO 1; LBL times; DSE 1; RCL A; RCL weight; x≤y; GTO times; STO + A; DSE I; GTO peg
            RCL rest3; R/S""",
            "the weight at its position, and in the last column without it",
        ),
        section(
            "Take the answer",
            """10; %; INT; EEX; 5; 1/x; 9; −; ×; +; RCL weight; ×; STO + target; 5; STO × weight; DSE I""",
            "cd - 9c is the common colours, c/100000 those in place; DSE I to -1 skips a label only",
        ),
    )


def _sets() -> tuple[Section, ...]:
    return (
        section(
            "First and second colour",
            """LBL two; 4; STO 1; RCL b; x=0; DSE 1; x=0; RCL a; STO x4; STO x2; STO x3
            RCL target; RCL a; STO x1; 4; RCL g A; −; RCL − A; STO rest2; INT; x<0; GTO next-b; DSE 1""",
            "R1 is the column of a colour that comes so often, R0 its row",
        ),
        section(
            "Third colour, and as fourth colour the same",
            "LBL three; RCL x3; STO x4; RCL rest2; RCL − A; STO rest3; DSE 1; RCL − A; INT; x≠0; GTO next-d",
        ),
    )


def _orders() -> tuple[Section, ...]:
    return (
        section("A set: its orders", "LBL set; 1; STO 1; 4; STO I; CHS", "-4 is no colour"),
        section(
            "A first peg, unless it is the one before",
            "LBL first; RCL x4; x=y; GTO next-first; CHS" + "; GSB pair" * (PEGS - 1),
            "less than 0 is no colour, so the first pair is tried",
        ),
        section(
            "Next first peg",
            "LBL next-first; GSB rotate; DSE I; GTO first; DSE I",
            "I counts the first pegs, and is -1 again in the end",
        ),
        section("Next fourth colour", "LBL next-d; 4; STO 1; DSE x4; GTO I; GTO next-c"),
        section(
            "Each peg one position on",
            "LBL rotate; RCL x1; x↔ x4; x↔ x3; x↔ x2; STO x1; RTN",
            "X is peg 1, and peg 4 was peg 1",
        ),
        section(
            "Two orders, unless peg 2 is the one before: pegs 1 and 2",
            f"LBL pair; RCL x2; x=y; GTO same; 3; RCL g A; {_gain(1, 4)}; RCL target; −; ENTER",
        ),
        section("Pegs 3 and 4 as they were", f"RCL + A; {_gain(3, 2)}; FRAC; x=0; GTO show; R↓"),
        section("And exchanged", "RCL x3; x↔ x4; STO x3; 2; RCL g A; +; RCL + A; FRAC; x=0; GTO show"),
        section("Next peg 2", "RCL x4; x↔ x2; STO x4; RTN", "X is the peg 2 of this pair"),
        section("Peg 2 as before: the peg after it", "LBL same; x↔ x3; STO x2; R↓; RTN"),
    )


def _gain(peg: int, column: int) -> str:
    """The lines that bring X, and what a peg gains in this column of the matrix."""
    return f"RCL x{peg}; {column}; RCL g A; +"


def _new_game(opening: str) -> str:
    """The registers at the start: a and b of the first set, and the opening in the registers of the pegs."""
    keyed = {6: "STO a", 4: "DIM A", 5: "STO b; STO weight"} | {
        int(digit): "" for digit in opening if digit not in "456"
    }
    lines = [f"LBL new; {HIGHEST}; DIM (i); CLEAR REG; MATRIX 0; FIX 0"]
    for digit, does in keyed.items():
        pegs_of_it = [f"STO x{place}" for place, peg in enumerate(opening, 1) if peg == str(digit)]
        lines += [str(digit), *filter(None, [does]), *pegs_of_it]
    return "; ".join(lines)


def sheet(play: str = "fast") -> Sheet:
    """The sheet of the CodeBreaker with this kind of play: 'fast', or another name in OPENINGS."""
    opening = OPENINGS[play]
    return Sheet(
        title="Mastermind CodeBreaker, 4 pegs, 6 colours",
        usage=(
            "The calculator finds your secret code of four digits 1 to 6.",
            f"GSB A: a new game; it stops on its first guess, {opening.code}.",
            "cd R/S: c digits right in place, d right but displaced. It stops on the next guess:",
            "the first code in its order that agrees with all answers.",
            f"A guess takes {opening.mean_seconds} s on average and at most {opening.longest_seconds} s.",
            f"A code is found in {opening.turns / COLOURS**PEGS:.2f} turns on average and at most 7.",
            "40 is not keyed in: GSB A begins again. Error 3: no code agrees with the answers.",
            "The program must begin at line 001, as GTO I goes there.",
            "Left out: the check that an answer is possible.",
        ),
        sections=faster(sections(opening.code)),
        entries={"new": "A"},
        registers=REGISTERS,
        labels={
            "new": "new game",
            "set": "a set that has the right colours",
            "first": "a first peg",
            "next-first": "next first peg",
            "pair": "test two orders",
            "rotate": "each peg one position on",
            "same": "peg 2 is the one before",
            "next-d": "next fourth colour",
            "next-c": "next third colour",
            "next-b": "next second colour",
            "two": "first and second colour",
            "three": "third colour",
            "show": "show and note a guess",
            "peg": "note a peg",
            "times": "how often its colour came already",
        },
    )


def check_memory(program: Program) -> None:
    """Raise Unsupported unless registers, matrix and program fit the memory together (BEHAVIOUR 4.9)."""
    wanted = HIGHEST + PEGS * COLOURS + program.memory_registers
    pool = LIMITS[program.model].pool
    if wanted > pool:
        raise Unsupported(f"the HP-{program.model}", [f"{wanted} registers are more than its {pool}"])


def codebreaker(model: str = "15C", play: str = "fast") -> FinishedListing:
    """The CodeBreaker's listing for a kind of play. Unsupported on the HP-11C, or when it does not fit."""
    if Model.of(model) is Model.HP11C:
        raise Unsupported("the HP-11C", ["it has no matrices, in which the CodeBreaker keeps its tables"])
    return _make(play)


@cache
def _make(play: str) -> FinishedListing:
    made = make(sheet(play), Model.HP15C)
    check_memory(made.program)
    return made


@dataclass(frozen=True, slots=True)
class TimedGuess:
    """A guess that the calculator showed, and the lines and word times that it took to find it."""

    guess: str
    lines: int
    word_times: int


def new_game(program: Program) -> State:
    """A calculator after memory loss with this program, at its first guess."""
    state = state_with(program)
    start(state, "A")
    machine.run(state)
    return state


def guess_of(state: State) -> str:
    """The guess that stands in X."""
    assert isinstance(state.x, Number)
    return str(int(state.x))


def answer(state: State, black: int, white: int) -> TimedGuess:
    """The guess that the calculator shows after this answer was keyed in. ValueError when it shows none."""
    before = state.word_times
    stop = play(state, 10 * black + white)
    if stop.reason is not machine.Reason.STOP:
        raise ValueError(f"no guess: {state.message or stop.reason}")
    return TimedGuess(guess_of(state), stop.lines, state.word_times - before)


def pegs(secret: str, guess: str) -> tuple[int, int]:
    """Black and white pegs, by definition."""
    black = sum(one == other for one, other in zip(secret, guess, strict=True))
    return black, sum(min(secret.count(digit), guess.count(digit)) for digit in set(guess)) - black


def codes() -> list[str]:
    """Every code in ascending order."""
    return ["".join(code) for code in product("123456", repeat=PEGS)]


def game(program: Program, secret: str) -> list[TimedGuess]:
    """A whole game against a secret, without the first guess, which takes no search."""
    state = new_game(program)
    guess = guess_of(state)
    turns: list[TimedGuess] = []
    while guess != secret:
        turns.append(answer(state, *pegs(secret, guess)))
        guess = turns[-1].guess
    return turns


def seconds(turns: list[TimedGuess]) -> float:
    """The seconds that guesses take on the real calculator, all together."""
    return sum(turn.word_times for turn in turns) / WORD_TIMES_PER_SECOND
