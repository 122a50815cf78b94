"""Hints for the board: how many secrets are left, and the best guess that can be found in a moment.

With numpy every secret is counted. In a browser, which has no numpy, a search in plain Python takes its
place.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from programs.web.hints.hint import Hint, Worth
from solver.codes import Game
from solver.scores import History
from solver.strategies import KNUTH
from solver.trees.opening_table import find_opening

SECONDS: Final = 0.5
"""The seconds for which guesses are ranked. Counting the secrets left takes up to 0.4 s more at 8 digits."""

OPENINGS: Final = {7: "1112223", 8: "11223344"}
"""First guesses with the smallest largest part, for games of N digits that are not in the solver's table."""


def find(game: Game, history: History, seconds: float = SECONDS) -> Hint:
    """The hint after these guesses and answers: knuth's guess, or the best found in `seconds`.

    InputError when no secret agrees with the answers.
    """
    first = _first_guess(game) if not history else None
    if first is not None:
        return Hint(first, game.size, True, True, 0, game.size, game.size)
    found: Hint = _counting().find(game, history, seconds)
    return found


def analyse(game: Game, history: History, seconds: float = SECONDS) -> list[Worth]:
    """The value of each guess up to an answer that no secret allows. Each takes about `seconds`."""
    worths: list[Worth] = []
    for turn, (guess, answer) in enumerate(history):
        past = history[:turn]
        best = find(game, past, seconds)
        own, solvers = (_counting().parts(game, past, one) for one in (guess, game.parse(best.guess)))
        after = _counting().count_left(game, [*past, (guess, answer)])
        worths.append(
            Worth(game.text(guess), best.remaining, after, len(own), max(own), best.guess, max(solvers))
        )
    return worths


def _counting() -> ModuleType:
    """The module that counts secrets: by arrays of numpy, or in plain Python where there is no numpy."""
    return import_module(f"programs.web.hints.{'arrays' if find_spec('numpy') else 'plain'}")


def _first_guess(game: Game) -> str | None:
    """The best first guess, None where it is not known and every guess must be looked at."""
    if game.pegs == 1:
        return None
    opening = find_opening(game, KNUTH)
    if opening is not None:
        return game.text(opening)
    return OPENINGS.get(game.pegs) if game.pegs == game.colours else None
