"""The atlas: the least total of turns of every game up to 10,000 codes, as far as it is proved.

`atlas.csv` holds a row for each game. A row is proved when two searches with different hashes gave the same
total, and the tree of one was replayed for every secret by the plain score. Other rows hold what bounds the
value: a total that no play is below, and the total of a known tree.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields
from io import StringIO
from pkgutil import get_data

from solver.codes import MAX_COLOURS, MAX_PEGS, Game
from solver.errors import SolverError
from solver.optimal.proof import Proof
from solver.optimal.search import Progress
from solver.strategies import RANKING
from solver.trees.file import verify
from solver.trees.plan import Tree
from solver.trees.tree import play_all

CODES_AT_MOST = 10_000


class AtlasError(SolverError):
    """A game that the atlas cannot hold, or two searches that disagree."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is known of a game. `least` and `known` are totals of turns; they are equal when it is proved.

    `histogram` counts the secrets found in 1, 2, ... turns by the known tree, `nodes` are the regions that
    were searched, `secured` says how the lower side holds, `source` where the literature has the value.
    """

    pegs: int
    colours: int
    repeats: bool
    codes: int
    least: int
    known: int
    histogram: tuple[int, ...]
    nodes: int
    secured: str
    source: str = ""

    @property
    def proved(self) -> bool:
        """Whether no play is better than the known tree."""
        return self.least == self.known

    @property
    def game(self) -> Game:
        """The game."""
        return Game(self.pegs, self.colours, self.repeats)


class Impatience(KeyboardInterrupt):
    """A search that was given up because it took too long."""


def games() -> Iterator[Game]:
    """All games of the atlas with more than one code, with repeats first, the smallest first of each kind."""
    for repeats in (True, False):
        every = (
            Game(pegs, colours, repeats)
            for pegs in range(1, MAX_PEGS + 1)
            for colours in range(1 if repeats else pegs, MAX_COLOURS + 1)
        )
        yield from sorted(
            (game for game in every if 1 < game.size <= CODES_AT_MOST),
            key=lambda game: (game.size, game.pegs),
        )


def prove(
    game: Game,
    workers: int = 1,
    memory: int | None = None,
    patience: Callable[[Progress], bool] | None = None,
) -> Row:
    """The row of a game; `patience` is asked ten times a second whether to go on.

    AtlasError when two searches with different hashes disagree, TreeError when the tree does not hold.
    """

    def watch(now: Progress) -> None:
        if patience is not None and not patience(now):
            raise Impatience

    best: Tree | None = None
    nodes, least, totals = 0, 0, []
    for seed in (0, 1):
        proof = Proof(game, workers=workers, memory=memory, seed=seed)
        try:
            totals.append(proof.run(watch=watch))
        except Impatience:
            break
        finally:
            nodes, least = max(nodes, proof.nodes), max(least, proof.least)
        if best is None:
            best = proof.tree()
            verify(best)
    if len(set(totals)) > 1:
        raise AtlasError(f"{game}: two searches give {totals[0]:,} and {totals[1]:,} turns")
    if best is None:
        best = min((play_all(game, one) for one in RANKING), key=lambda tree: tree.total_turns)
    secured = ("not proved", "one search", "two searches with different hashes")[len(totals)]
    return Row(
        game.pegs,
        game.colours,
        game.repeats,
        game.size,
        least,
        best.total_turns,
        best.histogram,
        nodes,
        secured,
        SOURCES.get((game.pegs, game.colours, game.repeats), ""),
    )


def read() -> list[Row]:
    """The rows of `atlas.csv`, those with repeats first, the smallest game first."""
    return parse((get_data("solver", "atlas.csv") or b"").decode("utf-8"))


def parse(text: str) -> list[Row]:
    """The rows in a text of the form of `atlas.csv`; AtlasError when it has another form."""
    try:
        return [_row(cells) for cells in csv.DictReader(StringIO(text))]
    except (KeyError, ValueError, AttributeError) as error:
        raise AtlasError("this is no table of the atlas") from error


def write(rows: list[Row]) -> str:
    """Rows as the text of `atlas.csv`."""
    out = StringIO()
    writer = csv.DictWriter(out, [field.name for field in fields(Row)], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        cells = asdict(row)
        cells["histogram"] = " ".join(map(str, row.histogram))
        cells["repeats"] = "yes" if row.repeats else "no"
        writer.writerow(cells)
    return out.getvalue()


def _row(cells: dict[str, str]) -> Row:
    return Row(
        int(cells["pegs"]),
        int(cells["colours"]),
        cells["repeats"] == "yes",
        int(cells["codes"]),
        int(cells["least"]),
        int(cells["known"]),
        tuple(map(int, cells["histogram"].split())),
        int(cells["nodes"]),
        cells["secured"],
        cells["source"],
    )


SOURCES = {
    (4, 6, True): "K. Koyama and T. W. Lai, An optimal Mastermind strategy, 1993",
    (4, 7, True): "G. Ville, An optimal Mastermind (4,7) strategy, 2013",
    (4, 10, False): "T. Tanaka, An optimal MOO strategy, 1996",
}
"""Where the literature has the least total of a game."""
