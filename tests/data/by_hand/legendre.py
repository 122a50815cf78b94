"""Legendre polynomial of degree n at x: type n, ENTER, x."""

from generator.language import program, recursive


@recursive(7)
def legendre(n, x):
    if n == 0:
        return 1
    if n == 1:
        return x
    return ((2 * n - 1) * x * legendre(n - 1, x) - (n - 1) * legendre(n - 2, x)) / n


@program("A")
def main(n, x):
    return legendre(n, x)
