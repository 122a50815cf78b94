"""A loan's schedule: interest and principal of each month, and what is still owed.

amount ENTER rate per year in percent ENTER months GSB A shows the payment. Each R/S shows the interest, the
principal and the balance in turn. At the end it gives the interest that was paid in all.
"""

from generator.language import fix, program, rnd, show


@program("A")
def schedule(amount, rate, months):
    fix(2)
    i = rate / 1200
    payment = rnd(amount * i / (1 - (1 + i) ** -months))
    show(payment)
    balance = amount
    total = 0
    for month in range(1, months + 1):
        interest = rnd(balance * i)
        principal = payment - interest
        if month == months:
            principal = balance
        balance -= principal
        total += interest
        show(interest)
        show(principal)
        show(balance)
    return total
