"""A beam with one load: load, length, place GSB A. Moment: x GSB B. Deflection: x GSB C."""

from generator.language import program, register

L = register()
P = register()
a = register()
EI = 2.1e8


@program("A")
def setup(load, length, at):
    global L, P, a
    P, L, a = load, length, at
    b = L - a
    return P * b / L, P * a / L


def moment(x):
    b = L - a
    if x <= a:
        return P * b * x / L
    return P * a * (L - x) / L


@program("B")
def moment_at(x):
    return moment(x)


@program("C")
def deflection(x):
    b = L - a
    if x > a:
        x, b = L - x, a
    return P * b * x * (L**2 - b**2 - x**2) / (6 * L * EI)
