"""The atlas: the least total of turns for every game up to 10,000 codes and two more, as far as it is proved.

`atlas.csv` holds a row for each game, and one for each game up to 1,300 codes in which the answer is the
black pegs alone. A row is proved when two searches with different hashes gave the same total (or one search,
which the row then says), and a tree of that total was replayed for every secret by the plain score. Other
rows hold two bounds of the value: a total below which no play is possible, and the total of a known tree. The
shortest longest game is bounded in the same way.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from io import StringIO
from pkgutil import get_data
from time import process_time
from typing import Any

from solver.codes import MAX_COLOURS, MAX_PEGS, Code, Game
from solver.errors import SolverError
from solver.optimal.narrow import NarrowSearch
from solver.optimal.proof import GameProof
from solver.optimal.search import OptimalSearch, SearchProgress, TooFewTurns
from solver.strategies import RANKING
from solver.trees.file import verify
from solver.trees.openings import classes
from solver.trees.plan import Tree
from solver.trees.tree import play_all

CODES_AT_MOST = 10_000
LARGER = (Game(6, 5), Game(5, 7))
"""The games with more than CODES_AT_MOST codes that have rows, too."""
BLACK_CODES_AT_MOST = 1_300
SECURED = ("not proved", "one search", "two searches with different hashes")
"""How a lower bound is secured, by the number of searches that ended."""


class AtlasError(SolverError):
    """A game that the atlas cannot hold, or two searches that disagree."""


@dataclass(frozen=True, slots=True)
class AtlasRow:
    """A row of the atlas. `least` and `known` are totals of turns. They are equal when the game is proved.

    `histogram` counts the secrets found in 1, 2, ... turns by the known tree. No play wins every game in
    fewer turns than `longest_least`, and some play wins every game in `longest`. `nodes` is the number of
    regions searched for the total, and `seconds` the processor's time for it, if it was measured. `secured`
    says how the lower bound was secured, `source` where the literature has the value.

    `within` is the least total of the plays that win every game in `longest` turns. None while it is unknown.
    `firsts` are the kinds of first guesses with which the least total is reached, each by its lowest code.
    They are empty while they are unknown.
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
        """The seconds of one search that proved the total. None if nobody proved or measured it."""
        if self.seconds is None or not self.is_proved:
            return None
        return self.seconds / max(1, SECURED.index(self.secured))

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
    """The row of a game, within the patience. `clock` gives the seconds of the row.

    AtlasError when two searches with different hashes disagree, TreeError when the tree does not hold.
    """
    best: Tree | None = None
    nodes, least, totals, start = 0, 0, list[int](), clock()
    for seed in (0, 1):
        proof = GameProof(game, workers=workers, memory=memory, seed=seed)
        try:
            totals.append(proof.run(watch=_impatient(patience)))
        except Impatience:
            break
        finally:
            nodes, least = max(nodes, proof.nodes), max(least, proof.least)
        if best is None:
            best = proof.tree()
            verify(best)
        del proof  # the next search has its memory
    if len(set(totals)) > 1:
        raise AtlasError(f"{game}: two searches give {totals[0]:,} and {totals[1]:,} turns")
    seconds = clock() - start
    trees = known_trees(game) if best is None else [best]
    best, most = trees[0], min(tree.max_turns for tree in trees)
    longest = least_longest(game, most, workers, memory, patience)
    return AtlasRow(
        game.pegs,
        game.colours,
        game.repeats,
        game.whites,
        game.size,
        least,
        best.total_turns,
        best.histogram,
        *longest,
        nodes,
        round(seconds, 2),
        SECURED[len(totals)],
        SOURCES.get((game.pegs, game.colours, game.repeats), "") if game.whites else "",
    )


def known_trees(game: Game) -> list[Tree]:
    """The trees that ranking strategies make, the best first. AtlasError for a game without white pegs."""
    if not game.whites:
        raise AtlasError(f"{game}: nothing is known without a proof; give more --patience")
    return sorted((play_all(game, one) for one in RANKING), key=lambda tree: tree.total_turns)


