"""The parts that every CodeMaker has: registers' names, turn, answer, draw of a secret, the plan itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from generator.assembler.assembly import Assembly, Section, section
from generator.codemaker.model import MOST_DIGITS, DigitPair
from generator.codemaker.plan import Plan, Wish
from hp15c.table.models import Model

Order = Callable[[int], Iterable[DigitPair]]

ENTRIES = {"draw": "A", "set": "B"}
ENTRY_NOTES = {"draw": "draw a secret of n digits", "set": "set a secret"}
ZERO_NEVER_SCORES = "A 0 in a secret never scores."
ZERO_SCORES = "A 0 in a secret scores as other digits do, but not in front."
LEFT_OUT = (
    "the check of N",
    "the check of a guess with more digits than N",
    "the check of a fraction (R/S pressed with no new guess)",
)


@dataclass(frozen=True, slots=True)
class RegisterUse:
    """A register with what it is for."""

    operand: str
    note: str


def make_plan(
    wish: Wish,
    family: str,
    sections: tuple[Section, ...],
    registers: Mapping[str, RegisterUse],
    labels: Mapping[str, str],
    order: Order,
    limit: str = "RCL n; 10ˣ",
    **more: Any,
) -> Plan:
    """The plan of a family from its sections, with the entries A and B.

    `registers` are all that its lines name. `labels` are notes, also on labels that it does not have.
    `limit` are the lines that bring 10^N into X where N is not fixed. `more` are further fields of a plan.
    """
    used = {line for part in sections for line in part.lines if line.startswith("LBL ")}
    return Plan(
        family,
        Assembly(sections, {name: one.operand for name, one in registers.items()}, ENTRIES),
        {name: one.note for name, one in registers.items()},
        {name: note for name, note in {**ENTRY_NOTES, **labels}.items() if f"LBL {name}" in used},
        order,
        fixed_digits=wish.digits,
        left_out=LEFT_OUT,
        limit=f"EEX; {wish.digits}" if wish.digits else limit,
        **{"most_digits": wish.digits or MOST_DIGITS} | more,
    )


def around(
    wish: Wish, turn: str, body: tuple[Section, ...], answer: str, note: str = ""
) -> tuple[Section, ...]:
    """The sections of turn, body and answer, in the order that is wanted. `note` is on the answer."""
    if wish.show == "turn-first":
        return section("Turn", f"{turn}; PSE"), *body, section("Answer", f"{answer}; RTN", note)
    return *body, section("Answer", f"{answer}; PSE", note), section("Turn", f"{turn}; RTN")


def n(wish: Wish) -> str:
    """The line that brings N into X: a recall of its register, or the digit itself."""
    return str(wish.digits) if wish.digits else "RCL n"


def n_squared(wish: Wish) -> str:
    """The lines that bring N × N into X."""
    return str(wish.digits**2) if wish.digits and wish.digits < 4 else f"{n(wish)}; x²"


def turn_shown(wish: Wish) -> str:
    """The lines that count a turn and show its number in FIX 0."""
    if wish.model is Model.HP15C and wish.goal != "plain":
        return "1; RCL + turn; STO turn; FIX 0"
    return "1; STO + turn; RCL turn; FIX 0"


def draw(wish: Wish) -> Section:
    """The section for `n GSB A`: it draws n digits 1 to c, or 1 to n, and leaves the secret in X."""
    highest = wish.colours or wish.digits
    first = f"{wish.digits}; STO I" if wish.digits else "STO I" if highest else "STO n; STO I"
    if highest:
        drawn = f"{highest}; RAN#; ×"
    else:
        drawn = "RAN#; RCL × n" if wish.model is Model.HP15C else "RCL n; RAN#; ×"
    return section(
        "Draw a secret",
        f"LBL draw; {first}; CLx; LBL digit; 10; ×; {drawn}; INT; 1; +; +; DSE I; GTO digit",
        f"secret × 10 + INT({wish.colours or 'n'} × RAN#) + 1",
    )
