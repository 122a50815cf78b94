"""Goldbach: for an even n above 2, two primes whose sum is n, the smaller one in X."""

from generator.language import program


def is_prime(n):
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


@program("A")
def goldbach(n):
    p = 2
    while not (is_prime(p) and is_prime(n - p)):
        p += 1
    return n - p, p


EXAMPLES = ((("10",), ("7", "3")), (("28",), ("23", "5")))
