"""Programs as owners write them in Python, each with the shortest listing by hand that we found."""

from __future__ import annotations

from typing import Final

GROWTH = '''\
"""The number of years until a sum reaches a goal: sum ENTER goal ENTER percent a year."""

from generator.language import program


@program("A")
def years(amount, goal, percent):
    count = 0
    while amount < goal:
        amount += amount * percent / 100
        count += 1
    return count
'''

DICE = '''\
"""Dice: A rolls so many dice and gives the sum, B rolls until a six and gives the number of rolls."""

from generator.language import program, ran


def roll():
    return 1 + 6 * ran() // 1


@program("A")
def several(count):
    total = 0
    for _ in range(count):
        total += roll()
    return total


@program("B")
def until_six():
    rolls = 1
    while roll() != 6:
        rolls += 1
    return rolls
'''

LOTTERY = '''\
"""Six different numbers from 1 to 49 in R1 to R6: GSB A."""

from generator.language import array, pause, program, ran

drawn = array(6, at=1)


@program("A")
def draw():
    n = 0
    while n < 6:
        number = 49 * ran() // 1 + 1
        fresh = True
        for i in range(n):
            if drawn[i] == number:
                fresh = False
        if fresh:
            drawn[n] = number
            n += 1
            pause(number)
    return n
'''

INSERTION = '''\
"""Sort the registers R1 to Rn, the smallest first: n GSB A."""

from generator.language import array, assume, program

a = array(8, at=1)


@program("A")
def sort(n):
    assume(1 <= n <= 8)
    for i in range(1, n):
        x = a[i]
        j = i
        while j > 0 and a[j - 1] > x:
            a[j] = a[j - 1]
            j -= 1
        a[j] = x
'''

THREE = '''\
"""Three numbers in order: the largest in X, the smallest in Z."""

from generator.language import program


@program("A")
def sort(a, b, c):
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return a, b, c
'''

HAND: Final = {
    "years until a sum reaches a goal": (
        GROWTH,
        "LBL A, STO 0, 0, STO 1, R↓, R↓, x↔y, LBL 0, x≥y, GTO 1, ENTER, RCL × 0, EEX, 2, ÷, +, "
        "1, STO + 1, R↓, GTO 0, LBL 1, RCL 1, RTN",
    ),
    "dice": (
        DICE,
        "LBL 0, RAN#, 6, ×, INT, 1, +, RTN, LBL A, STO 0, 0, x≥y, RTN, LBL 1, GSB 0, +, DSE 0, "
        "GTO 1, RTN, LBL B, 0, STO 0, LBL 2, 1, STO + 0, GSB 0, 6, x≠y, GTO 2, RCL 0, RTN",
    ),
    "six different numbers": (
        LOTTERY,
        "LBL A, 0, STO 7, LBL 0, RAN#, 4, 9, ×, INT, 1, +, STO 8, RCL 7, STO I, x=0, GTO 2, "
        "LBL 1, RCL (i), RCL 8, x=y, GTO 0, DSE I, GTO 1, LBL 2, 1, STO + 7, RCL 7, STO I, "
        "RCL 8, STO (i), PSE, 6, RCL 7, x≠y, GTO 0, RTN",
    ),
    "insertion sort": (
        INSERTION,
        "LBL A, STO 0, 1, STO 9, LBL 1, RCL 9, RCL 0, x≤y, RTN, 1, STO + 9, RCL 9, STO I, "
        "RCL (i), STO .0, LBL 2, DSE I, GTO 4, GTO 3, LBL 4, RCL (i), RCL .0, x≥y, GTO 3, R↓, "
        "1, STO + I, R↓, STO (i), 1, STO − I, GTO 2, LBL 3, 1, STO + I, RCL .0, STO (i), GTO 1",
    ),
    "three numbers in order": (
        THREE,
        "LBL A, R↓, x<y, x↔y, R↑, x<y, x↔y, R↓, x<y, x↔y, R↑, RTN",
    ),
}
"""For each program its source and the lines made by hand."""
