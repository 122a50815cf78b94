"""Write a decimal number as a fraction.

Argument: x, not 0. Results: numerator, denominator of |x|. The number is inverted and its whole part
dropped until what is left is under 1/10000; the inverses multiply to the denominator. The numerator is
|x| times the denominator, unrounded.

By hand: 23 lines, 24 bytes.
"""

from generator.language import frac, intpart, program


@program("A")
def to_fraction(x):
    x = abs(x)
    denominator = 1
    rest = x
    while True:
        inverse = 1 / rest
        denominator *= inverse
        rest = frac(inverse)
        if rest < 0.0001:
            break
    denominator = intpart(denominator)
    return x * denominator, denominator


EXAMPLES = (
    (("0.15625",), ("5", "32")),
    (("0.75",), ("3", "4")),
    (("-0.4",), ("2", "5")),
    (("3.14",), ("157", "50")),
    (("1",), ("1", "1")),
    (("0.142857143",), ("1.000000001", "7")),
    (("0.333333",), ("0.999999", "3")),
    (("2.5",), ("5", "2")),
    (("0.0625",), ("1", "16")),
    (("0.9",), ("9", "10")),
    (("17.2",), ("86", "5")),
)

TOLERANCE = 1e-9
