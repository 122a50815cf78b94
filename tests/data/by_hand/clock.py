"""Times as H.MMSS: A adds one to the sum, B takes one off, C gives the mean, E begins.

D: the angle between the hands of a clock at a time.
"""

from generator.language import from_hms, program, register, to_hms

total = register()
count = register()


@program("E")
def begin():
    global total, count
    total = count = 0


def add(hours, sign=1):
    global total, count
    total += sign * hours
    count += sign
    return to_hms(total)


@program("A")
def plus(time):
    return add(from_hms(time))


@program("B")
def minus(time):
    return add(from_hms(time), sign=-1)


@program("C")
def mean():
    return to_hms(total / count)


@program("D")
def hands(time):
    hours = from_hms(time)
    angle = abs(30 * hours - 360 * (hours % 1)) % 360
    return min(angle, 360 - angle)


EXAMPLES = ([("A", ("1.3",), ("1.3",)), ("A", ("2.45",), ("4.15",)), ("C", (), ("2.073",))],)
TOLERANCE = 1e-8
