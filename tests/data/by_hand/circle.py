"""The circle through three points: asks for each as y ENTER x R/S.

Results: y and x of its centre, its radius.
"""

from generator.language import CalculatorError, array, ask_two, program, sqrt

ys = array(3)
xs = array(3)


@program("A")
def circle():
    for i in range(3):
        ys[i], xs[i] = ask_two(i + 1)
    a = xs[1] - xs[0]
    b = ys[1] - ys[0]
    c = xs[2] - xs[0]
    d = ys[2] - ys[0]
    double = 2 * (a * d - b * c)
    if double == 0:
        raise CalculatorError(4)
    first = a**2 + b**2
    second = c**2 + d**2
    x = (d * first - b * second) / double
    y = (a * second - c * first) / double
    return y + ys[0], x + xs[0], sqrt(x**2 + y**2)
