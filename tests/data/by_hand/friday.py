"""How many Fridays of a year are the 13th, and the month of the first of them."""

from generator.language import program


def weekday(year, month, day):
    if month < 3:
        month += 12
        year -= 1
    return (day + (13 * month + 3) // 5 + year + year // 4 - year // 100 + year // 400 + 1) % 7


@program("A")
def day_of_week(year, month, day):
    return weekday(year, month, day)


@program("B")
def fridays(year):
    count = 0
    first = 0
    for month in range(1, 13):
        if weekday(year, month, 13) == 5:
            count += 1
            if first == 0:
                first = month
    return first, count
