"""Names of regions, against all exchanges of pegs and colours one by one."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from solver.codes import Code, Game
from solver.scores import score

np = pytest.importorskip("numpy", reason="compiled code needs the extra fast")
pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")

Region = frozenset[Code]


def board_of(game: Game) -> tuple[Any, Any]:
    """What a search has of a game, as far as names need it."""
    board = SimpleNamespace(
        codes=np.array(game.codes(), np.uint8),
        orders=np.array(list(permutations(range(game.pegs))), np.uint8),
        widths=np.zeros(game.colours + 1, np.int64),
        hashes=np.array([0x0123456789ABCDEF], np.uint64),
    )
    work = SimpleNamespace(
        weights=np.zeros((2, 2, 16), np.uint64), pairs=np.zeros((2, game.pegs, 16), np.uint64)
    )
    return board, work


def name(game: Game, board: Any, work: Any, region: Region) -> int:
    from solver.kernels.names import name_of

    with np.errstate(over="ignore"):
        return int(name_of(board, work, np.array(sorted(map(game.index, region)), np.uint32), 99))


def image(order: tuple[int, ...], names: tuple[int, ...], code: Code) -> Code:
    return tuple([names[code[peg]] for peg in order])


def inverse(code: Code) -> Code:
    return tuple([code.index(peg) for peg in range(len(code))])


def least_image(game: Game, region: Region) -> tuple[Code, ...]:
    """The least of all images of a region. It is one for regions that are alike, and for no others."""
    both = [region]
    if not game.repeats and game.pegs == game.colours:
        both.append(frozenset(map(inverse, region)))
    return min(
        tuple(sorted([image(order, names, code) for code in one]))
        for one in both
        for order in permutations(range(game.pegs))
        for names in permutations(range(game.colours))
    )


@pytest.mark.parametrize(
    "game",
    [Game(3, 3), Game(2, 4), Game(4, 2), Game(4, 4, repeats=False), Game(3, 4, repeats=False)],
    ids=str,
)
def test_regions_have_one_name_where_they_are_alike(game: Game) -> None:
    """All regions of 3 codes, and drawn ones of 4 to 9 codes, each with an image of it."""
    random, (board, work) = Random(7), board_of(game)
    codes = game.codes()
    drawn = [frozenset(random.sample(codes, random.randint(4, 9))) for _ in range(100)]
    images = [
        frozenset(image(order, names, code) for code in one)
        for one in drawn
        for order in [tuple(random.sample(range(game.pegs), game.pegs))]
        for names in [tuple(random.sample(range(game.colours), game.colours))]
    ]
    regions = {*map(frozenset, combinations(codes[:12], 3)), *drawn, *images}
    by_name: dict[int, set[tuple[Code, ...]]] = {}
    for region in regions:
        by_name.setdefault(name(game, board, work, region), set()).add(least_image(game, region))
    assert all(len(some) == 1 for some in by_name.values())
    kinds = {one for some in by_name.values() for one in some}
    assert 30 < len(kinds) <= len(by_name) <= 1.05 * len(kinds)


def test_regions_of_permutations_and_their_inverses_have_one_name() -> None:
    game, random = Game(7, 7, repeats=False), Random(3)
    board, work = board_of(game)
    for size in (8, 20, 60):
        region = frozenset(tuple(random.sample(range(7), 7)) for _ in range(size))
        other = frozenset(map(inverse, region))
        assert name(game, board, work, region) == name(game, board, work, other)
        assert name(game, board, work, region) != name(game, board, work, region - {min(region)})


@pytest.mark.parametrize("game", [Game(5, 6), Game(4, 9, repeats=False), Game(6, 6, repeats=False)], ids=str)
def test_nearly_all_regions_of_games_have_the_names_of_their_images(game: Game) -> None:
    """Regions that two to four guesses leave."""
    random, (board, work) = Random(11), board_of(game)
    codes, alike = game.codes(), 0
    for _ in range(20):
        secret, region = random.choice(codes), frozenset(codes)
        for guess in random.sample(codes, random.randint(2, 4)):
            answer = score(secret, guess)
            region = frozenset(code for code in region if score(code, guess) == answer)
        order = tuple(random.sample(range(game.pegs), game.pegs))
        names = tuple(random.sample(range(game.colours), game.colours))
        other = frozenset(image(order, names, code) for code in region)
        alike += name(game, board, work, region) == name(game, board, work, other)
    assert alike >= 18
