"""Years, months and days from one date to another, each as D.MMYYYY. Every month counts 30 days."""

from generator.language import frac, program


def split(date):
    day = date // 1
    month = frac(date) * 100 // 1
    year = frac(date * 100) * 10000
    return year, month, day


@program("A")
def age(birth, today):
    year1, month1, day1 = split(birth)
    year2, month2, day2 = split(today)
    years = year2 - year1
    months = month2 - month1
    days = day2 - day1
    if days < 0:
        days += 30
        months -= 1
    if months < 0:
        months += 12
        years -= 1
    return years, months, days
