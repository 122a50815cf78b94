"""A savings plan: R1 what there is, R2 the interest in percent a year, R3 the deposit of each month.

A: what it grows to in some months. B: months until an amount. C: the deposit for an amount (amount, months).
D: what an amount is worth after inflation (amount, months, percent a year).
"""

from generator.language import ln, program, register

start = register(1)
rate = register(2)
deposit = register(3)


@program("A")
def future(months):
    i = rate / 1200
    growth = (1 + i) ** months
    return start * growth + deposit * (growth - 1) / i


@program("B")
def months_until(amount):
    i = rate / 1200
    return ln((amount * i + deposit) / (start * i + deposit)) / ln(1 + i)


@program("C")
def deposit_for(amount, months):
    i = rate / 1200
    growth = (1 + i) ** months
    return (amount - start * growth) * i / (growth - 1)


@program("D")
def real(amount, months, inflation):
    return amount / (1 + inflation / 100) ** (months / 12)
