"""The fast CodeMakers of the HP-15C: tallies, every digit's lines written out (see `tallies`)."""

from __future__ import annotations

from collections.abc import Iterator

from generator.assembler.assembly import Section, section
from generator.codemaker.model import MOST_DIGITS
from generator.codemaker.plan import MOST_COLOURS, Choice, Plan, Wish, expand
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse
from generator.plans.tallies import (
    RIGHT,
    TENS,
    TENS_NOTE,
    WHY,
    Beginning,
    buckets,
    digit_lines,
    plan,
    restore,
    secret,
    secret_note,
    set_counted,
    set_goals,
    show,
    split_from_right,
)
from hp15c.table.models import Model

MOST_MASTERS = 8
"""Registers R.1 to R.8 hold the values with which the counts begin, and the digits of the secret."""
BEGINNINGS = Choice("beginnings", {way.name.lower(): way.value for way in Beginning})

LIMIT = "RCL turn; FRAC; 10; ×; 10ˣ"
"""10^N: the turn's decimal is N."""

NOTES = {
    Beginning.COUNTED: "N to I; 1 in register v means that no digit v is left",
    Beginning.GOALS: "N to I and register 0",
}


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family for a wish."""
    if wish.scheme != "merged" or wish.order_check or wish.model is not Model.HP15C:
        return
    yield from expand((BEGINNINGS,), lambda picked: build(wish, Beginning[picked[BEGINNINGS.name].upper()]))


def build(wish: Wish, way: Beginning) -> Plan | None:
    """The plan with these beginnings. None where there are no registers for them."""
    needed = (wish.digits or MOST_MASTERS) + highest_digit(wish)
    if way is Beginning.MASTERS and needed > MOST_MASTERS:
        return None
    return any_digits(wish, way) if wish.digits is None else plan_for_one_n(wish, wish.digits, way)


def highest_digit(wish: Wish) -> int:
    """The highest digit of a secret whose register is put back."""
    return wish.colours or wish.digits or MOST_DIGITS


def colours(wish: Wish, way: Beginning) -> int | None:
    """The highest digit that a secret may have. None: N. GOALS put back whatever the secret has."""
    if way is Beginning.GOALS:
        return MOST_COLOURS
    return wish.colours if wish.digits else highest_digit(wish)


def any_digits(wish: Wish, way: Beginning) -> Plan:
    """The plan for any N: both chains of digits are entered by GTO I at the first of the N digits."""
    places = range(MOST_DIGITS, 0, -1)
    counted = range(1, highest_digit(wish) + 1)
    fresh = "; ".join(f"LBL {r}; {restore(r, way)}" for r in places)
    scored = "; x↔ I; FRAC;".join(f"LBL {r}; ×; {digit_lines(r, way)}" for r in places)
    if way is Beginning.GOALS:
        before, after = "STO zero", "RCL zero"
    else:
        before, after = "; ".join(["1", *(f"STO {v}" for v in counted)]), "x↔y"
    body = (
        section("N", f"RCL turn; FRAC; 10; ×; STO I; {before}", NOTES[way]),
        section("Digits of the secret", f"GTO I; {fresh}", way),
        section("Point before the guess", f"{after}; STO I; 2; +; 10ˣ; 1/x; RCL × answer; {TENS}", TENS_NOTE),
        section("Digits of the guess", f"GTO I; {scored}"),
    )
    kept, drawn = ("", f"{wish.colours}; RAN#; ×") if wish.colours else ("STO answer;", "RAN#; RCL × answer")
    draw = f"LBL draw; {kept} STO I; CLx; LBL digit; 10; ×; {drawn}; INT; 1; +; +; DSE I; GTO digit"
    sections = (
        section("Guess", "EEX; 2; ×; STO answer"),
        *show(wish, body, way, "INT; "),
        RIGHT,
        section("Draw a secret", draw, f"secret × 10 + INT({wish.colours or 'n'} × RAN#) + 1"),
        *(set_goals() if way is Beginning.GOALS else set_counted()),
    )
    registers = {
        **buckets(way),
        "turn": RegisterUse(".0", "turn + N / 10"),
        **{secret(r): RegisterUse(f".{r}", secret_note(r, way)) for r in sorted(places)},
        "answer": RegisterUse(".9", "100 guess + t + 9 c; n while drawing"),
    }
    return plan(wish, sections, registers, (*WHY, "two chains entered by GTO I"), colours(wish, way), LIMIT)


def plan_for_one_n(wish: Wish, digits: int, way: Beginning) -> Plan:
    """The plan for one N: no chain is entered in its middle, and the first digit needs no multiplication."""
    places = range(digits, 0, -1)
    values = range(1, highest_digit(wish) + 1)
    masters = way is Beginning.MASTERS
    counted = ["1", *(f"STO {v}" for v in values), *(restore(r, Beginning.COUNTED) for r in places)]
    if way is Beginning.COUNTED:
        fresh = counted
    else:
        copied = [f"RCL master {v}; STO {v}" for v in reversed(values)]
        fresh = copied if masters else [restore(r, way) for r in places]
    scored = "; x↔ I; FRAC; ×;".join(digit_lines(r, way) for r in places)
    body = (
        section("Digits of the secret", "; ".join(fresh), way),
        section(
            "First digit of the guess",
            f"10; ENTER; ENTER; ENTER; RCL answer; EEX; {digits + 1}; ÷",
            TENS_NOTE,
        ),
        section("Digits of the guess", scored),
    )
    first_secret = 10 + len(values) if masters else 10
    shown = section("N is shown", f"{digits}; RTN")
    if way is Beginning.GOALS:
        set_up: tuple[Section, ...] = (*set_goals()[:-1], section("Turn 0", f"CLx; STO turn; {digits}; RTN"))
    else:
        set_up = (
            section(
                "Set a secret", f"LBL set; {split_from_right(first_secret)}", "its digits from the right"
            ),
        )
        if masters:
            kept = [f"RCL {v}; STO master {v}" for v in values]
            set_up += (section("What the registers begin with", "; ".join([*counted, *kept])),)
        set_up += (shown,)
    sections = (
        section("Guess", "EEX; 2; ×; STO answer"),
        *show(wish, body, way),
        RIGHT,
        dialogue.draw(wish),
        *set_up,
    )
    registers = {
        **buckets(way),
        "turn": RegisterUse(".0", "turn"),
        **{f"master {v}": RegisterUse(f".{v}", f"1 + digits {v} of the secret") for v in values if masters},
        **{secret(r): RegisterUse(f".{first_secret - 10 + r}", secret_note(r, way)) for r in places},
        "answer": RegisterUse(".9", "100 guess + t + 9 c"),
    }
    return plan(wish, sections, registers, WHY, colours(wish, way), LIMIT)
