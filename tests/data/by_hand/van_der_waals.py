"""The molar volume of a real gas by Newton's method on van der Waals' equation.

R1: a, R2: b. Arguments: pressure in bar, temperature in kelvin. Result: the volume in litres a mole,
and how many steps it took.
"""

from generator.language import program, register

a = register(1)
b = register(2)

R = 0.083145


@program("A")
def volume(pressure, temperature):
    v = R * temperature / pressure
    steps = 0
    while True:
        f = (pressure + a / v**2) * (v - b) - R * temperature
        slope = pressure - a / v**2 + 2 * a * b / v**3
        step = f / slope
        v -= step
        steps += 1
        if abs(step) < 1e-7:
            break
    return steps, v
