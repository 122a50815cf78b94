"""A line without losses, its impedance in R0: A takes the load (r ENTER x), B gives the impedance at its
beginning for a length in degrees, C the standing wave ratio and the size of the reflection.
"""

from generator.language import complex_number, program, register, tan

z0 = register(0)
load_r = register()
load_x = register()


@program("A")
def load(r, x):
    global load_r, load_x
    load_r = r
    load_x = x


@program("B")
def beginning(length):
    t = tan(length)
    load = complex_number(load_r, load_x)
    z = z0 * (load + complex_number(0, z0 * t)) / (z0 + load * complex_number(0, t))
    return z.real, z.imag


@program("C")
def reflection():
    load = complex_number(load_r, load_x)
    size = abs((load - z0) / (load + z0))
    return (1 + size) / (1 - size), size
