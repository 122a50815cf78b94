"""Real roots of a x² + b x + c; the one with the smaller sign first."""

from generator.language import program, sqrt


@program("A")
def roots(a, b, c):
    d = b * b - 4 * a * c
    root = sqrt(d)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


EXAMPLES = ((("1", "-3", "2"), ("1", "2")), (("2", "-7", "3"), ("0.5", "3")))
