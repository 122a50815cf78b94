"""Runge and Kutta's step of fourth order for y' = x - y: x in R1, y in R2, h in R3. GSB A is a step."""

from generator.language import program, register

x = register(1)
y = register(2)
h = register(3)


def slope(x, y):
    return x - y


@program("A")
def step():
    global x, y
    k1 = h * slope(x, y)
    k2 = h * slope(x + h / 2, y + k1 / 2)
    k3 = h * slope(x + h / 2, y + k2 / 2)
    k4 = h * slope(x + h, y + k3)
    x += h
    y += (k1 + 2 * k2 + 2 * k3 + k4) / 6
    return x, y


ARGUMENTS = ("R1", "R2", "R3")
EXAMPLES = ((("0", "1", "0.1"), ("0.1", "0.909675")),)
