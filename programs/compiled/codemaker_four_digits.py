"""Mastermind CodeMaker for secrets of four digits, written as two loops.

B: argument the secret, four digits from 1; it sets the turn to 0. A: argument a guess of four digits. It
shows the number of the turn for a moment and gives guess + (10 c + d) / 100, with c digits right in place and
d right but displaced. The two `assume` say that there are four digits: compiled for `fast`, its loops are
written out.

By hand: 131 lines, 155 bytes.
"""

from generator.language import array, assume, pause, program, register

length = register()
turn = register()
secret = array(8)
guess = array(8)
matched_secret = array(8)
matched_guess = array(8)


@program("B")
def set_secret(number):
    global length, turn
    length = 0
    rest = number
    while rest > 0:
        rest //= 10
        length += 1
    assume(length == 4)
    for i in range(length - 1, -1, -1):
        secret[i] = number % 10
        number //= 10
    turn = 0


@program("A")
def score(number):
    global turn
    assume(length == 4)
    rest = number
    for i in range(length - 1, -1, -1):
        guess[i] = rest % 10
        rest //= 10
    for i in range(length):
        matched_secret[i] = 0
        matched_guess[i] = 0

    correct = 0
    for i in range(length):
        if secret[i] == guess[i]:
            matched_secret[i] = 1
            matched_guess[i] = 1
            correct += 1

    displaced = 0
    for j in range(length):
        for k in range(length):
            if matched_secret[j] == 0 and matched_guess[k] == 0 and secret[j] == guess[k]:
                matched_secret[j] = 1
                matched_guess[k] = 1
                displaced += 1

    turn += 1
    pause(turn)
    return number + (10 * correct + displaced) / 100


EXAMPLES = (
    [
        ("2243 GSB B", (None,)),
        ("4213 GSB A", ("1", "4213.21")),
        ("1234 GSB A", ("2", "1234.12")),
        ("2243 GSB A", ("3", "2243.4")),
        ("3422 GSB A", ("4", "3422.04")),
    ],
    [
        ("1212 GSB B", (None,)),
        ("2121 GSB A", ("1", "2121.04")),
        ("1122 GSB A", ("2", "1122.22")),
        ("1111 GSB A", ("3", "1111.2")),
        ("3344 GSB A", ("4", "3344")),
    ],
)
