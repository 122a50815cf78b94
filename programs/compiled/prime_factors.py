"""Prime factors of a whole number, one at a time.

Argument: n, at least 2. Each prime factor is shown, the smallest first, and R/S goes on to the next;
after the last one the program ends with n itself.

By hand: 27 lines, 29 bytes.
"""

from generator.language import ask, frac, program


@program("A")
def prime_factors(n):
    rest = n
    divisor = 2
    while rest != 1:
        quotient = rest / divisor
        if frac(quotient) == 0:
            ask(divisor)
            rest = quotient
        else:
            divisor += 1
    return n


EXAMPLES = (
    [
        ("150 GSB A", ("2",)),
        ("R/S", ("3",)),
        ("R/S", ("5",)),
        ("R/S", ("5",)),
        ("R/S", ("150",)),
    ],
    [
        ("2 GSB A", ("2",)),
        ("R/S", ("2",)),
    ],
    [
        ("97 GSB A", ("97",)),
        ("R/S", ("97",)),
    ],
    [
        ("64 GSB A", ("2",)),
        ("R/S", ("2",)),
        ("R/S", ("2",)),
        ("R/S", ("2",)),
        ("R/S", ("2",)),
        ("R/S", ("2",)),
        ("R/S", ("64",)),
    ],
    [
        ("2021 GSB A", ("43",)),
        ("R/S", ("47",)),
        ("R/S", ("2021",)),
    ],
)
