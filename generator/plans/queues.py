"""Packed queues: secret and guess stay numbers, and their digits come up one after the other.

A queue is a number whose first decimal is the head: 432.3 has head 3. To rotate it, the whole part moves
down by one place and the head goes in on top: (INT + FRAC * 10**length) / 10. A new queue is the code itself
as a whole number: its head is 0, and the first rotation brings the last digit up. A matched digit becomes 0.

The secret's queue is one place longer than the guess's. Its extra 0, the dummy, is met once in N + 1
rotations and shifts the two against each other by one: N rotations meet the main diagonal, the next N * N
the rest, diagonal by diagonal. A head of 0 (the dummy, a matched digit, a typed 0) never scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from generator.assembly import Section, section
from generator.model import Pair
from generator.plan import Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import Register, draw, n, turn_shown
from hp15c.models import Model

Powers = Literal["computed", "kept"]

NOTES = {
    **dialogue.ENTRY_NOTES,
    "pass": "a pass over so many steps",
    "step": "next pair",
    "rotate": "rotate a queue",
    "next": "end of a step",
    "row": "next digit of the secret",
    "column": "next digit of the guess",
    "row done": "a row is done",
    "digit": "draw a digit",
}
REGISTERS = {
    "answer": Register("0", "the guess, then the answer"),
    "guess": Register("1", "guess queue"),
    "secret": Register("2", "secret queue"),
    "master": Register("3", "the secret"),
    "n": Register("4", "N"),
    "places": Register("5", "N - 1"),
    "turn": Register("6", "turn"),
    "steps": Register("7", "steps left"),
    "rows": Register("8", "rows left"),
    "low": Register(".0", "10^N"),
    "high": Register(".1", "10^(N + 1)"),
    "size": Register("9", "steps of a row"),
    "index": Register("I", "which queue; digits to draw"),
}


def merged_order(digits: int) -> Iterator[Pair]:
    """The pairs as the two queues bring them up, dummies left out; both begin at the last digit."""
    for time in range(digits * (digits + 1)):
        j, k = digits - 1 - time % (digits + 1), digits - 1 - time % digits
        if j >= 0:
            yield Pair(j, k)


def rows_order(digits: int) -> Iterator[Pair]:
    """Last digit first: the main diagonal, then each digit of the secret along the guess.

    The rows meet the main diagonal once more; nothing can match there any more, and it is not counted.
    """
    for place in reversed(range(digits)):
        yield Pair(place, place)
    for j in reversed(range(digits)):
        for k in reversed(range(digits)):
            if j != k:
                yield Pair(j, k)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family: powers of ten computed when needed or kept, rotations looped or not."""
    if wish.order_check:
        return
    if wish.scheme == "merged":
        yield merged(wish)
        if wish.model is Model.HP15C:
            yield merged(wish, "kept")
        yield merged(wish, "kept", looped=False)
    else:
        yield two_loops(wish)
        yield two_loops(wish, "kept")


