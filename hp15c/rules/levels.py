"""What many rules do with the levels of the stack (BEHAVIOUR 2.1, 2.2, 6.2)."""

from __future__ import annotations

from typing import TypeVar

from hp15c.numbers.number import ZERO
from hp15c.rules.machine import B, Machine, V

X, Y, Z, T = range(4)
R = TypeVar("R")


def lift_stack(m: Machine[V, B]) -> None:
    """Move the levels up by one. X is copied, T is lost."""
    m.move(X, X, Y, Z)


def push(m: Machine[V, B], value: V) -> None:
    """Bring a real number into X. It lifts the stack, or overwrites X when stack lift is disabled.

    When stack lift is disabled the imaginary part of X is overwritten too, unless CLx or ← disabled it.
    """
    if m.holds(m.lift):
        lift_stack(m)
        m.xi = m.number(ZERO)
    elif not m.holds(m.keeps_imaginary):
        m.xi = m.number(ZERO)
    m.x = value


def push_two(m: Machine[V, B], x: V, y: V) -> None:
    """Push two results: y comes into X by the rule of stack lift, then x above it."""
    push(m, y)
    lift_stack(m)
    m.x = x


def drop(m: Machine[V, B], value: V, imaginary: V) -> None:
    """Replace X and Y by one value. Z and T move down and T stays."""
    m.move(X, Z, T, T)
    m.x, m.xi = value, imaginary


def save_last_x(m: Machine[V, B]) -> None:
    """Save both parts of X as LAST X."""
    m.last_x, m.last_xi = m.x, m.xi


def replace_x(m: Machine[V, B], value: V) -> None:
    """Replace X by a result. LAST X is saved, the imaginary part stays."""
    save_last_x(m)
    m.x = value


def refuse_matrix(m: Machine[V, B], value: V) -> V:
    """The same value. Error 1 when it is a descriptor (BEHAVIOUR 7.6)."""
    if m.holds(m.is_matrix(value)):
        m.fail(1)
    return value


def deliver(m: Machine[V, B], result: tuple[R, B]) -> R:
    """A result, or several. They raise the overflow condition where one overflowed."""
    value, overflowed = result
    m.overflow_if(overflowed)
    return value
