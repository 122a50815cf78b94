"""Nearest standard value of a resistor.

B: argument the tolerance of the series in percent, 5, 10 or 20. A: argument a resistance of at least 1;
result the standard value nearest to it. Standard sizes from 10 to 100 lie in equal ratios and are
rounded; between 26 and 47 the series has one more, and 82 for 83. Of the two neighbours the lower is
taken up to their geometric mean.

By hand: 86 lines, 87 bytes.
"""

from generator.language import intpart, log10, program, register, sqrt

step = register()


@program("B")
def set_tolerance(percent):
    global step
    step = 10 ** (percent / 120)


def standard(size):
    size = intpart(size + 0.5)
    if 26 <= size <= 47:
        return size + 1
    if size == 83:
        return 82
    return size


@program("A")
def nearest(resistance):
    decade = 10 ** (intpart(log10(resistance)) - 1)
    wanted = resistance / decade
    size = 10
    while size <= wanted:
        size *= step
    above = standard(size)
    below = standard(size / step)
    if wanted <= sqrt(above * below):
        return below * decade
    return above * decade


EXAMPLES = (
    [
        ("B", ("10",), ()),
        ("A", ("461.5767",), ("470",)),
        ("A", ("1000",), ("1000",)),
        ("A", ("4900",), ("4700",)),
        ("A", ("35.6",), ("33",)),
        ("A", ("82.4",), ("82",)),
        ("A", ("26.5",), ("27",)),
        ("A", ("1",), ("1",)),
        ("A", ("999999",), ("1000000",)),
    ],
    [
        ("B", ("5",), ()),
        ("A", ("461.5767",), ("470",)),
        ("A", ("150.1",), ("150",)),
        ("A", ("1234",), ("1200",)),
        ("A", ("37500",), ("39000",)),
        ("A", ("8.05",), ("8.2",)),
        ("A", ("97",), ("100",)),
    ],
    [
        ("B", ("20",), ()),
        ("A", ("461.5767",), ("470",)),
        ("A", ("39",), ("33",)),
        ("A", ("1234",), ("1500",)),
        ("A", ("5.55",), ("4.7",)),
    ],
)

TOLERANCE = 1e-9
