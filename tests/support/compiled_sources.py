"""Sources with their compiled listings, without compiling them again."""

from __future__ import annotations

from pathlib import Path

import programs
from generator.compiler import front
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program

COMPILED = Path(programs.__file__).parent / "compiled"


def compiled(name: str) -> tuple[Module, Program, dict[str, str]]:
    """A source of programs/compiled, its listing for the HP-15C, and the register of each name."""
    listing = Program.parse((COMPILED / f"{name}.15c").read_text("utf-8"))
    places = {owner: at for at, owners in listing.registers.items() for owner in owners.split(", ")}
    return front.read(COMPILED / f"{name}.py"), listing, places
