"""1 where a number of up to three digits is the sum of their cubes, otherwise 0."""

from generator.language import assume, frac, program


@program("A")
def armstrong(n):
    assume(0 <= n <= 999 and frac(n) == 0)
    rest = n
    total = 0
    while rest > 0:
        total += (rest % 10) ** 3
        rest //= 10
    if total == n:
        return 1
    return 0


EXAMPLES = ((("153",), ("1",)), (("154",), ("0",)))
