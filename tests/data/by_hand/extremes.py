"""Highest and lowest reading so far; type readings with R/S, 0 ends."""

from generator.language import ask, program


@program("A")
def extremes(first):
    high = first
    low = first
    while True:
        v = ask(high)
        if v == 0:
            return low, high
        if v > high:
            high = v
        if v < low:
            low = v
