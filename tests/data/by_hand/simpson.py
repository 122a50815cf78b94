"""Simpson's rule for the area under the normal curve: from, to, number of intervals (even).

Result: the integral of exp(-x^2 / 2) / sqrt(2 pi).
"""

from generator.language import exp, pi, program, sqrt


def f(x):
    return exp(-(x**2) / 2) / sqrt(2 * pi)


@program("A")
def area(a, b, n):
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        if i % 2 == 1:
            total += 4 * f(a + i * h)
        else:
            total += 2 * f(a + i * h)
    return total * h / 3
