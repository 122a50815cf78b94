"""Asks for three points (y, x), and gives the parabola a x^2 + b x + c through them by matrices."""

from generator.language import ask_two, dim, matrix, program

m = matrix("A")
y = matrix("B")
c = matrix("C")


@program("A")
def parabola():
    dim(m, 3, 3)
    dim(y, 3, 1)
    for i in range(1, 4):
        value, x = ask_two(i)
        m[i, 1] = x * x
        m[i, 2] = x
        m[i, 3] = 1
        y[i, 1] = value
    c[:] = y / m
    return c[1, 1], c[2, 1], c[3, 1]
