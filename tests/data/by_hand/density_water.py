"""Saturation pressure of water by temperature, linear between the rows of a table.

Argument: degrees Celsius, 0 to 100. Result: kPa.
"""

from generator.language import program

TEMPERATURE = (0, 10, 20, 40, 60, 80, 100)
PRESSURE = (0.611, 1.228, 2.339, 7.384, 19.95, 47.41, 101.4)


@program("A")
def pressure(t):
    i = 0
    while t > TEMPERATURE[i + 1]:
        i += 1
    share = (t - TEMPERATURE[i]) / (TEMPERATURE[i + 1] - TEMPERATURE[i])
    return PRESSURE[i] + share * (PRESSURE[i + 1] - PRESSURE[i])
