"""A closed traverse: legs by bearing and distance, the way back to the start, and the area.

E begins. A: bearing ENTER distance adds a leg, gives north and east. B: distance and bearing back. C: area.
"""

from generator.language import polar, program, rect, register

north = register()
east = register()
double_area = register()


@program("E")
def begin():
    global north, east, double_area
    north = east = double_area = 0


@program("A")
def leg(bearing, distance):
    global north, east, double_area
    d_east, d_north = rect(bearing, distance)
    double_area += north * d_east - east * d_north
    north += d_north
    east += d_east
    return north, east


@program("B")
def closure():
    bearing, gap = polar(-east, -north)
    if bearing < 0:
        bearing += 360
    return gap, bearing


@program("C")
def area():
    return abs(double_area) / 2


EXAMPLES = (
    [("E", (), ()), ("A", ("90", "10"), ("0", "10")), ("A", ("0", "10"), ("10", "10")), ("C", (), ("50",))],
)
