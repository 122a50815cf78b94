"""A queue of eight numbers in a ring: x GSB A joins, GSB B takes the first, GSB C says how many wait."""

from generator.language import CalculatorError, array, program, register

waiting = array(8)
first = register()
length = register()


@program("A")
def join(x):
    global length
    if length == 8:
        raise CalculatorError(4)
    waiting[(first + length) % 8] = x
    length += 1
    return length


@program("B")
def leave():
    global first, length
    if length == 0:
        raise CalculatorError(4)
    x = waiting[first]
    first = (first + 1) % 8
    length -= 1
    return x


@program("C")
def count():
    return length


@program("D")
def empty():
    global first, length
    first = 0
    length = 0
    return 0
