"""Sentences on what a CodeMaker does with an invalid guess: one with too many digits, a sign or a fraction.

A plan does not check a guess by itself, because a check costs lines and time in every scoring. Each family
names the sentence that holds for it, and its listing has the sentence in the `#D` lines.
"""

from __future__ import annotations

from enum import StrEnum

NO_ANSWER = (
    "A negative guess, or a fraction (R/S with no new guess makes one), shows no true answer."
    " It takes a turn; the secret is kept."
)


class LongGuess(StrEnum):
    """The effect of a guess with more digits than N, and the keys that help.

    KEPT: no register is addressed by a digit. MULTIPLIED: as KEPT, but the guess is multiplied by 100.
    RECALLED: the digits in front together address a register, which is only read unless it is negative.
    COUNTED: the register is changed. COUNTED_LATE: as COUNTED, and counts from before the Error are still
    there.
    """

    KEPT = "A guess with more digits than N shows no true answer. It takes a turn; the secret is kept."
    MULTIPLIED = (
        "A guess with more digits than N shows no true answer, and takes a turn. One above 10^97 may stop"
        " with Error 1: press ← g RTN, then guess again. The secret is kept."
    )
    RECALLED = (
        "A guess with more digits than N shows no true answer, or stops with Error 3 or on 9.999999 99:"
        " press ← g RTN, then guess again. The secret is kept."
    )
    COUNTED = (
        "A guess with more digits than N may stop with Error 3: press ← g RTN, then guess again; the secret"
        " is kept. If it shows a number, the secret may be spoiled: set or draw one with GSB."
    )
    COUNTED_LATE = (
        "A guess with more digits than N may stop with Error 3: press ← g RTN; the answer to the next guess"
        " may be wrong, those after it are right. If it shows a number, the secret may be spoiled: set or"
        " draw one with GSB."
    )
