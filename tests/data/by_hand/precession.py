"""Stars: A takes right ascension (H.MMSS), declination (D.MMSS) and years, and gives both after these years.

B: the angle between two stars, right ascension and declination of each.
"""

from generator.language import acos, cos, from_hms, program, sin, tan, to_hms


@program("A")
def precess(ascension, declination, years):
    a = from_hms(ascension) * 15
    d = from_hms(declination)
    later_a = a + (46.12 + 20.04 * sin(a) * tan(d)) * years / 3600
    later_d = d + 20.04 * cos(a) * years / 3600
    return to_hms(later_a / 15), to_hms(later_d)


@program("B")
def apart(ascension1, declination1, ascension2, declination2):
    a1 = from_hms(ascension1)
    d1 = from_hms(declination1)
    a2 = from_hms(ascension2)
    d2 = from_hms(declination2)
    h = 15 * (a1 - a2)
    return to_hms(acos(sin(d1) * sin(d2) + cos(d1) * cos(d2) * cos(h)))
