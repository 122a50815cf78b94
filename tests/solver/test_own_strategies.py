"""Strategies of one's own: they play as the known ones do where they rank alike, and faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from solver.codes import Game
from solver.compare import compare
from solver.errors import StrategyError
from solver.games.next_guess import next_guess, partition
from solver.scores import Score
from solver.shell.cli import mastermind
from solver.trees import file as treefile
from solver.trees.tree import play_all

GAME = Game(3, 4)
SOURCE = """
def largest(parts, possible):
    return max(parts)

def squares(parts, possible):
    return sum(n * n for n in parts)

def bonus(parts, possible):
    return sum(n * n for n in parts) - possible

def most(parts, possible):
    return -len(parts)

def sorts(parts, possible):
    assert list(parts) == sorted(parts, reverse=True)
    assert not possible or 1 in parts
    return 0

def fails(parts, possible):
    return 1 / 0

def text(parts, possible):
    return None

class First:
    def __init__(self, game):
        self.game = game
    def choose(self, codes):
        assert len(codes) > 2 and list(codes) == sorted(codes)
        return codes[0]

class Stuck(First):
    def choose(self, codes):
        return (0,) * self.game.pegs

class Wrong(First):
    def choose(self, codes):
        return (9, 9, 9)

number = 5

def one(parts):
    return max(parts)

def yields(parts, possible):
    yield max(parts)

def not_a_number(parts, possible):
    return max(parts), float("nan")

def mixed(parts, possible):
    return max(parts) if possible else (max(parts),)

def leaves(parts, possible):
    raise SystemExit("two\\nlines")

def least_telling(parts, possible):
    return len(parts)

async def waits(parts, possible):
    return max(parts)

class Waits(First):
    async def choose(self, codes):
        return codes[0]

class Alone:
    def choose(self, codes):
        return codes[0]

class Silent(First):
    def choose(self, codes):
        pass

class Halves(First):
    def choose(self, codes):
        return (0.5, 1.0, 2.0)

class Greedy(First):
    def choose(self, codes, more):
        return codes[0]
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_rank.py").write_text(SOURCE)
    (tmp_path / "own_broken.py").write_text("import no_such_module_at_all\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.first
@pytest.mark.parametrize("tier", ["stdlib", "numpy"])
@pytest.mark.parametrize(
    ("own", "known", "rules"),
    [
        ("largest", "knuth", "published"),
        ("squares", "expected-size", "published"),
        ("most", "most-parts", "published"),
        ("bonus", "expected-size", "obvious-first"),
        ("First", "first-consistent", "published"),
    ],
)
@pytest.mark.parametrize("game", [GAME, Game(3, 6, repeats=False), Game(2, 5)])
def test_own_strategies_play_as_the_known_ones(
    own: str, known: str, rules: str, tier: str, game: Game
) -> None:
    mine = play_all(game, f"own_rank:{own}", rules, game.code(1), tier)
    theirs = play_all(game, known, rules, game.code(1), tier)
    assert list(map(int, mine.guesses)) == list(map(int, theirs.guesses))
    assert mine.histogram == theirs.histogram


def test_the_sizes_of_parts_are_given_largest_first() -> None:
    assert (
        play_all(GAME, "own_rank:sorts", tier="numpy").histogram
        == play_all(GAME, "own_rank:sorts", tier="stdlib").histogram
    )


def test_the_opening_is_ranked() -> None:
    """No table of openings knows the strategy, so the first guess has the least key."""
    opening = play_all(GAME, "own_rank:squares").first
    sizes = {}
    for guess in GAME.codes():
        sizes[guess] = sum(n * n for n in partition(GAME, guess).parts.values())
    assert sizes[opening] == min(sizes.values())
    assert opening == min(guess for guess, size in sizes.items() if size == min(sizes.values()))


@pytest.mark.parametrize("tier", [None, "llvm", "numpy", "stdlib"])
def test_a_game_under_way_is_followed(tier: str | None) -> None:
    history = [((0, 0, 1), Score(1, 0))]
    mine = next_guess(GAME, history, "own_rank:largest", tier=tier)
    assert mine.guess == next_guess(GAME, history, "knuth", tier="stdlib").guess


def test_strategies_are_compared_and_trees_written_and_read(tmp_path: Path) -> None:
    rows = compare(GAME, ["own_rank:largest", "knuth"], first=(0, 0, 1))
    assert rows[0].tree.histogram == rows[1].tree.histogram
    assert rows[0].strategy == "own_rank:largest"
    tree = play_all(GAME, "own_rank:squares")
    again = treefile.read(treefile.write(tree, "json"))
    treefile.verify(again)
    assert again.plan.strategy == "own_rank:squares"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("own_rank:fails", "ZeroDivisionError: division by zero (own_rank.py, line 20)"),
        (
            "own_rank:text",
            "the key of the parts (27, 27, 9, 1) is None: return a number, or a tuple of numbers",
        ),
        ("own_rank:yields", "is <generator"),
        ("own_rank:not_a_number", "is (27, nan)"),
        ("own_rank:mixed", "a tuple of numbers each time"),
        ("own_rank:leaves", "SystemExit: two lines (own_rank.py"),
        ("own_rank:one", "it is called with parts and possible (too many"),
        ("own_rank:one", "write `def one(parts, possible)`"),
        ("own_rank:waits", "an async function gives no key or guess: write `def waits(parts, possible)`"),
        ("own_rank:Waits", "an async function gives no key or guess: write `def choose(self, codes)`"),
        ("own_rank:Alone", "write `def __init__(self, game)`"),
        ("own_rank:Greedy", "write `def choose(self, codes)`"),
        ("own_rank:Silent", "`choose` returned None: return a code as a tuple of colours from 0"),
        ("own_rank:Halves", "`choose` returned (0.5, 1.0, 2.0)"),
        (":rank", "name one as module:function"),
        ("own_rank:", "name one as module:function"),
        ("./own_rank:rank", "name one as module:function"),
        ("own_rank:nothing", 'own_rank has no function or class of the name "nothing"'),
        ("own_rank:number", 'own_rank has no function or class of the name "number"'),
        ("no_such_module_here:rank", "there is no module no_such_module_here"),
        (
            "own_broken:rank",
            "ModuleNotFoundError: No module named 'no_such_module_at_all' (own_broken.py, line 1)",
        ),
        ("own_rank:Stuck", "111 tells none of"),
        ("own_rank:Wrong", "colour 9 on peg 1"),
    ],
)
def test_faults_are_told_in_one_line(name: str, said: str) -> None:
    with pytest.raises(StrategyError) as error:
        play_all(GAME, name)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("tier", ["stdlib", "numpy"])
