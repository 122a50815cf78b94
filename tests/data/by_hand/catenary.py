"""A cable between two masts: length ENTER distance GSB A gives the constant of its curve and its depth."""

from generator.language import cosh, program, register, sinh, solve

length = register()
distance = register()


def too_long(a):
    return 2 * a * sinh(distance / (2 * a)) - length


@program("A")
def sag(cable, masts):
    global length, distance
    length = cable
    distance = masts
    a = solve(too_long, distance / 8, distance * 8)
    return a, a * (cosh(distance / (2 * a)) - 1)
