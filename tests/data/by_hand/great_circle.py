"""The great circle between two places: distance in nautical miles, and the course at the start.

Latitude and longitude in degrees.minutes seconds (D.MMSS), north and east positive.
A: the place of departure. B: the destination; gives the distance. C: the initial course, 0 to 360.
"""

from generator.language import acos, cos, from_hms, program, register, sin

lat1 = register()
lon1 = register()
lat2 = register()
lon2 = register()
arc = register()


@program("A")
def departure(latitude, longitude):
    global lat1, lon1
    lat1 = from_hms(latitude)
    lon1 = from_hms(longitude)
    return lat1, lon1


@program("B")
def destination(latitude, longitude):
    global lat2, lon2, arc
    lat2 = from_hms(latitude)
    lon2 = from_hms(longitude)
    arc = acos(sin(lat1) * sin(lat2) + cos(lat1) * cos(lat2) * cos(lon2 - lon1))
    return 60 * arc


@program("C")
def course():
    angle = acos((sin(lat2) - sin(lat1) * cos(arc)) / (sin(arc) * cos(lat1)))
    if sin(lon2 - lon1) < 0:
        angle = 360 - angle
    return angle
