"""Time value of money (TVM): loans, savings and annuities.

Before the run: R1 number of payments, R2 interest in percent per period, R3 present value, R4 payment,
R5 future value, R6 is 1 when payments are made at the beginning of a period and 0 at the end.
A computes the number of payments, B the interest, C the present value, D the payment, E the future value.
Each result goes to its register too. What you receive is positive, what you pay is negative.
Method: PV + (1 + i R6) PMT (1 - (1 + i)^-n) / i + FV (1 + i)^-n = 0. B finds i by the secant method.

Test: FIX 2 360 STO 1 .5 STO 2 100000 STO 3 0 STO 5 0 STO 6 GSB D shows -599.55
"""

from generator.language import exp, ln, program, register, sinh

count = register(1)
percent = register(2)
present = register(3)
payment = register(4)
future = register(5)
at_beginning = register(6)
rate = register()
discount = register()
annuity = register()


def logarithm():
    """ln(1 + rate) for a rate that is not 0, with all digits also where 1 + rate loses some."""
    total = 1 + rate
    return ln(total) * rate / (total - 1)


def prepare():
    """The worth today of a payment of 1 after the last period, and of a payment of 1 in every period."""
    global discount, annuity
    discount = 1
    annuity = count
    if rate != 0:
        half = -count * logarithm() / 2
        discount = exp(half)
        annuity = -2 * sinh(half) * discount / rate * (1 + rate * at_beginning)
        discount *= discount
    return present + payment * annuity + future * discount


@program("A")
def find_count():
    global count, rate
    rate = percent / 100
    if rate == 0:
        count = -(present + future) / payment
    else:
        due = payment * (1 + rate * at_beginning)
        count = ln((due - future * rate) / (due + present * rate)) / logarithm()
    return count


@program("B")
def find_percent():
    global percent, rate
    rate = 0
    before = prepare()
    step = 0.01
    while abs(step) > 1e-11:
        rate += step
        now = prepare()
        if now == before:
            break
        step *= now / (before - now)
        before = now
    percent = 100 * rate
    return percent


@program("C")
def find_present():
    global present, rate
    rate = percent / 100
    present = 0
    present = -prepare()
    return present


@program("D")
def find_payment():
    global payment, rate
    rate = percent / 100
    payment = 0
    payment = -prepare() / annuity
    return payment


@program("E")
def find_future():
    global future, rate
    rate = percent / 100
    future = 0
    future = -prepare() / discount
    return future


ARGUMENTS = ("R1", "R2", "R3", "R4", "R5", "R6")

EXAMPLES = (
    ("D", ("360", "0.5", "100000", "0", "0", "0"), ("-599.5505252",)),
    ("A", ("0", "1", "5000", "-250", "0", "0"), ("22.42574188",)),
    ("A", ("0", "0.5", "0", "-100", "10000", "0"), ("81.29558565",)),
    ("B", ("36", "0", "18000", "-550", "0", "0"), ("0.524541875",)),
    ("B", ("120", "0", "0", "-200", "30000", "1"), ("0.3569001235",)),
    ("C", ("60", "0.75", "0", "-400", "-2000", "0"), ("20546.74881",)),
    ("D", ("48", "0", "12000", "0", "0", "0"), ("-250",)),
    ("E", ("240", "0.4", "-1000", "-150", "0", "1"), ("63098.96015",)),
    ("C", ("20", "3", "0", "40", "1000", "0"), ("-1148.774749",)),
)

TOLERANCE = 1e-07
