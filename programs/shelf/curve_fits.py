"""Curve fits: a line, an exponential, a logarithmic or a power curve through points, by least squares.

Begin with the curve: GSB B: y = a + b x. GSB C: y = a exp(b x). GSB D: y = a + b ln x. GSB E: y = a x^b.
x ENTER y GSB A enters a point and shows how many there are. GSB 0: a in Z, b in Y, the coefficient of
determination r² in X. x GSB 1: the y of the curve for x.
C and E take the logarithm of y, D and E that of x, and fit a line.

Test: GSB B 1 ENTER 3 GSB A 2 ENTER 5 GSB A 3 ENTER 7 GSB A GSB 0 x↔y shows 2.0000
Test: GSB B 1 ENTER 3 GSB A 2 ENTER 5 GSB A 3 ENTER 7 GSB A GSB 0 10 GSB 1 shows 21.0000
"""

from generator.language import exp, ln, program, register

logarithm_x = register()
logarithm_y = register()
count = register()
sum_x = register()
sum_xx = register()
sum_y = register()
sum_yy = register()
sum_xy = register()
a = register()
b = register()


def begin():
    global count, sum_x, sum_xx, sum_y, sum_yy, sum_xy
    count = 0
    sum_x = 0
    sum_xx = 0
    sum_y = 0
    sum_yy = 0
    sum_xy = 0
    return 0


@program("B")
def line():
    global logarithm_x, logarithm_y
    logarithm_x = 0
    logarithm_y = 0
    return begin()


@program("C")
def exponential():
    global logarithm_x, logarithm_y
    logarithm_x = 0
    logarithm_y = 1
    return begin()


@program("D")
def logarithmic():
    global logarithm_x, logarithm_y
    logarithm_x = 1
    logarithm_y = 0
    return begin()


@program("E")
def power():
    global logarithm_x, logarithm_y
    logarithm_x = 1
    logarithm_y = 1
    return begin()


@program("A")
def enter(x, y):
    global count, sum_x, sum_xx, sum_y, sum_yy, sum_xy
    if logarithm_x != 0:
        x = ln(x)
    if logarithm_y != 0:
        y = ln(y)
    sum_x += x
    sum_xx += x * x
    sum_y += y
    sum_yy += y * y
    sum_xy += x * y
    count += 1
    return count


@program("0")
def fit():
    global a, b
    mixed = sum_xy - sum_x * sum_y / count
    b = mixed / (sum_xx - sum_x * sum_x / count)
    a = (sum_y - b * sum_x) / count
    if logarithm_y != 0:
        a = exp(a)
    return a, b, b * mixed / (sum_yy - sum_y * sum_y / count)


@program("1")
def predict(x):
    if logarithm_x != 0:
        x = ln(x)
    if logarithm_y != 0:
        y = a * exp(b * x)
    else:
        y = a + b * x
    return y


EXAMPLES = (
    [
        ("B", (), ("0",)),
        ("A", ("1", "3.1"), ("1",)),
        ("A", ("2", "4.8"), ("2",)),
        ("A", ("3", "7.2"), ("3",)),
        ("A", ("5", "10.9"), ("4",)),
        ("0", (), ("1.062857143", "1.977142857", "0.9972178259")),
        ("1", ("10",), ("20.83428571",)),
    ],
    [
        ("C", (), ("0",)),
        ("A", ("1", "2.5"), ("1",)),
        ("A", ("2", "4.1"), ("2",)),
        ("A", ("3", "6.6"), ("3",)),
        ("A", ("4", "11.2"), ("4",)),
        ("0", (), ("1.512595924", "0.4974951815", "0.9995587919")),
        ("1", ("6",), ("29.92811736",)),
    ],
    [
        ("D", (), ("0",)),
        ("A", ("1", "2"), ("1",)),
        ("A", ("3", "4.3"), ("2",)),
        ("A", ("9", "6.4"), ("3",)),
        ("A", ("20", "8.1"), ("4",)),
        ("0", (), ("2.020639381", "2.021346693", "0.9996035261")),
        ("1", ("5",), ("5.273871383",)),
    ],
    [
        ("E", (), ("0",)),
        ("A", ("1", "1.1"), ("1",)),
        ("A", ("4", "7.8"), ("2",)),
        ("A", ("9", "27.5"), ("3",)),
        ("A", ("16", "63"), ("4",)),
        ("0", (), ("1.077345268", "1.464537012", "0.9996197738")),
        ("1", ("25",), ("120.1405988",)),
    ],
)

TOLERANCE = 1e-07
