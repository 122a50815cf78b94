"""Greatest common divisor g of a and b, and whole numbers u and v with a u + b v = g.

Arguments: a, b, whole and positive. Result: u in Z, v in Y, g in X. When g is 1, u is the inverse of a
modulo b.

Test: FIX 0 240 ENTER 46 GSB A shows 2.
Test: FIX 0 240 ENTER 46 GSB A x↔y shows 47.
"""

from generator.language import program


@program("A")
def bezout(a, b):
    first = a
    rest = b
    u = 1
    next_u = 0
    while rest != 0:
        quotient = first // rest
        first, rest = rest, first - quotient * rest
        u, next_u = next_u, u - quotient * next_u
    return u, (first - a * u) / b, first


EXAMPLES = (
    ("A", ("240", "46"), ("-9", "47", "2")),
    ("A", ("3", "7"), ("-2", "1", "1")),
    ("A", ("17", "5"), ("-2", "7", "1")),
    ("A", ("100", "75"), ("1", "-1", "25")),
    ("A", ("1001", "77"), ("0", "1", "77")),
    ("A", ("12345", "6789"), ("-903", "1642", "3")),
)
