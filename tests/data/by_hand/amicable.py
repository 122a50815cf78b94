"""Is a number abundant, perfect or deficient? And the next amicable pair from a number on."""

from generator.language import program


def aliquot(n):
    s = 1
    d = 2
    while d * d < n:
        if n % d == 0:
            s += d + n // d
        d += 1
    if d * d == n:
        s += d
    return s


@program("A")
def kind(n):
    s = aliquot(n)
    if s > n:
        return 1
    if s < n:
        return -1
    return 0


@program("B")
def friends(n):
    while True:
        m = aliquot(n)
        if m != n and aliquot(m) == n:
            return n, m
        n += 1
