"""The CodeBreaker: the calculator guesses. 4 pegs, 6 colours, the first code that all answers allow.

All answers are checked at once. Turn t has the weight 5^(t-1), so five decimals hold one number from 0 to 4
for each of up to seven turns, and a sum of weights never carries from one turn into the next. A number
S + B/100000 says of every turn how many colours are common (S) and how many are in place (B). The matrix A
has a row for each position and a column for each colour:

- row p, fraction: the turns whose guess has this colour at position p, which a code gains in B with it
- row 5 - k, integer: the turns whose guess has this colour k times or more, which a code gains in S with its
  kth peg of it

The answers add up to a target in the same form, and a code is consistent when what its pegs gain is the
target. The search goes through the codes in ascending order, a pair of pegs, then the third, then the
fourth, and leaves a branch when the rest of the target is below 0, or more than the missing pegs can gain in
the newest turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from generator.assembly import Assembly, Section, section
from generator.sheet import Made, Sheet, make
from hp15c import machine
from hp15c.errors import Unsupported
from hp15c.models import LIMITS, Model
from hp15c.number import Number
from hp15c.playing import loaded, play, start
from hp15c.program import Program
from hp15c.state import State
from hp15c.timing import WORD_TIMES_PER_SECOND

PEGS = 4
COLOURS = 6
FIRST = "5463"
"""The opening with the fewest turns of all 1,296: 6,021 for all secrets, at most 7 for one."""

MEAN_MINUTES, LONGEST_MINUTES = 3, 28
"""Of a guess, over the games of all secrets by the word times of the machine: 178 s and 1,705 s."""

NAMES = {
    "rest2": ("2", "target after two pegs; the guess while it is shown and split"),
    "target": ("3", "what all answers ask for: S + B/100000"),
    "limit": ("4", "a quarter of the next turn's weight / 100000"),
    "rest3": ("5", "target after three pegs; the turn's weight / 100000"),
    "a": ("6", "first peg, with .006 for ISG"),
    "b": ("7", "second peg"),
    "c": ("I", "third peg"),
}
HIGHEST = 7
SAMPLE = ("1361", "2253", "3646", "4125", "5534", "6612")


@dataclass(frozen=True, slots=True)
class Choice:
    """How a plan is laid out: which bounds cut the search short.

    `early` tests B from above after two pegs, `both` tests S from above after three.
    """

    early: bool = True
    both: bool = True


def choices() -> Iterator[Choice]:
    """Every layout."""
    for early in (True, False):
        for both in (True, False):
            yield Choice(early, both)


def sections(choice: Choice) -> tuple[Section, ...]:
    """The code of a layout. Label 0 stands twice and so does 1: a search goes down to the next one."""
    early = "FRAC; RCL limit; RCL + limit; x<y; GTO 0" if choice.early else ""
    both = "RCL limit; EEX; 5; ×; x<y; GTO 1" if choice.both else ""
    return (
        section(
            "New game",
            f"""LBL new; {HIGHEST}; DIM (i); CLEAR REG; MATRIX 0; FIX 0; 4; ENTER; 6; DIM A;
            4; EEX; 5; 1/x; STO limit; 1.006; STO a; STO b; STO c; {FIRST}""",
        ),
        section("Show a guess", "LBL 0; STO rest2; R/S"),
        section(
            "Take the answer",
            """ENTER; ENTER; 10; ÷; INT; EEX; CHS; 5; ENTER; 9; −; ×; +;
            RCL limit; 4; ×; STO rest3; EEX; 5; ×; ×; STO + target; 5; STO × limit""",
            "cd - 9c is the common colours, c/100000 those in place",
        ),
        section("Note the guess in the matrix", "4; GSB peg; 3; GSB peg; 2; GSB peg; 1; GSB peg"),
        section(
            "First and second peg",
            f"""LBL two; RCL target; RCL a; 1; GSB place; RCL A; INT; −; RCL b; 2; GSB place;
            STO rest2; GSB after-one; STO − rest2; RCL rest2; x<0; GTO 0; {early}""",
        ),
        section(
            "Third peg",
            f"""LBL three; RCL rest2; RCL c; 3; GSB place; STO rest3; FRAC; RCL limit; x<y; GTO 1;
            GSB after-two; STO − rest3; RCL rest3; x<0; GTO 1; {both}""",
        ),
        section(
            "Fourth peg",
            "RCL c; FRAC; STO 1; LBL again; 4; STO 0; LBL next; ISG 1; GTO four",
            "a column with .006 too",
        ),
        section(
            "Next code",
            """LBL 1; ISG c; GTO three; LBL 0; RCL b; FRAC; 1; +; STO c; ISG b; GTO two; 6; STO − b;
            1; STO + a; GTO two""",
            "a seventh column is Error 3: no code agrees with the answers",
        ),
        section(
            "A position",
            "LBL place; STO 0; R↓; STO 1; R↓; RCL A; FRAC; −; 4; STO 0; R↓; RTN",
            "Z less what colour Y gains in B at position X",
        ),
        section(
            "Test the fourth peg",
            """LBL four; RCL rest3; RCL − A; FRAC; x≠0; GTO next; GSB after-three; RCL rest3; INT; x≠y;
            GTO again""",
        ),
        section(
            "The guess",
            "RCL a; INT; 10; ×; RCL + b; 10; ×; RCL + c; 10; ×; RCL + 1; INT; GTO 0",
            "b, c and d with .006: .666 too much",
        ),
        section(
            "What a colour gains in S",
            """LBL after-three; RCL 1; RCL c; x=y; DSE 0; LBL after-two; RCL 1; RCL b; x=y; DSE 0;
            LBL after-one; RCL 1; RCL a; x=y; DSE 0; RCL A; INT; RTN""",
            "a row up for each peg of the same colour before it",
        ),
        section(
            "A peg of the guess",
            """LBL peg; STO 0; RCL rest2; 10; ÷; INT; STO rest2; LSTx; FRAC; 10; ×; STO 1; RCL rest3; STO + A;
            4; STO 0; LBL times; RCL rest3; EEX; 5; ×; RCL A; x<y; GTO 1; DSE 0; GTO times;
            LBL 1; x↔y; STO + A; RTN""",
            "the turn's weight at its position, and in the lowest row without it",
        ),
    )


def sheet(choice: Choice) -> Sheet:
    """The sheet of a layout."""
    return Sheet(
        title="Mastermind CodeBreaker, 4 pegs, 6 colours",
        usage=(
            "The calculator finds your secret code of four digits 1 to 6.",
            f"GSB A: a new game; it stops on its first guess, {FIRST}.",
            "cd R/S: c digits right in place, d right but displaced. It stops on the next guess:",
            "the first code from 1111 to 6666 that agrees with all answers.",
            f"A guess takes {MEAN_MINUTES} minutes on average and at most {LONGEST_MINUTES};"
            " a code is found in 4.65 turns on average and at most 7.",
            "40 is not keyed in: GSB A begins again. Error 3: no code agrees with the answers.",
            "Left out: the check that an answer is possible.",
        ),
        assembly=Assembly(
            sections(choice), {name: operand for name, (operand, _) in NAMES.items()}, {"new": "A"}
        ),
        registers={
            "0": "row of the matrix A",
            "1": "column of the matrix A; fourth peg",
            **{name: note for name, (_, note) in NAMES.items()},
        },
        labels={
            "new": "new game",
            "0": "show a guess; next second peg",
            "1": "next third peg; mark a peg",
            "two": "first and second peg",
            "three": "third peg",
            "again": "fourth peg, row 4",
            "next": "next fourth peg",
            "four": "test the fourth peg",
            "place": "gain of a colour at a position",
            "after-one": "gain of a second peg",
            "after-two": "gain of a third peg",
            "after-three": "gain of a fourth peg",
            "peg": "a peg of the guess",
            "times": "how often its colour came already",
        },
    )


def check_memory(program: Program) -> None:
    """Unsupported unless data registers, the matrix and the program share the memory (BEHAVIOUR 4.9)."""
    wanted = HIGHEST + PEGS * COLOURS + program.memory_registers
    pool = LIMITS[program.model].pool
    if wanted > pool:
        raise Unsupported(f"the HP-{program.model}", [f"{wanted} registers are more than its {pool}"])


def codebreaker(model: str = "15C") -> Made:
    """The fastest CodeBreaker that fits the memory; Unsupported on the HP-11C."""
    if Model.of(model) is Model.HP11C:
        raise Unsupported("the HP-11C", ["it has no matrices, in which the CodeBreaker keeps its tables"])
    return _fastest()


@cache
def _fastest() -> Made:
    fitting: list[Made] = []
    missing: dict[str, None] = {}
    for choice in choices():
        made = make(sheet(choice), Model.HP15C)
        try:
            check_memory(made.program)
        except Unsupported as error:
            missing |= dict.fromkeys(error.reasons)
            continue
        fitting.append(made)
    if not fitting:
        raise Unsupported("the HP-15C", list(missing))
    return min(fitting, key=lambda made: sum(t.word_times for s in SAMPLE for t in game(made.program, s)))


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess that the calculator showed, and the lines and word times that it took to find it."""

    guess: str
    lines: int
    word_times: int


