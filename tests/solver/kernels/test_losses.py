"""The losses of guesses to a region: against bounds from public scores, and compiled against plain Python."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from solver.codes import Code, Game
from solver.scores import answers_of, score

pytest.importorskip("llvmlite")

from solver.kernels.kernel import array_at
from solver.kernels.losses import (
    AT_ONCE,
    EXACT,
    PLANES,
    THRESHOLDS,
    count_losses,
    is_told_exactly,
    loss_of,
)
from tests.support.kernels import compiled
from tests.support.shares import few

TOO_MANY = 12
"""The last of the thresholds, which no part may reach."""


def least_of(count: int, answers: int) -> int:
    """The least total of turns for so many secrets, counted turn by turn."""
    total, turn, room = 0, 1, 1
    while count > 0:
        total += turn * min(count, room)
        count, turn, room = count - room, turn + 1, room * (answers - 1)
    return total


def thresholds_of(answers: int) -> tuple[np.ndarray[Any, np.dtype[np.uint64]], list[int]]:
    """The numbers of secrets from which on the next one needs a turn more than the one before."""
    steps = [least_of(n + 1, answers) - least_of(n, answers) for n in range(1 << PLANES)]
    numbers = [n for n in range(2, 1 << PLANES) if steps[n] > steps[n - 1]][:THRESHOLDS]
    numbers += [(1 << PLANES) - 1] * (THRESHOLDS - len(numbers)) + [TOO_MANY]
    bits = [-(n >> plane & 1) % (1 << 64) for n in numbers for plane in range(PLANES)]
    return np.array(bits, np.uint64), numbers


def thresholds_by_answer(numbers: list[int], bits: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Thresholds that are lower by 0, 1 or 2 for every third answer, in each lane of so many bits."""
    words = []
    for number, plane in product(numbers, range(PLANES)):
        lane = sum((number - answer % 3 >> plane & 1) << answer for answer in range(bits))
        words.append(sum(lane << start for start in range(0, 64, bits)))
    return np.array(words, np.uint64)


