"""Depreciation: cost, salvage, years GSB A, then GSB B, year GSB C, or year, factor GSB D."""

from generator.language import program, register

cost = register()
salvage = register()
life = register()


@program("A")
def setup(c, s, n):
    global cost, salvage, life
    cost, salvage, life = c, s, n


@program("B")
def straight():
    return (cost - salvage) / life


@program("C")
def syd(year):
    return (cost - salvage) * (life - year + 1) / (life * (life + 1) / 2)


@program("D")
def declining(year, factor):
    value = cost
    amount = 0
    for _ in range(year):
        amount = min(value * factor / life, value - salvage)
        value -= amount
    return amount
