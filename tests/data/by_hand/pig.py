"""The game of Pig: A begins, B throws (1 loses the points of the turn), C keeps them and shows the score."""

from generator.language import program, ran, register

score = register()
turn = register()
turns = register()


@program("A")
def begin():
    global score, turn, turns
    score = 0
    turn = 0
    turns = 0


@program("B")
def throw():
    global turn, turns
    die = int(ran() * 6) + 1
    if die == 1:
        turn = 0
        turns += 1
    else:
        turn += die
    return die, turn


@program("C")
def keep():
    global score, turn, turns
    score += turn
    turn = 0
    turns += 1
    return turns, score