def table_of(lane: Any, ordinals: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], int]:
    """Ordinals (secret, guess) in rows of full registers, then a row of no answers. And the length of a row.

    The last bit of a lane stands for no answer.
    """
    each = 128 // lane.itemsize
    width = -(-ordinals.shape[1] // each) * each
    table = np.full((ordinals.shape[0] + 1, width), 8 * lane.itemsize - 1, np.uint8)
    table[:-1, : ordinals.shape[1]] = ordinals
    return table.ravel(), width


def offsets_of(region: list[int], width: int, last: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Where the rows of a region begin, and then rows of no answers up to a multiple of AT_ONCE."""
    rows = region + [last] * (-len(region) % AT_ONCE)
    return np.array(rows, np.int64) * width


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "too_many"), few([(3, 0), (20, 0), (40, THRESHOLDS), (70, 0), (70, THRESHOLDS), (150, 0)])
)
def test_losses_give_the_bound_that_the_parts_give(size: int, too_many: int) -> None:
    """Bound = the region's codes + the least turns of each part, computed here from public scores.

    A guess is useless if it leaves the region whole, or a part that has too many secrets.
    """
    game = Game(3, 6)
    codes: list[Code] = [game.code(index) for index in range(game.size)]
    answers = len(answers_of(game))
    perfect = 3 * (3 + 3) // 2
    ordinals = np.array([[score(one, two).ordinal(3) for two in codes] for one in codes], np.uint64)
    region = sorted(Random(size).sample(range(game.size), size))
    lane = np.uint16(0)
    table, width = table_of(lane, ordinals)
    thresholds, numbers = thresholds_of(answers)
    offsets = offsets_of(region, width, game.size)
    rows, used = len(offsets), sum(number < size for number in numbers[:THRESHOLDS])
    out, most = np.zeros(width, np.uint8), np.zeros(PLANES, np.uint64)
    over = np.zeros(THRESHOLDS + 1, np.uint64)
    planes = (0,) * size.bit_length()
    count_losses(
        table,
        np.zeros(0, np.uint16),
        (0, width),
        offsets,
        rows,
        thresholds,
        used,
        too_many,
        answers,
        perfect,
        planes,
        out,
        most,
        over,
    )
    splits: list[Counter[int]] = []
    seen: Counter[int] = Counter()
    for guess in range(game.size):
        parts = Counter(int(ordinals[secret, guess]) for secret in region)
        inside = guess in region
        bound = size + sum(least_of(n, answers) for part, n in parts.items() if part != perfect)
        number = int(out[guess])
        assert number % 2 == (not inside)
        largest = max(n for part, n in parts.items() if part != perfect or len(parts) == 1)
        useless = len(parts) == 1 or (too_many > 0 and largest >= numbers[too_many])
        assert (number >= 2 * 127) == useless
        if len(parts) > 1:
            seen |= parts
            splits.append(parts)
        if useless:
            continue
        from_loss = 3 * size - inside - answers + loss_of(number)
        assert from_loss == bound if is_told_exactly(number) else bound - 16 < from_loss <= bound
    assert all(number >= 2 * 127 for number in out[game.size :])
    told = {
        answer: sum((int(word) >> answer & 1) << n for n, word in enumerate(most)) for answer in range(16)
    }
    assert {answer: number for answer, number in told.items() if number} == dict(seen)
    above = [min(sum(max(0, n - limit) for n in one.values()) for one in splits) for limit in numbers[:used]]
    if used:
        assert over.tolist()[: used + 1] == [max(map(len, splits)), *above]


def test_large_losses_are_told_in_steps_from_below() -> None:
    """A loss that a number cannot tell is never told as more than it is."""
    told = [loss_of(number) for number in range(0, 254, 2)]
    assert told[:EXACT] == list(range(EXACT))
    assert told == sorted(set(told))


@pytest.mark.slow
@pytest.mark.parametrize(("lane", "planes"), [(np.uint16(0), 6), (np.uint32(0), PLANES), (np.uint64(0), 0)])
def test_compiled_losses_are_those_of_plain_python(lane: Any, planes: int) -> None:
    bits = lane.itemsize * 8
    random = np.random.default_rng(bits)
    table, width = table_of(lane, random.integers(0, bits - 1, (300, 90)))
    thresholds, numbers = thresholds_of(bits // 2)
    apart = thresholds_by_answer(numbers, bits)
    places, kind, size_of_table, size_of_limits = (0,) * planes, lane.dtype, table.size, thresholds.size

    def serve(address: int) -> None:
        asked = array_at(address, (9,), np.int64)
        count_losses(
            array_at(asked[0], (size_of_table,), np.uint8),
            array_at(asked[0], (0,), kind),
            (0, asked[1]),
            array_at(asked[2], (asked[3],), np.int64),
            asked[3],
            array_at(asked[4], (size_of_limits,), np.uint64),
            asked[5] >> 8,
            asked[5] & 255,
            bits,
            3,
            places,
            array_at(asked[6], (width,), np.uint8),
            array_at(asked[7], (PLANES,), np.uint64),
            array_at(asked[8], (THRESHOLDS + 1,), np.uint64),
        )

    run = compiled(serve)
    for size in (3, 8, 17, 63, *([64, 200, 300] if planes != 6 else [])):
        offsets = offsets_of(list(range(300 - size, 300)), width, 300)
        rows, used = len(offsets), sum(number < size for number in numbers[:THRESHOLDS])
        plain, fast = np.zeros((2, width), np.uint8)
        most, most_fast = np.zeros((2, PLANES), np.uint64)
        over, over_fast = np.zeros((2, THRESHOLDS + 1), np.uint64)
        for too_many, limits in product((0, THRESHOLDS), (thresholds, apart)):
            given = (rows, limits, used, too_many, bits, 3, places)
            count_losses(table, np.zeros(0, kind), (0, width), offsets, *given, plain, most, over)
            run(table, width, offsets, rows, limits, used << 8 | too_many, fast, most_fast, over_fast)
            assert plain.tolist() == fast.tolist()
            assert most.tolist() == most_fast.tolist()
            assert over.tolist() == over_fast.tolist()
            assert any(most) == (planes > 0)
