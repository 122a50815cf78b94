"""Great circle: the course and the distance from one place to another.

Arguments: latitude and longitude of the first place, then of the second, in degrees, minutes and seconds
(D.MMSS), north and east positive. Result: the first course in degrees from north over east in Y, the
distance in nautical miles in X, 60 to a degree. 1.852 × makes kilometres.

Test: FIX 1 51.2839 ENTER .0005 CHS ENTER 40.4246 ENTER 74.0022 CHS GSB A shows 3,010.7
"""

from generator.language import cos, deg, from_hms, polar, program, sin


@program("A")
def great_circle(latitude_1, longitude_1, latitude_2, longitude_2):
    deg()
    phi = from_hms(latitude_1)
    psi = from_hms(latitude_2)
    turn = from_hms(longitude_2) - from_hms(longitude_1)
    east = cos(psi) * sin(turn)
    north = cos(phi) * sin(psi) - sin(phi) * cos(psi) * cos(turn)
    up = sin(phi) * sin(psi) + cos(phi) * cos(psi) * cos(turn)
    course, aside = polar(east, north)
    distance, _ = polar(aside, up)
    if course < 0:
        course += 360
    return course, distance * 60


EXAMPLES = (
    ("A", ("51.2839", "-0.0005", "40.4246", "-74.0022"), ("288.4316375", "3010.704593")),
    ("A", ("0", "0", "0", "90"), ("90", "5400")),
    ("A", ("-33.5133", "151.1234", "37.3723", "-122.2234"), ("55.93338874", "6443.813136")),
    ("A", ("52.31", "13.2419", "52.1347", "21.0044"), ("90.51637754", "279.0509853")),
    ("A", ("10", "20", "-30.3", "20"), ("180", "2430")),
    ("A", ("0", "10", "45", "-80"), ("315", "5400")),
)

TOLERANCE = 1e-07
