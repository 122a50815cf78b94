"""Six different numbers from 49: A draws and shows them, B counts how many of mine are among them."""

from generator.language import array, pause, program, ran, register

a = array(6)
hits = register()


def drawn(x, k):
    for j in range(k):  # noqa: SIM110
        if a[j] == x:
            return True
    return False


@program("A")
def draw():
    global hits
    hits = 0
    for i in range(6):
        x = ran() * 49 // 1 + 1
        while drawn(x, i):
            x = ran() * 49 // 1 + 1
        a[i] = x
        pause(x)


@program("B")
def mine(x):
    global hits
    if drawn(x, 6):
        hits += 1
    return hits
