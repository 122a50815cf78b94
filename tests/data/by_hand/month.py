"""Days of a month: type month, ENTER, year."""

from generator.language import program


@program("A")
def days(month, year):
    if month == 2:
        if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
            return 29
        return 28
    if month in (4, 6, 9, 11):
        return 30
    return 31
