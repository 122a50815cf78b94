"""Ohm's law: from two of voltage, current, resistance and power to the other two.

Before the run: R0 voltage, R1 current, R2 resistance, R3 power, the two unknown ones 0. Result: the
power; the registers hold all four.

By hand: 57 lines, 57 bytes.
"""

from generator.language import program, register, sqrt

voltage = register(0)
current = register(1)
resistance = register(2)
power = register(3)


@program("A")
def complete():
    global voltage, current, resistance, power
    if voltage == 0:
        if current == 0:
            current = sqrt(power / resistance)
        elif resistance == 0:
            resistance = power / current**2
        voltage = current * resistance
    elif current == 0 and resistance != 0:
        current = voltage / resistance
    else:
        if current == 0:
            current = power / voltage
        resistance = voltage / current
    power = voltage * current
    return power


ARGUMENTS = ("R0", "R1", "R2", "R3")
RESULTS = ("X", "R0", "R1", "R2", "R3")

EXAMPLES = (
    (("43.2", "0.1", "0", "0"), ("4.32", "43.2", "0.1", "432", "4.32")),
    (("43.2", "0", "430", "0"), ("4.340093024", "43.2", "0.1004651163", "430", "4.340093024")),
    (("0", "0.5", "12", "0"), ("3", "6", "0.5", "12", "3")),
    (("0", "0.2", "0", "8"), ("8", "40", "0.2", "200", "8")),
    (("0", "0", "50", "2"), ("2", "10", "0.2", "50", "2")),
    (("120", "0", "0", "60"), ("60", "120", "0.5", "240", "60")),
    (("9", "3", "0", "0"), ("27", "9", "3", "3", "27")),
    (("1e-3", "0", "1e6", "0"), ("1e-12", "0.001", "1e-9", "1000000", "1e-12")),
    (("0", "1e-6", "4700", "0"), ("4.7e-9", "0.0047", "1e-6", "4700", "4.7e-9")),
)

TOLERANCE = 1e-9
