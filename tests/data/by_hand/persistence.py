"""How often can digits be multiplied until one is left? B: the smallest number that needs k steps."""

from generator.language import program


def product(n):
    p = 1
    while n > 0:
        p *= n % 10
        n //= 10
    return p


@program("A")
def persistence(n):
    steps = 0
    while n > 9:
        n = product(n)
        steps += 1
    return steps


@program("B")
def smallest(steps):
    n = 10
    while persistence(n) < steps:
        n += 1
    return n
