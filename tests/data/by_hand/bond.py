"""The price of a bond, and its duration: coupon in percent a year, years, yield in percent.

A: the price for 100 of face value. B: Macaulay's duration in years. Arguments of both: coupon, years, yield.
"""

from generator.language import program


@program("A")
def price(coupon, years, rate):
    value = 0
    for _ in range(years):
        value = (value + coupon) / (1 + rate / 100)
    return value + 100 / (1 + rate / 100) ** years


@program("B")
def duration(coupon, years, rate):
    discount = 1
    value = 0
    weighted = 0
    for year in range(1, years + 1):
        discount /= 1 + rate / 100
        payment = coupon * discount
        value += payment
        weighted += year * payment
    value += 100 * discount
    weighted += years * 100 * discount
    return weighted / value
