"""The atlas: the least total of turns for every game up to 10,000 codes and two more.

`atlas.csv` holds a row for each game, and one for each game up to 1,300 codes in which the answer is the
black pegs alone. Each row is proved: two searches with different hashes gave the same total, and a tree of
that total was replayed for every secret by the plain score. The fewest turns that win every game are proved
by a search that refuses one turn less.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from io import StringIO
from pkgutil import get_data
from time import process_time
from typing import Any

from solver.codes import MAX_COLOURS, MAX_PEGS, Game
from solver.errors import SolverError
from solver.optimal.proof import GameProof
from solver.optimal.search import OptimalSearch, SearchProgress, TooFewTurns
from solver.trees.file import verify
from solver.trees.openings import classes
from solver.trees.plan import Tree

CODES_AT_MOST = 10_000
LARGER = (Game(6, 5), Game(5, 7))
"""The games with more than CODES_AT_MOST codes that have rows, too."""
BLACK_CODES_AT_MOST = 1_300
SEEDS = (0, 1)
"""The seeds of the searches of a row, which draw different hashes."""
SECURED = "two searches with different hashes"
"""How the least total of a row is secured."""


class AtlasError(SolverError):
    """A game that the atlas cannot hold, or two searches that disagree."""


@dataclass(frozen=True, slots=True)
class AtlasRow:
    """A row of the atlas. `least` and `known` are the least total of turns, and that of a known tree.

    `histogram` counts the secrets found in 1, 2, ... turns by the known tree. No play wins every game in
    fewer turns than `longest_least`, and some play wins every game in `longest`. `nodes` is the number of
    regions searched for the total, and `seconds` the processor's time for both searches, if it was measured.
    `secured` says how the lower bound was secured, `source` where the literature has the value.

    `within` is the least total of the plays that win every game in `longest` turns. `firsts` are the kinds of
    first guesses with which the least total is reached, each by its lowest code. None and empty stand for
    what is unknown.
    """

    pegs: int
    colours: int
    repeats: bool
    whites: bool
    codes: int
    least: int
    known: int
    histogram: tuple[int, ...]
    longest_least: int
    longest: int
    nodes: int
    seconds: float | None
    secured: str
    source: str = ""
    within: int | None = None
    firsts: tuple[str, ...] = ()

    @property
    def is_proved(self) -> bool:
        """Whether no play is better than the known tree."""
        return self.least == self.known

    @property
    def seconds_of_proof(self) -> float | None:
        """The seconds of one search that proved the total. None if nobody measured it."""
        return None if self.seconds is None else self.seconds / len(SEEDS)

    @property
    def game(self) -> Game:
        """The game."""
        return Game(self.pegs, self.colours, self.repeats, self.whites)


class Impatience(KeyboardInterrupt):
    """Raised when a search took too long and was given up."""


Patience = Callable[[SearchProgress], bool]
"""A function that is asked ten times a second whether a search is to go on."""


def games() -> Iterator[Game]:
    """All games of the atlas with more than one code, the smallest first of each kind.

    First come games with repeats, then games without, then both kinds with black pegs alone. A game of one
    peg has no white pegs in any case.
    """
    for whites in (True, False):
        most = CODES_AT_MOST if whites else BLACK_CODES_AT_MOST
        for repeats in (True, False):
            every = (
                Game(pegs, colours, repeats, whites)
                for pegs in range(1 if whites else 2, MAX_PEGS + 1)
                for colours in range(1 if repeats else pegs, MAX_COLOURS + 1)
            )
            yield from sorted(
                (game for game in every if 1 < game.size <= most or game in LARGER),
                key=lambda game: (game.size, game.pegs),
            )


def prove(
    game: Game,
    workers: int = 1,
    memory: int | None = None,
    patience: Patience | None = None,
    clock: Callable[[], float] = process_time,
) -> AtlasRow:
    """The row of a game. `clock` gives the seconds of the row. Impatience when the patience ends before.

    AtlasError when two searches with different hashes disagree, TreeError when the tree does not hold.
    """
    watch = _impatient(patience)
    trees, nodes, totals, start = list[Tree](), 0, list[int](), clock()
    for seed in SEEDS:
        proof = GameProof(game, workers=workers, memory=memory, seed=seed)
        totals.append(proof.run(watch=watch))
        nodes = max(nodes, proof.nodes)
        if not trees:
            trees.append(proof.tree())
            verify(trees[0])
        del proof  # the next search has its memory
    if len(set(totals)) > 1:
        raise AtlasError(f"{game}: two searches give {totals[0]:,} and {totals[1]:,} turns")
    seconds, least, tree = clock() - start, totals[0], trees[0]
    longest = least_longest(game, tree.max_turns, workers, memory, patience)
    search = OptimalSearch(game, memory=memory)
    return AtlasRow(
        game.pegs,
        game.colours,
        game.repeats,
        game.whites,
        game.size,
        least,
        tree.total_turns,
        tree.histogram,
        longest,
        longest,
        nodes,
        round(seconds, 2),
        SECURED,
        SOURCES.get((game.pegs, game.colours, game.repeats), "") if game.whites else "",
        least if tree.max_turns == longest else least_within(search, least, longest, watch),
        best_firsts(search, least, watch),
    )


def least_longest(
    game: Game, known: int, workers: int = 1, memory: int | None = None, patience: Patience | None = None
) -> int:
    """The fewest turns that win every game. `known` is the longest game of some tree.

    Each smaller number is refused by a search of its own. Impatience when the patience ends before.
    """
    for turns in range(OptimalSearch(game, memory=memory).turns_of_any(game.size), known):
        proof = GameProof(game, turns, workers=workers, memory=memory, whether=True)
        with suppress(TooFewTurns):
            proof.run(watch=_impatient(patience))
            verify(proof.tree())
            return turns
    return known


def least_within(
    search: OptimalSearch, least: int, turns: int, watch: Callable[[SearchProgress], None] | None = None
) -> int:
    """The least total of the plays that win every game in these turns. No play takes less than `least`."""
    within, spare = None, 0
    while within is None:  # little more than the least total is soon found, or refused
        within = search.total((), turns, least + spare, watch)
        spare = 2 * spare + 1
    return within


def best_firsts(
    search: OptimalSearch, least: int, watch: Callable[[SearchProgress], None] | None = None
) -> tuple[str, ...]:
    """The kinds of first guesses with which the least total is reached, each by its lowest code."""
    game, kinds = search.game, classes(search.game)
    if len(kinds) > 1:
        kinds = [code for code in kinds if search.total((game.index(code),), 0, least, watch) is not None]
    return tuple(map(game.text, kinds))


def _impatient(patience: Patience | None) -> Callable[[SearchProgress], None]:
    def watch(now: SearchProgress) -> None:
        if patience is not None and not patience(now):
            raise Impatience

    return watch


def read() -> list[AtlasRow]:
    """The rows of `atlas.csv`, those with repeats first, the smallest game first."""
    return parse((get_data("solver", "atlas.csv") or b"").decode("utf-8"))


def parse(text: str) -> list[AtlasRow]:
    """The rows in a text of the form of `atlas.csv`. AtlasError when it has another form."""
    table = csv.DictReader(StringIO(text))
    try:
        if text and set(table.fieldnames or ()) != {field.name for field in fields(AtlasRow)}:
            raise KeyError("columns")
        return [_row(cells) for cells in table]
    except (KeyError, ValueError, TypeError, AttributeError, csv.Error) as error:
        raise AtlasError("this is no table of the atlas") from error


def write(rows: list[AtlasRow]) -> str:
    """Rows as the text of `atlas.csv`."""
    out = StringIO()
    writer = csv.DictWriter(out, [field.name for field in fields(AtlasRow)], lineterminator="\n")
    writer.writeheader()
    for row in rows:
        cells = asdict(row)
        cells["histogram"] = " ".join(map(str, row.histogram))
        cells["firsts"] = " ".join(row.firsts)
        cells |= {name: "yes" if cells[name] else "no" for name in ("repeats", "whites")}
        writer.writerow(cells)
    return out.getvalue()


_READERS: dict[str, Callable[[str], Any]] = {
    "int": int,
    "bool": "yes".__eq__,
    "str": str,
    "tuple[int, ...]": lambda text: tuple(map(int, text.split())),
    "tuple[str, ...]": lambda text: tuple(text.split()),
    "int | None": lambda text: int(text) if text else None,
    "float | None": lambda text: float(text) if text else None,
}
"""How a cell of the table is read, by the type of its column in AtlasRow."""


def _row(cells: dict[str, str]) -> AtlasRow:
    return AtlasRow(
        **{field.name: _READERS[str(field.type)](cells[field.name]) for field in fields(AtlasRow)}
    )


GODDARD = "W. Goddard, Mastermind revisited, 2004 (as an average)"
CHEN_LIN = "S.-T. Chen and S.-S. Lin, Optimal algorithms for 2 x n Mastermind games, 2004"
CHEN_LIN_AB = "S.-T. Chen and S.-S. Lin, Optimal algorithms for 2 x n AB games, 2004"
SOURCES = {
    (4, 6, True): "K. Koyama and T. W. Lai, An optimal Mastermind strategy, 1993",
    (4, 7, True): "G. Ville, An optimal Mastermind (4,7) strategy, 2013",
    (4, 8, True): "arfst23, Mastermind, strategies published on GitHub (as an average)",
    (4, 10, False): "T. Tanaka, An optimal MOO strategy, 1996",
    **{(pegs, 2, True): GODDARD for pegs in range(2, 8)},
    **{(pegs, 3, True): GODDARD for pegs in range(2, 6)},
    **{(pegs, 4, True): GODDARD for pegs in range(2, 5)},
    **{(pegs, 5, True): GODDARD for pegs in range(2, 5)},
    **{(2, colours, True): CHEN_LIN for colours in range(6, MAX_COLOURS + 1)},
    **{(2, colours, False): CHEN_LIN_AB for colours in range(2, MAX_COLOURS + 1)},
}
"""The source in the literature for the least total of a game."""
