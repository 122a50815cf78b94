"""Tallies: a fast CodeMaker that finds the partner of a guess digit by a register's address.

Register v says how many digits v of the secret have no partner yet. A guess digit v takes one of them by that
address. This is the visit of all pairs (j, k) of its column k at once. Pairs of unequal digits cannot match,
and which of the equal ones matches does not matter.

It counts t = c + d, the matches, and c, the digits right in their place. The number of matches is the same in
every order, because it is the sum of the smaller of the two counts of each digit. c is found on the main
diagonal alone, before anything is marked. So no visit waits for another, each digit of the guess is split off
once and forgotten, and the answer is guess + (t + 9 c) / 100.

The HP-11C has no DSE (i) and no RCL arithmetic, and its registers take room from program lines. It tests for
x < 0, so a count n is kept as -n, and the other registers that a digit 0 or 9 addresses are never negative.
The loops are offered for the HP-15C too, where they are the short programs that are still fast.

`loop_plan`, for any N: secret and guess stay packed as fractions and come up digit by digit in loops that end
when nothing is left of the secret. `straight`, for a fixed N up to 4: the secret's digits have registers of
their own, which typed digits above N address without harm, and every digit has its own lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.assembler.assembly import Section, section
from generator.codemaker.mistakes import LongGuess
from generator.codemaker.model import MOST_DIGITS, DigitPair, two_loops
from generator.codemaker.plan import Choice, Picked, Plan, Wish, expand
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse
from hp15c.table.models import LIMITS, Model

TIMES = {"1": "once", "2": "twice", "3": "three times"}
COUNTS = Choice(
    "counting", {how: f"the loop over the secret is written {text}" for how, text in TIMES.items()}
)
STEPS = Choice("scoring", {how: f"the loop over the guess is written {text}" for how, text in TIMES.items()})
UNIT = Choice(
    "unit",
    {
        "hundredths": "the answer is kept in hundredths: a partner is 1, as in the tallies",
        "shown": "the answer is kept as it is shown: a partner is .01",
    },
)
REST = Choice(
    "rest",
    {
        "register": "what is left of the secret is kept in a register",
        "last x": "what is left of the secret is kept in LAST X: a register for seven lines more",
    },
)
PARTNERS = Choice(
    "partners",
    {
        "jump": "a digit without a partner jumps over the lines that count one",
        "at once": "a partner is counted without a call, which takes more lines",
        "called": "a partner is counted by a subroutine",
    },
)
LAST_STRAIGHT = 8
"""The highest register in which `straight` keeps a digit of the secret. The answer is in the next register.
"""
FIRST_SECRET = 5
DRAWS_ZEROS = "From its first 0 on, a secret is drawn. One with fewer digits than N is drawn whole."
SHOWS_SCALE = "secret GSB B stops on a power of ten."
WHY = (
    "a guess digit finds its partner by address, so unequal digits are never compared off the main diagonal",
    "t = c + d is the same in any order, and c needs no marks: nothing waits, each digit is split off once",
    "the order above is the one that the two counts stand for",
)


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans of this family for a wish."""
    if wish.order_check:
        return
    if wish.model is Model.HP15C:
        if wish.scheme == "merged":
            yield from expand((COUNTS, STEPS, UNIT, REST), lambda picked: loop_plan(wish, picked))
        return
    if wish.scheme == "two-loops":
        yield from expand((COUNTS,), lambda picked: loop_plan(wish, {**picked, "unit": "shown"}))
        return
    if wish.digits and fits_straight(wish, wish.digits):
        digits = wish.digits
        yield from expand((PARTNERS,), lambda picked: straight(wish, digits, picked))
    yield from expand((COUNTS, STEPS, UNIT, REST), lambda picked: loop_plan(wish, picked))


def highest_digit(wish: Wish, most: int) -> int | None:
    """The highest digit that a secret may have, None where it is N.

    Digits up to `most` have a register of their own. Where more are wished it is N too.
    """
    wanted = wish.colours if wish.digits else wish.colours or most
    return wanted if (wanted or 0) <= most else None


