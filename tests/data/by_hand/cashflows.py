"""Payments of several years: net present value, and the modified rate of return.

E begins. A takes the payments one after the other, that of today first, and tells how many there are.
B gives the net present value for a rate in percent, C the modified rate of return in percent.
"""

from generator.language import array, program, register

flows = array(10)
count = register()


@program("E")
def begin():
    global count
    count = 0


@program("A")
def flow(amount):
    global count
    flows[count] = amount
    count += 1
    return count


@program("B")
def present(rate):
    q = 1 + rate / 100
    value = 0
    for i in range(count - 1, -1, -1):
        value = value / q + flows[i]
    return value


@program("C")
def modified(rate):
    q = 1 + rate / 100
    paid = 0
    earned = 0
    for i in range(count - 1, -1, -1):
        paid /= q
        earned /= q
        if flows[i] < 0:
            paid -= flows[i]
        else:
            earned += flows[i]
    return ((earned / paid) ** (1 / (count - 1)) * q - 1) * 100
