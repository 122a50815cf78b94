"""Quadratic equation: the roots of a x² + b x + c, real or complex.

Arguments: a, b, c. Result: the discriminant b² - 4 a c in Z. If it is not negative, the roots are in X and Y,
the one of larger size in X. If it is negative, the roots are complex, X plus and minus i times Y.
Method: the larger root first, the other one from the product c / a, so that no digits cancel.

Test: 1 ENTER 7 CHS ENTER 12 GSB A shows 4.0000
Test: 1 ENTER 7 CHS ENTER 12 GSB A x↔y shows 3.0000
Test: 1 ENTER 2 ENTER 5 GSB A shows -1.0000
"""

from generator.language import program, sqrt


@program("A")
def roots(a, b, c):
    discriminant = b * b - 4 * a * c
    half = -b / (2 * a)
    spread = sqrt(abs(discriminant)) / abs(2 * a)
    if discriminant < 0:
        return discriminant, spread, half
    if half < 0:
        larger = half - spread
    else:
        larger = half + spread
    other = larger
    if larger != 0:
        other = c / a / larger
    return discriminant, other, larger


EXAMPLES = (
    ("A", ("1", "-7", "12"), ("1", "3", "4")),
    ("A", ("1", "2", "5"), ("-16", "2", "-1")),
    ("A", ("2", "0", "-8"), ("64", "-2", "2")),
    ("A", ("1", "-100000", "1"), ("9999999996", "1e-5", "99999.99999")),
    ("A", ("3", "4", "1"), ("4", "-0.3333333333", "-1")),
    ("A", ("1", "0", "4"), ("-16", "2", "0")),
    ("A", ("-1", "3", "10"), ("49", "-2", "5")),
)

TOLERANCE = 1e-08
