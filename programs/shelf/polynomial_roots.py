"""Polynomial roots: all roots, real and complex, of a polynomial of degree 2 to 8 with real coefficients.

degree GSB A, then each coefficient and R/S, that of the highest power first. The roots come in pairs: GSB B
is the next pair, as the program for a quadratic equation leaves it. If Z is not negative, the roots are X and
Y. If Z is negative, they are X plus and minus i times Y. A last single root has 0 in Z and is in X and in Y.
Method: Bairstow's, which divides by x² - u x - v and moves u and v by Newton's method.

Test: FIX 4 2 GSB A 1 R/S 2 R/S 5 R/S GSB B shows -1.0000
"""

from generator.language import array, ask, program, register, sqrt

coefficients = array(9)
degree = register()


@program("A")
def enter(highest):
    global degree
    degree = highest
    for k in range(highest + 1):
        coefficients[k] = ask(k)
    return degree


@program("B")
def next_pair():
    global degree
    if degree == 1:
        root = -coefficients[1] / coefficients[0]
        return 0, root, root
    u = 0.5
    v = -0.7
    for _ in range(60):
        b1 = 0
        b0 = 0
        c2 = 0
        c1 = 0
        c0 = 0
        for k in range(degree + 1):
            b2 = b1
            b1 = b0
            b0 = coefficients[k] + u * b1 + v * b2
            if k < degree:
                c2 = c1
                c1 = c0
                c0 = b0 + u * c1 + v * c2
        bottom = c1 * c1 - c0 * c2
        du = (b0 * c2 - b1 * c1) / bottom
        dv = (b1 * c0 - b0 * c1) / bottom
        u += du
        v += dv
        if abs(du) + abs(dv) < 1e-9 * (abs(u) + abs(v)):
            break
    degree -= 2
    b1 = 0
    b0 = 0
    for k in range(degree + 1):
        b2 = b1
        b1 = b0
        b0 = coefficients[k] + u * b1 + v * b2
        coefficients[k] = b0
    half = u / 2
    inside = half * half + v
    root = sqrt(abs(inside))
    if inside < 0:
        return inside, root, half
    return inside, half - root, half + root


EXAMPLES = (
    [
        ("3 GSB A", ("0",)),
        ("1 R/S", ("1",)),
        ("-6 R/S", ("2",)),
        ("11 R/S", ("3",)),
        ("-6 R/S", ("3",)),
        ("B", (), ("0.25", "1", "2")),
        ("B", (), ("0", "3", "3")),
    ],
    [
        ("4 GSB A", ("0",)),
        ("1 R/S", ("1",)),
        ("2 R/S", ("2",)),
        ("3 R/S", ("3",)),
        ("4 R/S", ("4",)),
        ("5 R/S", ("4",)),
        ("B", (), ("-0.735986848", "0.8578967583", "-1.28781548")),
        ("B", (), ("-2.005319612", "1.41609308", "0.2878154796")),
    ],
    [
        ("5 GSB A", ("0",)),
        ("2 R/S", ("1",)),
        ("0 R/S", ("2",)),
        ("-3 R/S", ("3",)),
        ("1 R/S", ("4",)),
        ("0 R/S", ("5",)),
        ("-7 R/S", ("5",)),
        ("B", (), ("-1.100446267", "1.049021576", "0.4829786398")),
        ("B", (), ("-0.2521321022", "0.5021275756", "-1.228222991")),
        ("B", (), ("0", "1.490488703", "1.490488703")),
    ],
)

TOLERANCE = 1e-07
