"""Flags, display formats, angle modes (BEHAVIOUR 3.1, 4.7)."""

from __future__ import annotations

from hp15c.rules.book import rule
from hp15c.rules.levels import refuse_matrix
from hp15c.rules.machine import B, Machine, V
from hp15c.rules.stack import COMPLEX, enter_complex_mode, leave_complex_mode
from hp15c.table.models import LIMITS


def _flag(m: Machine[V, B]) -> int:
    limit = LIMITS[m.model].flags
    if m.step.operand != "I":
        if int(m.step.operand) >= limit:
            m.fail(6)
        return int(m.step.operand)
    number = m.whole("magnitude", refuse_matrix(m, m.i))
    if m.holds(m.at_least(number, limit)):
        m.fail(6)
    return m.which(number, range(limit))


@rule({"SF": (233, 160), "SF I": (307, 210)}, "activated")
def set_flag(m: Machine[V, B]) -> None:
    """Set a flag. 8 begins complex mode."""
    flag = _flag(m)
    if flag == COMPLEX:
        enter_complex_mode(m)
    else:
        m.set_flag(flag, True)


@rule({"CF": (235, 172), "CF I": (309, 222)}, "activated")
def clear_flag(m: Machine[V, B]) -> None:
    """Clear a flag. 8 ends complex mode."""
    flag = _flag(m)
    if flag == COMPLEX:
        leave_complex_mode(m)
    else:
        m.set_flag(flag, False)


@rule({"F?": (243, 192)})
def test_flag(m: Machine[V, B]) -> None:
    """Do the next line if the flag is set."""
    m.skip_if(m.no(m.flag(_flag(m))))


@rule({"FIX": (200, 171), "FIX I": (263, 221), "SCI": (200, 171), "ENG": (200, 171)})
def set_format(m: Machine[V, B]) -> None:
    """Choose how numbers are shown. A number in I from -1 down gives a setting above 9 (BEHAVIOUR 3.1)."""
    name, digits = m.step.name, m.step.operand
    m.format = m.whole(f"{name} I", refuse_matrix(m, m.i)) if digits == "I" else m.whole(f"{name} {digits}")


@rule({"DEG": (188, 165), "RAD": (188, 165), "GRD": (188, 165)})
def set_angle_mode(m: Machine[V, B]) -> None:
    """Choose the unit of angles."""
    m.angle = m.whole(m.step.name)
