"""The proof that a decompiled module does what its listing does: it is compiled, and both listings are compared."""

from __future__ import annotations

from dataclasses import dataclass

from generator.compiler import front
from generator.compiler.driver import Compiled, compile_module
from generator.decompiling.module import Decompiled
from generator.equality.check import Certificate, NotProved
from generator.equality.search import Wish, prove
from hp15c.listing.program import Program
from hp15c.table.instructions import step

EFFORT = 1_000
"""The states that the search for code follows. What is proved need not be the shortest listing."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The listing that a module compiles to, and its proof, or why there is none."""

    compiled: Compiled
    certificate: Certificate | None
    reason: str = ""


def proof(program: Program, made: Decompiled, effort: int = EFFORT) -> Proof:
    """Compile a decompiled module, and prove that it is equal to its listing.

    InputError and Unsupported where it does not compile.
    """
    compiled = compile_module(front.parse(made.text), program.model, effort=effort)
    try:
        found = prove(with_ends(program, made.ends), compiled.program, Wish(typed=made.takes))
    except NotProved as fault:
        return Proof(compiled, None, str(fault))
    return Proof(compiled, found)


def with_ends(program: Program, ends: frozenset[int]) -> Program:
    """A program with RTN for the stops at which it ends: what shows is the same."""
    steps = [step("RTN") if line in ends else one for line, one in enumerate(program.steps, 1)]
    return program.with_steps(tuple(steps)) if ends else program
