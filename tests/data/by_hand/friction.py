"""Friction factor of a pipe by Colebrook: Reynolds ENTER relative roughness GSB A."""

from generator.language import log10, program


@program("A")
def factor(re, eps):
    """Laminar below 2300."""
    if re < 2300:
        return 64 / re
    x = 8
    last = 0
    while abs(x - last) > 1e-6:
        last = x
        x = -2 * log10(eps / 3.7 + 2.51 * x / re)
    return 1 / x**2
