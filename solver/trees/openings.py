"""Openings: the classes of first guesses, and the best of them.

All first guesses that differ by a change of colours and pegs are one class, and the lowest stands for it:
1111, 1112, 1122, 1123, 1234. `search` plays all games from each. `openings.csv` holds the best ones, so that
they need not be computed. It was made by `make_table(60_000)` with the compiled tier, under the published
rules, in about six minutes of one busy core. For knuth it has 6 pegs, 8 and 9 colours, too, by `search`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.codes import MAX_COLOURS, MAX_PEGS, Code, Game
from solver.strategies import PUBLISHED, RANKING
from solver.symmetry import Canonical, Past, Symmetries
from solver.trees.tree import play_all

HEADER = "pegs,colours,strategy,opening,total_turns,max_turns"


@dataclass(frozen=True, slots=True)
class Opening:
    """A first guess, and the turns of all games that begin with it."""

    code: Code
    total_turns: int
    max_turns: int


def classes(game: Game) -> list[Code]:
    """The lowest code of each class of first guesses, ascending.

    Without repeats there is only one class. There is also only one when answers tell the black pegs alone,
    because the colours may then be exchanged on each peg by itself.
    """
    if game.repeats and not game.whites:
        return [(0,) * game.pegs]
    canonical = Canonical(game, Past.start(game.pegs), (1 << game.colours) - 1, Symmetries())
    codes: list[Code] = [()]
    for _ in range(game.pegs):
        codes = [(*code, colour) for code in codes for colour in _next(game, canonical, code)]
    lowest: dict[tuple[int, ...], Code] = {}
    for code in codes:
        lowest.setdefault(tuple(sorted((code.count(colour) for colour in set(code)), reverse=True)), code)
    return sorted(lowest.values())


def _next(game: Game, canonical: Canonical, prefix: Code) -> list[int]:
    allowed = canonical.next_colours(prefix, sum(1 << colour for colour in set(prefix)))
    return [colour for colour in range(game.colours) if allowed >> colour & 1]


def search(game: Game, strategy: str, rules: str = PUBLISHED, tier: str | None = None) -> list[Opening]:
    """All games from each class of openings, best first: least total, least turns, lowest code."""
    openings = []
    for code in classes(game):
        tree = play_all(game, strategy, rules, code, tier)
        openings.append(Opening(code, tree.total_turns, tree.max_turns))
    return sorted(openings, key=lambda opening: (opening.total_turns, opening.max_turns, opening.code))


def make_table(limit: int, strategies: Iterable[str] = RANKING, tier: str | None = None) -> str:
    """The text of `openings.csv` for all games with repeats of at most `limit` codes."""
    lines = [HEADER]
    for strategy in strategies:
        for pegs in range(1, MAX_PEGS + 1):
            for colours in range(1, MAX_COLOURS + 1):
                game = Game(pegs, colours)
                if game.size <= limit:
                    best = search(game, strategy, PUBLISHED, tier)[0]
                    text = game.text(best.code)
                    lines.append(f"{pegs},{colours},{strategy},{text},{best.total_turns},{best.max_turns}")
    return "\n".join(lines) + "\n"
