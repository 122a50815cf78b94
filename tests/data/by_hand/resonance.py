"""A series circuit of a resistor, a coil and a capacitor.

ohms ENTER henrys ENTER farads GSB A: the resonant frequency in hertz. B: the quality. C: the bandwidth.
f GSB D: the impedance at a frequency, its phase in degrees in Y, its magnitude in X.
"""

from generator.language import pi, polar, program, register, sqrt

resistance = register()
inductance = register()
capacity = register()


@program("A")
def resonance(ohms, henrys, farads):
    global resistance, inductance, capacity
    resistance = ohms
    inductance = henrys
    capacity = farads
    return 1 / (2 * pi * sqrt(henrys * farads))


@program("B")
def quality():
    return sqrt(inductance / capacity) / resistance


@program("C")
def bandwidth():
    return resistance / (2 * pi * inductance)


@program("D")
def impedance(f):
    w = 2 * pi * f
    phase, magnitude = polar(w * inductance - 1 / (w * capacity), resistance)
    return phase, magnitude
