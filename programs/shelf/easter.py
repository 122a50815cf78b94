"""Easter Sunday of a year in the Gregorian calendar.

Argument: the year, from 1583. Result: the date as M.DD: 3.31 is 31 March.
Method: the anonymous one of 1876 in Meeus, Astronomical Algorithms, chapter 8.

Test: FIX 2 2024 GSB A shows 3.31
"""

from generator.language import program


@program("A")
def easter(year):
    golden = year % 19
    century = year // 100
    rest = year % 100
    correction = (century - (century + 8) // 25 + 1) // 3
    moon = (19 * golden + century - century // 4 - correction + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * week) // 451
    both = moon + week - 7 * late + 114
    return both // 31 + (both % 31 + 1) / 100


EXAMPLES = (
    ("A", ("2024",), ("3.31",)),
    ("A", ("2025",), ("4.2",)),
    ("A", ("1961",), ("4.02",)),
    ("A", ("1818",), ("3.22",)),
    ("A", ("2038",), ("4.25",)),
    ("A", ("1943",), ("4.25",)),
    ("A", ("1954",), ("4.18",)),
    ("A", ("1981",), ("4.19",)),
    ("A", ("2049",), ("4.18",)),
    ("A", ("1583",), ("4.1",)),
)
