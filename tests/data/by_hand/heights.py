"""Six heights by size: A stores one at a place from 0 on, B sorts them.

B adds up the differences that it exchanged.
"""

from generator.language import array, program

a = array(6)


@program("A")
def store(i, x):
    a[i] = x
    return x


@program("B")
def sort():
    moved = 0
    for last in range(5, 0, -1):
        for j in range(last):
            if a[j] > a[j + 1]:
                held = a[j]
                a[j] = a[j + 1]
                a[j + 1] = held
                moved += a[j + 1] - a[j]
    return moved
