"""Normal distribution: its probabilities, and the reverse.

A: x. Result: the probability of a value above x in Y, and below x in X.
B: a probability, between 0 and 1. Result: the x below which it lies.
The mean is 0 and the standard deviation 1. For others, x is (value - mean) / deviation.
Method: up to |x| = 3 the series x + x³/3 + x⁵/15 + ... times the density, beyond it the continued fraction
of the tail (Abramowitz and Stegun, 26.2.11 and 26.2.14). B begins with their formula 26.2.22 and takes three
steps of Newton's method.

Test: FIX 6 1.96 GSB A shows 0.975002
Test: FIX 6 .975 GSB B shows 1.959964
"""

from generator.language import exp, ln, pi, program, register, sqrt

size = register()
above = register()
density = register()


def tail():
    """The density at `size`, which is not negative, and the probability above it."""
    global above, density
    density = exp(-(size**2) / 2) / sqrt(2 * pi)
    above = 0
    if size < 3:
        term = size
        odd = 3
        before = -1
        above = size
        while above != before:
            before = above
            term *= size * size / odd
            above += term
            odd += 2
        above = 0.5 - above * density
    else:
        for k in range(28, 0, -1):
            above = k / (size + above)
        above = density / (size + above)
    return above


@program("A")
def probabilities(x):
    global size
    size = abs(x)
    rest = tail()
    if x < 0:
        return 1 - rest, rest
    return rest, 1 - rest


@program("B")
def inverse(probability):
    global size
    rest = probability
    if rest > 0.5:
        rest = 1 - rest
    t = sqrt(-2 * ln(rest))
    size = t - (2.30753 + 0.27061 * t) / (1 + t * (0.99229 + 0.04481 * t))
    for _ in range(3):
        size = abs(size + (tail() - rest) / density)
    if probability < 0.5:
        size = -size
    return size


EXAMPLES = (
    ("A", ("0",), ("0.5", "0.5")),
    ("A", ("1",), ("0.1586552539", "0.8413447461")),
    ("A", ("-1",), ("0.8413447461", "0.1586552539")),
    ("A", ("1.96",), ("0.02499789515", "0.9750021049")),
    ("A", ("2.5",), ("0.006209665326", "0.9937903347")),
    ("A", ("-2.9",), ("0.9981341867", "0.0018658133")),
    ("A", ("3",), ("0.001349898032", "0.998650102")),
    ("A", ("3.5",), ("0.000232629079", "0.9997673709")),
    ("A", ("-4.2",), ("0.9999866543", "1.334574902e-5")),
    ("A", ("0.3",), ("0.3820885778", "0.6179114222")),
    ("B", ("0.975",), ("1.959963985",)),
    ("B", ("0.6",), ("0.2533471031",)),
    ("B", ("0.025",), ("-1.959963985",)),
    ("B", ("0.9",), ("1.281551566",)),
    ("B", ("0.0001",), ("-3.719016485",)),
    ("B", ("0.3",), ("-0.5244005127",)),
)

TOLERANCE = 1e-07
