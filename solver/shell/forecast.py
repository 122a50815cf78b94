"""How long a proof is likely to take, from the proofs of the atlas: said before a long search begins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, log

import numpy as np

from solver.atlas import AtlasRow
from solver.codes import Game
from solver.shell.cli_progress import duration
from solver.tiers import select
from solver.trees.openings import classes

LONG_SECONDS, MEASURABLE_SECONDS = 60.0, 0.05
LEAST_PROOFS = 8
"""From fewer proofs no time is foretold. The law has five constants."""
MACHINE = "on the machine of the atlas"
MAKING, CHECKING = (1, 8), (5, 60)
"""How many times as long as the proof a certificate took, for the games in the table of `ATLAS.md`."""

Measured = Sequence[tuple[Game, float]]
"""Games, and the seconds that their proofs took."""


def forecast(game: Game, rows: Sequence[AtlasRow]) -> str:
    """A sentence or two on the seconds that the proof of a game is likely to take, empty if it is not long.

    What a proof took is known for games of the atlas. For others `seconds_of_proof` tells it from them, and
    the sentence has the range within which proofs differed from what shorter ones foretold.
    """
    known = {row.game: seconds for row in rows if (seconds := row.seconds_of_proof) is not None}
    if game in known:
        long = known[game] >= LONG_SECONDS
        return f"{game}: a proof took {duration(known[game])} {MACHINE}" if long else ""
    what = f"{game}: {game.size:,} codes, and nobody has measured a proof"
    measured = [one for one in known.items() if one[0].whites and one[1] >= MEASURABLE_SECONDS]
    factors = surprises(measured)
    if not game.whites or not factors:
        return f"{what}. This may take days"
    seconds, least, most = seconds_of_proof(game, measured), min(factors), max(factors)
    if seconds * most < LONG_SECONDS:
        return ""
    return (
        f"{what}. {len(factors)} proofs of other games took {least:.1f} to {most:.0f} times what shorter ones"
        f" foretell. So expect {duration(seconds * least)} to {duration(seconds * most)} {MACHINE}"
    )


def surprises(measured: Measured) -> list[float]:
    """How many times as long each proof took as it is foretold from the proofs that took less than half.

    That is how a proof is foretold that is longer than all others. Short proofs are left out, and those that
    are foretold from less than `LEAST_PROOFS`.
    """
    found = []
    for game, seconds in measured:
        shorter = [one for one in measured if one[1] < seconds / 2]
        if seconds >= 20 * MEASURABLE_SECONDS and len(shorter) >= LEAST_PROOFS:
            found.append(seconds / seconds_of_proof(game, shorter))
    return found


def seconds_of_proof(game: Game, measured: Measured) -> float:
    """The seconds that the proof of a game takes, by a law that is fitted to the proofs that were measured.

    The logarithm of the seconds is taken to be linear in what `traits` gives. There is no reason for this law
    other than that, of those tried, it has the least errors for proofs that were left out of the fit.
    """
    law = np.linalg.lstsq(
        np.array([traits(one) for one, _ in measured]), np.array([log(seconds) for _, seconds in measured])
    )[0]
    return exp(float(law @ traits(game)))


@cache
def traits(game: Game) -> tuple[float, ...]:
    """What the time of a game's proof is foretold from: its pegs, its size, and what a guess tells.

    The size is the logarithm of the number of codes. Divided by the entropy of the answer to the first guess
    that has the most, it is about the number of guesses until the secret is known.
    """
    size, tier = log(game.size), select("numpy")
    most = max(entropy(tier.histogram(game, guess)) for guess in classes(game))
    return 1.0, game.pegs, size, size**2, size**2 / most


def entropy(parts: Sequence[int]) -> float:
    """The entropy of the answer to a guess that leaves parts of these sizes, in natural units."""
    whole = sum(parts)
    return sum(size / whole * log(whole / size) for size in parts if size)


def certificate_forecast(game: Game, rows: Sequence[AtlasRow]) -> str:
    """A sentence on the seconds that a certificate is likely to take, empty if they are few or not known."""
    seconds = [took for row in rows if row.game == game and (took := row.seconds_of_proof)]
    if not seconds or CHECKING[1] * seconds[0] < LONG_SECONDS:
        return ""
    times = [" to ".join([duration(factor * seconds[0]) for factor in pair]) for pair in (MAKING, CHECKING)]
    return (
        f"{game}: certificates took {MAKING[0]} to {MAKING[1]} times as long to make as the proof, and"
        f" {CHECKING[0]} to {CHECKING[1]} times as long to check. So expect {times[0]}, and {times[1]}"
    )
