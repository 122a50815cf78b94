"""A throw: speed ENTER angle ENTER height GSB A gives time, distance and top."""

from generator.language import cos, program, sin, sqrt

g = 9.80665


@program("A")
def throw(v, angle, h0):
    vx, vy = v * cos(angle), v * sin(angle)
    t = (vy + sqrt(vy**2 + 2 * g * h0)) / g
    top = h0 + vy**2 / (2 * g)
    return t, vx * t, top
