"""Whether two programs are equal: proved, shown to be different, or not decided."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from generator.equality import assumptions
from generator.equality.check import FlagDiffers, NotProved
from generator.equality.claims import Certificate, Observe
from generator.equality.difference import EFFORT, Difference, difference
from generator.equality.search import LabelMissing, Told, Wish, prove, silent
from hp15c.listing.program import Program
from hp15c.table.instructions import Role
from hp15c.table.models import Model
from hp15c.table.step import OF_MATRICES

BLINKS: Final = 9
"""The flag that an overflow sets."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on two programs: "equal" with its certificate, "different" with keys, or "undecided".

    `reason` says why no proof was found, or what the proof covers.
    """

    name: str
    observed: str
    reason: str
    certificate: Certificate | None = None
    difference: Difference | None = None


def compare(
    old: Program, new: Program, wish: Wish | None = None, effort: int = EFFORT, told: Told = silent
) -> Verdict:
    """Prove two programs equal, or find keys that show a difference. At most `effort` lines are run for that.

    Programs for different models are compared as far as nothing overflows. `told` is called with the
    progress. InputError where they have no label that a person presses.
    """
    wished = wish or Wish()
    try:
        certificate = prove(old, new, wished, told)
    except NotProved as fault:
        overflows = isinstance(fault, FlagDiffers) and fault.flag == BLINKS
        found = difference(
            old, new, wished.observe, wished.entries, effort, told, wished.assumed, overflows=overflows
        )
        if not found and not wished.assumed:
            with suppress(NotProved):
                more = prove(old, new, replace(wished, exact=True), told)
                return Verdict("equal", wished.observe.value, contract(more, old, new), more)
        hint = "; --entry A=B names the label that stands for it" * isinstance(fault, LabelMissing)
        name = "undecided" if found is None else "different"
        return Verdict(name, wished.observe.value, f"{fault}{hint}", difference=found)
    return Verdict("equal", wished.observe.value, contract(certificate, old, new), certificate)


_OBSERVED = {
    Observe.RESULTS: "each pause, stop and end shows the same X in the same format",
    Observe.STACK: "each pause shows the same, and each stop and end leaves the same stack and LAST X",
    Observe.ALL: "each pause shows the same, and each stop and end leaves the same stack, registers, modes",
}


_OVERFLOWS = {
    Model.HP15C: " Blinking after an overflow is not compared.",
    Model.HP11C: " Nothing is said of numbers that overflow in one of them, which stops the HP-11C.",
}


def contract(certificate: Certificate, old: Program, new: Program) -> str:
    """What a certificate proves, in sentences."""
    labels = [
        {line: label for label, lines in program.label_lines.items() for line in lines}
        for program in (old, new)
    ]
    names = ", ".join(_entry(labels[0].get(one), labels[1].get(other)) for one, other in certificate.entries)
    keyed = _keyed_numbers(certificate, names.split(", "))
    before = "registers hold the same numbers at first"
    if certificate.renamed:
        pairs = ", ".join(f"R{one} as R{other}" for one, other in certificate.renamed)
        before += f", where the new program uses {pairs}"
    overflow = " as long as nothing overflows" if old.model is not new.model else ""
    assumed = f" Assumed when a label is pressed: {assumptions.phrases(certificate.assumed)}."
    assumed *= bool(certificate.assumed)
    stay = "stays" if len(certificate.keep) == 1 else "stay"
    kept = f" R{', R'.join(map(str, certificate.keep))} {stay} equal." if certificate.keep else ""
    stops = " and overflows that stop the calculator" * (Model.HP11C is old.model is new.model)
    memory = " The memory suffices in both." * (_takes_memory(old) or _takes_memory(new))
    return (
        f"After {names}, pressed in any order with up to four numbers keyed in before{keyed},"
        f" {_OBSERVED[certificate.observe]}{overflow}."
        f" Errors{stops} are the same, and a label is pressed after them.{assumed}{kept}"
        f" Both begin with flag 8 clear and {_registers(old, new)}, and {before}.{memory}"
        f" Up to two numbers are keyed in at a stop{_keyed_at(certificate)}."
        + ("" if certificate.blinks else _OVERFLOWS[old.model])
    )


def _registers(*programs: Program) -> str:
    """The registers at first. Of an HP-11C's, long programs take the highest ones (BEHAVIOUR 9.4)."""
    taken = any(one.model is Model.HP11C and one.memory_registers for one in programs)
    return "the registers that their lines leave" if taken else "registers to R.9"


def _takes_memory(program: Program) -> bool:
    """Whether a line may end in Error 10: it takes memory, as for matrices, SOLVE and complex numbers.

    How much is left depends on the length of the program, so that no proof speaks of it.
    """
    return any(
        one.role is Role.EVALUATES
        or one.names in OF_MATRICES
        or one.name in ("DIM", "I", "Re↔Im")
        or (one.name == "SF" and one.operand == "8")
        for one in program.steps
    )


def _keyed_numbers(certificate: Certificate, names: list[str]) -> str:
    """The text on how many numbers are keyed in at least before the entries. '' where none has to be."""
    needed = [
        f"{count} before {name}" for name, count in zip(names, certificate.typed, strict=False) if count
    ]
    return f" (at least {', '.join(needed)})" if needed else ""


def _keyed_at(certificate: Certificate) -> str:
    """At which stops how many numbers are keyed in."""
    told = (f"{count or 'none'} before line {line:03d}" for line, count in sorted(certificate.stops))
    return "".join(f", {one}" for one in told)


def _entry(old: str | None, new: str | None) -> str:
    """The key with which both programs are entered."""
    keys = [f"GSB {label}" if label else "R/S at line 000" for label in (old, new)]
    return keys[0] if old == new else f"{keys[0]} ({keys[1]} in the new program)"
