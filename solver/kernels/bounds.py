"""Bounds of the least total of turns for a region, from how many parts guesses make of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernels.regions import BY_MEMBERS, SCORES, Board, Region, Work, compiled, fill, popcount, remember


@compiled
def colours_used(board: Board, work: Work, level: int) -> int:
    """How many colours the guesses of the history have if these are the lowest; else all of them."""
    played = 0
    for turn in range(level):
        for peg in range(board.codes.shape[1]):
            played |= 1 << board.codes[work.history[turn], peg]
    if played & (played + 1):
        return len(board.widths) - 1
    return popcount(np.uint64(played))


@compiled
def or_answers(board: Board, work: Work, used: int, region: Region) -> int:
    """The answers that occur for each guess of the columns, as bits, into work.masks; how many columns."""
    width = board.widths[used]
    masks = work.masks[:width]
    size = len(region)
    table = board.bits[board.tables[used] :]
    work.state[SCORES] += size * width
    fill(masks, 0)
    place = 0
    while place + 4 <= size:
        one = table[region[place] * width :][:width]
        two = table[region[place + 1] * width :][:width]
        three = table[region[place + 2] * width :][:width]
        four = table[region[place + 3] * width :][:width]
        for column in range(width):
            masks[column] |= (one[column] | two[column]) | (three[column] | four[column])
        place += 4
    while place < size:
        row = table[region[place] * width :][:width]
        for column in range(width):
            masks[column] |= row[column]
        place += 1
    return int(width)


@compiled
def member_bound(board: Board, work: Work, region: Region, key: np.uint64) -> tuple[int, bool]:
    """A bound for a region of 3 or more with fewer codes than answers, and whether it is exact.

    A member that tells all others apart needs 2 n - 1 turns for n codes. Without one 2 n is the least: a
    guess from outside takes a turn and leaves n codes, a member that leaves two together costs one turn more.
    """
    size = len(region)
    for guess in region:
        row = board.ordinals[guess]
        mask = np.uint64(0)
        for secret in region:
            bit = np.uint64(1) << np.uint64(row[secret])
            if mask & bit:
                break
            mask |= bit
        else:
            remember(work, key, size, 2 * size - 1, True, guess)
            return 2 * size - 1, True
    remember(work, key, size, 2 * size, False, BY_MEMBERS)
    return 2 * size, False


@compiled
def most_parts(board: Board, masks: NDArray[Any]) -> tuple[int, int]:
    """The most parts that any guess makes, and that any guess from inside the region makes."""
    most = most_inside = np.int32(0)
    for column in range(len(masks)):
        parts = np.int32(popcount(masks[column]))
        most = max(most, parts)
        most_inside = max(most_inside, parts * np.int32((masks[column] >> board.perfect) & 1))
    return int(most), int(most_inside)


@compiled
def first_bound(board: Board, work: Work, used: int, region: Region, key: np.uint64) -> tuple[int, bool]:
    """A bound for a region of 3 or more from the most parts that any guess gives, and whether it is exact."""
    size = len(region)
    width = or_answers(board, work, used, region)
    perfect_bit = np.uint64(1) << np.uint64(board.perfect)
    most, most_inside = most_parts(board, work.masks[:width])
    if most == size and size <= board.perfect:
        inside = most_inside == size
        for column in range(width):
            mask = work.masks[column]
            if popcount(mask) == size and (np.uint64(mask) & perfect_bit or not inside):
                value = 2 * size - (1 if inside else 0)
                remember(work, key, size, value, True, int(board.columns[used, column]))
                return value, True
    bound = size + min(int(board.by_parts[size, most]), int(board.by_parts[size - 1, most_inside - 1]))
    remember(work, key, size, bound, False, -1)
    return bound, False


@compiled
def histogram_bound(board: Board, work: Work, region: Region, guess: int) -> tuple[int, int]:
    """The least total of turns with this guess as its histogram bounds it, and the largest part."""
    size, largest = len(region), 1
    bound = size
    if size < 16 and board.perfect < 16:
        packed = np.uint64(0)
        for secret in region:
            packed += np.uint64(1) << np.uint64(4 * board.ordinals[secret, guess])
        for answer in range(board.perfect):
            count = int(packed >> np.uint64(4 * answer)) & 15
            bound += board.least[count]
            largest = max(largest, count)
        return bound, largest
    counts = work.counts
    fill(counts[: board.perfect + 1], 0)
    for secret in region:
        answer = board.ordinals[secret, guess]
        bound += board.step[counts[answer]]
        counts[answer] += 1
    for answer in range(board.perfect):
        largest = max(largest, counts[answer])
    return bound - counts[board.perfect], largest
