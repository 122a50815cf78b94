"""Craps: A throws two dice, then B. They show the throw, then 1 for won, 0 for lost, 2 for another throw."""

from generator.language import pause, program, ran, register

point = register()


def dice():
    total = 2 + ran() * 6 // 1 + ran() * 6 // 1
    pause(total)
    return total


@program("A")
def first():
    global point
    point = dice()
    if point in (7, 11):
        return 1
    if point in (2, 3, 12):
        return 0
    return 2


@program("B")
def again():
    t = dice()
    if t == point:
        return 1
    if t == 7:
        return 0
    return 2
