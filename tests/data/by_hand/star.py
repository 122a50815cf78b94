"""Where a star stands. R0 holds the latitude, R1 the longitude (east is positive), both in degrees.

A: days since noon of 1 January 2000 give the sidereal time in hours, which is kept in degrees.
B: right ascension in hours and declination in degrees give azimuth (Y) and altitude (X) at this time.
"""

from generator.language import asin, cos, polar, program, register, sin

latitude = register(0)
longitude = register(1)
sidereal = register()


def turned(angle):
    if angle < 0:
        return angle + 360
    return angle


@program("A")
def time(days):
    global sidereal
    sidereal = turned((280.46062 + 360.9856474 * days + longitude) % 360)
    return sidereal / 15


@program("B")
def place(ascension, declination):
    hour = sidereal - 15 * ascension
    altitude = asin(sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hour))
    y = -cos(declination) * sin(hour)
    x = sin(declination) * cos(latitude) - cos(declination) * sin(latitude) * cos(hour)
    azimuth, _ = polar(y, x)
    return turned(azimuth), altitude
