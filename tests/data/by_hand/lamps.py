"""Seven lamps. E lights some, k GSB A changes lamp k and those beside it, and counts. B shows all."""

from generator.language import array, program, ran

lamp = array(9)


@program("E")
def begin():
    for i in range(1, 8):
        lamp[i] = ran() * 2 // 1
    return picture()


@program("A")
def press(k):
    for i in range(k - 1, k + 2):
        lamp[i] = 1 - lamp[i]
    lit = 0
    for i in range(1, 8):
        lit += lamp[i]
    return lit


@program("B")
def picture():
    shown = 0
    for i in range(1, 8):
        shown = 10 * shown + lamp[i]
    return shown
