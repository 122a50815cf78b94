"""Pressure loss in a pipe of water: flow in litres a second, diameter in mm, length in m, roughness in R0.

The roughness is in mm.
A: flow, diameter, length. Results: the velocity in m/s in Z, the friction factor in Y, the loss in bar in X.
"""

from generator.language import log10, pi, program, register, sqrt

roughness = register(0)
VISCOSITY = 1.004e-6
DENSITY = 998.2


@program("A")
def loss(flow, diameter, length):
    d = diameter / 1000
    velocity = 4 * flow / 1000 / (pi * d**2)
    reynolds = velocity * d / VISCOSITY
    if reynolds < 2300:
        friction = 64 / reynolds
    else:
        friction = 0.02
        for _ in range(6):
            friction = (-2 * log10(roughness / diameter / 3.7 + 2.51 / (reynolds * sqrt(friction)))) ** -2
    return velocity, friction, friction * length / d * DENSITY * velocity**2 / 2 / 100000
