"""What a CodeMaker does with a guess that is none, for people: too many digits, a sign, a fraction.

No plan checks a guess: that would cost lines and time in every scoring. So each family says which of these
holds for it, and its listing says it in the `#D` lines.
"""

from __future__ import annotations

from enum import StrEnum

NO_ANSWER = (
    "A negative guess, or a fraction (R/S with no new guess makes one), shows no true answer."
    " It takes a turn; the secret is kept."
)


class LongGuess(StrEnum):
    """What a guess with more digits than N does, and which keys help.

    KEPT: no register is addressed by a digit. MULTIPLIED: as KEPT, but the guess is multiplied by 100.
    RECALLED: the digits in front address a register together, which is only looked at unless it is negative.
    COUNTED: it is changed. COUNTED_LATE: as COUNTED, and what was counted before the Error is still there.
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
