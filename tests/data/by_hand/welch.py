"""Two samples compared: Welch's t, and its degrees of freedom.

E begins. A takes a number of the first sample, B one of the second. C gives the degrees of freedom and t.
"""

from generator.language import program, register, sqrt

n1 = register()
sum1 = register()
squares1 = register()
n2 = register()
sum2 = register()
squares2 = register()


@program("E")
def begin():
    global n1, sum1, squares1, n2, sum2, squares2
    n1 = sum1 = squares1 = 0
    n2 = sum2 = squares2 = 0


@program("A")
def first(x):
    global n1, sum1, squares1
    n1 += 1
    sum1 += x
    squares1 += x**2
    return n1


@program("B")
def second(x):
    global n2, sum2, squares2
    n2 += 1
    sum2 += x
    squares2 += x**2
    return n2


@program("C")
def test():
    mean1 = sum1 / n1
    mean2 = sum2 / n2
    v1 = (squares1 - n1 * mean1**2) / (n1 - 1) / n1
    v2 = (squares2 - n2 * mean2**2) / (n2 - 1) / n2
    t = (mean1 - mean2) / sqrt(v1 + v2)
    freedom = (v1 + v2) ** 2 / (v1**2 / (n1 - 1) + v2**2 / (n2 - 1))
    return freedom, t
