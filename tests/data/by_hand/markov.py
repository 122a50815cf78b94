"""Shares of a market: A asks for the matrix of changes, x ENTER y ENTER z GSB B takes the shares, n GSB C
goes n months on.
"""

from generator.language import ask, dim, matrix, program

change = matrix("A")
now = matrix("B")
later = matrix("C")


@program("A")
def key_in():
    dim(change, 3, 3)
    for i in range(1, 4):
        for j in range(1, 4):
            change[i, j] = ask(10 * i + j)


@program("B")
def begin(x, y, z):
    dim(now, 3, 1)
    now[1, 1] = x
    now[2, 1] = y
    now[3, 1] = z


@program("C")
def step(months):
    for _ in range(months):
        later[:] = change @ now
        now[:] = later
    return now[1, 1], now[2, 1], now[3, 1]
