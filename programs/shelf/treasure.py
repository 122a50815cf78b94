"""Treasure hunt: find the square of a board of ten by ten where the treasure is.

GSB A hides it. Key in column ENTER row, each 0 to 9, and
press GSB B: the distance to the treasure in squares, as a bird flies, or 0 when it is found. Y is the number
of guesses. The treasure is drawn by RAN #: a number with STO RAN # before A hides it where that
number says. To hide it yourself, press column ENTER row GSB C.

Test: 3 ENTER 4 GSB C 0 ENTER 0 GSB B shows 5.0000
Test: 3 ENTER 4 GSB C 3 ENTER 4 GSB B shows 0.0000
"""

from generator.language import intpart, program, ran, register, sqrt

column = register()
row = register()
guesses = register()


@program("A")
def hide():
    global column, row, guesses
    column = intpart(10 * ran())
    row = intpart(10 * ran())
    guesses = 0
    return guesses


@program("C")
def place(in_column, in_row):
    global column, row, guesses
    column = in_column
    row = in_row
    guesses = 0
    return guesses


@program("B")
def guess(at_column, at_row):
    global guesses
    guesses += 1
    across = at_column - column
    along = at_row - row
    return guesses, sqrt(across * across + along * along)


EXAMPLES = (
    [
        ("C", ("3", "4"), ("0",)),
        ("B", ("0", "0"), ("1", "5")),
        ("B", ("9", "4"), ("2", "6")),
        ("B", ("3", "4"), ("3", "0")),
    ],
)

TOLERANCE = 1e-09
