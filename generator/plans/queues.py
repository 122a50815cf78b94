"""Packed queues: secret and guess stay numbers, and their digits come up one after the other.

A queue is a number whose first decimal is the head: 432.3 has head 3. To rotate it, the whole part moves
down by one place and the head goes in on top: (INT + FRAC * 10**length) / 10. A new queue is the code itself
as a whole number: its head is 0, and the first rotation brings the last digit up. A matched digit becomes 0.

The secret's queue is one place longer than the guess's. Its extra 0, the dummy, comes once in N + 1 rotations
and shifts the two queues against each other by one. So N rotations meet the main diagonal, and the next N * N
meet the rest, diagonal by diagonal. A head of 0 (the dummy, a matched digit, a typed 0) never scores.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.assembler.assembly import Section, section
from generator.codemaker import model
from generator.codemaker.mistakes import LongGuess
from generator.codemaker.model import DigitPair
from generator.codemaker.plan import Choice, Picked, Plan, Wish, expand
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse, draw, n
from generator.plans.queue_parts import (
    PASS_NOTES,
    POWERS,
    REGISTERS,
    SCORE,
    UNEQUAL,
    WEIGHTED,
    around,
    count_down,
    make,
    match,
    next_place,
    power,
    set_secret,
    start,
)
from hp15c.table.models import Model

ROTATION = Choice(
    "rotation",
    {
        "looped": "both queues are rotated by the same lines, I says which and how long it is",
        "straight": "each queue has its own lines, and I is free for the steps",
    },
)
STEPS = Choice(
    "steps",
    {
        "down": "steps are counted down",
        "fraction": "steps are counted from (N - 1) / weight: N of them, then 10 (N - 1) + 1; no N is kept",
    },
)
TURNING = Choice(
    "turning",
    {
        "apart": "a queue's whole part and its head are added one place apart",
        "whole": "a queue and its head times a power of ten are added, and INT takes the old head off",
    },
)
BACK = Choice(
    "back",
    {
        "label": "the loop of the steps goes back to a label",
        "line": "the loop of the steps goes back to a line by its number in I: searched from 001, and no LBL",
    },
)
SHOWS_LESS = "secret GSB B stops on N - 1, the number of its digits less 1."
MERGED = (POWERS, ROTATION, UNEQUAL, SCORE, STEPS, BACK, TURNING)
ROWS = (POWERS, UNEQUAL, SCORE)


def merged_order(digits: int) -> Iterator[DigitPair]:
    """The pairs in the order in which two queues, from the last digits on, bring them up, no dummies."""
    for time in range(digits * (digits + 1)):
        j, k = digits - 1 - time % (digits + 1), digits - 1 - time % digits
        if j >= 0:
            yield DigitPair(j, k)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family for a wish: every way to pick from its choices that goes together."""
    if wish.order_check:
        return
    if wish.scheme == "merged":
        yield from expand(MERGED, lambda picked: merged_plan(wish, picked))
    else:
        yield from expand(ROWS, lambda picked: two_loops(wish, picked))


def first_options(choices: tuple[Choice, ...]) -> dict[str, str]:
    """The first option of each choice, by the name of the choice."""
    return {choice.name: next(iter(choice.options)) for choice in choices}


def goes_together(wish: Wish, picked: Picked) -> bool:
    """Whether the merged loop can be built with these options on this model."""
    wide, straight = wish.model is Model.HP15C, picked["rotation"] == "straight"
    if picked["turning"] == "whole" and not wide:
        return False
    if picked["steps"] == "fraction" and not _counts_by_weight(wish, picked):
        return False
    if straight:
        return picked["powers"] == "kept"
    return picked["back"] == "label" and (wide or picked["powers"] == "computed")


def _counts_by_weight(wish: Wish, picked: Picked) -> bool:
    """Whether the steps can be counted by N - 1 and the weight, because N is needed for nothing else."""
    looped = picked["powers"] == "computed" and picked["rotation"] == "looped"
    return not wish.digits and looped and picked["score"] == "weight"


