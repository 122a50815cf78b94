"""Type numbers one after the other, 0 ends: the largest, where it stood, and how many there were."""

from generator.language import ask, program


@program("A")
def largest():
    count = 0
    best = 0
    where = 0
    value = ask(0)
    while value != 0:
        count += 1
        if value > best:
            best = value
            where = count
        value = ask(count)
    return count, where, best
