"""Think of a number: the calculator guesses it. n GSB E, then A: it is higher, B: lower, C: the tries."""

from generator.language import program, register

low = register()
high = register()
last = register()
tries = register()


def guess():
    global last, tries
    tries += 1
    if low > high:
        return 0
    last = (low + high) // 2
    return last


@program("E")
def begin(limit):
    global low, high, tries
    low = 1
    high = limit
    tries = 0
    return guess()


@program("A")
def higher():
    global low
    low = last + 1
    return guess()


@program("B")
def lower():
    global high
    high = last - 1
    return guess()


@program("C")
def count():
    return tries
