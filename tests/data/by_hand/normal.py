"""The normal distribution: A the density at x, B the probability of more than x, C of a value between two."""

from generator.language import exp, pi, program, sqrt


def density(x):
    return exp(-(x**2) / 2) / sqrt(2 * pi)


def tail(x):
    t = 1 / (1 + 0.2316419 * abs(x))
    poly = ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) * t
    q = density(x) * poly
    if x < 0:
        return 1 - q
    return q


@program("A")
def height(x):
    return density(x)


@program("B")
def above(x):
    return tail(x)


@program("C")
def between(a, b):
    return tail(a) - tail(b)
