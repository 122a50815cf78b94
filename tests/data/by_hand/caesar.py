"""A word of up to five letters as pairs of digits, 08 05 12 12 15 is HELLO, moved on by a key, and back."""

from generator.language import program


def moved(word, key):
    result = 0
    place = 1
    while word >= 1:
        letter = word % 100
        word //= 100
        if letter > 0:
            letter = (letter + key + 25) % 26 + 1
        result += letter * place
        place *= 100
    return result


@program("A")
def encode(word, key):
    return moved(word, key)


@program("B")
def decode(word, key):
    return moved(word, 26 - key)


@program("C")
def mirror(word):
    result = 0
    place = 1
    while word >= 1:
        result += (27 - word % 100) * place
        word //= 100
        place *= 100
    return result
