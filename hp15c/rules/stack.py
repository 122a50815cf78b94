"""ENTER, x↔y, R↓, R↑, LSTx, CLx, and the complex I and Re↔Im (BEHAVIOUR 2.2, 6.1, 6.2)."""

from __future__ import annotations

from typing import Final

from hp15c.numbers.number import ZERO
from hp15c.rules.book import rule
from hp15c.rules.levels import T, X, Y, Z, drop, lift_stack, push, refuse_matrix
from hp15c.rules.machine import B, Machine, V

ENTER, CLEAR_X, RECALL_LAST_X = "ENTER", "CLx", "LSTx"
EXCHANGE, ROLL_DOWN, ROLL_UP = "x↔y", "R↓", "R↑"
"""The names of the rows that only move what the stack holds, or clear X."""

COMPLEX: Final = 8
IMAGINARY_STACK: Final = 5
"""The registers that the imaginary stack takes."""


@rule({ENTER: (209, 171, 143)})
def enter(m: Machine[V, B]) -> None:
    """Lift the stack and keep X. The next number overwrites both parts of X."""
    lift_stack(m)
    m.keeps_imaginary = m.known(False)


@rule({CLEAR_X: (190, 155, 7)})
def clear_x(m: Machine[V, B]) -> None:
    """X becomes 0. The imaginary part stays, also when the next number comes."""
    m.x = m.number(ZERO)
    m.keeps_imaginary = m.complex


@rule({EXCHANGE: (217, 198, 92)}, "moved y")
def exchange(m: Machine[V, B]) -> None:
    """Exchange X and Y."""
    m.move(Y, X, Z, T)
    m.x = m.settle(m.x)


@rule({ROLL_DOWN: (253, 186, 184)}, "moved y")
def roll_down(m: Machine[V, B]) -> None:
    """Roll the stack down: X goes to T."""
    m.move(Y, Z, T, X)
    m.x = m.settle(m.x)


@rule({ROLL_UP: (361, 226, 540)}, "moved t")
def roll_up(m: Machine[V, B]) -> None:
    """Roll the stack up: T goes to X."""
    m.move(T, X, Y, Z)
    m.x = m.settle(m.x)


@rule({RECALL_LAST_X: (244, 185, 244)}, "unlifted")
def last_x(m: Machine[V, B]) -> None:
    """Recall both parts of LAST X. Stack lift does not matter for the imaginary one."""
    push(m, m.last_x)
    m.xi = m.last_xi


@rule({"I": (285, 0)}, "activated")
def combine(m: Machine[V, B]) -> None:
    """Y + i X: the complex number of two real parts. Sets flag 8. A descriptor in Y stays what it is."""
    imaginary = refuse_matrix(m, m.x)
    enter_complex_mode(m)
    drop(m, m.y, imaginary)


@rule({"Re↔Im": (248, 0)}, "activated")
def exchange_parts(m: Machine[V, B]) -> None:
    """Exchange the parts of X. Sets flag 8."""
    x = refuse_matrix(m, m.x)
    enter_complex_mode(m)
    m.x, m.xi = m.xi, x


def enter_complex_mode(m: Machine[V, B]) -> None:
    """Set flag 8: an imaginary stack of zeros. Error 10 when there is no room for it."""
    m.count_room()
    if not m.holds(m.complex):
        m.require(IMAGINARY_STACK)
        leave_complex_mode(m)
        m.set_flag(COMPLEX, True)


def leave_complex_mode(m: Machine[V, B]) -> None:
    """Clear flag 8. The imaginary parts are lost, LAST X's too."""
    m.count_room()
    m.set_flag(COMPLEX, False)
    m.xi = m.yi = m.zi = m.ti = m.last_xi = m.number(ZERO)
    m.keeps_imaginary = m.known(False)
