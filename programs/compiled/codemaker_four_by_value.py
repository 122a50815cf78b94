"""Mastermind CodeMaker for four digits that counts digits by value, written out for speed.

B: argument a secret of four digits from 1 to 4; it sets the turn to 0. A: argument a guess of four digits
from 1 to 8; it shows the number of the turn for a moment and gives guess + (10 c + d) / 100, with c digits
right in place and d right but displaced.

The counts of the secret's digits are made once and copied for each guess, which takes 1 from the count of
each of its digits. What is left above 0 is 1 for each digit of the secret that has no partner. So c + d is
4 less that sum.
"""

from generator.language import array, assume, frac, intpart, pause, program, register

turn = register()
ten = register()
first = register()
second = register()
third = register()
fourth = register()
ones = register()
twos = register()
threes = register()
fours = register()
count = array(8, at=1)


@program("B")
def set_secret(number):
    global turn, ten, first, second, third, fourth, ones, twos, threes, fours
    assume(1111 <= number <= 4444)
    rest = number / 1000
    first = intpart(rest)
    rest = 10 * frac(rest)
    second = intpart(rest)
    rest = 10 * frac(rest)
    third = intpart(rest)
    fourth = 10 * frac(rest)
    for value in range(7, -1, -1):
        count[value] = 0
    count[first - 1] += 1
    count[second - 1] += 1
    count[third - 1] += 1
    count[fourth - 1] += 1
    ones, twos, threes, fours = count[0], count[1], count[2], count[3]
    ten = 10
    turn = 0


@program("A")
def score(guess):
    global turn
    assume(1111 <= guess <= 8888)
    turn += 1
    pause(turn)
    count[0], count[1], count[2], count[3] = ones, twos, threes, fours
    total = 4
    rest = guess / 1000
    digit = intpart(rest)
    if digit == first:
        total += 9
    count[digit - 1] -= 1
    rest = ten * frac(rest)
    digit = intpart(rest)
    if digit == second:
        total += 9
    count[digit - 1] -= 1
    rest = ten * frac(rest)
    digit = intpart(rest)
    if digit == third:
        total += 9
    count[digit - 1] -= 1
    digit = ten * frac(rest)
    if digit == fourth:
        total += 9
    count[digit - 1] -= 1
    for value in range(4):
        if count[value] > 0:
            total -= count[value]
    return guess + total / 100


EXAMPLES = (
    [
        ("2243 GSB B", (None,)),
        ("1121 GSB A", ("1", "1121.01")),
        ("1244 GSB A", ("2", "1244.2")),
        ("4132 GSB A", ("3", "4132.03")),
        ("1114 GSB A", ("4", "1114.01")),
        ("4441 GSB A", ("5", "4441.1")),
    ],
    [
        ("1324 GSB B", (None,)),
        ("2334 GSB A", ("1", "2334.21")),
        ("4133 GSB A", ("2", "4133.03")),
        ("3121 GSB A", ("3", "3121.12")),
        ("4432 GSB A", ("4", "4432.03")),
        ("4344 GSB A", ("5", "4344.2")),
    ],
    [
        ("3341 GSB B", (None,)),
        ("3232 GSB A", ("1", "3232.11")),
        ("1241 GSB A", ("2", "1241.2")),
        ("1323 GSB A", ("3", "1323.12")),
        ("2241 GSB A", ("4", "2241.2")),
        ("2132 GSB A", ("5", "2132.02")),
    ],
)
