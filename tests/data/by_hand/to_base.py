"""A whole number written to another base: digits as a decimal number."""

from generator.language import program


@program("A")
def to_base(n, base):
    result = 0
    place = 1
    while n > 0:
        result += n % base * place
        n //= base
        place *= 10
    return result


EXAMPLES = ((("10", "2"), ("1010",)), (("255", "8"), ("377",)))
