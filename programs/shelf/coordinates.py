"""Coordinates in a system that is moved and turned, and back.

x ENTER y ENTER angle GSB A: the new origin in old coordinates and the angle by which the axes are turned to
the left, in the angular mode that is set. x ENTER y GSB B: from old to new. x ENTER y GSB C: from new to old.
Result: x in Y, y in X.

Test: 1 ENTER 2 ENTER 90 GSB A 1 ENTER 5 GSB B x↔y shows 3.0000
"""

from generator.language import cos, program, register, sin

origin_x = register()
origin_y = register()
cosine = register()
sine = register()


@program("A")
def axes(x, y, angle):
    global origin_x, origin_y, cosine, sine
    origin_x = x
    origin_y = y
    cosine = cos(angle)
    sine = sin(angle)
    return y


@program("B")
def to_new(x, y):
    across = x - origin_x
    along = y - origin_y
    return across * cosine + along * sine, along * cosine - across * sine


@program("C")
def to_old(x, y):
    return origin_x + x * cosine - y * sine, origin_y + x * sine + y * cosine


EXAMPLES = (
    [("A", ("1", "2", "90"), ("2",)), ("B", ("1", "5"), ("3", "0")), ("C", ("3", "0"), ("1", "5"))],
    [
        ("A", ("-4", "0.5", "30"), ("0.5",)),
        ("B", ("2", "3"), ("6.446152423", "-0.8349364905")),
        ("C", ("10", "-6"), ("7.660254038", "0.3038475773")),
    ],
)

TOLERANCE = 1e-08
