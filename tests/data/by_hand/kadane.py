"""The run of neighbours with the largest sum among eight numbers: its first and last place, and the sum."""

from generator.language import array, program

a = array(8)


@program("A")
def best_run():
    best = a[0]
    first = 0
    last = 0
    total = 0
    start = 0
    for i in range(8):
        total += a[i]
        if total > best:
            best = total
            first = start
            last = i
        if total < 0:
            total = 0
            start = i + 1
    return first, last, best


@program("B")
def put(i, x):
    a[i] = x