def test_guesses_that_tell_nothing_are_never_made(tier: str) -> None:
    """The strategy prefers them, and no game would end."""
    tree = play_all(GAME, "own_rank:least_telling", tier=tier)
    assert sum(tree.histogram) == GAME.size


def test_the_verbs_take_own_strategies() -> None:
    run = CliRunner().invoke
    played = run(mastermind, ["tree", "3", "4", "--strategy", "own_rank:largest", "--first", "112"])
    known = run(mastermind, ["tree", "3", "4", "--strategy", "knuth", "--first", "112", "--tier", "stdlib"])
    assert played.exit_code == 0
    assert [line for line in played.output.splitlines() if line[:1].isdigit()][1:4] == (
        [line for line in known.output.splitlines() if line[:1].isdigit()][1:4]
    )
    compared = run(mastermind, ["compare", "3", "4", "--strategies", "own_rank:squares,knuth"])
    assert compared.exit_code == 0
    assert "own_rank:squares" in compared.output
    wrong = run(mastermind, ["tree", "3", "4", "--strategy", "own_rank:fails"])
    assert wrong.exit_code == 2
    assert "own_rank.py, line 20" in wrong.output
    asked = run(
        mastermind,
        ["play", "3", "4", "--strategy", "own_rank:largest", "--secret", "123"],
        input="hint\nquit\n",
    )
    assert asked.exit_code == 0
    assert run(mastermind, ["tree", "3", "4", "--strategy", "unknown"]).exit_code == 2


def test_a_seed_draws_the_same_secret() -> None:
    run = CliRunner().invoke
    first = run(mastermind, ["play", "--seed", "7", "--json"], input="quit\n")
    again = run(mastermind, ["play", "--seed", "7", "--json"], input="quit\n")
    assert first.exit_code == 0
    assert first.output == again.output
    secrets = {run(mastermind, ["play", "--seed", str(n), "--json"], input="quit\n").output for n in range(8)}
    assert len(secrets) > 4
    assert run(mastermind, ["play", "--seed", "7", "--secret", "1122"]).exit_code == 2
