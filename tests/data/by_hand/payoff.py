"""How long a loan lasts: balance, rate in percent a year, payment a month.

B stores an extra payment for each month. A gives the months in Z, the interest in all in Y and the last
payment in X. Error 4: the payment is too small.
"""

from generator.language import CalculatorError, fix, program, register, rnd

extra = register()


@program("B")
def more(amount):
    global extra
    extra = amount
    return extra


@program("A")
def payoff(balance, rate, payment):
    fix(2)
    i = rate / 1200
    payment += extra
    months = 0
    interest = 0
    while balance > 0:
        part = rnd(balance * i)
        if part >= payment:
            raise CalculatorError(4)
        interest += part
        balance += part
        payment = min(payment, balance)
        balance -= payment
        months += 1
    return months, interest, payment