def merged_plan(wish: Wish, picked: Picked | None = None) -> Plan | None:
    """The plan of one loop: N + N * N steps in two passes, whose matches count differently.

    A pass may make one step too many. The first pass then meets the dummy, the second a pair whose digits are
    all matched. None where the options picked do not go together.
    """
    picked = picked or first_options(MERGED)
    if not goes_together(wish, picked):
        return None
    looped, by_line = picked["rotation"] == "looped", picked["back"] == "line"
    steps = "steps" if looped or by_line else "I"
    by_weight = picked["steps"] == "fraction"
    wide = wish.model is Model.HP15C
    fraction = "RCL places; CHS; RCL ÷ weight; " if wide else "RCL places; RCL weight; ÷; "
    counted = fraction if by_weight else ""
    the_pass = (
        section(
            "A pass",
            f"""LBL pass; {counted}STO {steps}; {next_place(picked)}
            {"LINE step; CHS; STO I" if by_line else ""}""",
            PASS_NOTES[picked["score"]],
        ),
        rotation(wish, picked),
        match(wish, picked),
        section("Next pair", count_steps(wish, picked, steps, "I" if by_line else "step")),
    )
    main, rest = f"{n(wish)}; GSB pass", dialogue.n_squared(wish)
    passes = "GSB pass" if by_weight else f"{main}; {rest}"
    note = "N steps, then as many as needed and more" if by_weight else "N steps, then N × N"
    sections = (
        start(),
        *around(wish, picked, "Main diagonal, then the others", passes, note, the_pass),
        draw(wish),
        set_secret(
            wish,
            "LOG; INT; 1; +; STO n; 10ˣ; STO low; 10; ×; STO high; RCL n"
            if picked["powers"] == "kept"
            else "LOG; INT; STO places"
            if by_weight
            else "LOG; INT; STO places; 1; +; STO n",
            "; EEX; {0}; STO low; EEX; {1}; STO high; {0}" if picked["powers"] == "kept" and looped else "",
        ),
    )
    return make(
        wish,
        sections,
        merged_order,
        {
            **(WEIGHTED if picked["score"] == "weight" else {}),
            "weight": RegisterUse("8", REGISTERS["weight"].note),
        },
        choices=(
            "secret and guess are queues of digits in one register each: no index, no modulo",
            "the secret's queue is one place longer, so that one loop meets the pairs diagonal by diagonal",
            "the last digit comes first: a code is a queue as it stands, without scaling",
            "the main diagonal is a first pass of N steps",
            "the answer is the program's end: RTN stops at line 000, and R/S goes on at 001",
        ),
        usage=(SHOWS_LESS,) if by_weight else (),
        limit="RCL places; 1; +; 10ˣ" if by_weight else "RCL n; 10ˣ",
        too_long=too_long(picked),
    )


def too_long(picked: Picked) -> LongGuess:
    """What the listing does with a guess that has too many digits."""
    return LongGuess.MULTIPLIED if picked["score"] == "tenfold" else LongGuess.KEPT


def rotation(wish: Wish, picked: Picked) -> Section:
    """The section that rotates both queues by a place. Their heads are left in X and Y."""
    place = "MARK step" if picked["back"] == "line" else "LBL step"
    if picked["rotation"] == "looped":
        return section(
            "Rotate both queues",
            f"""{place}; 2; STO I; LBL rotate; {_raise_queue(wish, picked)}
            10; ÷; STO (i); FRAC; DSE I; GTO rotate""",
            "secret, then guess; the head goes on top",
        )
    high, low = power(wish, 1), power(wish, 0)
    secret, guess = _turn_queue("secret", high, picked), _turn_queue("guess", low, picked)
    return section(
        "Rotate both queues",
        f"{place}; {secret}; 10; ÷; STO secret; FRAC; {guess}; 10; ÷; STO guess; FRAC",
        "the head goes on top, 10^(N + 1) high for the secret, 10^N for the guess",
    )