def first_secret(wish: Wish) -> int:
    """The register of the last digit of the secret, above those that count digits."""
    return max(FIRST_SECRET, (wish.colours or 0) + 1)


def fits_straight(wish: Wish, digits: int) -> bool:
    """Whether the secret's digits have registers of their own."""
    return first_secret(wish) + digits - 1 <= LAST_STRAIGHT


def loop_plan(wish: Wish, picked: Picked) -> Plan:
    """The plan of two or three loops: the first counts digits of the secret, the others take the guess's."""
    hundredths = picked["unit"] == "hundredths"
    digits = wish.digits
    highest = wish.colours or digits or MOST_DIGITS
    sums = LIMITS[wish.model].sums
    beyond = "; ".join(f"STO {value}" for value in range(1, highest + 1) if value not in sums)
    scale = f"EEX; {digits + 2 * hundredths}" if digits else "RCL scale"
    count = "RCL ten; ×; STO I; 1; STO − (i); R↓; FRAC"
    body = (
        section("No digit yet", f"CLEAR Σ; {beyond}; 10; STO ten", "CLEAR Σ leaves 0 in X"),
        section(
            "Digits of the secret, one more each",
            f"RCL secret; {repeat_body(count, 'count', 'counted', int(picked['counting']))}",
        ),
        *(scored_at_once(picked, scale) if wish.scheme == "merged" else scored_in_two(scale)),
    )
    shown = dialogue.around(
        wish,
        dialogue.turn_shown(wish) if wish.model is Model.HP15C else "RCL turn; 1; +; STO turn; FIX 0",
        body,
        "RCL answer; 1; %; FIX 2" if hundredths else "RCL answer; FIX 2",
    )
    if digits:
        kept = f"EEX; {digits}; ÷; STO secret"
    else:
        kept = "ENTER; LOG; INT; 1; +; STO I; 10ˣ; ÷; STO secret; LSTx"
        kept += "; EEX; 2; ×; STO scale" if hundredths else "; STO scale"
    sections = (
        section("Guess", "EEX; 2; ×; STO answer" if hundredths else "STO answer"),
        *shown,
        *handlers(hundredths),
        draw(wish),
        section("Set a secret", f"LBL set; CLEAR REG; {kept}", "turn 0; the secret as a fraction"),
        section("Ready", "RTN")
        if wish.model is Model.HP15C and not digits
        else section("N is shown", f"{digits or 'RCL I'}; RTN"),
    )
    registers = {
        "ten": RegisterUse("0", "10: a digit 0 never scores"),
        **{f"left {v}": RegisterUse(str(v), left_note(v)) for v in range(1, 9)},
        "answer": RegisterUse("9", f"{answer_note(hundredths)}: a digit 9 never scores"),
    }
    kept_high = {
        "secret": "the secret as a fraction",
        "turn": "turn",
        "scale": "10 to the N + 2" if hundredths else "10 to the N",
        "rest": "rest of the secret; n while drawing",
    }
    named = {line.rpartition(" ")[2] for part in (*body, sections[-2]) for line in part.lines}
    wanted = [name for name in kept_high if name == "turn" or name in named]
    registers |= {name: RegisterUse(f".{place}", kept_high[name]) for place, name in enumerate(wanted)}
    if "rest" not in wanted and not digits and not wish.colours:
        registers["rest"] = RegisterUse("8", f"{left_note(8)}; n while drawing")
        del registers["left 8"]
    return plan(
        wish,
        tuple(map(join_recalls, sections)) if wish.model is Model.HP15C else sections,
        registers,
        limit="RCL scale; EEX; 2; ÷" if hundredths else "RCL scale",
        colours=highest_digit(wish, MOST_DIGITS),
        choices=WHY,
        usage=(SHOWS_SCALE,) if wish.model is Model.HP15C and not digits else (),
    )


def join_recalls(part: Section) -> Section:
    """The section with each RCL joined to the × or ÷ after it, as one line of the HP-15C."""
    lines: list[str] = []
    for line in part.lines:
        recalled = lines[-1].removeprefix("RCL ") if lines and lines[-1].startswith("RCL ") else None
        if line in ("×", "÷") and recalled:
            lines[-1] = f"RCL {line} {recalled}"
        else:
            lines.append(line)
    return Section(part.title, tuple(lines), part.note)


