"""The smallest divisor of n above 1."""

from generator.language import program


@program("A")
def smallest_divisor(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            return d
        d += 1
    return n


EXAMPLES = ((("35",), ("5",)), (("97",), ("97",)))
