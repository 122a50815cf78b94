"""Listings decompiled for tests, with the proof that the module does the same."""

from __future__ import annotations

from generator.decompiling.module import Decompiled, decompile_listing
from generator.decompiling.proof import proof
from hp15c.listing.program import Program


def proved(listing: str) -> Decompiled:
    """The module of a listing. The proof has to succeed."""
    program = Program.parse(listing)
    made = decompile_listing(program)
    found = proof(program, made)
    assert found.proved, found.told
    return made
