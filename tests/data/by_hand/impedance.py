"""Impedances as a running total: A begins with R and X, B adds in series, C in parallel, D shows size and
angle.
"""

from generator.language import complex_number, polar, program, register

real = register()
imag = register()


@program("A")
def begin(r, x):
    global real, imag
    real = r
    imag = x


@program("B")
def series(r, x):
    global real, imag
    real += r
    imag += x
    return real, imag


@program("C")
def parallel(r, x):
    global real, imag
    z = complex_number(real, imag)
    w = complex_number(r, x)
    t = z * w / (z + w)
    real = t.real
    imag = t.imag
    return real, imag


@program("D")
def shown():
    return polar(imag, real)
