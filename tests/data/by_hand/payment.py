"""Payment of a loan: amount, yearly interest in percent, months."""

from generator.language import program


@program("A")
def payment(amount, percent, months):
    rate = percent / 1200
    return amount * rate / (1 - (1 + rate) ** -months)


EXAMPLES = ((("10000", "6", "60"), ("193.3280153",)),)
TOLERANCE = 1e-8
