"""Interpolation: the value at x of the polynomial through up to six points.

GSB E begins. x ENTER y GSB A enters a point and shows how many there are. x GSB B: the value at x.
Method: Lagrange's formula. The points keep their places, so that more can be entered.

Test: GSB E 1 ENTER 1 GSB A 2 ENTER 8 GSB A 3 ENTER 27 GSB A 4 ENTER 64 GSB A 2.5 GSB B shows 15.6250
"""

from generator.language import array, program, register

xs = array(6)
ys = array(6)
count = register()


@program("E")
def begin():
    global count
    count = 0


@program("A")
def enter(x, y):
    global count
    xs[count] = x
    ys[count] = y
    count += 1
    return count


@program("B")
def value(x):
    total = 0
    for k in range(count):
        term = ys[k]
        for other in range(count):
            if other != k:
                term *= (x - xs[other]) / (xs[k] - xs[other])
        total += term
    return total


EXAMPLES = (
    [
        ("E", (), ()),
        ("A", ("1", "1"), ("1",)),
        ("A", ("2", "8"), ("2",)),
        ("A", ("3", "27"), ("3",)),
        ("A", ("4", "64"), ("4",)),
        ("B", ("2.5",), ("15.625",)),
    ],
    [
        ("E", (), ()),
        ("A", ("0", "1"), ("1",)),
        ("A", ("0.5", "0.8776"), ("2",)),
        ("A", ("1", "0.5403"), ("3",)),
        ("B", ("0.25",), ("0.9656625",)),
        ("A", ("1.5", "0.0707"), ("4",)),
        ("B", ("0.25",), ("0.970825",)),
    ],
)

TOLERANCE = 1e-08
