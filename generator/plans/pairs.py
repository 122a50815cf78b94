"""Pair by pair: the loops written out, each pair (j, k) with its own lines and its own place to mark.

A digit is a register, named directly: no index, no loop, no modulo. The digits of the guess are compared on
the main diagonal while they are split off, and the secret's are put back at the same time. A pair is two
recalls and a test. A match goes to a few lines of the pair's own. They make the secret's digit negative and
the guess's 0, so that neither can match again. Marks that no later pair reads are left out.

This is the fastest form of the model's own loops. For few digits no other plan is faster. For more digits,
counting by value (`unrolled`) is faster.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.assembler.assembly import Section, section
from generator.codemaker import model
from generator.codemaker.model import DigitPair
from generator.codemaker.plan import Plan, Wish
from generator.plans import dialogue
from generator.plans.dialogue import RegisterUse, draw, turn_shown
from hp15c.table.models import Model
from hp15c.table.step import REGISTERS

SCALARS = {
    "total": "100 guess + 10 c + d",
    "turn": "turn",
    "ten": "10",
    "scale": "10^(N + 1)",
    "hundred": "100",
}
CHOICES = (
    "every pair has its own lines: two recalls and a test, and lines that mark it where it matches",
    "the main diagonal is compared while the guess is split and the secret put back",
    "pairs that no later pair looks at are counted without marks",
    "the program is first in memory: RTN stops at line 000, R/S begins at 001, with no label to search",
)


def candidates(wish: Wish) -> Iterator[Plan]:
    """One plan for a fixed N, if its registers have names."""
    wide = wish.model is Model.HP15C
    if wide and wish.digits and not wish.order_check and len(names(wish.digits)) <= len(REGISTERS):
        yield unfold(wish, wish.digits)


def names(digits: int) -> list[str]:
    """What the registers hold, in their order: the digits come first, because every pair recalls them."""
    places = range(1, digits + 1)
    arrays = [f"{array} {place}" for array in ("secret", "guess") for place in places]
    return [*arrays, *SCALARS, *(f"master {place}" for place in places)]


def unfold(wish: Wish, digits: int) -> Plan:
    """The plan that compares each pair of digits by lines of its own, for one N."""
    order = model.SCHEMES[wish.scheme]
    pairs = tuple(order(digits))
    others = pairs[digits:]
    turn = f"{turn_shown(wish)}; PSE"
    body = (
        section(
            "Digits of the guess, the main diagonal",
            "RCL total; RCL ÷ scale; "
            + "; LSTx; FRAC; RCL × ten; ".join(on_diagonal(place) for place in range(1, digits + 1)),
            "the secret put back on the way",
        ),
        *(section(title, "; ".join(map(compare_pair, group))) for title, group in groups(wish, others)),
    )
    answer = "RCL total; RCL ÷ hundred; FIX 2"
    first = wish.show == "turn-first"
    sections = (
        section("Guess", "RCL × hundred; STO total", "in hundredths"),
        *((section("Turn", turn),) if first else ()),
        *body,
        section("Answer", f"{answer}; RTN" if first else f"{answer}; PSE; {turn_shown(wish)}; RTN"),
        *(mark_match(pair, pairs[number + 1 :]) for number, pair in enumerate(pairs)),
        draw(wish),
        section("Set a secret", f"LBL set; CLEAR REG; {constants(digits)}", "turn 0"),
        section(
            "Digits of the secret",
            "; LSTx; FRAC; RCL × ten; ".join(f"INT; STO master {one}" for one in range(1, digits + 1)),
        ),
        section("N is shown", f"{digits}; RTN"),
    )
    registers = {
        name: RegisterUse(operand, note(name))
        for name, operand in zip(names(digits), REGISTERS, strict=False)
    } | {"index": RegisterUse("I", "digits to draw")}
    labels = {"digit": "draw a digit"}
    labels |= {label(pair): f"digit {pair.j + 1} is digit {pair.k + 1} of the guess" for pair in pairs}
    return dialogue.make_plan(wish, "pairs", sections, registers, labels, order, choices=CHOICES)


def note(name: str) -> str:
    """The note on what a register with this name holds."""
    kind, _, place = name.partition(" ")
    kinds = {
        "secret": f"digit {place} of the secret, negative where it is matched",
        "guess": f"digit {place} of the guess, 0 where it is matched",
        "master": f"digit {place} of the secret",
    }
    return kinds.get(kind) or SCALARS[kind]


def groups(wish: Wish, pairs: Sequence[DigitPair]) -> Iterator[tuple[str, list[DigitPair]]]:
    """The pairs off the main diagonal in order, in parts with titles: diagonals, or rows."""
    digits = wish.digits or model.MOST_DIGITS
    for number in range(digits):
        if wish.scheme == "merged":
            yield f"Diagonal {number}", [pair for pair in pairs if (pair.k - pair.j) % digits == number > 0]
        else:
            yield f"Digit {number + 1} of the secret", [pair for pair in pairs if pair.j == number]


def label(pair: DigitPair) -> str:
    """The label of a pair's match."""
    return f"match {pair.j + 1} {pair.k + 1}"


def on_diagonal(place: int) -> str:
    """A digit of the guess, d.ddd in X, stored and compared with the secret's, which is put back."""
    name = label(DigitPair(place - 1, place - 1))
    return f"INT; STO guess {place}; RCL master {place}; STO secret {place}; x=y; GSB {name}"


def compare_pair(pair: DigitPair) -> str:
    """The lines that compare a pair of digits off the main diagonal."""
    return f"RCL secret {pair.j + 1}; RCL guess {pair.k + 1}; x=y; GSB {label(pair)}"


def mark_match(pair: DigitPair, later: Sequence[DigitPair]) -> Section:
    """The lines for a match: both digits are marked if a later pair reads them, and it is counted."""
    marks = [f"LBL {label(pair)}"]
    if any(other.j == pair.j for other in later):
        marks.append(f"CHS; STO secret {pair.j + 1}")
    if any(other.k == pair.k for other in later):
        marks.append(f"CLx; STO guess {pair.k + 1}")
    count = "10" if pair.main else "1"
    return section(
        f"Digit {pair.j + 1} is digit {pair.k + 1} of the guess",
        f"{'; '.join(marks)}; {count}; STO + total; RTN",
    )


def constants(digits: int) -> str:
    """Constants stored below a secret in X, which ends with its first digit before the point."""
    size = "" if digits == 1 else f"EEX; {digits - 1}; ÷; "
    return f"{size}10; STO ten; x²; STO hundred; EEX; {digits + 1}; STO scale; R↓; R↓"