def repeat_body(body: str, loop: str, end: str, times: int) -> str:
    """A loop whose body is written several times. The body leaves 0 in X when nothing is left to do."""
    lines = f"LBL {loop}; {f'; x=0; GTO {end}; '.join([body] * times)}; x≠0; GTO {loop}"
    return lines + (f"; LBL {end}" if times > 1 else "")


def point(scale: str) -> Section:
    """The section that divides the guess by a power of ten, which the lines in `scale` bring into X."""
    return section("Point before the guess", f"RCL answer; {scale}; ÷")


def scored_at_once(picked: Picked, scale: str) -> tuple[Section, ...]:
    """The sections that score a guess in one loop over its digits.

    Each digit is compared with the secret's digit in its place, and takes a partner among the others.
    """
    partner = "x=y; GSB right; RCL (i); x<0; GSB take"
    if picked["rest"] == "register":
        step = f"""RCL ten; ×; STO rest; INT; x↔y; RCL ten; ×; STO I; INT; {partner}
                RCL I; FRAC; RCL rest; FRAC"""
    else:
        step = f"""x↔y; RCL ten; ×; STO I; INT; x↔y; RCL ten; ×; INT; {partner}
                LSTx; FRAC; RCL I; FRAC; x↔y"""
    return (
        point(scale),
        section(
            "Digits of the guess",
            f"RCL secret; {repeat_body(step, 'step', 'scored', int(picked['scoring']))}",
            "X is what is left of the secret, Y of the guess",
        ),
    )


def scored_in_two(scale: str) -> tuple[Section, ...]:
    """The sections of a loop over the main diagonal, and of one in which the guess takes partners."""
    compared = """RCL ten; ×; STO I; INT; x↔y; RCL ten; ×; INT; x=y; GSB right
            LSTx; FRAC; RCL I; FRAC"""
    taken = "RCL ten; ×; STO I; RCL (i); x<0; GSB take; RCL I; FRAC"
    return (
        point(scale),
        section(
            "The main diagonal",
            f"RCL secret; {repeat_body(compared, 'step', 'scored', 1)}",
            "X is what is left of the secret, Y of the guess",
        ),
        section("Point before the guess", f"RCL answer; INT; {scale}; ÷", "c is in the decimals by now"),
        section("Partners for the digits of the guess", repeat_body(taken, "partner", "scored", 1)),
    )


