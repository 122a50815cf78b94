"""Steps until n becomes 1: half of it, or three times and one more."""

from generator.language import program


@program("A")
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n /= 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


EXAMPLES = ((("6",), ("8",)), (("7",), ("16",)))