def new_game(program: Program) -> State:
    """A calculator after memory loss with this program, at its first guess."""
    state = loaded(program)
    start(state, "A")
    machine.run(state)
    return state


def guess_of(state: State) -> str:
    """The guess that stands in X."""
    assert isinstance(state.x, Number)
    return str(int(state.x))


def answer(state: State, black: int, white: int) -> Turn:
    """Key an answer in and press R/S; ValueError when the calculator shows no guess."""
    before = state.word_times
    stop = play(state, 10 * black + white)
    if stop.reason is not machine.Reason.STOP:
        raise ValueError(f"no guess: {state.message or stop.reason}")
    return Turn(guess_of(state), stop.lines, state.word_times - before)


def pegs(secret: str, guess: str) -> tuple[int, int]:
    """Black and white pegs, by definition."""
    black = sum(one == other for one, other in zip(secret, guess, strict=True))
    return black, sum(min(secret.count(digit), guess.count(digit)) for digit in set(guess)) - black


def codes() -> list[str]:
    """Every code in ascending order."""
    return ["".join(code) for code in product("123456", repeat=PEGS)]


def game(program: Program, secret: str) -> list[Turn]:
    """A whole game against a secret, the first guess left out, which takes no search."""
    state = new_game(program)
    guess = guess_of(state)
    turns: list[Turn] = []
    while guess != secret:
        turns.append(answer(state, *pegs(secret, guess)))
        guess = turns[-1].guess
    return turns


def seconds(turns: list[Turn]) -> float:
    """Real time of guesses."""
    return sum(turn.word_times for turn in turns) / WORD_TIMES_PER_SECOND
