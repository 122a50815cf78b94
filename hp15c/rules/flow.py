"""Labels, jumps, subroutines, stops (BEHAVIOUR 4.2 to 4.4)."""

from __future__ import annotations

from typing import Final

from hp15c.numbers.number import ZERO
from hp15c.rules.book import rule
from hp15c.rules.levels import refuse_matrix
from hp15c.rules.machine import B, Machine, V
from hp15c.table.instructions import DIGITS, LETTERS, POINT_DIGITS
from hp15c.table.models import LIMITS, Model

LABELS_BY_NUMBER: Final = {Model.HP15C: DIGITS + POINT_DIGITS + LETTERS, Model.HP11C: DIGITS + LETTERS}


def target(m: Machine[V, B]) -> int:
    """The line that GTO or GSB leads to: that of a label.

    The number in I means a label, or when it is negative a line. A descriptor in I leads to the label of its
    letter (BEHAVIOUR 4.3).
    """
    if m.step.operand != "I":
        return m.find(m.step.operand)
    if m.holds(m.is_matrix(m.i)):
        return m.find(m.which_matrix(m.i))
    number = m.whole("magnitude", m.i)
    if names_line(m):
        if m.holds(m.at_least(number, m.length + 1)):
            m.fail(4)
        return m.which(number, range(1, m.length + 1))
    last = LIMITS[m.model].last_label
    if m.holds(m.at_least(number, last + 1)):
        m.fail(4)
    return m.find(LABELS_BY_NUMBER[m.model][m.which(number, range(last + 1))])


def names_label(m: Machine[V, B]) -> bool:
    """Whether GTO or GSB has a label to search for: I may hold a line's number, or that of no label."""
    if m.step.operand != "I" or m.holds(m.is_matrix(m.i)):
        return True
    return not names_line(m) and not m.holds(
        m.at_least(m.whole("magnitude", m.i), LIMITS[m.model].last_label + 1)
    )


def names_line(m: Machine[V, B]) -> bool:
    """Whether GTO or GSB leads to the line that a negative number in I names."""
    if m.step.operand != "I" or m.holds(m.is_matrix(m.i)):
        return False
    return m.holds(m.below(m.i, m.number(ZERO))) and m.holds(m.at_least(m.whole("magnitude", m.i), 1))


@rule({"LBL": (154, 135), "LBL .": (170, 135)})
def label(m: Machine[V, B]) -> None:
    """LBL does nothing: it is a place to go to."""


@rule({"GTO": (202, 181), "GTO I": (299, 230)})
def go_to(m: Machine[V, B]) -> None:
    """Go on at a label."""
    m.jump(target(m))


@rule({"GSB": (276, 224), "GSB .": (292, 224), "GSB I": (373, 273)})
def go_to_subroutine(m: Machine[V, B]) -> None:
    """Call a label, or the line that I names.

    On the HP-15C the place of a call to a line is lost. The return leads after the line that is called, and
    so does the number that is counted for that line (BEHAVIOUR 4.3).
    """
    line = target(m)
    lost = m.model is Model.HP15C and names_line(m)
    m.call(line, (line + 1) % (m.length + 1) if lost else None)


@rule({"RTN": (455, 400)})
def return_(m: Machine[V, B]) -> None:
    """Return to the caller. Without a pending return, stop at line 000."""
    m.leave()


@rule({"R/S": (455, 400)})
def stop(m: Machine[V, B]) -> None:
    """Stop. The next line is the current one."""
    m.stop()


@rule({"PSE": (4749, 4670)})
def pause(m: Machine[V, B]) -> None:
    """Show X for a second."""
    m.pause()


@rule({"x=0": (224, 157), "x≠0": (234, 156)})
def against_zero(m: Machine[V, B]) -> None:
    """Test whether both parts of X are 0. A descriptor never is."""
    zero = m.number(ZERO)
    is_zero = m.both(m.equal(m.x, zero), m.equal(m.xi, zero))
    m.skip_if(m.no(is_zero) if m.step.name == "x=0" else is_zero)


@rule({"x=y": (236, 166), "x≠y": (234, 166)})
def equality(m: Machine[V, B]) -> None:
    """Test whether both parts of X and Y are equal. Descriptors are equal when they name the same matrix."""
    equal = m.equal(m.x, m.y)
    if not (m.holds(m.is_matrix(m.x)) or m.holds(m.is_matrix(m.y))):
        equal = m.both(equal, m.equal(m.xi, m.yi))
    m.skip_if(m.no(equal) if m.step.name == "x=y" else equal)


@rule({"x>0": (346, 157), "x<0": (351, 156), "x≥0": (354, 156), "x≤0": (349, 156)})
@rule({"x>y": (223, 104), "x<y": (226, 107), "x≥y": (227, 107), "x≤y": (192, 107)}, "compared")
def order(m: Machine[V, B]) -> None:
    """Compare the real part of X with 0 or with that of Y."""
    name, x = m.step.name, refuse_matrix(m, m.x)
    other = m.number(ZERO) if name.endswith("0") else refuse_matrix(m, m.y)
    less = m.below(x, other) if name[1] in "<≥" else m.below(other, x)
    m.skip_if(m.no(less) if name[1] in "<>" else less)
