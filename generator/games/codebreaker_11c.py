"""The CodeBreaker of the HP-11C: it finds a code of 4 pegs and 6 colours in steps, without a search.

A search over all codes that fits the HP-11C was not found: the sketches are too long for its memory or take
more than five minutes a guess. This CodeBreaker needs more turns and only seconds. It finds out which
colours there are and where they are:

- It knows some colours that have no place yet. They wait in a row, as the digits of one number.
- A guess has the first waiting colour at one open position (the trial) and another colour, the filler, at all
  other open positions. Pegs whose place is known stay where they are.
- The filler is the next colour that was not asked yet, from 6 downwards. The answer then says how many there
  are of it: the sum of the answer is the placed pegs, the trial colour and the pegs of the filler. As soon as
  all four colours are known, the filler is the last waiting colour.
- No displaced digit: the trial colour is at its position. Two displaced digits: the filler is there. One:
  neither is, and the trial goes on at the next open position.
- A colour with one open position left is there, and that needs no guess.
- Without a waiting colour all open positions are filled with the next colour.

Positions are weights (1000, 100, 10, 1), so the guess is placed + filler x (open - trial) + colour x trial,
where open is the sum of the weights of the open positions.
"""

from __future__ import annotations

from functools import cache

from generator.assembler.assembly import Section, section
from generator.assembler.number_entry import faster
from generator.assembler.printing import FinishedListing
from generator.games.sheet import Sheet, make
from hp15c.table.models import Model

TURNS = 8093
"""The turns for all 1,296 secrets in sum."""

LONGEST_GAME = 9
"""The most turns that a secret needs."""

MEAN_SECONDS, LONGEST_SECONDS = 10, 19
"""The mean and the most seconds of a guess in the games of all secrets, by the word times of the machine."""

REGISTERS = {
    "index": ("I", "less one than the placed pegs, negative; without a trial one more"),
    "row": ("0", "known colours without a place, as digits; the first is tried, the last is a filler"),
    "open": ("1", "weights of the open positions in sum"),
    "placed": ("2", "placed pegs, each times its weight"),
    "untried": ("3", "weights of the open positions where the colour was not tried"),
    "trial": ("4", "weight of the position of the trial; 0 without one"),
    "next": ("5", "next colour to ask + pegs of unknown colour/10"),
    "colour": ("6", "colour that is tried; 0 without one"),
    "filler": ("7", "colour at the other open positions"),
}


def sections() -> tuple[Section, ...]:
    """The lines of the program, in sections with titles."""
    return (
        section("New game", "LBL new; CLEAR REG; FIX 0; 6.4; STO next; 1111; STO open; GTO fill"),
        section(
            "Remove and place the colour that was tried",
            "LBL known; RCL row; GSB weight; RCL colour; ×; STO − row; RCL colour",
        ),
        section(
            "Place the colour in X at the position of the trial",
            "LBL place; RCL trial; STO − open; ×; STO + placed; DSE I; RTN; RTN",
            "I is below 1, so DSE I skips a line always",
        ),
        section("Weight of the first digit", "LBL weight; ENTER; LOG; INT; 10ˣ; RTN"),
        section("The last digit, and in Y the others", "LBL digit; 10; ÷; INT; LSTx; FRAC; 10; ×; RTN"),
        section("No displaced digit", "LBL hit; RCL colour; x=0; GTO settle", "or no trial was made"),
        section("One position is left for the colour", "LBL forced; GSB known"),
        section(
            "Next trial",
            """LBL turn; RCL row; x=0; GTO none; GSB weight; ÷; INT; RCL colour; x=y; GTO same; x↔y
            STO colour; RCL open; STO untried; LBL same; RCL untried; GSB weight; STO trial; STO − untried
            RCL untried; x=0; GTO forced""",
        ),
        section(
            "Its filler",
            "RCL next; FRAC; x≠0; GTO fill; RCL row; GSB digit; GTO show",
            "the last of the row when no peg is unknown",
        ),
        section("No trial", "LBL none; STO trial; STO colour; ISG I", "I is 0 at most, so ISG I never skips"),
        section(
            "Show a guess",
            """LBL fill; RCL next; INT; LBL show; STO filler; RCL open; RCL trial; −; ×; RCL colour; RCL trial
            ×; +; RCL placed; +; R/S""",
        ),
        section(
            "Take the answer",
            """RCL open; 1/x; R↓; GSB digit; +; LSTx; x↔y; RCL I; +; RCL next; FRAC; x=0; GTO answer""",
            "Error 0 when no position is open; pegs of the filler in Y, displaced digits in Z",
        ),
        section(
            "Note a new colour",
            """R↓; 10; ÷; STO − next; LSTx; ×; 10ˣ; STO × row; 9; ÷; INT; RCL filler; ×; STO + row; 1
            STO − next""",
            "its digit as often as it is there",
        ),
        section(
            "Use the displaced digits",
            """LBL answer; R↓; R↓; x=0; GTO hit; 1; −; x=0; GTO turn; RCL row; GSB digit; R↓; STO row
            RCL filler; LBL settle; GSB place; GTO turn""",
        ),
    )


def sheet() -> Sheet:
    """What stands around the lines of the listing: title, keys, registers and labels."""
    return Sheet(
        title="Mastermind CodeBreaker, 4 pegs, 6 colours",
        usage=(
            "The calculator finds your secret code of four digits 1 to 6.",
            "GSB A: a new game; it stops on its first guess, 6666.",
            "cd R/S: c digits right in place, d right but displaced. It stops on the next guess.",
            f"A guess takes {MEAN_SECONDS} s on average and at most {LONGEST_SECONDS} s.",
            f"A code is found in {TURNS / 1296:.2f} turns on average and at most {LONGEST_GAME}.",
            "A guess asks for colours and places and may disagree with answers before.",
            "40 is not keyed in: GSB A begins again. Your answers contradict each other where it",
            "shows Error 0, a digit that is not 1 to 6, or a guess again. Begin again with GSB A.",
            "Left out: the check that an answer is possible.",
        ),
        sections=faster(sections()),
        entries={"new": "A"},
        registers=REGISTERS,
        labels={
            "new": "new game",
            "known": "remove and place the colour that was tried",
            "place": "place a colour",
            "weight": "weight of the first digit",
            "digit": "last digit",
            "hit": "no displaced digit",
            "forced": "one position is left for the colour",
            "turn": "next trial",
            "same": "the colour is that of the trial before",
            "none": "no colour waits",
            "fill": "filler is the next colour",
            "show": "show a guess",
            "answer": "use the displaced digits",
            "settle": "place a colour and go on",
        },
    )


@cache
def codebreaker_11c() -> FinishedListing:
    """The CodeBreaker of the HP-11C."""
    return make(sheet(), Model.HP11C)
