"""A State on terms: what the calculator holds after some lines, in terms of what it held at the beginning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from hp15c.state.entry import Entry
from hp15c.table.instructions import LETTERS
from hp15c.table.models import LIMITS, Model
from hp15c.terms.term import (
    FALSE,
    INPUTS,
    MATRIX,
    NEGATIVE_ZERO,
    NOUGHT,
    NUMBER,
    OTHER,
    Term,
    constant,
    input_of,
)

COMPLEX: Final = 8
USUAL_REGISTERS: Final = 20


MATRIX_NAMES: Final = ("result", *(f"size {letter}" for letter in LETTERS))
"""What is known of matrices: the descriptor of RESULT, and the size of each."""
ANY_MATRICES: Final = tuple(input_of(name, OTHER) for name in MATRIX_NAMES)


class TermState(NamedTuple):
    """The parts of a State that lines read and change, as terms.

    `lift`, `keeps_imaginary` and `flags` are conditions. `memory` is the data registers, and `registers` how
    many they are. `returns` are the lines after the calls since the beginning, innermost last, and `depth`
    how many returns were pending before them. `matrices` has the terms of `MATRIX_NAMES`. `line` is None
    after a return to a caller that is not known.
    """

    model: Model
    line: int | None
    x: Term
    y: Term
    z: Term
    t: Term
    xi: Term
    yi: Term
    zi: Term
    ti: Term
    last_x: Term
    last_xi: Term
    i: Term
    lift: Term
    keeps_imaginary: Term
    memory: Term
    registers: Term
    flags: tuple[Term, ...]
    format: Term
    angle: Term
    seed: Term
    depth: Term
    returns: tuple[int, ...] = ()
    entry: Entry | None = None
    matrices: tuple[Term, ...] = ANY_MATRICES

    @property
    def stack(self) -> tuple[Term, Term, Term, Term]:
        """The real parts of the levels, X first."""
        return self[2:6]

    def with_places(self, changed: Mapping[str, Term]) -> TermState:
        """The state with other terms in some of its places."""
        return TermState(**(self._asdict() | dict(changed)))

    @property
    def complex(self) -> Term:
        """Flag 8: the condition that the calculator computes with complex numbers."""
        return self.flags[COMPLEX] if self.model is Model.HP15C else FALSE


def begin(
    model: Model,
    line: int | None = 1,
    *,
    lift: bool | None = None,
    complex: bool | None = False,
    registers: int | None = USUAL_REGISTERS,
    depth: int | None = None,
    matrices: bool = False,
) -> TermState:
    """A calculator of which nothing is known but what these say. No number is being typed.

    `lift` and `complex` say whether stack lift and flag 8 are set, None that it is not known. `registers` is
    how many data registers there are, `depth` how many returns are pending, None that it is not known.
    Without `matrices`, levels, LAST X, I and registers hold numbers, and zeros have no sign. With it they may
    hold whatever the model can: descriptors, and on the HP-11C negative zeros in Y, Z and T.
    """
    kinds = dict.fromkeys(INPUTS, NUMBER)
    kind = NUMBER
    if matrices and model is Model.HP15C:
        kind = NUMBER | MATRIX
        kinds |= dict.fromkeys(("x", "y", "z", "t", "last_x", "i"), kind)
    elif matrices:
        kinds |= dict.fromkeys(("y", "z", "t"), NUMBER | NEGATIVE_ZERO)
    held = [input_of(name, kinds[name]) for name in INPUTS]
    flags = [input_of(f"flag {number}", OTHER) for number in range(LIMITS[model].flags)]
    if model is Model.HP11C:
        complex = False
    elif complex is not None:
        flags[COMPLEX] = constant(complex)
    x, y, z, t, xi, yi, zi, ti, last_x, last_xi, i = held
    if complex is False:
        xi = yi = zi = ti = last_xi = NOUGHT
    return TermState(
        *(model, line, x, y, z, t, xi, yi, zi, ti, last_x, last_xi, i),
        lift=_known_term("lift", lift),
        keeps_imaginary=FALSE if complex is False else input_of("keeps_imaginary", OTHER),
        memory=input_of("memory", kind),
        registers=_known_term("registers", registers),
        flags=tuple(flags),
        format=input_of("format", OTHER),
        angle=input_of("angle", OTHER),
        seed=input_of("seed", OTHER),
        depth=_known_term("depth", depth),
    )


def _known_term(name: str, value: int | None) -> Term:
    return input_of(name, OTHER) if value is None else constant(value)
