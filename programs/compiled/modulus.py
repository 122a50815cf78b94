"""Remainder of a division that takes the sign of the divisor.

Arguments: a, b (not 0). Result: a mod b, computed from the fraction of the quotient. When a and b differ
in sign, or a is 0, b is added once, also to a remainder of 0.

By hand: 20 lines, 23 bytes.
"""

from generator.language import frac, program


@program("A")
def modulus(a, b):
    remainder = b * frac(a / b)
    if a * b <= 0:
        remainder += b
    return remainder


EXAMPLES = (
    (("48", "3"), ("0",)),
    (("41.3", "12"), ("5.300000004",)),
    (("48", "-7"), ("-1.000000001",)),
    (("-50.2", "36"), ("21.80000002",)),
    (("7", "2"), ("1",)),
    (("-7", "2"), ("1",)),
    (("7", "-2"), ("-1",)),
    (("-7", "-2"), ("-1",)),
    (("0", "5"), ("5",)),
    (("-48", "3"), ("3",)),
    (("1", "3"), ("0.9999999999",)),
    (("2.5", "0.7"), ("0.3999999997",)),
    (("100", "0.3"), ("0.09999999",)),
)

TOLERANCE = 1e-9