def merged(wish: Wish, powers: Powers = "computed", looped: bool = True) -> Plan:
    """One loop of N + N * N steps, in two passes, each of which takes the answer tenfold first."""
    wide = wish.model is Model.HP15C
    counted = "ISG answer; LBL next" if wide else "1; STO + answer; LBL next"
    if looped:
        rotation = section(
            "Rotate both queues",
            f"""LBL step; 2; STO I; LBL rotate; {_raised(wish, powers)}
            10; ÷; STO (i); FRAC; DSE I; GTO rotate""",
            "secret (R2), then guess (R1); the head goes on top",
        )
    else:
        high, low = _power(wish, 1), _power(wish, 0)
        rotation = section(
            "Rotate both queues",
            f"""LBL step; RCL secret; INT; LSTx; FRAC; {high}; ×; +; 10; ÷; STO secret; FRAC
            RCL guess; INT; LSTx; FRAC; {low}; ×; +; 10; ÷; STO guess; FRAC""",
            "the head goes on top, 10^(N + 1) high for the secret, 10^N for the guess",
        )
    the_pass = (
        section(
            "A pass",
            f"LBL pass; STO {'steps' if looped else 'I'}; 10; STO × answer",
            "answer becomes 10 answer",
        ),
        rotation,
        section(
            "Match and mark",
            f"x≠y; GTO next; STO − guess; STO − secret; x≠0; {counted}",
            "equal heads become 0; they score 1 unless they were 0 already",
        ),
        section("Next pair", count_down(wish, "steps", "step") if looped else "DSE I; GTO step"),
    )
    main, rest = f"{n(wish)}; GSB pass", dialogue.n_squared(wish)
    answer = "RCL answer; 1; %; FIX 2"
    sections = (
        start(),
        *(
            (
                section("Turn", f"{turn_shown()}; PSE"),
                section("Main diagonal, then the others", f"{main}; {rest}", "N steps, then N × N"),
                *the_pass,
                section("Answer", f"{answer}; RTN"),
            )
            if wish.show == "turn-first"
            else (
                section("Main diagonal, then the others", f"{main}; {rest}; GSB pass", "N steps, then N × N"),
                section("Answer", f"{answer}; PSE"),
                section("Turn", f"{turn_shown()}; RTN"),
                *the_pass,
                section("End of a pass", "RTN"),
            )
        ),
        draw(wish),
        set_secret(
            wish,
            "LOG; INT; STO places; 1; +; STO n"
            if powers == "computed"
            else "LOG; INT; 1; +; STO n; 10ˣ; STO low; 10; ×; STO high; RCL n",
            "; EEX; {0}; STO low; EEX; {1}; STO high; {0}" if powers == "kept" and looped else "",
        ),
    )
    return make(
        wish,
        sections,
        merged_order,
        (
            "secret and guess are queues of digits in one register each: no index, no modulo",
            "the secret's queue is one place longer, so that one loop meets the pairs diagonal by diagonal",
            "the last digit comes first: a code is a queue as it stands, without scaling",
            "both queues are rotated by the same lines, I says which and how long it is"
            if looped
            else "each queue has its own lines, and I counts the steps",
            f"powers of ten are {powers}",
            "the main diagonal is a first pass of N steps; a match counts by ISG"
            if wide
            else "the main diagonal is a first pass of N steps",
            "the answer is the program's end: RTN stops at line 000, and R/S goes on at 001",
        ),
    )


def two_loops(wish: Wish, powers: Powers = "computed") -> Plan:
    """Rows: the secret's next digit against the guess going round by one step, then by N steps."""
    wide = wish.model is Model.HP15C
    count = "ISG answer; LBL next" if wide else "1; STO + answer; LBL next"
    power = _power(wish, 0) if powers == "kept" else f"{n(wish)}; 10ˣ"
    rows = (
        section(
            "Rows", f"LBL pass; STO size; 10; STO × answer; {n(wish)}; STO rows", "answer becomes 10 answer"
        ),
        section("A row", "LBL row; RCL size; STO steps; 2", "first both queues go on"),
        section(
            "Rotate the queues",
            f"""LBL column; STO I; LBL rotate; RCL (i); INT; LSTx; FRAC; {power}; ×; +
            10; ÷; STO (i); DSE I; GTO rotate""",
            "both from I = 2, the guess from I = 1; 10^N puts the head on top",
        ),
        section(
            "Match and mark",
            f"RCL secret; FRAC; RCL guess; FRAC; x≠y; GTO next; STO − guess; STO − secret; x≠0; {count}",
            "equal heads become 0; they score 1 unless they were 0 already",
        ),
        section("Next column", next_column(wish)),
        section("Next row", count_down(wish, "rows", "row")),
    )
    answer = "RCL answer; 1; %; FIX 2"
    main, others = "1; GSB pass", n(wish)
    sections = (
        start(),
        *(
            (
                section("Turn", f"{turn_shown()}; PSE"),
                section("Rows of one place, then of N", f"{main}; {others}", "the main diagonal, then all"),
                *rows,
                section("Answer", f"{answer}; RTN"),
            )
            if wish.show == "turn-first"
            else (
                section(
                    "Rows of one place, then of N",
                    f"{main}; {others}; GSB pass",
                    "the main diagonal, then all",
                ),
                section("Answer", f"{answer}; PSE"),
                section("Turn", f"{turn_shown()}; RTN"),
                *rows,
                section("End of the rows", "RTN"),
            )
        ),
        draw(wish),
        set_secret(wish, "LOG; INT; 1; +; STO n" + ("; 10ˣ; STO low; RCL n" if powers == "kept" else "")),
    )
    return make(
        wish,
        sections,
        rows_order,
        (
            "secret and guess are queues of digits in one register each",
            "the first loop is N rows of one step, both queues going on: the main diagonal",
            "the second is N rows of N steps, the guess going round",
            "the rows meet the main diagonal once more, where nothing can match any more",
            f"powers of ten are {powers}",
        ),
    )