def two_loops(wish: Wish, picked: Picked | None = None) -> Plan:
    """The plan of rows: the secret's next digit and the guess going round, by one step, then by N."""
    picked = picked or first_options(ROWS)
    places = power(wish, 0) if picked["powers"] == "kept" else f"{n(wish)}; 10ˣ"
    heads = section("Heads", "RCL secret; FRAC; RCL guess; FRAC")
    marked = match(wish, picked)
    rows = (
        section(
            "Rows",
            f"LBL pass; STO size; {next_place(picked)}; {n(wish)}; STO rows",
            PASS_NOTES[picked["score"]],
        ),
        section("A row", "LBL row; RCL size; STO steps; 2", "first both queues go on"),
        section(
            "Rotate the queues",
            f"""LBL column; STO I; LBL rotate; RCL (i); INT; LSTx; FRAC; {places}; ×; +
            10; ÷; STO (i); DSE I; GTO rotate""",
            "both from I = 2, the guess from I = 1; 10^N puts the head on top",
        ),
        Section(marked.title, (*heads.lines, *marked.lines), marked.note),
        section("Next column", next_column(wish)),
        section("Next row", count_down(wish, "rows", "row")),
    )
    sections = (
        start(),
        *around(
            wish,
            picked,
            "Rows of one place, then of N",
            f"1; GSB pass; {n(wish)}",
            "the main diagonal, then all",
            rows,
        ),
        draw(wish),
        set_secret(
            wish, "LOG; INT; 1; +; STO n" + ("; 10ˣ; STO low; RCL n" if picked["powers"] == "kept" else "")
        ),
    )
    return make(
        wish,
        sections,
        model.mirror(model.two_loops),
        WEIGHTED if picked["score"] == "weight" else {},
        choices=(
            "secret and guess are queues of digits in one register each",
            "the first loop is N rows of one step, both queues going on: the main diagonal",
            "the second is N rows of N steps, the guess going round",
            "the rows meet the main diagonal once more, where nothing can match any more",
        ),
        too_long=too_long(picked),
    )


def _raise_queue(wish: Wish, picked: Picked) -> str:
    """The lines that bring the head of the queue that I names to its top. X is left for the division by ten.

    Kept powers change places from one queue to the other.
    """
    if picked["powers"] == "kept":
        return _turn_queue("(i)", "RCL low; x↔ high; STO low", picked)
    wide = wish.model is Model.HP15C
    places = str(wish.digits - 1) if wish.digits else "RCL places"
    exponent = f"{places}; RCL + I; 10ˣ" if wide else f"{places}; RCL I; +; 10ˣ"
    if wide:
        return _turn_queue("(i)", exponent, picked)
    return f"{exponent}; RCL (i); FRAC; ×; RCL (i); INT; +"


def _turn_queue(queue: str, power: str, picked: Picked) -> str:
    """The lines that bring the head of a queue to its top. The number is still to be divided by ten then."""
    if picked["turning"] == "whole":
        return f"RCL {queue}; FRAC; {power}; ×; RCL + {queue}; INT"
    return f"RCL {queue}; INT; LSTx; FRAC; {power}; ×; +"


def count_steps(wish: Wish, picked: Picked, register: str, place: str) -> str:
    """The lines that count a step, and go back to a place unless it was the last."""
    if picked["steps"] == "fraction" and wish.model is Model.HP11C:
        return f"RCL {register}; 1; STO − {register}; R↓; x>0; GTO {place}"
    if picked["steps"] == "fraction":
        return f"ISG {register}; GTO {place}"
    if register == "I":
        return f"DSE I; GTO {place}"
    return count_down(wish, register, place)


def next_column(wish: Wish) -> str:
    """The lines that count a step and go back to `column` with 1 in X, so that only the guess is rotated."""
    if wish.model is Model.HP15C:
        return "1; DSE steps; GTO column"
    return "1; STO − steps; RCL steps; x=0; GTO row done; 1; GTO column; LBL row done"
