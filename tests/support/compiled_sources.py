"""Sources with their compiled listings, without compiling them again."""

from __future__ import annotations

from pathlib import Path

import programs
from generator.compiler import front
from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree.ir import Module
from hp15c.listing.program import Program

COMPILED = Path(programs.__file__).parent / "compiled"


def compiled(name: str) -> tuple[Module, Program, dict[str, str]]:
    """A source of programs/compiled, its listing for the HP-15C, and the register of each name."""
    return compiled_in(COMPILED / f"{name}.15c")


def compiled_in(path: Path) -> tuple[Module, Program, dict[str, str]]:
    """The source beside a listing, the listing, and the register of each name."""
    listing = Program.parse(path.read_text("utf-8"), "11C" if path.suffix == ".11c" else "15C")
    places = {owner: at for at, owners in listing.registers.items() for owner in owners.split(", ")}
    return with_sums_of(front.read(path.with_suffix(".py")), listing.model), listing, places
