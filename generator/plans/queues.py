"""Packed queues: secret and guess stay numbers, and their digits come up one after the other.

A queue is a number whose first decimal is the head: 432.3 has head 3. To rotate it, the whole part moves
down by one place and the head goes in on top: (INT + FRAC * 10**length) / 10. A new queue is the code itself
as a whole number: its head is 0, and the first rotation brings the last digit up. A matched digit becomes 0.

The secret's queue is one place longer than the guess's. Its extra 0, the dummy, is met once in N + 1
rotations and shifts the two against each other by one: N rotations meet the main diagonal, the next N * N
the rest, diagonal by diagonal. A head of 0 (the dummy, a matched digit, a typed 0) never scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from generator.assembly import Section, section
from generator.model import Pair
from generator.plan import Choice, Picked, Plan, Wish, expand
from generator.plans import dialogue
from generator.plans.dialogue import Register, draw, n, turn_shown
from hp15c.models import Model

POWERS = Choice(
    "powers", {"computed": "powers of ten are computed when needed", "kept": "powers of ten are kept"}
)
ROTATION = Choice(
    "rotation",
    {
        "looped": "both queues are rotated by the same lines, I says which and how long it is",
        "straight": "each queue has its own lines, and I is free for the steps",
    },
)
INDEX = Choice(
    "index",
    {
        "down": "I counts queues down from 2 by DSE",
        "up": "I counts queues up from -1 by ISG, so that a queue has N - I places",
    },
)
UNEQUAL = Choice(
    "unequal heads",
    {"jump": "a jump leaves out the marks", "clear": "0 is taken off both: no jump and no label"},
)
STEPS = Choice(
    "steps",
    {
        "down": "steps are counted down",
        "up": "steps are counted up by ISG from below 0, one more than needed",
    },
)
BACK = Choice(
    "back",
    {
        "label": "the loop of the steps goes back to a label",
        "line": "the loop of the steps goes back to a line by its number in I: searched from 001, and no LBL",
    },
)
SCORE = Choice(
    "score",
    {
        "weight": "a match adds a weight, .1 on the main diagonal, then .01",
        "tenfold": "a match adds 1, and the answer is taken tenfold twice",
    },
)
MERGED = (POWERS, ROTATION, INDEX, UNEQUAL, SCORE, STEPS, BACK)
ROWS = (POWERS, UNEQUAL, SCORE)

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
    "weight": Register("5", "what a match adds"),
    "index": Register("I", "which queue; digits to draw"),
}

WEIGHTED = {
    "steps": Register("0", "steps left"),
    "answer": Register("7", "the guess, then the answer"),
}
QUEUES_FROM_0 = {
    "guess": Register("0", "guess queue"),
    "secret": Register("1", "secret queue"),
    "answer": Register("2", "the guess, then the answer"),
    "steps": Register("7", "steps left"),
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
    """Plans of this family for a wish: every way to pick from its choices that goes together."""
    if wish.order_check:
        return
    if wish.scheme == "merged":
        yield from expand(MERGED, lambda picked: merged(wish, picked))
    else:
        yield from expand(ROWS, lambda picked: two_loops(wish, picked))


def first_options(choices: tuple[Choice, ...]) -> dict[str, str]:
    """The first option of each choice."""
    return {choice.name: next(iter(choice.options)) for choice in choices}


def goes_together(wish: Wish, picked: Picked) -> bool:
    """Whether the merged loop can be built so on this model."""
    wide, straight = wish.model is Model.HP15C, picked["rotation"] == "straight"
    if straight:
        return picked["powers"] == "kept" and picked["index"] == "down"
    if not wide and (picked["powers"] == "kept" or picked["steps"] == "up"):
        return False
    return picked["back"] == "label" and not (picked["powers"] == "kept" and picked["index"] == "up")


def merged(wish: Wish, picked: Picked | None = None) -> Plan | None:
    """One loop of N + N * N steps, in two passes, each of which takes the answer tenfold first.

    A pass may make a step more: the first meets the dummy then, the second a pair where all is matched.
    """
    picked = picked or first_options(MERGED)
    if not goes_together(wish, picked):
        return None
    looped, by_line = picked["rotation"] == "looped", picked["back"] == "line"
    steps = "steps" if looped or by_line else "I"
    the_pass = (
        section(
            "A pass",
            f"""LBL pass; {"CHS; " if picked["steps"] == "up" else ""}STO {steps}; {next_place(picked)}
            {"LINE step; CHS; STO I" if by_line else ""}""",
            PASS_NOTES[picked["score"]],
        ),
        rotation(wish, picked),
        match(wish, picked),
        section("Next pair", count_steps(wish, picked, steps, "I" if by_line else "step")),
    )
    main, rest = f"{n(wish)}; GSB pass", dialogue.n_squared(wish)
    sections = (
        start(),
        *around(
            wish, picked, "Main diagonal, then the others", f"{main}; {rest}", "N steps, then N × N", the_pass
        ),
        draw(wish),
        set_secret(
            wish,
            "LOG; INT; 1; +; STO n; 10ˣ; STO low; 10; ×; STO high; RCL n"
            if picked["powers"] == "kept"
            else f"LOG; INT; {'STO places; ' if picked['index'] == 'down' else ''}1; +; STO n",
            "; EEX; {0}; STO low; EEX; {1}; STO high; {0}" if picked["powers"] == "kept" and looped else "",
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
            "the main diagonal is a first pass of N steps",
            "the answer is the program's end: RTN stops at line 000, and R/S goes on at 001",
        ),
        {
            **(WEIGHTED if picked["score"] == "weight" else {}),
            **(QUEUES_FROM_0 if picked["index"] == "up" else {}),
            "weight": Register("8", REGISTERS["weight"].note),
        },
    )


def around(
    wish: Wish, picked: Picked, title: str, passes: str, note: str, the_pass: tuple[Section, ...]
) -> tuple[Section, ...]:
    """The turn, both passes and the answer in the order that is wanted.

    The answer follows the pass: the first pass ends in an answer too early, whose RTN goes on to the second.
    """
    weighted = picked["score"] == "weight"
    answer = "RCL answer; FIX 2" if weighted else "RCL answer; 1; %; FIX 2"
    counted = turn_shown(wish)
    if weighted:
        counted = counted.replace("1; ", "1; STO weight; ", 1)
    if wish.show == "turn-first":
        return (
            section("Turn", f"{counted}; PSE"),
            section(title, passes, note),
            *the_pass,
            section("Answer", f"{answer}; RTN"),
        )
    return (
        *((section("Weight", "1; STO weight"),) if weighted else ()),
        section(title, f"{passes}; GSB pass", note),
        section("Answer", f"{answer}; PSE"),
        section("Turn", f"{turn_shown(wish)}; RTN"),
        *the_pass,
        section("End of a pass", "RTN"),
    )


PASS_NOTES = {"weight": "a match adds a tenth of what it added", "tenfold": "answer becomes 10 answer"}


def next_place(picked: Picked) -> str:
    """What a pass begins with, so that its matches count in the next decimal."""
    return "10; STO ÷ weight" if picked["score"] == "weight" else "10; STO × answer"


def rotation(wish: Wish, picked: Picked) -> Section:
    """Both queues go on by a place; their heads are left in X and Y."""
    place = "MARK step" if picked["back"] == "line" else "LBL step"
    if picked["rotation"] == "looped":
        up = picked["index"] == "up"
        begin, count = ("1; CHS", "ISG I") if up else ("2", "DSE I")
        return section(
            "Rotate both queues",
            f"""{place}; {begin}; STO I; LBL rotate; {_raised(wish, picked)}
            10; ÷; STO (i); FRAC; {count}; GTO rotate""",
            "secret, then guess; the head goes on top",
        )
    high, low = _power(wish, 1), _power(wish, 0)
    return section(
        "Rotate both queues",
        f"""{place}; RCL secret; INT; LSTx; FRAC; {high}; ×; +; 10; ÷; STO secret; FRAC
        RCL guess; INT; LSTx; FRAC; {low}; ×; +; 10; ÷; STO guess; FRAC""",
        "the head goes on top, 10^(N + 1) high for the secret, 10^N for the guess",
    )


def match(wish: Wish, picked: Picked) -> Section:
    """Equal heads in X and Y, 0 apart, become 0 and score; ISG skips the line behind it."""
    note = "equal heads become 0; they score unless they were 0 already"
    clear = picked["unequal heads"] == "clear"
    if picked["score"] == "weight":
        counted, end = "RCL weight; STO + answer", "" if clear else "LBL next"
    elif wish.model is Model.HP15C:
        counted, end = "ISG answer", "CLx" if clear else "LBL next"
    else:
        counted, end = "1; STO + answer", "" if clear else "LBL next"
    unequal = "CLx" if clear else "GTO next"
    lines = f"x≠y; {unequal}; STO − guess; STO − secret; x≠0; {counted}; {end}"
    return section("Match and mark", lines, note)


def two_loops(wish: Wish, picked: Picked | None = None) -> Plan:
    """Rows: the secret's next digit against the guess going round by one step, then by N steps."""
    picked = picked or first_options(ROWS)
    power = _power(wish, 0) if picked["powers"] == "kept" else f"{n(wish)}; 10ˣ"
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
            f"""LBL column; STO I; LBL rotate; RCL (i); INT; LSTx; FRAC; {power}; ×; +
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
        rows_order,
        (
            "secret and guess are queues of digits in one register each",
            "the first loop is N rows of one step, both queues going on: the main diagonal",
            "the second is N rows of N steps, the guess going round",
            "the rows meet the main diagonal once more, where nothing can match any more",
        ),
        WEIGHTED if picked["score"] == "weight" else {},
    )


def _raised(wish: Wish, picked: Picked) -> str:
    """The queue that I names with its head on top, its places one up; X is left for the division by ten.

    Kept powers change places from one queue to the other.
    """
    if picked["powers"] == "kept":
        return "RCL (i); INT; LSTx; FRAC; RCL low; x↔ high; STO low; ×; +"
    wide = wish.model is Model.HP15C
    if picked["index"] == "up":
        exponent = f"{n(wish)}; RCL − I; 10ˣ" if wide else f"{n(wish)}; RCL I; −; 10ˣ"
    else:
        places = str(wish.digits - 1) if wish.digits else "RCL places"
        exponent = f"{places}; RCL + I; 10ˣ" if wide else f"{places}; RCL I; +; 10ˣ"
    if wide:
        return f"RCL (i); INT; LSTx; FRAC; {exponent}; ×; +"
    return f"{exponent}; RCL (i); FRAC; ×; RCL (i); INT; +"


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


def count_steps(wish: Wish, picked: Picked, register: str, place: str) -> str:
    """One step more or less, and back to a place unless it was the last."""
    if picked["steps"] == "up":
        return f"ISG {register}; GTO {place}"
    if register == "I":
        return f"DSE I; GTO {place}"
    return count_down(wish, register, place)


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
    moved: Mapping[str, Register] = MappingProxyType({}),
) -> Plan:
    """The plan around these sections, with the registers that they name, some `moved` from where they are."""
    named = {word for part in sections for line in part.lines for word in line.split()} | {"index"}
    registers = {name: one for name, one in {**REGISTERS, **moved}.items() if name in named}
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
