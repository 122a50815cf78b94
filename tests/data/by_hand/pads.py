"""Attenuators between equal impedances: impedance in ohms, loss in dB.

A gives the T pad and B the pi pad: the series resistor in Y, the shunt in X. C: load and impedance give the
return loss in dB and the standing wave ratio. D: power in and power out give the gain in dB.
"""

from generator.language import log10, program


def ratio(loss):
    return 10 ** (loss / 20)


@program("A")
def tee(impedance, loss):
    k = ratio(loss)
    series = impedance * (k - 1) / (k + 1)
    shunt = 2 * impedance * k / (k * k - 1)
    return series, shunt


@program("B")
def pi_pad(impedance, loss):
    k = ratio(loss)
    shunt = impedance * (k + 1) / (k - 1)
    series = impedance * (k * k - 1) / (2 * k)
    return series, shunt


@program("C")
def match(load, impedance):
    gamma = abs((load - impedance) / (load + impedance))
    return -20 * log10(gamma), (1 + gamma) / (1 - gamma)


@program("D")
def gain(power_in, power_out):
    return 10 * log10(power_out / power_in)
