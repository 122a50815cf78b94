"""Next prime: the smallest prime above n.

Argument: n, a whole number from 0 to 10 to the 8th. Result: the prime. GSB A again goes on to the next one.

Test: FIX 0 1000 GSB A shows 1,009.
Test: FIX 0 90 GSB A shows 97.
"""

from generator.language import frac, program


@program("A")
def next_prime(n):
    found = 0
    while found == 0:
        n += 1
        found = n
        if n < 2:
            found = 0
        divisor = 2
        while divisor * divisor <= n:
            if frac(n / divisor) == 0:
                found = 0
                break
            divisor += 1
    return n


EXAMPLES = (
    ("A", ("1000",), ("1009",)),
    ("A", ("0",), ("2",)),
    ("A", ("1",), ("2",)),
    ("A", ("2",), ("3",)),
    ("A", ("90",), ("97",)),
    ("A", ("24",), ("29",)),
    ("A", ("9972",), ("9973",)),
)