def near_tree(game: Game, memory: int | None = None, patience: Patience | None = None) -> Tree | None:
    """The best tree found by few guesses to large regions, within the patience. None when it ends before.

    First one guess to each large region is tried after each kind of first guess. Then the better of two
    guesses follows the better half of the first guesses, and so on.
    """
    search, best, width = OptimalSearch(game, memory=memory), None, 1
    watch = _impatient(patience)
    narrow = NarrowSearch(search, lambda: watch(SearchProgress(0, 0, search.nodes)))

    def least_after(first: Code) -> int:
        past = (game.index(first),)
        return sum([search.quick_bound(part, past) for _, part in search.split(*past)])

    firsts = sorted(classes(game), key=least_after)
    try:
        while width < 2 * game.size:
            totals = {}
            for first in firsts:
                tree = narrow.tree(game.index(first), width)
                verify(tree)
                totals[first] = tree.total_turns
                if best is None or tree.total_turns < best.total_turns:
                    best = tree
            width, firsts = 2 * width, sorted(firsts, key=totals.__getitem__)[: (len(firsts) + 1) // 2]
    except Impatience:
        pass
    return best


def tighten(row: AtlasRow, memory: int | None = None, patience: Patience | None = None) -> AtlasRow:
    """The row of a game without a proof, with a better tree where one is found within the patience."""
    tree = None if row.is_proved else near_tree(row.game, memory, patience)
    if tree is None or tree.total_turns >= row.known:
        return row
    longest = min(row.longest, tree.max_turns)
    return replace(row, known=tree.total_turns, histogram=tree.histogram, longest=longest)


def least_longest(
    game: Game, known: int, workers: int = 1, memory: int | None = None, patience: Patience | None = None
) -> tuple[int, int]:
    """The fewest turns that win every game: a lower bound, and a number known to be enough.

    `known` is the longest game of some tree. Both are equal when each smaller number was refused by a
    search of its own, within the patience.
    """
    for turns in range(OptimalSearch(game, memory=memory).turns_of_any(game.size), known):
        try:
            longest = _longest_within(game, turns, workers, memory, patience)
        except Impatience:
            return turns, known
        if longest is not None:
            return turns, longest
    return known, known


def shorten(
    game: Game,
    least: int,
    known: int,
    workers: int = 1,
    memory: int | None = None,
    patience: Patience | None = None,
) -> tuple[int, int]:
    """The limits within which the least longest game is, found from `known` downwards.

    One turn less than `known` is tried until it is refused or patience ends. Fewer turns than `least` are
    known to be too few.
    """
    try:
        while known > least:
            longest = _longest_within(game, known - 1, workers, memory, patience)
            if longest is None:
                return known, known
            known = longest
    except Impatience:
        pass
    return least, known


def _longest_within(
    game: Game, turns: int, workers: int, memory: int | None, patience: Patience | None
) -> int | None:
    """The longest game of a tree that wins within `turns` turns. None where there is no such tree.

    Impatience where the search took too long.
    """
    proof = GameProof(game, turns, workers=workers, memory=memory, whether=True)
    try:
        proof.run(watch=_impatient(patience))
    except TooFewTurns:
        return None
    tree = proof.tree()
    verify(tree)
    return tree.max_turns


def complete(row: AtlasRow, memory: int | None = None, patience: Patience | None = None) -> AtlasRow:
    """The row with `within` and `firsts`, as far as the patience lasts. A game that is not proved gets only
    the one kind of first guess, where there is one.
    """
    game, within, firsts, kinds = row.game, row.within, row.firsts, classes(row.game)
    if len(kinds) == 1:
        firsts = (game.text(kinds[0]),)
    if not row.is_proved or (within is not None and firsts):
        return replace(row, firsts=firsts)
    if within is None and len(row.histogram) == row.longest:
        within = row.least
    search, watch = OptimalSearch(game, memory=memory), _impatient(patience)
    try:
        if not firsts:
            totals = {code: search.total((game.index(code),), 0, row.least, watch) for code in kinds}
            firsts = tuple(game.text(code) for code, total in totals.items() if total is not None)
        if within is None and row.longest_least == row.longest:
            spare = 0
            while within is None:  # little more than the least total is soon found, or refused
                within = search.total((), row.longest, row.least + spare, watch)
                spare = 2 * spare + 1
    except Impatience:
        pass
    return replace(row, within=within, firsts=firsts)


def merge(old: AtlasRow | None, new: AtlasRow) -> AtlasRow:
    """The row that joins the facts of two rows of one game."""
    if old is None:
        return new
    sharper, other = (new, old) if (new.is_proved, new.least) > (old.is_proved, old.least) else (old, new)
    if sharper.seconds is None and other.is_proved:
        sharper = replace(sharper, nodes=other.nodes, seconds=other.seconds)
    tree = new if new.known < old.known else old
    return replace(
        sharper,
        known=tree.known,
        histogram=tree.histogram,
        longest_least=max(old.longest_least, new.longest_least),
        longest=min(old.longest, new.longest),
        within=new.within if old.within is None else old.within,
        firsts=old.firsts or new.firsts,
    )


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
