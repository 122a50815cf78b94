"""Mean and standard deviation: x GSB A for each, GSB B for the results."""

from generator.language import program, register, sqrt

n = register()
total = register()
squares = register()


@program("A")
def enter(x):
    global n, total, squares
    n += 1
    total += x
    squares += x * x
    return n


@program("B")
def results():
    mean = total / n
    return sqrt((squares - n * mean * mean) / (n - 1)), mean


EXAMPLES = ([("A", ("1",), ("1",)), ("A", ("3",), ("2",)), ("B", (), ("1.414213562", "2"))],)
