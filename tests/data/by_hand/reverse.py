"""The digits of n backwards."""

from generator.language import program


@program("A")
def reverse(n):
    result = 0
    while n != 0:
        result = 10 * result + n % 10
        n //= 10
    return result


EXAMPLES = ((("1234",), ("4321",)), (("7",), ("7",)))
