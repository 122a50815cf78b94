"""Circle through three points: its centre and its radius.

Before the run: R1 and R2 the coordinates x and y of the first point, R3 and R4 of the second, R5 and R6 of
the third. Result: the centre's x in Z and y in Y, the radius in X. Error 0 when the points lie on a line.

Test: 3 STO 1 4 STO 2 5 STO 3 0 STO 4 5 CHS STO 5 0 STO 6 GSB A shows 5.0000
"""

from generator.language import program, register, sqrt

x1 = register(1)
y1 = register(2)
x2 = register(3)
y2 = register(4)
x3 = register(5)
y3 = register(6)


@program("A")
def circle():
    a = x2 - x1
    b = y2 - y1
    c = x3 - x1
    d = y3 - y1
    near = a * a + b * b
    far = c * c + d * d
    twice = 2 * (a * d - b * c)
    x = (d * near - b * far) / twice
    y = (a * far - c * near) / twice
    return x1 + x, y1 + y, sqrt(x * x + y * y)


ARGUMENTS = ("R1", "R2", "R3", "R4", "R5", "R6")

EXAMPLES = (
    ("A", ("3", "4", "5", "0", "-5", "0"), ("0", "0", "5")),
    ("A", ("0", "0", "1", "0", "0", "1"), ("0.5", "0.5", "0.7071067812")),
    ("A", ("1.5", "2", "-3", "7", "4", "4"), ("0.5872093023", "5.703488372", "3.814316843")),
    ("A", ("100", "200", "150", "180", "90", "60"), ("100.8333333", "129.5833333", "70.42159746")),
)

TOLERANCE = 1e-08
