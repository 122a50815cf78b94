"""The proof that a decompiled module does what its listing does: it is compiled, and both are compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.compiler import front, plain
from generator.compiler.ranges import narrowed
from generator.decompiling.module import Decompiled
from generator.equality.check import NotProved
from generator.equality.claims import Certificate
from generator.equality.search import Wish, prove
from generator.equality.verdict import contract
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.table.instructions import step


@dataclass(frozen=True, slots=True)
class Proof:
    """The listing that a module compiles to, and its proof, or why there is none.

    `told` are the sentences that say so in the module.
    """

    compiled: Program | None
    certificate: Certificate | None
    told: tuple[str, ...]


def proof(program: Program, made: Decompiled) -> Proof:
    """Compile a decompiled module, and prove that it is equal to its listing.

    It is compiled to plain code: a search for the shortest code takes longer, and proves no more. A second
    try is made without what the compiler concludes from ranges, where it computes in another way.
    """
    if not made.takes:
        return Proof(None, None, ("Nothing of this listing can be written in the language.",))
    stops = tuple((line % len(program) + 1, count) for line, count in sorted(made.keyed.items()))
    wish = Wish(typed=made.takes, only=frozenset(made.takes), stops=stops, blinks=False)
    listing = with_ends(program, made.ends)
    ends = f" R/S in line {_lines(made.ends)} is taken for RTN." if made.ends else ""
    faults: list[str] = []
    compiled: Program | None = None
    try:
        module = front.parse(made.text())
        for form in (narrowed(module), module):
            compiled = plain.generate(form, program.model).program
            try:
                found = prove(listing, compiled, wish)
            except NotProved as fault:
                faults.append(f"It is not proved to be equal to its listing: {fault}.{ends}")
                continue
            whole = "What is written is" if made.left_out else "It is"
            part = "its part of the listing" if made.left_out else "its listing"
            told = f"{whole} proved to be equal to {part}. {contract(found, listing, compiled)}{ends}"
            return Proof(compiled, found, (told,))
    except InputError as fault:
        faults.append(f"It does not compile, so nothing is proved: {fault}.")
    return Proof(compiled, None, (faults[0],))


def _lines(numbers: Iterable[int]) -> str:
    return ", ".join(f"{line:03d}" for line in sorted(numbers))


def with_ends(program: Program, ends: frozenset[int]) -> Program:
    """A program with RTN for the stops at which it ends: what shows is the same."""
    steps = [step("RTN") if line in ends else one for line, one in enumerate(program.steps, 1)]
    return program.with_steps(tuple(steps)) if ends else program
