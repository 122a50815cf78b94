"""The conditionals: the next line is run if the test is true (BEHAVIOUR 4.5, 6.3, 7.6)."""

from __future__ import annotations

from hp15c.numbers.number import ZERO
from hp15c.rules.book import COMPARED, rule
from hp15c.rules.levels import refuse_matrix
from hp15c.rules.machine import B, Machine, V


@rule({"x=0": (224, 157), "x≠0": (234, 156)})
def against_zero(m: Machine[V, B]) -> None:
    """Test whether both parts of X are 0. A descriptor never is."""
    zero = m.number(ZERO)
    is_zero = m.both(m.equal(m.x, zero), m.equal(m.xi, zero))
    m.skip_if(m.no(is_zero) if m.step.name == "x=0" else is_zero)


@rule(
    {
        "x>0": (346, 157),
        "x<0": (351, 156),
        "x≥0": (354, 156),
        "x≤0": (349, 156),
    }
)
def sign(m: Machine[V, B]) -> None:
    """Test the sign of the real part of X."""
    x, zero, name = refuse_matrix(m, m.x), m.number(ZERO), m.step.name
    less = m.below(x, zero) if name in ("x<0", "x≥0") else m.below(zero, x)
    m.skip_if(m.no(less) if name in ("x<0", "x>0") else less)


@rule({"x=y": (236, 166), "x≠y": (234, 166)})
def equality(m: Machine[V, B]) -> None:
    """Test whether both parts of X and Y are equal. Descriptors are equal when they name the same matrix."""
    equal = m.equal(m.x, m.y)
    if not (m.holds(m.is_matrix(m.x)) or m.holds(m.is_matrix(m.y))):
        equal = m.both(equal, m.equal(m.xi, m.yi))
    m.skip_if(m.no(equal) if m.step.name == "x=y" else equal)


@rule(
    {
        "x>y": (223, 104),
        "x<y": (226, 107),
        "x≥y": (227, 107),
        "x≤y": (192, 107),
    },
    COMPARED,
)
def order(m: Machine[V, B]) -> None:
    """Compare the real parts of X and Y."""
    x, y, name = refuse_matrix(m, m.x), refuse_matrix(m, m.y), m.step.name
    less = m.below(x, y) if name in ("x<y", "x≥y") else m.below(y, x)
    m.skip_if(m.no(less) if name in ("x<y", "x>y") else less)
