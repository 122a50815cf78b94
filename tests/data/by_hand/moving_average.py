"""Moving average of the last four values."""

from generator.language import array, program

last = array(4)


@program("A")
def average(x):
    for i in range(3, 0, -1):
        last[i] = last[i - 1]
    last[0] = x
    return (last[0] + last[1] + last[2] + last[3]) / 4


EXAMPLES = ([("A", ("4",), ("1",)), ("A", ("8",), ("3",))],)
