"""Solve a triangle from three of its parts.

Around the triangle stand side 1, angle 1, side 2, angle 2, side 3, angle 3: angle 1 lies between sides 1
and 2. Arguments:
A: side 1, side 2, side 3. B: angle 3, side 1, angle 1. C: side 1, angle 1, angle 2. D: side 1, angle 1,
side 2. Result: the area; R1 to R6 hold the six parts in the order above. Any angular mode (degrees in
the examples).

By hand: 88 lines, 88 bytes.
"""

from generator.language import acos, cos, program, register, sin, sqrt

side_1 = register(1)
angle_1 = register(2)
side_2 = register(3)
angle_2 = register(4)
side_3 = register(5)
angle_3 = register(6)


def opposite(a, b, side):
    """The angle opposite to a side, between the sides a and b."""
    return acos((a * a + b * b - side * side) / (2 * a * b))


def complete():
    """From sides 1 and 2 with angle 1 to the other parts and the area."""
    global angle_2, side_3, angle_3
    side_3 = sqrt(side_1 * side_1 + side_2 * side_2 - 2 * side_1 * side_2 * cos(angle_1))
    angle_2 = opposite(side_2, side_3, side_1)
    angle_3 = acos(-1) - angle_1 - angle_2
    return side_1 * side_3 * sin(angle_3) / 2


@program("A")
def three_sides(a, b, c):
    global side_1, angle_1, side_2
    side_1 = a
    side_2 = b
    angle_1 = opposite(a, b, c)
    return complete()


@program("B")
def side_between_angles(third, side, first):
    global side_1, angle_1, side_2
    side_1 = side
    angle_1 = first
    side_2 = side * sin(third) / sin(first + third)
    return complete()


@program("C")
def side_and_next_angles(side, first, second):
    global side_1, angle_1, side_2
    side_1 = side
    angle_1 = first
    side_2 = side * sin(first + second) / sin(second)
    return complete()


@program("D")
def angle_between_sides(a, angle, b):
    global side_1, angle_1, side_2
    side_1 = a
    angle_1 = angle
    side_2 = b
    return complete()


RESULTS = ("X", "R1", "R2", "R3", "R4", "R5", "R6")

EXAMPLES = (
    (
        "D",
        ("171.63", "98.2", "297.35"),
        ("25256.20942", "171.63", "98.2", "297.35", "27.8270047", "363.9117763", "53.9729953"),
    ),
    ("A", ("3", "4", "5"), ("5.999999995", "3", "90", "4", "36.86989765", "5", "53.1301023")),
    ("A", ("1", "1", "1"), ("0.4330127019", "1", "60.00000003", "1", "59.99999998", "1", "60")),
    ("A", ("7", "5", "11"), ("12.96871234", "7", "132.1774186", "5", "28.13752658", "11", "19.6850548")),
    ("B", ("60", "10", "60"), ("43.30127019", "10", "60", "10", "60", "10", "60")),
    ("B", ("45", "2", "90"), ("2", "2", "90", "2", "45", "2.828427125", "45")),
    (
        "C",
        ("5", "30", "70"),
        ("6.550065755", "5", "30", "5.240052605", "69.99999999", "2.660444431", "80.00000001"),
    ),
    (
        "C",
        ("12.5", "100", "35"),
        ("94.84953155", "12.5", "100", "15.41003815", "34.99999999", "21.46199902", "45"),
    ),
    ("D", ("3", "90", "4"), ("5.999999995", "3", "90", "4", "36.86989765", "5", "53.1301023")),
    (
        "D",
        ("10", "15.5", "8"),
        ("10.68953505", "10", "15.5", "8", "121.4791973", "3.133548705", "43.0208027"),
    ),
)

TOLERANCE = 1e-8
