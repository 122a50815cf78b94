"""Amortization: the interest and the principal in the next payments of a loan.

Before the run: R1 interest in percent per period, R2 balance of the loan, R3 payment, both positive. k GSB A
makes k payments. Result: the interest paid in Z, the principal paid in Y, the balance left in X, which goes
to R2 too. Every period's interest is rounded to cents, as banks do.

Test: FIX 2 .5 STO 1 100000 STO 2 599.55 STO 3 12 GSB A shows 98,772.00
"""

from generator.language import fix, program, register, rnd

percent = register(1)
balance = register(2)
payment = register(3)


@program("A")
def pay(count):
    global balance
    fix(2)
    interest = 0
    principal = 0
    for _ in range(count):
        share = rnd(balance * percent / 100)
        interest += share
        principal += payment - share
        balance -= payment - share
    return interest, principal, balance


ARGUMENTS = ("R1", "R2", "R3", "X")

EXAMPLES = (
    ("A", ("0.5", "100000", "599.55", "12"), ("5966.6", "1228", "98772")),
    ("A", ("1", "5000", "250", "6"), ("269.6", "1230.4", "3769.6")),
    ("A", ("0.725", "12345.67", "300", "24"), ("1703.68", "5496.32", "6849.35")),
    ("A", ("0", "600", "100", "3"), ("0", "300", "300")),
)

TOLERANCE = 0
