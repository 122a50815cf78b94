"""Ten numbers in the registers: which two have the given sum? Their places, or -1 and -1."""

from generator.language import array, program

a = array(10)


@program("A")
def pair(total):
    for i in range(10):
        for j in range(i + 1, 10):
            if a[i] + a[j] == total:
                return i, j
    return -1, -1


@program("B")
def put(i, x):
    a[i] = x
