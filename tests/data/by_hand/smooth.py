"""How many numbers up to n have no prime factor but 2, 3, 5 and 7."""

from generator.language import assume, frac, program

PRIMES = (2, 3, 5, 7)


def is_smooth(n):
    for p in PRIMES:
        while n % p == 0:
            n //= p
    return n == 1


@program("A")
def count(limit):
    assume(1 <= limit <= 10000 and frac(limit) == 0)
    return sum(1 for n in range(1, limit + 1) if is_smooth(n))


EXAMPLES = ((("10",), ("10",)), (("20",), ("16",)))
