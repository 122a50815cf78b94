"""A root by halving: the two bounds, and A. The function is x cos x - ln x, in radians."""

from generator.language import cos, ln, program, rad


def f(x):
    rad()
    return x * cos(x) - ln(x)


@program("A")
def root(low, high):
    at_low = f(low)
    while high - low > 1e-6:
        middle = (low + high) / 2
        value = f(middle)
        if value == 0:
            return middle
        if value * at_low < 0:
            high = middle
        else:
            low = middle
            at_low = value
    return (low + high) / 2
