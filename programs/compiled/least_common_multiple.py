"""Least common multiple of two whole numbers.

Arguments: a, b, of either sign, with a product under 10 to the 10th. Result: their least common
multiple, 0 if one is 0.

By hand: 31 lines, 33 bytes.
"""

from generator.language import program


@program("A")
def lcm(a, b):
    product = a * b
    if product == 0:
        return product
    while b != 0:
        a, b = b, a % b
    return abs(product / a)


EXAMPLES = (
    (("12", "44"), ("132",)),
    (("48", "180"), ("720",)),
    (("7", "5"), ("35",)),
    (("-4", "6"), ("12",)),
    (("0", "9"), ("0",)),
    (("9", "0"), ("0",)),
    (("1", "1"), ("1",)),
    (("99999", "100000"), ("9999900000",)),
    (("17", "17"), ("17",)),
    (("21", "-14"), ("42",)),
    (("65536", "1024"), ("65536",)),
    (("5", "12345"), ("12345",)),
)
