"""Nominal and effective interest, in percent a year.

A: nominal rate, compounding periods a year. Result: the effective rate.
B: effective rate, periods a year. Result: the nominal rate.
C: nominal rate. Result: the effective rate with continuous compounding. D: the reverse of C.
Rates are above 0.

Test: FIX 4 6 ENTER 12 GSB A shows 6.1678
"""

from generator.language import exp, ln, program, sinh


def growth(logarithm):
    """What 100 grows by, with all digits also where it grows little."""
    half = logarithm / 2
    return 200 * sinh(half) * exp(half)


@program("A")
def effective(nominal, periods):
    rate = nominal / 100 / periods
    total = 1 + rate
    return growth(periods * ln(total) * rate / (total - 1))


@program("B")
def nominal_rate(effective_rate, periods):
    return periods * growth(ln(1 + effective_rate / 100) / periods)


@program("C")
def continuous_effective(nominal):
    return growth(nominal / 100)


@program("D")
def continuous_nominal(effective_rate):
    return 100 * ln(1 + effective_rate / 100)


EXAMPLES = (
    ("A", ("6", "12"), ("6.167781186",)),
    ("A", ("18", "365"), ("19.7164245",)),
    ("B", ("6.5", "4"), ("6.347313913",)),
    ("B", ("10", "12"), ("9.568968515",)),
    ("C", ("5",), ("5.127109638",)),
    ("C", ("12.5",), ("13.31484531",)),
    ("D", ("7",), ("6.765864847",)),
)

TOLERANCE = 1e-07
