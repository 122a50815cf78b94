"""A fraction as a sum of parts 1/d, the largest first: 4 ENTER 5 GSB A shows 2, 4 and 20."""

from generator.language import program, show


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


@program("A")
def parts(p, q):
    count = 0
    while p > 0:
        d = q // p
        if d * p < q:
            d += 1
        show(d)
        p = p * d - q
        q *= d
        g = gcd(q, p)
        p /= g
        q /= g
        count += 1
    return count