def straight(wish: Wish, digits: int, picked: Picked) -> Plan:
    """The plan with lines for each digit of the secret, then for each digit of the guess, without loops or
    labels.

    Register v holds 1 less how many digits v have no partner, so a digit with less than 1 in its register
    finds one. What else a digit addresses holds 1 or more.
    """
    places = range(1, digits + 1)
    values = range(1, first_secret(wish))
    one = "R↓" if wish.show == "turn-first" else "1"
    counts = "; ".join(f"RCL secret {place}; STO I; R↓; STO − (i)" for place in places)
    called = picked["partners"] == "called"
    compared = [f"RCL secret {place}; x=y; GSB right; RCL (i)" for place in places]
    split = [
        f"STO I; INT; {lines}; {take_partner(picked, place)}; LSTx; FRAC; 10; ×"
        for place, lines in zip(places, compared[:-1], strict=False)
    ]
    body = (
        section("No digit yet", "; ".join([one, *(f"STO {value}" for value in values)]), "1 for none"),
        section("Digits of the secret, one less each", counts, "X stays 1, and Y the guess"),
        section("Point before the guess", f"R↓; EEX; {digits + 1}; ÷"),
        section(
            "Digits of the guess",
            "; ".join([*split, f"STO I; {compared[-1]}; 1; x>y; STO + answer"]),
            "1 stays in X; what the last one takes is not noted",
        ),
    )
    last = first_secret(wish) + digits - 1
    highest = wish.colours or digits
    size = f"EEX; {digits - 1}; ÷; " if digits > 1 else ""
    unused = range(last + 1, LAST_STRAIGHT + 1)
    idle = "; ".join(["1", *(f"STO {value}" for value in unused), ""]) if unused else ""
    sections = (
        section("Guess", "EEX; 2; ×; STO answer"),
        *dialogue.around(wish, "1; STO + turn; RCL turn; FIX 0", body, "RCL answer; %; FIX 2"),
        *([section("A digit finds a partner", "LBL take; STO + (i); STO + answer; RTN")] if called else []),
        handlers(True)[-1],
        section("Draw a secret", "LBL draw; CLx", "zeros: every digit is drawn"),
        section("Set a secret", f"LBL set; CLEAR REG; {size}{last}; STO I; R↓", "turn 0"),
        section(
            "Digits of the secret, INT(c × RAN#) + 1 for a 0",
            f"""LBL split; INT; x≠0; GTO given; {highest}; RAN#; ×; INT; 1; +; LBL given; STO (i)
            LSTx; FRAC; 10; ×; DSE I; GTO split""",
            "zeros follow a drawn digit; what stands below the secret is cleared by every guess",
        ),
        section("N is shown", f"{idle}{digits}; RTN"),
    )
    registers = {
        "turn": RegisterUse("0", "turn: a digit 0 never scores"),
        **{f"left {v}": RegisterUse(str(v), f"1 − {less_note(v)}") for v in values},
        **{
            f"secret {place}": RegisterUse(str(last + 1 - place), f"digit {place} of the secret")
            for place in places
        },
        "answer": RegisterUse("9", f"{answer_note(True)}: a digit 9 never scores"),
    }
    why = "each digit of the secret in a register and each digit of the guess in lines of its own"
    return plan(
        wish,
        sections,
        registers,
        colours=highest_digit(wish, LAST_STRAIGHT),
        choices=(*WHY, why),
        usage=(DRAWS_ZEROS,),
    )


def take_partner(picked: Picked, place: int) -> str:
    """Lines that take a partner for a digit of the guess, if the count in X is less than 1."""
    if picked["partners"] == "jump":
        return f"x>0; GTO none {place}; 1; STO + (i); STO + answer; LBL none {place}"
    return f"1; x>y; {'GSB take' if picked['partners'] == 'called' else 'STO + (i); x>y; STO + answer'}"


def less_note(value: int) -> str:
    """The note on a register that counts how many of the secret's digits of this value have no partner."""
    return f"digits {value} of the secret that have no partner"


def left_note(value: int) -> str:
    """The note on a register that holds this count with a negative sign."""
    return f"{less_note(value)}, negative"


def answer_note(hundredths: bool) -> str:
    """The note on the register of the answer."""
    return "100 guess + t + 9 c" if hundredths else "guess + (t + 9 c) / 100"


def handlers(hundredths: bool) -> tuple[Section, ...]:
    """The lines for a digit with a partner, and for a digit that is right in its place."""
    one, nine = ("", "9") if hundredths else (".01; ", ".09")
    return (
        section("A digit finds a partner", f"LBL take; 1; STO + (i); {one}STO + answer; RTN"),
        section(
            "A digit right in its place", f"LBL right; {nine}; STO + answer; RTN", "t + 9 c: 10 hundredths"
        ),
    )


def draw(wish: Wish) -> Section:
    """The section for `n GSB A`, with n in the register that a scoring uses for the rest of the secret."""
    part = dialogue.draw(wish)
    return Section(part.title, tuple(line.replace(" n", " rest") for line in part.lines), part.note)


def order(digits: int) -> Iterator[DigitPair]:
    """The pairs in the order of the counts: the main diagonal, then digit by digit of the guess."""
    return (DigitPair(k, j) for j, k in two_loops(digits))


LABELS = {
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


def plan(wish: Wish, sections: tuple[Section, ...], registers: dict[str, RegisterUse], **more: Any) -> Plan:
    """The plan around these sections. `more` are further arguments of `dialogue.make_plan`."""
    more["too_long"] = LongGuess.RECALLED
    return dialogue.make_plan(wish, "tallies", sections, registers, LABELS, order, **more)
