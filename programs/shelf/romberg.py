"""Romberg's method: the integral of a function from a to b, to about eight digits.

Arguments: a, b. Result: the integral. Each line of Romberg's table halves the steps of the trapezoidal rule,
and shows its best value for a moment. It ends when two lines agree to eight digits, or after eight lines.
GSB E is the function f(x) = exp(-x²). For another one change f in the Python source and compile it again:
the listing holds it in several places. Simpson's program calls the one that you key in.

Test: FIX 6 0 ENTER 1 GSB A shows 0.746824
"""

from generator.language import array, exp, pause, program

best = array(8)


@program("E")
def f(x):
    return exp(-(x * x))


@program("A")
def integral(a, b):
    width = b - a
    best[0] = width * (f(a) + f(b)) / 2
    parts = 1
    result = best[0]
    for row in range(1, 8):
        total = 0
        x = a + width / 2
        for _ in range(parts):
            total += f(x)
            x += width
        parts += parts
        value = (best[0] + width * total) / 2
        width /= 2
        power = 1
        for k in range(row):
            before = best[k]
            best[k] = value
            power *= 4
            value += (value - before) / (power - 1)
        best[row] = value
        change = value - result
        result = value
        pause(result)
        if abs(change) <= 1e-8 * abs(result):
            break
    return result


EXAMPLES = (
    ("E", ("0.5",), ("0.7788007831",)),
    ("E", ("-1.5",), ("0.1053992246",)),
    ("A", ("0", "1"), ("0.7468241328",)),
    ("A", ("-1", "0.5"), ("1.208105139",)),
    ("A", ("0.25", "2"), ("0.6371935036",)),
)

TOLERANCE = 1e-08
