"""Area and perimeter of a polygon from the coordinates of its corners, as surveyors need it.

x ENTER y GSB A begins at the first corner. x ENTER y GSB B goes on to the next one and shows the side's
length. GSB C closes the polygon: the perimeter in Y, the area in X, which is positive when the corners go
round to the left.

Test: 0 ENTER 0 GSB A 4 ENTER 0 GSB B 4 ENTER 3 GSB B GSB C shows 6.0000
"""

from generator.language import program, register, sqrt

first_x = register()
first_y = register()
last_x = register()
last_y = register()
twice = register()
length = register()


@program("A")
def begin(x, y):
    global first_x, first_y, last_x, last_y, twice, length
    first_x = x
    first_y = y
    last_x = x
    last_y = y
    twice = 0
    length = 0
    return y


def side(x, y):
    global last_x, last_y, twice, length
    across = x - last_x
    along = y - last_y
    twice += (last_x - first_x) * along - (last_y - first_y) * across
    part = sqrt(across * across + along * along)
    length += part
    last_x = x
    last_y = y
    return part


@program("B")
def corner(x, y):
    return side(x, y)


@program("C")
def close():
    side(first_x, first_y)
    return length, twice / 2


EXAMPLES = (
    [("A", ("0", "0"), ("0",)), ("B", ("4", "0"), ("4",)), ("B", ("4", "3"), ("3",)), ("C", (), ("12", "6"))],
    [
        ("A", ("1.5", "2"), ("2",)),
        ("B", ("7", "-1"), ("6.264982043",)),
        ("B", ("9.25", "4"), ("5.48292805",)),
        ("B", ("5", "8"), ("5.836308765",)),
        ("B", ("0", "5.5"), ("5.590169944",)),
        ("C", (), ("26.98227535", "47.5")),
    ],
    [
        ("A", ("0", "0"), ("0",)),
        ("B", ("0", "2"), ("2",)),
        ("B", ("2", "2"), ("2",)),
        ("B", ("2", "0"), ("2",)),
        ("C", (), ("8", "-4")),
    ],
)

TOLERANCE = 1e-08
