"""Acids and bases at 25 degrees. A: concentration in mol/l and pKa of a weak acid give its pH, by SOLVE.

B: acid, base and pKa give the pH of a buffer. C: ml and mol/l of a strong acid, then of a strong base, give
the pH of the mixture.
"""

from generator.language import log10, program, register, solve

WATER = 1e-14
total = register()
constant = register()


def charge(ph):
    h = 10**-ph
    return h - WATER / h - total * constant / (constant + h)


@program("A")
def weak(concentration, pka):
    global total, constant
    total = concentration
    constant = 10**-pka
    return solve(charge, 0, 14)


@program("B")
def buffer(acid, base, pka):
    return pka + log10(base / acid)


@program("C")
def mixture(acid_volume, acid, base_volume, base):
    excess = (acid_volume * acid - base_volume * base) / (acid_volume + base_volume)
    if excess > 0:
        return -log10(excess)
    if excess < 0:
        return 14 + log10(-excess)
    return 7
