"""The period of a pendulum that swings far: length in metres ENTER largest angle in degrees GSB A."""

from generator.language import deg, integral, pi, program, rad, register, sin, sqrt

factor = register()


def part(phi):
    return 1 / sqrt(1 - factor * sin(phi) ** 2)


@program("A")
def period(length, largest):
    global factor
    factor = sin(largest / 2) ** 2
    rad()
    area = integral(part, 0, pi / 2)
    deg()
    return 4 * sqrt(length / 9.81) * area
