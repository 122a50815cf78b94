"""Guess a number from 1 to 100: A begins, then a guess and R/S. It shows -1 for too small, 1 for too large,
and at the end the number of guesses.
"""

from generator.language import ask, program, ran


@program("A")
def play():
    secret = 1 + 100 * ran() // 1
    turns = 1
    guess = ask(0)
    while guess != secret:
        guess = ask(-1) if guess < secret else ask(1)
        turns += 1
    return turns
