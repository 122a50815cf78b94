"""Cubic equation: the three roots of x³ + a x² + b x + c, with real a, b and c.

Arguments: a, b, c. Result: in T a real root, and in Z, Y and X the other two as the program for a quadratic
equation leaves them: if Z is not negative, they are X and Y. If Z is negative, they are X plus and minus i
times Y.
Method: Newton's from outside of all roots, which comes nearer to one root from one side until it stands, and
the quadratic equation that is left.

Test: 6 CHS ENTER 11 ENTER 6 CHS GSB A R⬆ shows 3.0000
Test: 6 CHS ENTER 11 ENTER 6 CHS GSB A shows 2.0000
"""

from generator.language import program, sqrt


@program("A")
def roots(a, b, c):
    bend = -a / 3
    middle = ((bend + a) * bend + b) * bend + c
    step = abs(middle) ** (1 / 3)
    spread = a * a - 3 * b
    if spread > 0:
        step += 2 * sqrt(spread) / 3
    if middle > 0:
        step = -step
    x = bend + step
    for _ in range(60):
        value = ((x + a) * x + b) * x + c
        slope = (3 * x + 2 * a) * x + b
        if slope == 0:
            break
        step = value / slope
        x -= step
        if abs(step) <= abs(x) * 1e-9:
            break
    sum_half = -(a + x) / 2
    product = (x + a) * x + b
    discriminant = sum_half * sum_half - product
    half = sqrt(abs(discriminant))
    if discriminant < 0:
        return x, discriminant, half, sum_half
    if sum_half < 0:
        return x, discriminant, sum_half + half, sum_half - half
    return x, discriminant, sum_half - half, sum_half + half


EXAMPLES = (
    ("A", ("-6", "11", "-6"), ("3", "0.25", "1", "2")),
    ("A", ("0", "0", "-8"), ("2", "-3", "1.732050808", "-1")),
    ("A", ("3", "3", "2"), ("-2", "-0.75", "0.8660254038", "-0.5")),
    ("A", ("0", "-7", "6"), ("-3", "0.25", "1", "2")),
    ("A", ("2", "5", "11"), ("-2.105986337", "-5.220397501", "2.284818921", "0.05299316835")),
    ("A", ("-1.5", "0.25", "40"), ("-2.965166957", "-8.505536529", "2.9164253", "2.232583478")),
    ("A", ("0", "-1", "0"), ("1", "0.25", "0", "-1")),
)

TOLERANCE = 1e-07
