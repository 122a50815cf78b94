"""The binomial distribution: E takes the number of trials and the chance of one.

A: the chance of exactly k successes. B: of at most k. C: the mean in Y and the deviation in X.
"""

from generator.language import CalculatorError, comb, program, register, sqrt

n = register()
p = register()


@program("E")
def given(trials, chance):
    global n, p
    if chance < 0 or chance > 1:
        raise CalculatorError(4)
    n = trials
    p = chance
    return n


@program("A")
def exactly(k):
    return comb(n, k) * p**k * (1 - p) ** (n - k)


@program("B")
def at_most(k):
    total = 0
    for i in range(k + 1):
        total += exactly(i)
    return total


@program("C")
def moments():
    mean = n * p
    return mean, sqrt(mean * (1 - p))
