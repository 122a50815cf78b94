"""Happy numbers: A the sum of the squares of the digits, B 1 where it comes to 1 and 0 where it comes to 4.

C counts the happy ones up to n.
"""

from generator.language import program


@program("A")
def squares(n):
    total = 0
    while n > 0:
        d = n % 10
        total += d * d
        n //= 10
    return total


@program("B")
def is_happy(n):
    while n != 1 and n != 4:
        n = squares(n)
    return n == 1


@program("C")
def count(limit):
    found = 0
    for k in range(1, limit + 1):
        if is_happy(k):
            found += 1
    return found


EXAMPLES = (("A", ("23",), ("13",)), ("B", ("7",), ("1",)), ("B", ("8",), ("0",)), ("C", ("10",), ("3",)))
