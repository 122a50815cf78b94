"""A circular curve of a road: A takes its radius and angle (D.MMSS) and gives the tangent.

B: the length of the arc, and the chord. C: the external distance and the middle ordinate. D: for an arc from
the beginning the angle to set off (D.MMSS) and the chord.
"""

from generator.language import cos, from_hms, pi, program, register, sin, tan, to_hms

radius = register(0)
angle = register(1)


@program("A")
def given(r, deflection):
    global radius, angle
    radius = r
    angle = from_hms(deflection)
    return radius * tan(angle / 2)


@program("B")
def lengths():
    return radius * angle * pi / 180, 2 * radius * sin(angle / 2)


@program("C")
def heights():
    half = angle / 2
    return radius * (1 / cos(half) - 1), radius * (1 - cos(half))


@program("D")
def set_off(arc):
    deflection = 90 * arc / (pi * radius)
    return to_hms(deflection), 2 * radius * sin(deflection)
