"""Lunar lander: E begins, at 500 m, 50 m/s down, with 120 of fuel. A: a burn for the next second.

Height and speed stand in Y and X until the ground is reached.
"""

from generator.language import pause, program, register, sqrt

height = register()
speed = register()
fuel = register()


@program("E")
def begin():
    global height, speed, fuel
    height = 500
    speed = -50
    fuel = 120


@program("A")
def burn(wanted):
    global height, speed, fuel
    used = min(wanted, fuel)
    fuel -= used
    push = 2 * used - 5
    height += speed + push / 2
    if height > 0:
        speed += push
        pause(height)
        return height, speed
    crash = -sqrt(speed**2 - 2 * push * height) if height < 0 else speed
    height = 0
    return height, crash


EXAMPLES = ([("E", (), ()), ("5 GSB A", ("452.5", "-45")), ("0 GSB A", ("405", "-50"))],)
