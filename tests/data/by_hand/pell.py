"""Pell's equation: the smallest p and q with p^2 - n q^2 = 1."""

from generator.language import program, sqrt


@program("A")
def pell(n):
    root = sqrt(n) // 1
    m = 0
    d = 1
    a = root
    p0, p = 1, root
    q0, q = 0, 1
    while p * p - n * q * q != 1:
        m = d * a - m
        d = (n - m * m) / d
        a = (root + m) // d
        p0, p = p, a * p + p0
        q0, q = q, a * q + q0
    return p, q
