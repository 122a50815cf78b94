"""Mean and deviation as numbers come: x GSB A, GSB B. Least, largest and range: GSB C."""

from generator.language import program, register, sqrt

n = register()
mean = register()
m2 = register()
low = register()
high = register()


@program("A")
def add(x):
    global n, mean, m2, low, high
    n += 1
    delta = x - mean
    mean += delta / n
    m2 += delta * (x - mean)
    if n == 1 or x < low:
        low = x
    if n == 1 or x > high:
        high = x
    return n


@program("B")
def results():
    return mean, sqrt(m2 / (n - 1))


@program("C")
def limits():
    return low, high, high - low
