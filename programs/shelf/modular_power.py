"""Modular power: the remainder of b to the power of e, divided by m.

Arguments: b, e, m, whole numbers from 0, m at most 99999. Result: the remainder.
Method: repeated squaring, one step for each binary digit of e.

Test: FIX 0 2 ENTER 100 ENTER 97 GSB A shows 16.
"""

from generator.language import frac, program


@program("A")
def modular_power(b, e, m):
    result = 1
    while e != 0:
        if frac(e / 2) != 0:
            result = result * b % m
        b = b * b % m
        e = e // 2
    return result % m


EXAMPLES = (
    ("A", ("2", "100", "97"), ("16",)),
    ("A", ("7", "0", "13"), ("1",)),
    ("A", ("12345", "678", "99991"), ("69328",)),
    ("A", ("3", "99990", "99991"), ("1",)),
    ("A", ("5", "3", "125"), ("0",)),
)
