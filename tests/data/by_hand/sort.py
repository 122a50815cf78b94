"""Sorts the eight registers, the smallest first."""

from generator.language import array, program

a = array(8)


@program("A")
def sort():
    for last in range(7, 0, -1):
        for i in range(last):
            if a[i] > a[i + 1]:
                a[i], a[i + 1] = a[i + 1], a[i]
