"""Orbits around the Earth: E takes the heights of perigee and apogee in km, in any order.

A: the period in minutes. B: the height at a true anomaly in degrees. C: the speed there in km/s. D: the
minutes from the perigee to there.
"""

from generator.language import atan, cos, pi, program, register, sin, sqrt, tan, to_rad

MU = 398600.4
EARTH = 6378.137
axis = register()
e = register()


def radius(anomaly):
    return axis * (1 - e**2) / (1 + e * cos(anomaly))


@program("E")
def heights(perigee, apogee):
    global axis, e
    if perigee > apogee:
        perigee, apogee = apogee, perigee
    axis = (perigee + apogee) / 2 + EARTH
    e = (apogee - perigee) / (2 * axis)
    return axis, e


@program("A")
def period():
    return 2 * pi * sqrt(axis**3 / MU) / 60


@program("B")
def height(anomaly):
    return radius(anomaly) - EARTH


@program("C")
def speed(anomaly):
    return sqrt(MU * (2 / radius(anomaly) - 1 / axis))


@program("D")
def minutes(anomaly):
    x = 2 * atan(sqrt((1 - e) / (1 + e)) * tan(anomaly / 2))
    return (to_rad(x) - e * sin(x)) / (2 * pi) * period()
