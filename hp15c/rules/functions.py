"""The four operations and the functions of one and two numbers (BEHAVIOUR 2.2, 6.3, 7.5)."""

from __future__ import annotations

from hp15c.numbers.number import PI, ZERO
from hp15c.rules.book import rule
from hp15c.rules.levels import deliver, drop, push, refuse_matrix, replace_x, save_last_x
from hp15c.rules.machine import B, Machine, V
from hp15c.rules.number_functions import IN_COMPLEX_MODE, OF_ANGLE, SQUARE


@rule({"digit": (226, 215), ".": (165, 143), "EEX": (185, 174)}, "typed")
def type_key(m: Machine[V, B]) -> None:
    """Begin a number, or go on with the one being typed."""
    if not m.typing:
        push(m, m.x)
    type_key_of(m, m.step.operand or m.step.name)


def type_key_of(m: Machine[V, B], key: str) -> None:
    """Take a key of a number that has been begun, or the first one."""
    m.x, overflowed = m.type_key(key)
    m.saturate_if(overflowed)


@rule(
    {
        "√x": (211, 156, 72),
        SQUARE: (174, 125, 213),
        "ABS": (239, 181, 102),
        "eˣ": (171, 84, 324),
        "10ˣ": (138, 74, 493),
        "LN": (383, 324, 411),
        "LOG": (381, 344, 617),
        "HYP SIN": (210, 99, 528),
        "HYP COS": (99, 2, 566),
        "HYP TAN": (332, 198, 467),
        "HYP⁻¹ SIN": (195, 53, 834),
        "HYP⁻¹ COS": (200, 89, 748),
        "HYP⁻¹ TAN": (252, 142, 319),
        "→H.MS": (321, 261, 78),
        "→H": (362, 315, 78),
        "→RAD": (151, 94, 78),
        "→DEG": (157, 110, 78),
        "x!": (333, 260, 91),
        "INT": (263, 208, 82),
        "FRAC": (270, 212, 82),
        "SIN": (227, 149, 280),
        "COS": (225, 144, 349),
        "TAN": (279, 214, 364),
        "SIN⁻¹": (330, 179, 622),
        "COS⁻¹": (329, 172, 618),
        "TAN⁻¹": (353, 264, 149),
    }
)
@rule({"RND": (333, 218, 71)}, "rounded")
def of_x(m: Machine[V, B]) -> None:
    """Replace X by a function of it, in complex mode of the complex number where it has one.

    The real form of some depends on the angle mode, and RND on the present format.
    """
    name, x = m.step.name, refuse_matrix(m, m.x)
    if name in IN_COMPLEX_MODE and m.holds(m.complex):
        _replace_both(m)
    else:
        modes = (m.angle,) if name in OF_ANGLE else (m.format,) if name == "RND" else ()
        replace_x(m, deliver(m, m.compute(name, x, *modes)))


@rule({"%": (205, 132, 78), "Δ%": (213, 132, 78)})
def percentage(m: Machine[V, B]) -> None:
    """X per cent of Y, or the change from Y to X in per cent. Y stays."""
    refuse_matrix(m, m.y)
    refuse_matrix(m, m.x)
    replace_x(m, deliver(m, m.compute(m.step.name, m.y, m.x)))


@rule({"yˣ": (379, 273, 409)})
def of_two(m: Machine[V, B]) -> None:
    """Put a function of Y and X in X, in complex mode of both parts where it has a complex form.

    The stack drops.
    """
    name = m.step.name
    refuse_matrix(m, m.y)
    refuse_matrix(m, m.x)
    if name in IN_COMPLEX_MODE and m.holds(m.complex):
        re, im = deliver(m, m.results(IN_COMPLEX_MODE[name], m.y, m.yi, m.x, m.xi))
    else:
        re, im = deliver(m, m.compute(name, m.y, m.x)), m.yi
    save_last_x(m)
    drop(m, re, im)


@rule({"+": (217, 129, 356), "−": (215, 125, 365), "×": (209, 130, 334), "÷": (270, 194, 590)}, "matrices")
def four_operations(m: Machine[V, B]) -> None:
    """Add, subtract, multiply or divide Y by X, numbers or matrices."""
    if m.holds(m.is_matrix(m.x)) or m.holds(m.is_matrix(m.y)):
        m.hand_over()
    else:
        of_two(m)


@rule({"1/x": (252, 186, 490)}, "matrices")
def reciprocal(m: Machine[V, B]) -> None:
    """Replace X by 1/x, or find the inverse of a matrix."""
    if m.holds(m.is_matrix(m.x)):
        m.hand_over()
    else:
        of_x(m)


@rule({"Py,x": (465, 364, 226), "Cy,x": (568, 459, 200)}, "few choices", "matrices")
def choices(m: Machine[V, B]) -> None:
    """Compute permutations and combinations. For a matrix they change between its two complex forms."""
    if m.holds(m.is_matrix(m.x)):
        m.hand_over()
    else:
        of_two(m)


@rule({"→P": (473, 206, 81), "→R": (453, 176, 99)})
def coordinates(m: Machine[V, B]) -> None:
    """Between rectangular x, y and polar r, angle: in X and Y, or in the two parts of a complex X."""
    name = m.step.name
    refuse_matrix(m, m.x)
    if m.holds(m.complex):
        _replace_both(m, m.angle)
        return
    refuse_matrix(m, m.y)
    results = deliver(m, m.results(name, m.x, m.y, m.angle))
    save_last_x(m)
    m.x, m.y = results


@rule({"CHS": (188, 158)}, "sign of zero", "matrices")
def change_sign(m: Machine[V, B]) -> None:
    """CHS: the number being typed, X, or a matrix. A zero leaves stack lift as it was (BEHAVIOUR 2.1)."""
    if m.typing:
        type_key_of(m, "CHS")
    elif m.holds(m.is_matrix(m.x)):
        m.hand_over()
    else:
        m.keep_lift_if(m.equal(m.x, m.number(ZERO)))
        m.x = m.negate(m.x)


@rule({"π": (262, 213, 176)}, "unlifted")
def pi(m: Machine[V, B]) -> None:
    """Push 3.141592654."""
    push(m, m.number(PI))


def _replace_both(m: Machine[V, B], *modes: V) -> None:
    """Put the complex form of the instruction's function in place of both parts of X."""
    results = deliver(m, m.results(IN_COMPLEX_MODE[m.step.name], m.x, m.xi, *modes))
    save_last_x(m)
    m.x, m.xi = results
