"""Bessel's function J0 by its series, and the error function by its series: x GSB A, x GSB B."""

from generator.language import pi, program, sqrt


@program("A")
def bessel(x):
    term = 1
    total = 1
    k = 0
    while abs(term) > 1e-9:
        k += 1
        term *= -(x**2) / 4 / k**2
        total += term
    return total


@program("B")
def error_function(x):
    term = x
    total = x
    n = 0
    while abs(term) > 1e-9:
        n += 1
        term *= -(x**2) / n
        total += term / (2 * n + 1)
    return 2 / sqrt(pi) * total
