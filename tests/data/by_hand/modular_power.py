"""A power by a modulus: base, exponent, modulus GSB A. Test of Fermat with base 2: n GSB B."""

from generator.language import program


def modpow(base, exponent, modulus):
    result = 1
    base %= modulus
    while exponent > 0:
        if exponent % 2:
            result = result * base % modulus
        exponent //= 2
        base = base * base % modulus
    return result


@program("A")
def power(base, exponent, modulus):
    return modpow(base, exponent, modulus)


@program("B")
def probably_prime(n):
    return modpow(2, n - 1, n) == 1
