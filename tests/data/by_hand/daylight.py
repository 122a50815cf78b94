"""Declination of the sun, and hours of daylight, from the day of the year and the latitude in degrees."""

from generator.language import acos, asin, program, sin, tan


def declination(day):
    return asin(sin(23.45) * sin(360 / 365 * (day - 81)))


@program("A")
def sun(day):
    return declination(day)


@program("B")
def daylight(latitude, day):
    x = -tan(latitude) * tan(declination(day))
    if x >= 1:
        return 0
    if x <= -1:
        return 24
    return acos(x) * 2 / 15


@program("C")
def noon(latitude, day):
    return 90 - abs(latitude - declination(day))
