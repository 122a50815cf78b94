"""Cube root by Newton's rule."""

from generator.language import program


@program("A")
def cube_root(n):
    x = 1
    while True:
        better = (2 * x + n / (x * x)) / 3
        if abs(better - x) < 1e-8:
            return better
        x = better


EXAMPLES = ((("27",), ("3",)),)
TOLERANCE = 1e-8
