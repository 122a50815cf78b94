"""Pictures of the loop over pairs of digits: iteration space, dependences, and orders of visits.

What is drawn comes from `model.py`: which visit has to come before which, and the faults of an order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

from generator.codemaker.model import DigitPair, barriers, dependences, faults, visits
from hp15c.errors import InputError
from hp15c.keys.picture import Picture

Order = tuple[DigitPair, ...]

_STEP: Final = 58
_EDGE: Final = 26
_DOT: Final = 13
_COLOURS: Final = ("#d9a036", "#6fa8dc", "#93c47d", "#c27ba0", "#e06666", "#76a5af", "#a08cc8", "#999999")
_KEPT: Final = "#7a7f78"
_BROKEN: Final = "#c00000"
MOST: Final = 8


def rows(digits: int) -> Order:
    """Row by row: each digit of the secret along the whole guess."""
    return tuple(DigitPair(j, k) for j in range(digits) for k in range(digits))


@dataclass(frozen=True)
class Dependences:
    """The visits of N digits in an order, and what has to come before what.

    `order` is that of the merged loop where it is not given. A notebook shows the picture and the faults.
    InputError when N is not 1 to 8.
    """

    digits: int = 4
    order: Sequence[DigitPair | tuple[int, int]] = field(default=())

    def __post_init__(self) -> None:
        if not 1 <= self.digits <= MOST:
            raise InputError(f"{self.digits} digits cannot be drawn; there are 1 to {MOST}")
        given = tuple(DigitPair(*pair) for pair in self.order) or visits("merged", self.digits)
        object.__setattr__(self, "order", given)

    @property
    def pairs(self) -> tuple[tuple[DigitPair, DigitPair], ...]:
        """Every (earlier, later) that any order has to keep."""
        return dependences(self.digits)

    @property
    def distances(self) -> Counter[tuple[int, int]]:
        """How often each distance (rows down, columns right) from an earlier to a later visit occurs."""
        return Counter((later.j - earlier.j, later.k - earlier.k) for earlier, later in self.pairs)

    @property
    def broken_dependences(self) -> tuple[tuple[DigitPair, DigitPair], ...]:
        """The dependences that the order turns round."""
        place = {pair: number for number, pair in enumerate(self.order)}
        return tuple(
            (earlier, later)
            for earlier, later in self.pairs
            if earlier in place and later in place and place[later] < place[earlier]
        )

    @property
    def faults(self) -> list[str]:
        """What is wrong with the order, in words."""
        return faults([DigitPair(*pair) for pair in self.order], self.digits)

    @property
    def wavefronts(self) -> tuple[Order, ...]:
        """The order cut into groups of visits that touch different digits: each could be done at once."""
        return tuple(barriers([DigitPair(*pair) for pair in self.order]))

    def space(self) -> Picture:
        """The iteration space: a dot for each visit, an arrow for each dependence."""
        title = f"{len(self.pairs)} dependences between {self.digits**2} visits"
        return _picture([("", _grid(self, self.pairs, ()))], self.digits, title)

    def path(self) -> Picture:
        """The order as numbers in the grid, with an arrow for each dependence that it breaks."""
        title = f"an order of {self.digits**2} visits, {len(self.broken_dependences)} dependences broken"
        return _picture([("", _grid(self, (), self.broken_dependences))], self.digits, title)

    def diagonals(self) -> Picture:
        """A row of grids, one for each wavefront: what is done then is dark, what was done before is pale."""
        parts = [(f"step {number + 1}", _wave(self, number)) for number in range(len(self.wavefronts))]
        return _picture(parts, self.digits, f"{len(parts)} steps of visits side by side")

    def _repr_svg_(self) -> str:
        return self.path().svg

    def _repr_html_(self) -> str:
        """The two pictures, and the faults of the order in words."""
        told = "".join(f"<li>{escape(one)}</li>" for one in self.faults) or "<li>no fault</li>"
        return f"<div>{self.space().svg}{self.path().svg}<ul>{told}</ul></div>"


def _middle_of(pair: DigitPair | tuple[int, int]) -> tuple[int, int]:
    """The middle of a visit's dot."""
    j, k = pair
    return _EDGE + k * _STEP + _STEP // 2, _EDGE + j * _STEP + _STEP // 2


def _grid(
    one: Dependences,
    kept: Iterable[tuple[DigitPair, DigitPair]],
    broken: Iterable[tuple[DigitPair, DigitPair]],
) -> Iterator[str]:
    """A grid with arrows and with the place of each visit in the order."""
    yield from _heads(one.digits)
    yield from (_arrow(*both, _KEPT) for both in kept)
    for number, pair in enumerate(one.order, 1):
        colour = _COLOURS[(pair[1] - pair[0]) % one.digits]
        yield _dot(pair, colour, str(number))
    yield from (_arrow(*both, _BROKEN) for both in broken)


def _wave(one: Dependences, now: int) -> Iterator[str]:
    """A grid at one step of the wavefronts."""
    yield from _heads(one.digits)
    for number, group in enumerate(one.wavefronts):
        for pair in group:
            colour = _COLOURS[(pair.k - pair.j) % one.digits] if number == now else "#e4e4de"
            yield _dot(pair, colour if number <= now else "none", "")


def _heads(digits: int) -> Iterator[str]:
    """The names of rows and columns: digits of the secret and of the guess."""
    for number in range(digits):
        middle = _EDGE + number * _STEP + _STEP // 2
        yield f'<text x="{middle}" y="18">g{number}</text><text x="12" y="{middle + 4}">s{number}</text>'


def _dot(pair: DigitPair | tuple[int, int], colour: str, text: str) -> str:
    x, y = _middle_of(pair)
    circle = f'<circle cx="{x}" cy="{y}" r="{_DOT}" fill="{colour}" stroke="#555555"/>'
    return circle + (f'<text x="{x}" y="{y + 4}">{text}</text>' if text else "")


def _arrow(earlier: DigitPair, later: DigitPair, colour: str) -> str:
    """An arrow from dot to dot, bent so that it passes the dots between them."""
    (x, y), (to_x, to_y) = _middle_of(earlier), _middle_of(later)
    across, down = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    bend_x, bend_y = (x + to_x) / 2 + 14 * down, (y + to_y) / 2 - 14 * across
    start, end = (x + _DOT * across, y + _DOT * down), (to_x - _DOT * across, to_y - _DOT * down)
    head = (
        f"M{end[0] - 6 * across + 4 * down:.1f} {end[1] - 6 * down - 4 * across:.1f}L{end[0]} {end[1]}"
        f"L{end[0] - 6 * across - 4 * down:.1f} {end[1] - 6 * down + 4 * across:.1f}"
    )
    line = f"M{start[0]} {start[1]}Q{bend_x:.1f} {bend_y:.1f} {end[0]} {end[1]}{head}"
    return f'<path d="{line}" fill="none" stroke="{colour}"/>'


def _picture(parts: Sequence[tuple[str, Iterable[str]]], digits: int, title: str) -> Picture:
    """Grids side by side, each with a line of text under it."""
    size = 2 * _EDGE + digits * _STEP
    width = size * len(parts)
    box = f'width="{width}" height="{size}" viewBox="0 0 {width} {size}"'
    told = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}'
        f' font-family="sans-serif" font-size="12" text-anchor="middle"><title>{escape(title)}</title>'
    ]
    for number, (text, shapes) in enumerate(parts):
        told.append(f'<g transform="translate({number * size} 0)">{"".join(shapes)}')
        told.append(f'<text x="{size // 2}" y="{size - 8}">{escape(text)}</text></g>')
    return Picture("".join(told) + "</svg>")
