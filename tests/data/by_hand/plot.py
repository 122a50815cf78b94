"""A plot of land by its corners: A begins with east and north of the first corner, B goes on to the next one.

B tells the length of the boundary so far. C closes the plot: its boundary in Y, its area in X.
D: east and north of a point give its azimuth from the last corner in Y, and the distance in X.
"""

from generator.language import polar, program, register, sqrt

first_e = register()
first_n = register()
last_e = register()
last_n = register()
twice = register()
boundary = register()


@program("A")
def begin(east, north):
    global first_e, first_n, last_e, last_n, twice, boundary
    first_e = last_e = east
    first_n = last_n = north
    twice = 0
    boundary = 0


@program("B")
def corner(east, north):
    global last_e, last_n, twice, boundary
    twice += last_e * north - east * last_n
    boundary += sqrt((east - last_e) ** 2 + (north - last_n) ** 2)
    last_e = east
    last_n = north
    return boundary


@program("C")
def close():
    length = corner(first_e, first_n)
    return length, abs(twice) / 2


@program("D")
def azimuth(east, north):
    angle, distance = polar(east - last_e, north - last_n)
    if angle < 0:
        angle += 360
    return angle, distance
