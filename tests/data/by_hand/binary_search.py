"""Search in sorted registers R1 to Rn: n in R0. A gives the place of a number, 0 where it is not there."""

from generator.language import array, program, register

n = register(0)
a = array(15, at=1)


@program("A")
def find(x):
    low = 0
    high = n - 1
    while low <= high:
        middle = (low + high) // 2
        if a[middle] == x:
            return middle + 1
        if a[middle] < x:
            low = middle + 1
        else:
            high = middle - 1
    return 0
