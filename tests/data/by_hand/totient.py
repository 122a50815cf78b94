"""Euler's totient: how many of the numbers 1 to n have no divisor in common with n."""

from generator.language import assume, frac, program


@program("A")
def totient(n):
    assume(1 <= n <= 999999 and frac(n) == 0)
    result = n
    p = 2
    while p * p <= n:
        if n % p == 0:
            while n % p == 0:
                n //= p
            result -= result / p
        p += 1
    if n > 1:
        result -= result / n
    return result


EXAMPLES = ((("36",), ("12",)), (("97",), ("96",)), (("1",), ("1",)))
