"""Mastermind CodeMaker that counts digits by value: no marks, and each digit is met once.

A: argument how many digits, 1 to 8; it draws a secret of as many digits from 1 to that number. B: argument a
secret of up to eight digits from 1. Both set the turn to 0. C: argument a guess of as many digits; it shows
the number of the turn for a moment and gives guess + (10 c + d) / 100, with c digits right in place and d
right but displaced.

A digit of the secret adds 1 to the count of its value, and a digit of the guess takes 1 from it. What is left
above 0 is 1 for each digit of the secret that has no partner. So c + d is the number of digits less that sum.
A 0 in a guess has a count too, which nothing reads.
"""

from generator.language import array, assume, frac, intpart, pause, program, ran, register

secret = register()
turn = register()
count = array(10)


@program("A")
def draw(n):
    assume(1 <= n <= 8)
    number = 0
    for _ in range(n):
        number = 10 * number + intpart(n * ran()) + 1
    set_secret(number)


@program("B")
def set_secret(number):
    global secret, turn
    secret = number
    turn = 0


@program("C")
def score(guess):
    global turn
    assume(secret >= 1)
    turn += 1
    pause(turn)
    left, rest, total = secret, guess, 0
    while left > 0:
        total += 1
        left /= 10
        one = 10 * frac(left)
        left = intpart(left)
        count[one] += 1
        rest /= 10
        other = 10 * frac(rest)
        rest = intpart(rest)
        count[other] -= 1
        if one == other:
            total += 9
    for value in range(9, 0, -1):
        if count[value] > 0:
            total -= count[value]
        count[value] = 0
    return guess + total / 100


EXAMPLES = (
    [
        ("2243 GSB B", (None,)),
        ("4213 GSB C", ("1", "4213.21")),
        ("1234 GSB C", ("2", "1234.12")),
        ("2243 GSB C", ("3", "2243.4")),
        ("3422 GSB C", ("4", "3422.04")),
    ],
    [
        ("123456 GSB B", (None,)),
        ("654321 GSB C", ("1", "654321.06")),
        ("112233 GSB C", ("2", "112233.12")),
        ("661616 GSB C", ("3", "661616.11")),
    ],
    [
        ("8 GSB A", (None,)),
        ("11111111 GSB B", (None,)),
        ("12345678 GSB C", ("1", "12345678.1")),
    ],
)
