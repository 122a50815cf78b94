"""Parabola fit: y = a x² + b x + c through points, by least squares.

GSB E begins. x ENTER y GSB A enters a point and shows how many there are. GSB B: a in Z, b in Y, c in X.
x GSB C is the y of the parabola for x, after B. At least three points with different x.
Method: the three normal equations, solved by elimination.

Test: GSB E 0 ENTER 3 GSB A 1 ENTER 6 GSB A 2 ENTER 11 GSB A 3 ENTER 18 GSB A GSB B shows 3.0000
Test: GSB E 0 ENTER 3 GSB A 1 ENTER 6 GSB A 2 ENTER 11 GSB A 3 ENTER 18 GSB A GSB B 10 GSB C shows 123.0000
"""

from generator.language import program, register

count = register()
x1 = register()
x2 = register()
x3 = register()
x4 = register()
y0 = register()
y1 = register()
y2 = register()
a = register()
b = register()
c = register()


@program("E")
def begin():
    global count, x1, x2, x3, x4, y0, y1, y2
    count = 0
    x1 = 0
    x2 = 0
    x3 = 0
    x4 = 0
    y0 = 0
    y1 = 0
    y2 = 0


@program("A")
def enter(x, y):
    global count, x1, x2, x3, x4, y0, y1, y2
    square = x * x
    x1 += x
    x2 += square
    x3 += square * x
    x4 += square * square
    y0 += y
    y1 += x * y
    y2 += square * y
    count += 1
    return count


@program("B")
def fit():
    global a, b, c
    wide = x2 - x1 * x1 / count
    mixed = x3 - x1 * x2 / count
    high = x4 - x2 * x2 / count
    first = y1 - x1 * y0 / count
    second = y2 - x2 * y0 / count
    a = (second - mixed * first / wide) / (high - mixed * mixed / wide)
    b = (first - a * mixed) / wide
    c = (y0 - b * x1 - a * x2) / count
    return a, b, c


@program("C")
def predict(x):
    return (a * x + b) * x + c


EXAMPLES = (
    [
        ("E", (), ()),
        ("A", ("0", "3"), ("1",)),
        ("A", ("1", "6"), ("2",)),
        ("A", ("2", "11"), ("3",)),
        ("A", ("3", "18"), ("4",)),
        ("B", (), ("1", "2", "3")),
        ("C", ("10",), ("123",)),
    ],
    [
        ("E", (), ()),
        ("A", ("-2", "4.4"), ("1",)),
        ("A", ("-1", "1.2"), ("2",)),
        ("A", ("0", "0.3"), ("3",)),
        ("A", ("1", "0.8"), ("4",)),
        ("A", ("2", "3.9"), ("5",)),
        ("A", ("3.5", "12.1"), ("6",)),
        ("B", (), ("1.016221563", "-0.1322453017", "0.09198813056")),
        ("C", ("0.5",), ("0.2799208704",)),
    ],
)

TOLERANCE = 1e-07
