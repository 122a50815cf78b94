"""How many secrets of a region so many turns find at most, against all games of a small region."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from solver.codes import Code, Game
from solver.scores import score

np = pytest.importorskip("numpy", reason="compiled code needs the extra fast")
pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")

UNKNOWN = 1000
"""Rooms of the level above that tell nothing."""


def parts_of(codes: list[Code], guess: Code, region: list[int]) -> dict[int, list[int]]:
    """The secrets of a region by their answers to a guess, as ordinals."""
    parts: dict[int, list[int]] = {}
    for secret in region:
        parts.setdefault(score(guess, codes[secret]).ordinal(len(guess)), []).append(secret)
    return parts


def most_found(codes: list[Code], region: list[int], turns: int) -> int:
    """How many secrets of a region are found within so many turns, by the best of all guesses."""
    if turns == 0 or not region:
        return 0
    if turns == 1 or len(region) == 1:
        return 1
    best = 0
    for guess in codes:
        parts = parts_of(codes, guess, region)
        if len(parts) > 1:
            won = [parts.pop(answer) for answer in [*parts] if parts[answer] == [codes.index(guess)]]
            best = max(best, len(won) + sum(most_found(codes, part, turns - 1) for part in parts.values()))
    return best


@pytest.mark.first
@pytest.mark.parametrize("game", [Game(3, 3), Game(2, 5, repeats=False), Game(3, 3, whites=False)], ids=str)
@pytest.mark.parametrize("size", [9, 14])
def test_no_play_finds_more_secrets_than_the_rooms_tell(game: Game, size: int) -> None:
    from solver.kernels.bounds import find_rooms
    from solver.kernels.losses import PLANES

    codes = game.codes()
    region = sorted(Random(size).sample(range(len(codes)), size))
    perfect = game.pegs * (game.pegs + 3) // 2
    most: Counter[int] = Counter()
    splits: list[list[int]] = []
    for guess in codes:
        parts = parts_of(codes, guess, region)
        if len(parts) > 1:
            most |= Counter({answer: len(part) for answer, part in parts.items()})
            splits.append([len(part) for part in parts.values()])
    planes = [sum((most[answer] >> plane & 1) << answer for answer in most) for plane in range(PLANES)]
    board: Any = SimpleNamespace(perfect=perfect, by_class=np.full((perfect, 6), UNKNOWN))
    work: Any = SimpleNamespace(
        rooms=np.full((2, 6), UNKNOWN), most=np.array(planes, np.uint64), counts=np.zeros(64, np.int64)
    )
    told = max(map(len, splits))
    for limit in (size, told):  # the most secrets that two turns are known to find
        work.rooms[1, 2] = limit
        above = min(sum(max(0, part - limit) for part in parts) for parts in splits)
        work.over = np.array([told, above, *[0] * 5], np.uint64)
        find_rooms(board, work, 0, size)
    found = [most_found(codes, region, turns) for turns in range(1, 4)]
    assert all(few <= room for few, room in zip(found, work.rooms[1, 1:].tolist(), strict=False))
    assert work.rooms[1].tolist()[1:3] == [1, told]
    assert work.rooms[1, 3] <= size - above
