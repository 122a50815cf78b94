"""Cash flows: E clears, amount GSB A adds one, the first at time 0. Percent GSB B: the present value.

C: the internal rate in percent.
"""

from generator.language import array, program, register, solve

flows = array(10)
count = register()


@program("E")
def clear():
    global count
    count = 0


@program("A")
def add(amount):
    global count
    flows[count] = amount
    count += 1
    return count


def value(rate):
    total = 0
    for i in range(count - 1, -1, -1):
        total = total / (1 + rate / 100) + flows[i]
    return total


@program("B")
def present(rate):
    return value(rate)


@program("C")
def internal_rate():
    return solve(value, 0, 50)


EXAMPLES = (
    [
        ("A", ("-100",), ("1",)),
        ("A", ("60",), ("2",)),
        ("A", ("60",), ("3",)),
        ("B", ("10",), ("4.132231405",)),
        ("C", (), ("13.0662386",)),
    ],
)
TOLERANCE = 1e-7
