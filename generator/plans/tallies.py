"""Tallies: a fast CodeMaker that finds the partner of a guess digit by a register's address.

Register v keeps how many digits v of the secret have no partner yet. A guess digit d in I takes one of them
with a single `DSE (i)`. This is the visit of all pairs (j, k) of its column k at once. Pairs of unequal
digits cannot match, and which of the equal ones matches does not matter. Registers 0, 9 and those above N are
addressed by digits that never score. They hold too little for that from the start.

It counts t = c + d, the matches, and c, the digits right in their place. The number of matches is the same in
every order, because it is the sum of the smaller of the two counts of each digit. c is found on the main
diagonal alone, before anything is marked. So no visit waits for another, each digit of the guess is split off
once and forgotten, and the answer is guess + (t + 9 c) / 100.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from generator.assembler.assembly import Section, section
from generator.codemaker.mistakes import LongGuess
from generator.codemaker.model import MOST_DIGITS, DigitPair
from generator.codemaker.plan import Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse


class Beginning(StrEnum):
    """The way in which the register of each digit gets its count back after a guess.

    COUNTED: 1, and 1 more for each such digit of the secret. DSE takes one. MASTERS: the same, copied from
    other registers. GOALS: a secret's digit d is kept as d + (d + its count) / 1000, which is counter and
    goal of an ISG and goes into register d unchanged. RND in FIX 0 drops the goal where digits are compared.
    """

    COUNTED = "the digits of the secret are counted anew"
    MASTERS = "copied from other registers"
    GOALS = "a digit and its number are counter and goal of ISG"


WHY = (
    "a guess digit finds its partner by address, so unequal digits are never compared off the main diagonal",
    "t = c + d is the same in any order, and c needs no marks: nothing waits, each digit is split off once",
    "the order above is the one that the two counts stand for",
)

RIGHT = section("A digit right in its place", "LBL right; CLx; 9; STO + answer; RTN", "t + 9 c: 10 for each")

TENS = "10; ENTER; ENTER; R↑"

TENS_NOTE = "tens in Y, Z, T for all that follows"


def order(digits: int) -> Iterator[DigitPair]:
    """The order of visits that the counts amount to: the main diagonal, then the guess digit by digit."""
    for place in range(digits):
        yield DigitPair(place, place)
    for k in range(digits):
        for j in range(digits):
            if j != k:
                yield DigitPair(j, k)


def secret(place: int) -> str:
    """The name of the register with the digit of the secret at this place, counted from 1 on the right."""
    return f"secret {place}"


def digit_lines(place: int, way: Beginning) -> str:
    """Lines for one digit of the guess. X is d.fff, with d the digit.

    Afterwards I holds what is left of the guess.

    Nothing but X and I changes, so that the tens in Y, Z and T stay. ISG answer always skips CLx.
    """
    rounded, take = ("RND;", "ISG (i)") if way is Beginning.GOALS else ("", "DSE (i)")
    return f"STO I; INT; RCL − {secret(place)}; {rounded} x=0; GSB right; {take}; ISG answer; CLx"


def restore(place: int, way: Beginning) -> str:
    """Lines that give the register of one digit of the secret its first value. COUNTED keeps X = 1."""
    kept = f"RCL {secret(place)}; STO I"
    return f"{kept}; STO (i)" if way is Beginning.GOALS else f"{kept}; R↓; STO + (i)"


def show(wish: Wish, body: tuple[Section, ...], way: Beginning, turn: str = "") -> tuple[Section, ...]:
    """The turn, the body, the answer, in the order that is wanted."""
    counted = f"1; STO + turn; RCL turn; {turn}FIX 0"
    answer = "RCL answer; EEX; 2; ÷; FIX 2"
    if way is Beginning.GOALS and wish.show == "score-first":
        body = section("For RND", "FIX 0"), *body
    return dialogue.around(wish, counted, body, answer)


def split_from_right(first: int) -> str:
    """Lines that clear the registers and store the digits of X, the last one first, after `first`."""
    return f"""CLEAR REG; {first}; STO I; x↔y; LBL split; ISG I; CLx; 10; ÷; ENTER; FRAC; 10; ×; STO (i)
            R↓; INT; x≠0; GTO split"""


def set_counted() -> tuple[Section, ...]:
    """The sections for the keys `secret GSB B`, for a secret of any N."""
    return (
        section("Set a secret", f"LBL set; {split_from_right(10)}", "its digits from the right, R.1 and on"),
        section("Turn 0", "RCL I; 10; −; 10; ÷; STO turn; LSTx; ×; RTN", "turn + N / 10; N is shown"),
    )


def set_goals() -> tuple[Section, ...]:
    """The sections for the keys `secret GSB B`, for a secret of any N.

    Each digit is kept from the left, with how many of its kind there were so far.
    When the digits go back into their registers in the same order, the last of a kind has the full number.
    """
    return (
        section(
            "Set a secret",
            """LBL set; CLEAR REG; ENTER; LOG; INT; 1; +; STO turn; 10ˣ; ÷; RCL turn; 10.01; +; STO I
            RCL turn; 10; ÷; STO turn; R↓; R↓""",
            "X is the secret as a fraction, I counts from 10 + N down to 11; turn 0",
        ),
        section(
            "Its digits from the left",
            """LBL split; 10; ×; x↔ I; 1; STO + (i); RCL (i); RCL I; INT; +; EEX; 3; ÷; RCL I; INT; +
            RCL I; R↑; STO I; R↓; x↔y; STO (i); x↔y; FRAC; DSE I; GTO split""",
            "d + (d + how many) / 1000 into R.1 and on",
        ),
        section("N is shown", "RCL turn; 10; ×; RTN"),
    )


def buckets(way: Beginning) -> dict[str, RegisterUse]:
    """The notes on the registers that are addressed by a digit of the guess."""
    if way is Beginning.GOALS:
        edges = {
            "zero": "N, then more: 0 never scores",
            "left 9": "a counter beyond its goal: 9 never scores",
        }
        held = "digits {} of the secret left: ISG counts from the digit to its goal"
    else:
        edges = {"zero": "0 or less: 0 never scores", "left 9": "0 or less: 9 never scores"}
        held = "1 + digits {} of the secret that have no partner"
    values = {f"left {v}": RegisterUse(str(v), held.format(v)) for v in range(1, 9)}
    return {"zero": RegisterUse("0", edges["zero"]), **values, "left 9": RegisterUse("9", edges["left 9"])}


def secret_note(place: int, way: Beginning) -> str:
    """The note on the register of a place."""
    note = f"digit {place} of the secret, from the right"
    return f"{note}: d + (d + how many) / 1000" if way is Beginning.GOALS else note


def plan(
    wish: Wish,
    sections: tuple[Section, ...],
    registers: dict[str, RegisterUse],
    choices: tuple[str, ...],
    colours: int | None,
    limit: str,
    too_long: LongGuess = LongGuess.COUNTED,
    usage: tuple[str, ...] = (),
) -> Plan:
    """The plan around these sections. `colours` is the highest digit of a secret, None: N.

    `limit` are the lines that bring 10^N where N is not fixed.
    """
    labels = {
        "right": "a digit right in its place",
        "digit": "draw a digit",
        "split": "next digit of the secret",
        "given": "a digit that is not drawn",
        "count": "next digit of the secret",
        "counted": "no digit of the secret left",
        "step": "next digit of the guess",
        "scored": "no digit of the guess left",
        "partner": "next digit of the guess",
        "take": "a digit finds a partner",
        **{f"none {place}": "no partner" for place in range(1, MOST_DIGITS)},
    }
    return dialogue.make_plan(
        wish,
        "tallies",
        sections,
        registers,
        labels,
        order,
        limit,
        colours=colours,
        choices=choices,
        too_long=too_long,
        usage=usage,
    )
