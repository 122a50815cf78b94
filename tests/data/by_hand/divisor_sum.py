"""Sum of the proper divisors of n."""

from generator.language import program


@program("A")
def divisors(n):
    total = 0
    for d in range(1, n):
        if n % d == 0:
            total += d
    return total


EXAMPLES = ((("6",), ("6",)), (("12",), ("16",)))
