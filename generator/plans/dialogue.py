"""The parts that every CodeMaker has: the registers' names, the turn, the answer, the draw of a secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from generator.assembler.assembly import Assembly, Section, section
from generator.codemaker.model import DigitPair
from generator.codemaker.plan import Wish
from hp15c.table.models import Model

Order = Callable[[int], Iterable[DigitPair]]

ENTRIES = {"draw": "A", "set": "B"}
ENTRY_NOTES = {"draw": "draw a secret of n digits", "set": "set a secret"}
ZERO_NEVER_SCORES = "A 0 in a secret never scores."
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


def assembly(sections: tuple[Section, ...], registers: Mapping[str, RegisterUse]) -> Assembly:
    """An assembly of sections with their registers and the entries A and B."""
    return Assembly(sections, {name: one.operand for name, one in registers.items()}, ENTRIES)


def notes(registers: Mapping[str, RegisterUse]) -> dict[str, str]:
    """Notes on what the registers are for."""
    return {name: one.note for name, one in registers.items()}


def n(wish: Wish) -> str:
    """The line that brings N into X: a recall of its register, or the digit itself."""
    return str(wish.digits) if wish.digits else "RCL n"


def limit(wish: Wish, any_digits: str = "RCL n; 10ˣ") -> str:
    """The lines that bring 10^N, the first number that is too large for a guess.

    Where N is not fixed they are given.
    """
    return f"EEX; {wish.digits}" if wish.digits else any_digits


def n_squared(wish: Wish) -> str:
    """The lines that bring N × N into X."""
    return str(wish.digits**2) if wish.digits and wish.digits < 4 else f"{n(wish)}; x²"


def turn_shown(wish: Wish) -> str:
    """The lines that count a turn and show its number in FIX 0."""
    if wish.model is Model.HP15C and wish.goal != "plain":
        return "1; RCL + turn; STO turn; FIX 0"
    return "1; STO + turn; RCL turn; FIX 0"


def draw(wish: Wish) -> Section:
    """`n GSB A`: n times INT(c × RAN#) + 1, first draw leftmost. The secret is left in X.

    c is the highest digit wanted, or n.
    """
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
