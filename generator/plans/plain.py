"""The plain loops, for reading: one index for the secret (j) and one for the guess (k).

There are two encodings of the arrays. `in_registers` keeps each digit in a register, has registers for the
marks, and counts places from the left. In `packed_plan` an array is one number whose last digit has place 0,
and a matched digit becomes 0. The second needs few registers, as the HP-11C has.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.assembler.assembly import Section, section
from generator.codemaker import model
from generator.codemaker.plan import Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse, draw, turn_shown
from hp15c.table.models import Model
from hp15c.table.step import REGISTERS, register_name

NOTES = {
    "pair": "next pair",
    "diagonal": "next diagonal",
    "row": "next digit of the secret",
    "column": "next digit of the guess",
    "compare": "match and mark a pair",
    "take": "a digit of an array",
    "split": "a code into digits",
    "digit": "draw a digit",
    "clear": "clear the marks",
    "in order": "a visit in order",
}
SCALAR_NOTES = {
    "answer": "the guess, then the answer",
    "turn": "turn",
    "j": "j, digit of the secret",
    "diag": "diagonal",
    "k": "k, digit of the guess",
    "weight": "what a match adds: .1 or .01",
    "n": "N",
    "visits": "pairs visited",
    "secret": "secret, matched digits 0",
    "guess": "guess, matched digits 0",
    "master": "the secret",
}


def candidates(wish: Wish) -> Iterator[Plan]:
    """Plans with digits in registers, for as many digits as fit, and one with packed arrays."""
    if wish.model is Model.HP15C:
        most = wish.digits or model.MOST_DIGITS
        yield in_registers(wish, most)
    yield packed_plan(wish)


def in_registers(wish: Wish, most: int) -> Plan:
    """The plan with a register for each digit and each mark. It needs registers above R.9."""
    scalars = scalars_for(wish)
    first = len(scalars)
    secret, guess, secret_marks, guess_marks = (first + place * most for place in range(4))
    last = guess_marks + most - 1

    def split_lines(code: str, base: int) -> str:
        control = f"{base - 1 + (base - 1) / 1000:.3f}"
        return f"{control}; RCL + n; STO I; {code}; GSB split"

    body = (
        section(
            "Match and mark",
            f"""LBL compare; {check_lines(wish)}
            RCL j; {secret_marks}; GSB take; x≠0; RTN
            RCL k; {guess_marks}; GSB take; x≠0; RTN
            RCL j; {secret}; GSB take; RCL k; {guess}; GSB take; x≠y; RTN
            1; RCL k; {guess_marks}; +; STO I; R↓; STO (i)
            {secret_marks}; RCL + j; STO I; R↓; STO (i)
            RCL weight; STO + answer; RTN""",
            "both unmarked and equal: mark both",
        ),
        section(
            "Element of an array", "LBL take; +; STO I; R↓; RCL (i); RTN", "index + where the array begins"
        ),
    )
    split_code = section(
        "Split a code",
        "LBL split; 10; ÷; INT; LSTx; FRAC; 10; ×; STO (i); R↓; DSE I; GTO split; RTN",
        "from its last digit; I counts down to the register before the array",
    )
    sections = (
        section(
            "Guess",
            f"STO answer; {last}.{secret_marks - 1:03d}; STO I; CLx; LBL clear; STO (i); DSE I; GTO clear",
            "no digit is marked",
        ),
        section("Digits of the guess", split_lines("RCL answer", guess)),
        *dialogue_around(wish, loops(wish)),
        *body,
        split_code,
        draw(wish),
        section(
            "Set a secret",
            f"""LBL set; CLEAR REG; {last}; DIM (i); R↓; STO answer; {count_digits(wish)}
            {split_lines("RCL answer", secret)}; RCL n; RTN""",
            f"registers up to {last}; turn 0; N is the number of digits",
        ),
    )
    registers = {name: RegisterUse(str(place), SCALAR_NOTES[name]) for place, name in enumerate(scalars)}
    registers["index"] = RegisterUse("I", "register of a digit or mark")
    arrays = {
        f"{array} {first}": RegisterUse(register_name(first), f"{held}, to R{last_name(first, most)}")
        for array, first, held in (
            ("secret", secret, "digits of the secret"),
            ("guess", guess, "digits of the guess"),
            ("marks", secret_marks, "marks of the secret"),
            ("marks", guess_marks, "marks of the guess"),
        )
    }
    return dialogue.make_plan(
        wish,
        "plain",
        sections,
        registers | arrays,
        NOTES,
        model.SCHEMES[wish.scheme],
        most_digits=most,
        highest_register=last,
        other_digits=dialogue.ZERO_SCORES,
        choices=("a digit a register, marks apart in registers of their own", *choices(wish)),
    )


def packed_plan(wish: Wish) -> Plan:
    """The plan that keeps each array in one number, a digit for each element."""
    body = (
        section(
            "Match and mark",
            f"""LBL compare; {check_lines(wish)}
            RCL secret; RCL j; GSB take; RCL guess; RCL k; GSB take
            x≠y; RTN; x=0; RTN
            RCL k; 10ˣ; ×; STO − guess; x↔y; RCL j; 10ˣ; ×; STO − secret
            RCL weight; STO + answer; RTN""",
            "equal and not 0: both become 0",
        ),
        section("Digit of an array", "LBL take; 10ˣ; ÷; INT; 10; ÷; FRAC; 10; ×; RTN", "place 0 is the last"),
    )
    sections = (
        section("Guess", "STO answer; STO guess; RCL master; STO secret", "no digit is marked"),
        *dialogue_around(wish, loops(wish)),
        *body,
        draw(wish),
        section(
            "Set a secret",
            f"LBL set; CLEAR REG; STO master; {count_digits(wish)}; RTN",
            "turn 0; N is the number of digits",
        ),
    )
    names = ("guess", "secret", *scalars_for(wish), "master")
    registers = {
        name: RegisterUse(place, SCALAR_NOTES[name]) for name, place in zip(names, REGISTERS, strict=False)
    }
    registers["index"] = RegisterUse("I", "digits to draw")
    return dialogue.make_plan(
        wish,
        "plain",
        sections,
        registers,
        NOTES,
        model.mirror(model.SCHEMES[wish.scheme]),
        other_digits=dialogue.ZERO_NEVER_SCORES,
        choices=("an array is one number, a matched digit becomes 0: few registers", *choices(wish)),
    )


def scalars_for(wish: Wish) -> list[str]:
    """The scalars that a wish needs, those with storage arithmetic first."""
    needless = set() if wish.order_check else {"visits"}
    if wish.scheme == "two-loops":
        needless.add("diag")
    order = ("answer", "turn", "j", "diag", "visits", "k", "weight", "n")
    return [name for name in order if name not in needless]


def choices(wish: Wish) -> tuple[str, ...]:
    """What the sheet says about the order of the loops."""
    if wish.scheme == "merged":
        return ("one loop over all pairs: what a match adds changes after the main diagonal",)
    return ("one loop for the main diagonal, one for all other pairs",)


def count_digits(wish: Wish) -> str:
    """The lines that find N from the code in X, and store it."""
    return f"{wish.digits}; STO n" if wish.digits else "LOG; INT; 1; +; STO n"


def loops(wish: Wish) -> tuple[Section, ...]:
    """The loops of a scheme, calling `compare` for each pair."""
    start = "STO visits; .1; STO weight" if wish.order_check else ".1; STO weight"
    if wish.scheme == "merged":
        summed = "RCL diag; RCL + j" if wish.model is Model.HP15C else "RCL diag; RCL j; +"
        return (
            section("Diagonals", f"0; STO diag; {start}; LBL diagonal; 0; STO j", "the main diagonal first"),
            section(
                "Pairs of a diagonal",
                f"LBL pair; {summed}; RCL n; x>y; CLx; −; STO k; GSB compare",
                "k is (diag + j) mod N",
            ),
            section("Next pair", "1; STO + j; RCL n; RCL j; x≠y; GTO pair"),
            section(
                "Next diagonal",
                ".01; STO weight; 1; STO + diag; RCL n; RCL diag; x≠y; GTO diagonal",
                "from now on a match is a displaced digit",
            ),
        )
    return (
        section(
            "Main diagonal", f"0; STO j; {start}; LBL pair; RCL j; STO k; GSB compare", "j and k the same"
        ),
        section("Next pair", "1; STO + j; RCL n; RCL j; x≠y; GTO pair"),
        section("All others", ".01; STO weight; 0; STO j; LBL row; 0; STO k"),
        section("Pairs of a row", "LBL column; RCL j; RCL k; x≠y; GSB compare"),
        section("Next column", "1; STO + k; RCL n; RCL k; x≠y; GTO column"),
        section("Next row", "1; STO + j; RCL n; RCL j; x≠y; GTO row"),
    )


def dialogue_around(wish: Wish, inner: tuple[Section, ...]) -> tuple[Section, ...]:
    """The sections of the turn, the loops and the answer, in the order that is wanted."""
    complete = section("All pairs visited", "RCL n; x²; RCL visits; −; x²; CHS; √x", "Error 0 if not")
    end = (complete,) if wish.order_check else ()
    return dialogue.around(wish, turn_shown(wish), (*inner, *end), "RCL answer; FIX 2")


def check_lines(wish: Wish) -> str:
    """The lines that check the order at a visit, or "" without the order check.

    Off the main diagonal N visits must have been made. Otherwise the lines take the root of a negative
    number, which ends in Error 0.
    """
    if not wish.order_check:
        return ""
    return """RCL j; RCL k; x=y; GTO in order; RCL visits; RCL n; −; √x
            LBL in order; 1; STO + visits"""


def last_name(first: int, most: int) -> str:
    """The name of the last register of an array."""
    return register_name(first + most - 1)
