"""Whether a listing is played with the right keys. This is found from its displays when no pair agrees."""

from __future__ import annotations

import re
from collections.abc import Sequence

from programs.codemaker import Seat
from programs.verify import Disagreement

_ENDED = re.compile(r"(?P<shown>.*) \((?P<reason>\w+)\).*")
_ANSWER = re.compile(r"-?(?P<whole>[\d,]+)\.(?P<score>\d\d)")


def wrong_protocol(seat: Seat, rows: Sequence[Disagreement]) -> str | None:
    """Why none of these displays is an answer.

    None when one of them is: then the score is wrong, and not the keys.

    An answer is the guess with two digits after the point. This is asked when no pair agrees.
    """
    said = [_fault_of_guess(seat, row) for row in rows]
    if not said or None in said:
        return None
    first = rows[0]
    return f"after {first.keys} it shows {first.machine}: {said[0]}"


def _fault_of_guess(seat: Seat, row: Disagreement) -> str | None:
    """The fault in the displays of one guess. None when the answer stands where it must."""
    ended = _ENDED.fullmatch(row.machine)
    if ended is None:
        return None
    displays = ended["shown"].split(" then ")
    if ended["reason"] != "stop":
        return f"the guess does not end in a stop but in {ended['reason']!r}; --guess says how one is given"
    answers = [place for place, display in enumerate(displays) if _is_answer(display, row.guess)]
    wanted = len(displays) - 1 if seat.answer == "stop" else 0
    if len(displays) == 2 and wanted in answers:
        return None
    if len(displays) == 2 and answers:
        other = "pause" if seat.answer == "stop" else "stop"
        return f"the answer shows at the {other}; --answer {other} says so"
    if answers:
        pauses = len(displays) - 1
        return (
            f"the answer shows, with {pauses} pause{'s' * (pauses != 1)}; one pause, with the turn, is read"
        )
    return (
        "that is no answer: an answer is the guess and cd/100; --set, --draw and --guess say how it is played"
    )


def _is_answer(display: str, guess: str) -> bool:
    parts = _ANSWER.fullmatch(display)
    return parts is not None and int(parts["whole"].replace(",", "")) == int(guess)
