"""The proof that a decompiled module does what its listing does: it is compiled, and both are compared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.compiler import front
from generator.compiler.choosing import quick_code
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

    It is compiled with one way through each block: a search for the shortest code takes longer, and proves no
    more.
    """
    if not made.takes:
        return Proof(None, None, ("Nothing of this listing can be written in the language.",))
    try:
        compiled = quick_code(narrowed(front.parse(made.text())), program.model).program
    except InputError as fault:
        return Proof(None, None, (f"It does not compile, so nothing is proved: {fault}.",))
    stops = tuple((line % len(program) + 1, count) for line, count in sorted(made.keyed.items()))
    wish = Wish(typed=made.takes, only=frozenset(made.takes), stops=stops, blinks=False)
    listing = with_ends(program, made.ends)
    ends = f" R/S in line {_lines(made.ends)} is taken for RTN." if made.ends else ""
    try:
        found = prove(listing, compiled, wish)
    except NotProved as fault:
        return Proof(compiled, None, (f"It is not proved to be equal to its listing: {fault}.{ends}",))
    whole = "It is proved to be equal to its listing."
    if made.left_out:
        whole = "What is written is proved to be equal to its part of the listing."
    return Proof(compiled, found, (f"{whole} {contract(found, listing, compiled)}{ends}",))


def _lines(numbers: Iterable[int]) -> str:
    return ", ".join(f"{line:03d}" for line in sorted(numbers))


def with_ends(program: Program, ends: frozenset[int]) -> Program:
    """A program with RTN for the stops at which it ends: what shows is the same."""
    steps = [step("RTN") if line in ends else one for line, one in enumerate(program.steps, 1)]
    return program.with_steps(tuple(steps)) if ends else program
