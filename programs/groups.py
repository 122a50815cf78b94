"""The groups of the programs that come with hp15c, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MASTERMIND: Final = "Mastermind"
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "Money": ("time-value-of-money", "amortization", "interest-rates"),
    "Statistics": (
        *("normal-distribution", "discrete-distributions", "list-statistics"),
        *("curve-fits", "parabola-fit"),
    ),
    "Equations": ("quadratic", "cubic", "polynomial-roots", "linear-equations"),
    "Calculus": ("simpson", "romberg", "derivative", "runge-kutta", "interpolation"),
    "Whole numbers": (
        *("prime-factors", "next-prime", "bezout", "least-common-multiple", "modulus", "modular-power"),
        *("base-conversion", "convert-to-fraction", "digital-root"),
    ),
    "Geometry": (
        *("triangle", "circle-through-points", "polygon-area", "coordinates"),
        *("great-circle", "angle-reduction"),
    ),
    "Dates and the sky": ("dates", "julian-day", "easter", "kepler"),
    "Technology": ("ohms-law", "standard-resistor", "ideal-gas"),
    "Games": ("lunar-lander", "nim", "treasure", "higher-lower"),
    "Tools": ("counter", "countdown", "routines"),
    MASTERMIND: (),
}
"""The names of each group. Those of the last one begin with `code`."""


def group_of(name: str) -> str:
    """The group of a program. KeyError for a name that stands in none."""
    if name.startswith("code"):
        return MASTERMIND
    return next((group for group, names in GROUPS.items() if name in names), None) or _absent(name)


def in_order(names: Iterable[str]) -> list[str]:
    """Names in the order of the groups, and within a group in that of the table."""
    order = [name for group in GROUPS.values() for name in group]
    return sorted(names, key=lambda name: (order.index(name) if name in order else len(order), name))


def _absent(name: str) -> str:
    raise KeyError(f"{name} stands in no group of programs/groups.py")
