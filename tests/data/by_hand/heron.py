"""Area of a triangle by its sides."""

from generator.language import program, sqrt


@program("A")
def area(a, b, c):
    s = (a + b + c) / 2
    return sqrt(s * (s - a) * (s - b) * (s - c))


EXAMPLES = ((("3", "4", "5"), ("6",)),)
