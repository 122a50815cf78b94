"""Amortization: the interest and the principal in the next payments of a loan.

interest ENTER loan ENTER payment GSB B begins. Interest is in percent per period, and all three are positive.
k GSB A makes k payments. Result: the interest paid in Z, the principal paid in Y, the balance left in X.
GSB A again goes on. Every period's interest is rounded to cents, as banks do.

Test: FIX 2 .5 ENTER 100000 ENTER 599.55 GSB B 12 GSB A shows 98,772.00
"""

from generator.language import fix, program, register, rnd

percent = register()
balance = register()
payment = register()


@program("B")
def begin(interest, loan, paid):
    global percent, balance, payment
    percent = interest
    balance = loan
    payment = paid
    return payment


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


EXAMPLES = (
    [
        ("B", ("0.5", "100000", "599.55"), ("599.55",)),
        ("A", ("12",), ("5966.6", "1228", "98772")),
        ("A", ("24",), ("11701.29", "2687.91", "96084.09")),
    ],
    [("B", ("1", "5000", "250"), ("250",)), ("A", ("6",), ("269.6", "1230.4", "3769.6"))],
    [("B", ("0.725", "12345.67", "300"), ("300",)), ("A", ("24",), ("1703.68", "5496.32", "6849.35"))],
    [("B", ("0", "600", "100"), ("100",)), ("A", ("3",), ("0", "300", "300"))],
)
