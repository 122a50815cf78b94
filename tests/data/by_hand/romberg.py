"""Romberg's integral of exp(-x^2) from a to b with six halvings: a ENTER b GSB A. Y holds the last change."""

from generator.language import array, exp, program

row = array(7)


def f(x):
    return exp(-(x**2))


@program("A")
def romberg(a, b):
    width = b - a
    row[0] = width * (f(a) + f(b)) / 2
    parts = 1
    change = 0
    for level in range(1, 7):
        width /= 2
        total = 0
        for i in range(parts):
            total += f(a + (2 * i + 1) * width)
        parts *= 2
        old = row[0]
        row[0] = old / 2 + total * width
        power = 4
        for j in range(1, level + 1):
            new = row[j - 1] + (row[j - 1] - old) / (power - 1)
            old = row[j]
            row[j] = new
            power *= 4
            change = new - row[j - 1]
    return change, row[6]
