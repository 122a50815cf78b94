"""Bounds of the least total of turns for a region, from the number of parts that guesses make of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernels.regions import (
    BY_MEMBERS,
    NO_GUESS,
    Region,
    SearchTables,
    Work,
    compiled,
    fill,
    popcount,
    remember,
)
from solver.kernels.search_request import SCORES


@compiled
def colours_used(board: SearchTables, work: Work, level: int) -> int:
    """The number of colours in the guesses of the history if they are the lowest ones.

    Otherwise the number of all colours.
    """
    played = 0
    for turn in range(level):
        for peg in range(board.codes.shape[1]):
            played |= 1 << board.codes[work.history[turn], peg]
    if played & (played + 1):
        return len(board.widths) - 1
    return popcount(np.uint64(played))


@compiled
def or_answers(board: SearchTables, work: Work, used: int, region: Region) -> None:
    """Write into work.masks, as bits, the answers that occur for each guess of the columns."""
    row = board.rows[used]
    masks = work.masks[:row]
    size = len(region)
    table = board.bits[board.tables[used] :]
    work.state[SCORES] += size * board.widths[used]
    fill(masks, 0)
    place = 0
    while place + 8 <= size:
        eight = region[place : place + 8]
        one, two = table[eight[0] * row :][:row], table[eight[1] * row :][:row]
        three, four = table[eight[2] * row :][:row], table[eight[3] * row :][:row]
        five, six = table[eight[4] * row :][:row], table[eight[5] * row :][:row]
        seven, last = table[eight[6] * row :][:row], table[eight[7] * row :][:row]
        for word in range(row):
            masks[word] |= ((one[word] | two[word]) | (three[word] | four[word])) | (
                (five[word] | six[word]) | (seven[word] | last[word])
            )
        place += 8
    while place + 4 <= size:
        one, two = table[region[place] * row :][:row], table[region[place + 1] * row :][:row]
        three, four = table[region[place + 2] * row :][:row], table[region[place + 3] * row :][:row]
        for word in range(row):
            masks[word] |= (one[word] | two[word]) | (three[word] | four[word])
        place += 4
    while place < size:
        one = table[region[place] * row :][:row]
        for word in range(row):
            masks[word] |= one[word]
        place += 1


@compiled
def count_bits(masks: NDArray[Any], perfect_bit: Any, buckets: NDArray[np.uint8]) -> None:
    """For each mask twice the number of its bits, plus 1 if the highest bit, that of the perfect answer, is
    set.
    """
    for column in range(len(buckets)):
        mask = masks[column]
        buckets[column] = np.uint8(2) * np.uint8(popcount(mask)) + np.uint8(mask >= perfect_bit)


@compiled
def count_parts(board: SearchTables, work: Work, used: int, region: Region) -> None:
    """Fill work.buckets for a region: the number of parts that each guess of the columns makes of it."""
    or_answers(board, work, used, region)
    buckets = work.buckets[: board.widths[used]]
    perfect_bit = np.uint64(1) << np.uint64(board.perfect)
    if board.mask_bytes == 2:
        count_bits(work.masks.view(np.uint16), np.uint16(perfect_bit), buckets)
    elif board.mask_bytes == 4:
        count_bits(work.masks.view(np.uint32), np.uint32(perfect_bit), buckets)
    else:
        count_bits(work.masks, perfect_bit, buckets)


@compiled
def member_bound(board: SearchTables, work: Work, region: Region, key: np.uint64) -> tuple[int, bool]:
    """A bound for a region of 3 or more with fewer codes than answers, and whether it is exact.

    A member that tells all others apart needs 2 n - 1 turns for n codes. Without one 2 n is the least: a
    guess from outside takes a turn and leaves n codes, and a member that leaves two codes together costs one
    more turn.
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
            remember(work, key, size, 2 * size - 1, np.int64(guess))
            return 2 * size - 1, True
    remember(work, key, size, 2 * size, BY_MEMBERS)
    return 2 * size, False


@compiled
def most_parts(buckets: NDArray[np.uint8]) -> tuple[int, int]:
    """The most parts that any guess makes, and that any guess from inside the region makes."""
    most = most_inside = np.uint8(0)
    for bucket in buckets:
        inside = bucket if bucket & 1 else np.uint8(0)
        most = bucket if bucket > most else most
        most_inside = inside if inside > most_inside else most_inside
    return int(most) // 2, int(most_inside) // 2


@compiled
def first_bound(
    board: SearchTables, work: Work, used: int, region: Region, key: np.uint64
) -> tuple[int, bool]:
    """A bound for a region of 3 or more from the most parts that any guess gives, and whether it is exact."""
    size = len(region)
    count_parts(board, work, used, region)
    buckets = work.buckets[: board.widths[used]]
    most, most_inside = most_parts(buckets)
    if most == size and size <= board.perfect:
        inside = most_inside == size
        sought = 2 * size + (1 if inside else 0)
        column = 0
        while buckets[column] != sought:
            column += 1
        value = 2 * size - (1 if inside else 0)
        remember(work, key, size, value, np.int64(board.columns[used, column]))
        return value, True
    bound = size + min(int(board.by_parts[size, most]), int(board.by_parts[size - 1, most_inside - 1]))
    remember(work, key, size, bound, NO_GUESS)
    return bound, False


@compiled
def histogram_bound(board: SearchTables, work: Work, region: Region, guess: int) -> tuple[int, int]:
    """The bound of the least total of turns with this guess that its histogram gives, and the largest
    part.
    """
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
        bound += board.step[np.uint64(counts[answer])]
        counts[answer] += 1
    for answer in range(board.perfect):
        largest = max(largest, counts[answer])
    return bound - counts[board.perfect], largest
