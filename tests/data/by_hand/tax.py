"""Income tax by brackets: income GSB A."""

from generator.language import program

LIMIT = (0, 11000, 44725, 95375, 182100)
BASE = (0, 1100, 5147, 16290, 37104)
RATE = (0.10, 0.12, 0.22, 0.24, 0.32)


@program("A")
def tax(income):
    i = 0
    while i < 4 and income > LIMIT[i + 1]:
        i += 1
    return BASE[i] + RATE[i] * (income - LIMIT[i])
