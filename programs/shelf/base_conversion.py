"""Base conversion: whole numbers in another base, and back.

A: n, base. Result: n written in that base. B: the digits, base. Result: the number.
In a base up to 10 a digit takes one place: 10 in base 2 is 1010. In a base of 11 to 100 a digit takes two
places: 255 in base 16 is 1515, which is FF.

Test: FIX 0 10 ENTER 2 GSB A shows 1,010.
Test: FIX 0 1515 ENTER 16 GSB B shows 255.
"""

from generator.language import program


def change(rest, taken, given):
    """Read the digits of a number by division and write them with another value of a place."""
    total = 0
    place = 1
    while rest != 0:
        total += rest % taken * place
        place *= given
        rest = rest // taken
    return total


def place_of(base):
    place = 10
    if base > 10:
        place = 100
    return place


@program("A")
def to_base(n, base):
    return change(n, base, place_of(base))


@program("B")
def from_base(digits, base):
    return change(digits, place_of(base), base)


EXAMPLES = (
    ("A", ("10", "2"), ("1010",)),
    ("A", ("255", "16"), ("1515",)),
    ("A", ("0", "8"), ("0",)),
    ("A", ("2026", "12"), ("1020010",)),
    ("A", ("1023", "2"), ("1111111111",)),
    ("A", ("123456789", "60"), ("931333309",)),
    ("B", ("1515", "16"), ("255",)),
    ("B", ("1010", "2"), ("10",)),
    ("B", ("777", "8"), ("511",)),
    ("B", ("0", "5"), ("0",)),
)
