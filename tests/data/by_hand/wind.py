"""Wind triangle: course, airspeed, direction and speed of the wind GSB A give heading and speed."""

from generator.language import asin, cos, program, sin


@program("A")
def triangle(course, tas, wind, speed):
    a = wind - course
    wca = asin(speed * sin(a) / tas)
    heading = (course + wca) % 360
    ground = tas * cos(wca) - speed * cos(a)
    return heading, ground
