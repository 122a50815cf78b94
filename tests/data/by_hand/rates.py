"""Interest rates in percent: nominal to effective and back, continuous, and how long money takes to grow."""

from generator.language import exp, ln, program


@program("A")
def effective(nominal, periods):
    return ((1 + nominal / 100 / periods) ** periods - 1) * 100


@program("B")
def nominal(effective, periods):
    return ((1 + effective / 100) ** (1 / periods) - 1) * periods * 100


@program("C")
def continuous(nominal):
    return (exp(nominal / 100) - 1) * 100


@program("D")
def years(present, future, rate):
    return ln(future / present) / ln(1 + rate / 100)


@program("E")
def real(rate, inflation):
    return ((1 + rate / 100) / (1 + inflation / 100) - 1) * 100
