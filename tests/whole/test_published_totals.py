"""Published totals, and another program's results with all histograms: exactly, by the rules alone.

`published` and `obvious-first` are the two sets of rules of solver/strategies.py. Optimal rows are played in
test_solver_optimal.py. Rows of more than 1,000,000 codes are not played. Up to 1,300 codes the standard
library plays.
"""

import csv
import gzip

import pytest

from solver.codes import Game
from solver.trees.opening_table import find_opening
from solver.trees.tree import play_all
from tests import ROOT, TESTS
from tests.support.compiled_pegs import IN_CI, compiled

DATA = TESTS / "data"
DEFAULT, SLOW, LONG = 500, 100_000, 1_000_000
BY_STDLIB = 1_300

Row = dict[str, str]


def game_of(row: Row) -> Game:
    return Game(int(row["pegs"]), int(row["colours"]), row.get("repetition", "yes") == "yes")


def tier_for(game: Game) -> str:
    return "stdlib" if game.size <= BY_STDLIB or game.pegs == 1 else "llvm"


def rows(name: str) -> list[Row]:
    with gzip.open(DATA / name, "rt", encoding="ascii") as file:
        return list(csv.DictReader(file))


def mark(game: Game) -> pytest.MarkDecorator:
    """The mark of a game that is too large for the default run."""
    if game.size > SLOW:
        return pytest.mark.long
    return compiled(game) if tier_for(game) == "llvm" else pytest.mark.slow


def played(name: str) -> list[object]:
    """The rows as test cases, marked by how long they take."""
    cases = []
    for row in rows(name):
        size = game_of(row).size
        if row["strategy"] == "optimal" or size > LONG:
            continue
        marks = [] if size <= DEFAULT else [mark(game_of(row))]
        words = [row["pegs"], row["colours"], row["strategy"], row.get("convention", "published")]
        opening = row.get("opening", row.get("first_guess", ""))
        no_repeats = ["no-repeats"] if row.get("repetition") == "no" else []
        first = [opening] if opening.isalnum() else []
        cases.append(pytest.param(row, marks=marks, id="-".join(words + no_repeats + first)))
    return cases


def test_the_rows_are_there() -> None:
    assert len(rows("published-totals.csv.gz")) == 86
    assert len(rows("ground-truth.csv.gz")) == 80
    assert len(played("published-totals.csv.gz")) > 65
    assert len(played("ground-truth.csv.gz")) > 50


@pytest.mark.first
@pytest.mark.parametrize("row", played("published-totals.csv.gz"))
def test_published_totals(row: Row) -> None:
    game = game_of(row)
    tree = play_all(game, row["strategy"], first=game.parse(row["first_guess"]), tier=tier_for(game))
    assert (tree.total_turns, tree.max_turns) == (int(row["total_turns"]), int(row["max_turns"]))


@pytest.mark.parametrize("row", played("ground-truth.csv.gz"))
def test_ground_truth(row: Row) -> None:
    game = game_of(row)
    ranked = row["opening"] == "heuristic/optimal"
    first = None if ranked else game.parse(row["opening"])
    assert not ranked or row["convention"] == "obvious-first"
    tree = play_all(game, row["strategy"], row["convention"], first, tier_for(game))
    assert tree.histogram == tuple(map(int, row["histogram"].split()))
    assert (tree.total_turns, tree.max_turns) == (int(row["total_turns"]), int(row["max_turns"]))


def test_our_openings_are_never_worse_than_the_published() -> None:
    table = {}
    text = (ROOT / "solver" / "trees" / "openings.csv").read_text("ascii")
    for row in csv.DictReader(text.splitlines()):
        table[row["pegs"], row["colours"], row["strategy"]] = row
    compared = 0
    for row in rows("published-totals.csv.gz"):
        ours = table.get((row["pegs"], row["colours"], row["strategy"]))
        if ours is not None:
            compared += 1
            assert int(ours["total_turns"]) <= int(row["total_turns"])
            if ours["total_turns"] < row["total_turns"]:
                assert ours["opening"] != row["first_guess"]
    assert compared > 50


@pytest.mark.slow
def test_the_table_keeps_what_playing_from_it_gives() -> None:
    text = (ROOT / "solver" / "trees" / "openings.csv").read_text("ascii")
    listed = [(game_of(row), row) for row in csv.DictReader(text.splitlines())]
    quick = [(game, row) for game, row in listed if tier_for(game) == "stdlib" or game.pegs in IN_CI]
    assert len(quick) > 100
    for game, row in quick[::16]:
        assert find_opening(game, row["strategy"]) == game.parse(row["opening"])
        tree = play_all(game, row["strategy"], tier=tier_for(game))
        assert (tree.total_turns, tree.max_turns) == (int(row["total_turns"]), int(row["max_turns"]))
