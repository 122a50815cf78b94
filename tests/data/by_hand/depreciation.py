"""Depreciation of an asset: straight line, declining balance, and sum of the years' digits.

Cost, salvage value and life in years are stored by A. A year and B or D, or a factor, a year and C: what is
taken off in this year, and in X the value that is left at its end.
"""

from generator.language import program, register

cost = register()
salvage = register()
life = register()


@program("A")
def begin(asset, rest, years):
    global cost, salvage, life
    cost = asset
    salvage = rest
    life = years
    return asset - rest


@program("B")
def straight_line(year):
    amount = (cost - salvage) / life
    return amount, cost - amount * year


@program("C")
def declining_balance(factor, year):
    rate = factor / life
    left = cost * (1 - rate) ** (year - 1)
    return left * rate, left - left * rate


@program("D")
def years_digits(year):
    base = cost - salvage
    total = life * (life + 1) / 2
    remaining = life - year
    return base * (remaining + 1) / total, base * remaining * (remaining + 1) / 2 / total + salvage
