"""Josephus: n people in a circle, each k-th leaves. Which place survives?"""

from generator.language import program


@program("A")
def survivor(n, k):
    place = 0
    for size in range(2, n + 1):
        place = (place + k) % size
    return place + 1
