"""Collatz: n GSB A gives the most steps of a start below n, and the start, n GSB B the highest number."""

from generator.language import program


def following(n):
    if n % 2 == 0:
        return n // 2
    return 3 * n + 1


@program("A")
def record(limit):
    most = 0
    best = 1
    for start in range(2, limit):
        n = start
        steps = 0
        while n != 1:
            n = following(n)
            steps += 1
        if steps > most:
            most = steps
            best = start
    return most, best


@program("B")
def peak(n):
    highest = n
    while n != 1:
        n = following(n)
        if n > highest:
            highest = n
    return highest
