"""The parts that plans of packed queues share: choices, registers, marks, answer, secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.assembler.assembly import Section, section
from generator.codemaker.plan import Choice, Picked, Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse, turn_shown
from hp15c.table.models import Model

POWERS = Choice(
    "powers", {"computed": "powers of ten are computed when needed", "kept": "powers of ten are kept"}
)
UNEQUAL = Choice(
    "unequal heads",
    {"jump": "a jump leaves out the marks", "clear": "0 is taken off both: no jump and no label"},
)
SCORE = Choice(
    "score",
    {
        "weight": "a match adds a weight, .1 on the main diagonal, then .01",
        "tenfold": "a match adds 1, and the answer is taken tenfold twice",
    },
)
NOTES = {
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
    "answer": RegisterUse("0", "the guess, then the answer"),
    "guess": RegisterUse("1", "guess queue"),
    "secret": RegisterUse("2", "secret queue"),
    "master": RegisterUse("3", "the secret"),
    "n": RegisterUse("4", "N"),
    "places": RegisterUse("5", "N - 1"),
    "turn": RegisterUse("6", "turn"),
    "steps": RegisterUse("7", "steps left"),
    "rows": RegisterUse("8", "rows left"),
    "low": RegisterUse(".0", "10^N"),
    "high": RegisterUse(".1", "10^(N + 1)"),
    "size": RegisterUse("9", "steps of a row"),
    "weight": RegisterUse("5", "what a match adds"),
    "index": RegisterUse("I", "which queue; digits to draw"),
}

WEIGHTED = {"steps": RegisterUse("0", "steps left"), "answer": RegisterUse("7", "the guess, then the answer")}


def around(
    wish: Wish, picked: Picked, title: str, passes: str, note: str, the_pass: tuple[Section, ...]
) -> tuple[Section, ...]:
    """The turn, both passes and the answer in the order that is wanted.

    The answer stands after the pass. The first pass ends in an answer that is too early, and its RTN goes on
    to the second.
    """
    weighted = picked["score"] == "weight"
    answer = "RCL answer; FIX 2" if weighted else "RCL answer; 1; %; FIX 2"
    counted = turn_shown(wish)
    if weighted:
        counted = counted.replace("1; ", "1; STO weight; ", 1)
    if wish.show == "turn-first":
        return (
            section("Turn", f"{counted}; PSE", "and the weight of a match, 1" if weighted else ""),
            section(title, passes, note),
            *the_pass,
            section("Answer", f"{answer}; RTN", "after the first pass too, whose RTN goes on to the second"),
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
    """The lines at the start of a pass, so that its matches count in the next decimal."""
    return "10; STO ÷ weight" if picked["score"] == "weight" else "10; STO × answer"


def match(wish: Wish, picked: Picked) -> Section:
    """The section where equal heads in X and Y become 0 and score, unless they are 0."""
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


def power(wish: Wish, more: int) -> str:
    """The lines that bring 10^N into X, or with one `more` 10^(N + 1)."""
    if wish.digits:
        return f"EEX; {wish.digits + more}"
    return "RCL high" if more else "RCL low"


def start() -> Section:
    """The section that begins both queues as whole numbers."""
    return section(
        "Guess", "STO answer; STO guess; RCL master; STO secret", "both queues begin as whole numbers: head 0"
    )


def set_secret(wish: Wish, count: str, fixed: str = "") -> Section:
    """The section for `secret GSB B`: it stores the secret and finds N, or does what a fixed N needs."""
    if wish.digits:
        count = fixed.format(wish.digits, wish.digits + 1).removeprefix("; ") or str(wish.digits)
    return section(
        "Set a secret",
        f"LBL set; CLEAR REG; STO master; {count}; RTN",
        "turn 0" if wish.digits else "turn 0; N is the number of digits",
    )


def count_down(wish: Wish, register: str, label: str) -> str:
    """The lines that count a register down, and go back to a label unless it is 0."""
    if wish.model is Model.HP15C:
        return f"DSE {register}; GTO {label}"
    return f"1; STO − {register}; RCL {register}; x≠0; GTO {label}"


def make(
    wish: Wish,
    sections: tuple[Section, ...],
    order: dialogue.Order,
    moved: Mapping[str, RegisterUse],
    **more: Any,
) -> Plan:
    """The plan around these sections, with the registers that they name, some `moved` from where they are."""
    named = {word for part in sections for line in part.lines for word in line.split()} | {"index"}
    registers = {name: one for name, one in {**REGISTERS, **moved}.items() if name in named}
    more["other_digits"] = dialogue.ZERO_NEVER_SCORES
    return dialogue.make_plan(wish, "queues", sections, registers, NOTES, order, **more)
