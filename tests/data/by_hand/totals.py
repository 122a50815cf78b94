"""Running totals of eight months: A stores the amount of a month, B computes the totals.

B tells the largest jump.
"""

from generator.language import array, program

total = array(9)
amount = array(9)


@program("A")
def store(month, value):
    amount[month] = value
    return value


@program("B")
def fill():
    total[0] = 0
    largest = 0
    for i in range(8):
        total[i + 1] = total[i] + amount[i + 1]
        largest = max(largest, abs(total[i + 1] - total[i]))
    return largest
