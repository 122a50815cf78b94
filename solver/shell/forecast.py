"""How long a proof is likely to take, from the proofs of the atlas: said before a long search begins."""

from __future__ import annotations

from collections.abc import Sequence

from solver.atlas import AtlasRow
from solver.codes import Game
from solver.shell.cli_progress import duration

LONG_SECONDS, MEASURABLE_SECONDS = 60.0, 0.05
LEAST_FACTOR = 2.0
"""A smaller factor for a colour more is one of chance."""
MACHINE = "on the machine of the atlas"
CERTIFICATE_FACTORS = 7, 120
"""A certificate took so many times as long as the proof to make, 4 pegs with 6 to 8 colours the least and the
most.
"""


def forecast(game: Game, rows: Sequence[AtlasRow]) -> str:
    """A sentence or two on the seconds that the proof of a game is likely to take, empty if it is not long.

    What a proof took is known for games of the atlas. For others it is extended from two games that differ in
    the number of colours alone, as if each colour multiplied the time by as much as at last. That factor
    grows, so the time is a lower one. A row holds the time of two searches, of which one is asked for.
    """
    known = {row.game: row.seconds / 2 for row in rows if row.is_proved and row.seconds is not None}
    if game in known:
        long = known[game] >= LONG_SECONDS
        return f"{game}: a proof took {duration(known[game])} {MACHINE}" if long else ""
    alike = (game.pegs, game.repeats, game.whites)
    smaller = [
        one
        for one, seconds in known.items()
        if (one.pegs, one.repeats, one.whites) == alike
        and one.colours < game.colours
        and seconds >= MEASURABLE_SECONDS
    ]
    what = f"{game}: {game.size:,} codes, and no proof is known"
    if len(smaller) < 2:
        return f"{what}. This may take days"
    before, last = sorted(smaller, key=lambda one: one.colours)[-2:]
    factor = (known[last] / known[before]) ** (1 / (last.colours - before.colours))
    if factor < LEAST_FACTOR:
        return f"{what}. This may take days"
    seconds = known[last] * factor ** (game.colours - last.colours)
    return (
        f"{what}. {last} took {duration(known[last])} {MACHINE}, {factor:.0f} times as long for each colour"
        f" more. So expect more than {duration(seconds)}, perhaps many times as much: the factor grows"
    )


def certificate_forecast(game: Game, rows: Sequence[AtlasRow]) -> str:
    """A sentence on the seconds that a certificate is likely to take, empty if they are few or not known."""
    seconds = [row.seconds / 2 for row in rows if row.game == game and row.is_proved and row.seconds]
    least, most = CERTIFICATE_FACTORS
    if not seconds or most * seconds[0] < LONG_SECONDS:
        return ""
    expected = f"{duration(least * seconds[0])} to {duration(most * seconds[0])}"
    return (
        f"{game}: certificates took {least} to {most} times as long to make as the proof,"
        f" and as long to check. So expect {expected} for each"
    )
