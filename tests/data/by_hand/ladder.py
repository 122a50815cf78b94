"""A network of resistors, coils and capacitors at one frequency: E takes the frequency in Hz and clears it.

A adds R (ohms) and L (henry) in series, B a capacitor (farad) across, C an impedance R + jX across. D gives
the size and the angle of the impedance, A to C its imaginary part in Y and the real one in X.
"""

from generator.language import complex_number, pi, polar, program, register

omega = register()
real = register()
imag = register()


def across(r, x):
    global real, imag
    z = complex_number(real, imag)
    y = complex_number(r, x)
    z = 1 / (1 / z + 1 / y)
    real = z.real
    imag = z.imag


@program("E")
def begin(frequency):
    global omega, real, imag
    omega = 2 * pi * frequency
    real = 0
    imag = 0
    return omega


@program("A")
def series(resistance, coil):
    global real, imag
    real += resistance
    imag += omega * coil
    return imag, real


@program("B")
def shunt(capacity):
    across(0, -1 / (omega * capacity))
    return imag, real


@program("C")
def parallel(r, x):
    across(r, x)
    return imag, real


@program("D")
def shown():
    return polar(imag, real)
