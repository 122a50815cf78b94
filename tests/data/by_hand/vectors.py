"""Two vectors of three components: dot product, angle, cross product.

x ENTER y ENTER z and A or B store the first and the second vector. C: the dot product. D: the angle in
degrees. E: the cross product, its x in Z, y in Y, z in X.
"""

from generator.language import acos, program, register, sqrt

x1 = register()
y1 = register()
z1 = register()
x2 = register()
y2 = register()
z2 = register()


def dot():
    return x1 * x2 + y1 * y2 + z1 * z2


@program("A")
def first(x, y, z):
    global x1, y1, z1
    x1 = x
    y1 = y
    z1 = z
    return sqrt(x**2 + y**2 + z**2)


@program("B")
def second(x, y, z):
    global x2, y2, z2
    x2 = x
    y2 = y
    z2 = z
    return sqrt(x**2 + y**2 + z**2)


@program("C")
def dot_product():
    return dot()


@program("D")
def angle():
    return acos(dot() / sqrt((x1**2 + y1**2 + z1**2) * (x2**2 + y2**2 + z2**2)))


@program("E")
def cross():
    return y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2
