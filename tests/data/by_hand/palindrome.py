"""The next number after n that reads the same backwards."""

from generator.language import assume, frac, program


def backwards(n):
    result = 0
    while n:
        n, digit = divmod(n, 10)
        result = 10 * result + digit
    return result


@program("A")
def next_palindrome(n):
    assume(0 <= n <= 99999 and frac(n) == 0)
    while True:
        n += 1
        if n == backwards(n):
            return n


EXAMPLES = ((("9",), ("11",)), (("121",), ("131",)))
