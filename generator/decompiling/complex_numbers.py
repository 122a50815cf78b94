"""Complex numbers: what lines compute with them, as pairs of values with names, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from re import fullmatch
from typing import Final, NamedTuple

from generator.decompiling.routines import NotWritten
from generator.language.operations import OF_COMPLEX
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
"""The words and signs of the language for the operations of terms on complex numbers."""


class ComplexResult(NamedTuple):
    """A complex operation: its word, the parts that it takes and gives, and what places hold after it."""

    word: str
    takes: Mapping[str, Term]
    gives: Mapping[str, Term]
    places: Mapping[str, Term]


def complex_result(
    step: Step, line: int, mark: str, before: TermState, after: TermState
) -> ComplexResult | None:
    """The complex operation of a line, None for another line. NotWritten where there is no word for it."""
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


RESULTS: Final = {"*": "product", "/": "quotient", "**": "power", "square": "square", "sqrt": "root"}
"""What the results of complex operations are called."""


def of_complex(word: str, written: Sequence[str], used: set[str]) -> str:
    """An operation with complex numbers by their parts. `used` gets the words of the language in it."""
    numbers = [_number(one, other, used) for one, other in zip(written[::2], written[1::2], strict=True)]
    if len(numbers) == 2:
        reals = [place for place in (0, 1) if _is_real(word, place, *written[2 * place : 2 * place + 2])]
        for place in reals[:1]:
            numbers[place] = written[2 * place]
        return f" {word} ".join(map(_in_brackets, numbers))
    if word in ("square", "reciprocal"):
        numbers = [*map(_in_brackets, numbers)]
        return f"{numbers[0]} ** 2" if word == "square" else f"1 / {numbers[0]}"
    used |= {word} - {"abs"}
    return f"{word}({numbers[0]})"


def _number(real: str, imag: str, used: set[str]) -> str:
    """A complex number by its parts, or by its name if it has one."""
    if whole := whole_name(real, imag) or _whole_sum(real, imag):
        return whole
    used.add("complex_number")
    return f"complex_number({real}, {imag})"


def whole_name(real: str, imag: str = "") -> str:
    """The name of a complex number of which these are the parts, '' where they are not."""
    name = real.removesuffix(".real")
    return name if name.isidentifier() and (real, imag) == (f"{name}.real", f"{name}.imag") else ""


def _whole_sum(real: str, imag: str) -> str:
    """The sum of complex numbers of which these are the parts, '' where they are not."""
    alike = fullmatch(r"\w+\.real( [+-] \w+\.real)+", real) and imag == real.replace(".real", ".imag")
    return real.replace(".real", "") if alike else ""


def _in_brackets(text: str) -> str:
    """The text of an operand, in brackets where it is a sum."""
    return f"({text})" if fullmatch(r"\w+( [+-] \w+)+", text) else text


def _is_real(word: str, place: int, real: str, imag: str) -> bool:
    """Whether an operand may be written as a real number: it is one, and no key is for it alone."""
    alone = (word, place, real) in (("/", 0, "1"), ("**", 1, "2"))
    sign = "" if word == "**" else "-?"
    return imag == "0" and not alone and fullmatch(rf"{sign}[\w.]+(\[[^]]*\])?", real) is not None