def _raised(wish: Wish, powers: Powers) -> str:
    """The queue that I names with its head on top, its places one up; X is left for the division by ten.

    Kept powers change places from one queue to the other.
    """
    if powers == "kept":
        return "RCL (i); INT; LSTx; FRAC; RCL low; x↔ high; STO low; ×; +"
    places = str(wish.digits - 1) if wish.digits else "RCL places"
    if wish.model is Model.HP15C:
        return f"RCL (i); INT; LSTx; FRAC; {places}; RCL + I; 10ˣ; ×; +"
    return f"{places}; RCL I; +; 10ˣ; RCL (i); FRAC; ×; RCL (i); INT; +"


def _power(wish: Wish, more: int) -> str:
    """10^N, or with one `more` 10^(N + 1)."""
    if wish.digits:
        return f"EEX; {wish.digits + more}"
    return "RCL high" if more else "RCL low"


def start() -> Section:
    """Both queues as whole numbers."""
    return section(
        "Guess", "STO answer; STO guess; RCL master; STO secret", "both queues begin as whole numbers: head 0"
    )


def set_secret(wish: Wish, count: str, fixed: str = "") -> Section:
    """`secret GSB B`: the secret kept, N from its digits, or what a fixed N needs."""
    if wish.digits:
        count = fixed.format(wish.digits, wish.digits + 1).removeprefix("; ") or str(wish.digits)
    return section(
        "Set a secret",
        f"LBL set; CLEAR REG; STO master; {count}; RTN",
        "turn 0" if wish.digits else "turn 0; N is the number of digits",
    )


def count_down(wish: Wish, register: str, label: str) -> str:
    """One less in a register, and back to a label unless that makes 0."""
    if wish.model is Model.HP15C:
        return f"DSE {register}; GTO {label}"
    return f"1; STO − {register}; RCL {register}; x≠0; GTO {label}"


def next_column(wish: Wish) -> str:
    """As `count_down` to `column`, with 1 in X there: only the guess goes on."""
    if wish.model is Model.HP15C:
        return "1; DSE steps; GTO column"
    return "1; STO − steps; RCL steps; x=0; GTO row done; 1; GTO column; LBL row done"


def make(
    wish: Wish,
    sections: tuple[Section, ...],
    order: dialogue.Order,
    choices: tuple[str, ...],
) -> Plan:
    """The plan around these sections, with the registers that they name."""
    named = {word for part in sections for line in part.lines for word in line.split()} | {"index"}
    registers = {name: one for name, one in REGISTERS.items() if name in named}
    labels = {line.partition(" ")[2] for part in sections for line in part.lines if line.startswith("LBL ")}
    return Plan(
        family="queues",
        assembly=dialogue.assembly(sections, registers),
        registers=dialogue.notes(registers),
        labels={name: note for name, note in NOTES.items() if name in labels},
        order=order,
        most_digits=wish.digits or 8,
        fixed_digits=wish.digits,
        left_out=dialogue.LEFT_OUT,
        choices=choices,
    )
