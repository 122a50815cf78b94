"""Nim with one pile: who takes the last match wins. The calculator plays as well as one can.

most GSB B: the most matches in one move. matches GSB A begins with so many. The display stops on the
matches. Key in how many you take and press R/S. The calculator pauses on what it takes and stops on what is
left. A move that is not allowed is asked for again. At the end the program stops on 1 when you have won, and
on -1 when it has.

Test: FIX 0 3 GSB B 10 GSB A 1 R/S shows 3. then 10. then 1. then 8.
"""

from generator.language import ask, frac, pause, program, register

most = register()


@program("B")
def most_in_a_move(matches):
    global most
    most = matches
    return most


@program("A")
def nim(matches):
    winner = 0
    while winner == 0:
        taken = 0
        while taken < 1 or taken > most or taken > matches or frac(taken) != 0:
            taken = ask(matches)
        matches -= taken
        if matches == 0:
            winner = 1
        else:
            taken = matches % (most + 1)
            if taken == 0:
                taken = 1
            pause(taken)
            matches -= taken
            if matches == 0:
                winner = -1
    return winner


EXAMPLES = (
    [
        ("B", ("3",), ("3",)),
        ("10 GSB A", ("10",)),
        ("1 R/S", ("1", "8")),
        ("4 R/S", ("8",)),
        ("3 R/S", ("1", "4")),
        ("1 R/S", ("3", "-1")),
    ],
    [
        ("B", ("4",), ("4",)),
        ("13 GSB A", ("13",)),
        ("3 R/S", ("1", "9")),
        ("2 R/S", ("2", "5")),
        ("1 R/S", ("4", "-1")),
    ],
    [
        ("B", ("3",), ("3",)),
        ("11 GSB A", ("11",)),
        ("3 R/S", ("1", "7")),
        ("1 R/S", ("2", "4")),
        ("2 R/S", ("2", "-1")),
    ],
)
