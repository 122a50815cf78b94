"""Wind chill: t ENTER v GSB A. Dew point: t ENTER humidity GSB B. Water vapour: t GSB C."""

from generator.language import exp, ln, program


@program("A")
def chill(t, v):
    if t > 10 or v < 4.8:
        return t
    f = v**0.16
    return 13.12 + 0.6215 * t - 11.37 * f + 0.3965 * t * f


@program("B")
def dew(t, rh):
    a, b = 17.27, 237.7
    gamma = a * t / (b + t) + ln(rh / 100)
    return b * gamma / (a - gamma)


@program("C")
def vapour(t):
    return 6.1078 * exp(17.27 * t / (t + 237.3))
