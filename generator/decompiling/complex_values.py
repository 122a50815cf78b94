"""What lines compute in complex mode: their results as pairs of values with names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from generator.decompiling.routines import NotWritten
from generator.language.complex_lines import OF_COMPLEX
from generator.reading.flow import PLACES
from hp15c.table.instructions import Step
from hp15c.terms import TermState, input_of
from hp15c.terms.term import NOUGHT, NUMBER, Term

_WORDS: Final = {f"complex {row}": name for name, row in OF_COMPLEX.items()} | {
    "complex ×": "*",
    "complex ÷": "/",
    "complex yˣ": "**",
    "complex ABS": "abs",
}
"""The words and signs of the language for what terms say of complex numbers."""


class ComplexResult(NamedTuple):
    """A complex operation: its word, the parts that it takes and gives, and what places hold after it."""

    word: str
    takes: Mapping[str, Term]
    gives: Mapping[str, Term]
    places: Mapping[str, Term]


def complex_result(
    step: Step, line: int, mark: str, before: TermState, after: TermState
) -> ComplexResult | None:
    """The complex operation of a line. None where the line does none.

    NotWritten for an operation that the language has no word for.
    """
    old = {getattr(before, place) for place in PLACES}
    new = {getattr(after, place) for place in PLACES} - old
    made = [term for term in new if term.op.startswith("complex ")]
    if not made:
        return None
    word = _WORDS.get(made[0].op)
    if word is None or len({term.args for term in made}) > 1:
        raise NotWritten(f"the language has no word for {step} of complex numbers", line)
    real, imag = (input_of(f"{name}@complex {mark}") for name in ("y", "x"))
    gives = {"y": real, "x": imag}
    if word == "abs":
        real, imag, gives = imag, NOUGHT, {"x": imag}
    takes = {f"{number}": value for number, value in enumerate(made[0].args) if value.kind & NUMBER}
    named = {term: (real, imag)[int(str(term.payload))] for term in made}
    places = {place: named.get(getattr(after, place), getattr(after, place)) for place in PLACES}
    return ComplexResult(word, takes, gives, places)
