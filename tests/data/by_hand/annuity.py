"""Savings and loans with payments at the beginning or the end of each period.

n, rate in percent and payment are stored by A. The present value: B for payments at the end, C at the
beginning.
The future value: D for payments at the end, E at the beginning.
"""

from generator.language import program, register

periods = register()
rate = register()
payment = register()


def discount():
    return (1 + rate) ** -periods


@program("A")
def store(n, percent, amount):
    global periods, rate, payment
    periods = n
    rate = percent / 100
    payment = amount


@program("B")
def present_end():
    return payment * (1 - discount()) / rate


@program("C")
def present_begin():
    return payment * (1 - discount()) / rate * (1 + rate)


@program("D")
def future_end():
    return payment * ((1 + rate) ** periods - 1) / rate


@program("E")
def future_begin():
    return payment * ((1 + rate) ** periods - 1) / rate * (1 + rate)
