"""How many answers the guesses of palettes give at most, against the answers of all guesses."""

from __future__ import annotations

from math import comb
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from solver.codes import Game
from solver.scores import score

np = pytest.importorskip("numpy", reason="compiled code needs the extra fast")
pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")


def tables_of(game: Game) -> Any:
    """The tables of a game that palettes need, with one list of guesses."""
    count, kinds = game.size, comb(game.colours + (game.pegs - 1 if game.repeats else 0), game.pegs)
    codes = game.codes()
    return SimpleNamespace(
        codes=np.array(codes, np.uint8),
        tallies=np.array([[code.count(colour) for code in codes] for colour in range(game.colours)]),
        sorted_codes=np.zeros(count, np.int32),
        palettes=np.zeros(count, np.int32),
        first_codes=np.zeros(kinds, np.int32),
        spread=np.zeros((kinds, kinds), np.uint64),
        blocks=np.zeros((1, count, 2), np.int32),
        masks=np.zeros(0, np.uint64),
        widths=np.array([count]),
    )


@pytest.mark.first
@pytest.mark.parametrize("game", [Game(3, 4), Game(4, 3), Game(3, 5, repeats=False)], ids=str)
def test_no_guess_gives_more_answers_than_its_block(game: Game) -> None:
    from solver.kernels.palettes import (
        ROW_BYTES,
        answers_of_members,
        bound_blocks,
        fill_blocks,
        fill_palettes,
    )

    board, codes, random = tables_of(game), game.codes(), Random(1)
    fill_palettes(board)
    assert sorted(board.sorted_codes.tolist()) == list(range(game.size))
    board.columns = board.sorted_codes[None]
    fill_blocks(board)
    kinds = len(board.spread)
    work: Any = SimpleNamespace(
        spread_sums=np.zeros(kinds, np.uint64),
        palette_most=np.zeros(kinds, np.uint64),
        block_most=np.zeros(game.size, np.int64),
    )
    board.ordinals = np.array(
        [[score(one, two).ordinal(game.pegs) for two in codes] for one in codes], np.uint8
    )
    length, reached = ROW_BYTES // 8, 0
    for _ in range(40):
        region = np.array(sorted(random.sample(range(game.size), random.randint(3, min(40, game.size)))))
        blocks = bound_blocks(board, work, 0, region)
        assert blocks == -(-game.size // length)
        given = [len({*board.ordinals[guess, region].tolist()}) for guess in board.sorted_codes]
        for block in range(blocks):
            most = max(given[block * length : (block + 1) * length])
            assert most <= work.block_most[block]
            reached += most == work.block_most[block]
        members = [len({*board.ordinals[guess, region].tolist()}) for guess in region]
        assert answers_of_members(board, region) == (max(members), region[members.index(max(members))])
    assert reached  # the bound is not idle
