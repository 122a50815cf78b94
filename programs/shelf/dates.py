"""Date arithmetic: days between dates, a date so many days later, the day of the week.

Dates are M.DDYYYY: 7.201969 is 20 July 1969. Gregorian calendar, from 1582.
A: first date, second date. Result: the days from the first to the second. B: date, days. Result: the date so
many days later. C: date. Result: the day of the week, 0 for Sunday to 6 for Saturday.

Test: FIX 0 7.201969 ENTER 1.012000 GSB A shows 11,122.
Test: FIX 6 7.201969 ENTER 100 GSB B shows 10.281969
Test: FIX 0 7.201969 GSB C shows 0.
"""

from generator.language import frac, intpart, program, register

years = register()
months = register()
rest = register()


def before_year():
    """The days from 1 March of the year 0 to 1 March of a year."""
    return 365 * years + years // 4 - years // 100 + years // 400


def number(date):
    """The days from 29 February of the year 0 to a date."""
    global years, months, rest
    rest = 100 * frac(date)
    months = intpart(date) + 9
    years = 10000 * frac(rest) - 1 + months // 12
    months = months % 12
    return before_year() + (153 * months + 2) // 5 + intpart(rest)


@program("A")
def between(first, second):
    return -number(first) + number(second)


@program("B")
def later(date, days):
    global years, months, rest
    rest = number(date) + days - 1
    years = (rest + 1) // 365.2425
    if before_year() > rest:
        years -= 1
    rest -= before_year()
    months = (5 * rest + 2) // 153
    rest -= (153 * months + 2) // 5
    months += 3
    if months > 12:
        months -= 12
        years += 1
    return months + (rest + 1) / 100 + years / 1000000


@program("C")
def weekday(date):
    return (number(date) + 2) % 7


EXAMPLES = (
    ("A", ("7.201969", "1.012000"), ("11122",)),
    ("A", ("3.012024", "2.282023"), ("-367",)),
    ("A", ("1.011583", "12.312099"), ("188830",)),
    ("A", ("2.282100", "3.012100"), ("1",)),
    ("B", ("7.201969", "100"), ("10.281969",)),
    ("B", ("2.282024", "1"), ("2.292024",)),
    ("B", ("2.282023", "1"), ("3.012023",)),
    ("B", ("12.312023", "1"), ("1.012024",)),
    ("B", ("1.012000", "-1"), ("12.311999",)),
    ("B", ("3.151900", "36525"), ("3.152",)),
    ("B", ("1.012024", "365"), ("12.312024",)),
    ("B", ("1.012025", "365"), ("1.012026",)),
    ("C", ("7.201969",), ("0",)),
    ("C", ("1.012000",), ("6",)),
    ("C", ("11.232026",), ("1",)),
    ("C", ("2.292024",), ("4",)),
)
