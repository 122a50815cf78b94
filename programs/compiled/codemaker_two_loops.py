"""Mastermind CodeMaker, scored as one writes it first: exact matches in one loop, displaced ones in a second.

B: argument the secret, up to eight digits from 1; it sets N, the number of its digits, and the turn to
0. A: argument a guess of N digits; it shows the number of the turn for a moment and gives guess + (10 c
+ d) / 100, with c digits right in place and d right but displaced.

By hand: 231 lines, 263 bytes.
The listing by hand takes N up to 6, draws the secret itself, and has its two loops already
merged into one.
"""

from generator.language import array, pause, program, register

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
    for i in range(length - 1, -1, -1):
        secret[i] = number % 10
        number //= 10
    turn = 0


@program("A")
def score(number):
    global turn
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
        ("1 GSB B", (None,)),
        ("1 GSB A", ("1", "1.1")),
    ],
    [
        ("1212 GSB B", (None,)),
        ("2121 GSB A", ("1", "2121.04")),
        ("1122 GSB A", ("2", "1122.22")),
        ("1111 GSB A", ("3", "1111.2")),
        ("3344 GSB A", ("4", "3344")),
    ],
    [
        ("123456 GSB B", (None,)),
        ("654321 GSB A", ("1", "654321.06")),
        ("123456 GSB A", ("2", "123456.6")),
        ("112233 GSB A", ("3", "112233.12")),
        ("661616 GSB A", ("4", "661616.11")),
        ("213465 GSB A", ("5", "213465.24")),
    ],
    [
        ("321 GSB B", (None,)),
        ("123 GSB A", ("1", "123.12")),
        ("333 GSB A", ("2", "333.1")),
    ],
    [
        ("55555 GSB B", (None,)),
        ("55555 GSB A", ("1", "55555.5")),
        ("12345 GSB A", ("2", "12345.1")),
    ],
    [
        ("21 GSB B", (None,)),
        ("12 GSB A", ("1", "12.02")),
        ("22 GSB A", ("2", "22.1")),
        ("11 GSB A", ("3", "11.1")),
    ],
)
