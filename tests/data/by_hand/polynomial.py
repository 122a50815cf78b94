"""A polynomial of degree up to 8: key in its coefficients, evaluate it, and find a root by Newton's method.

n GSB A asks for the coefficients, the highest power first. x GSB B gives its value, x GSB C a root near x.
"""

from generator.language import array, ask, assume, program, register

a = array(9)
degree = register()


@program("A")
def key_in(n):
    global degree
    assume(0 <= n <= 8)
    degree = n
    for i in range(n + 1):
        a[i] = ask(n - i)
    return n


@program("B")
def value(x):
    p = 0
    for i in range(degree + 1):
        p = p * x + a[i]
    return p


@program("C")
def root(x):
    while True:
        p = 0
        slope = 0
        for i in range(degree + 1):
            slope = slope * x + p
            p = p * x + a[i]
        step = p / slope
        x -= step
        if abs(step) < 1e-8:
            return x
