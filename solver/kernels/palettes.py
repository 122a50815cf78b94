"""Bounds of small regions from palettes, the colours of guesses without their places.

All guesses of a palette hit the same pegs of a secret. Secrets with the same number of hits give no more
answers than there are numbers of blacks with these hits. So a palette bounds how many answers its guesses
give, and only guesses of palettes that may give the most are counted (`solver.kernels.losses`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernels.bounds import count_by_size, is_counted, keep_rooms, prepare_losses
from solver.kernels.kernel import kernel
from solver.kernels.losses import USELESS, loss_of
from solver.kernels.regions import NO_GUESS, Region, SearchTables, Work, fill, popcount, remember
from solver.kernels.request import SCORES

HITS_BITS = 6
"""The bits in which the secrets with a number of hits are counted."""
MOST_IN_PALETTES = (1 << HITS_BITS) - 1
PER_ANSWER = 2
"""Regions with more secrets for each answer of the game are not bounded by palettes."""
ROW_BYTES = 128
"""The bytes of the masks of a block of guesses, which are counted together."""


@kernel
def fill_palettes(board: SearchTables) -> None:
    """Number the palettes, sort the codes by them, and write the hits of each pair of palettes.

    Where palettes do not help the codes keep their order.
    """
    count, pegs = board.codes.shape
    found, place = 0, 0
    for code in range(count):
        board.sorted_codes[code] = code
    for first in range(count if len(board.spread) else 0):
        ascending = True
        for peg in range(1, pegs):
            ascending = ascending and board.codes[first, peg - 1] <= board.codes[first, peg]
        if ascending:
            for code in range(count):
                if hits_of(board, first, code) == pegs:
                    board.palettes[code] = found
                    board.sorted_codes[place] = code
                    place += 1
            board.first_codes[found] = first
            found += 1
    for one in range(found):
        for other in range(found):
            hits = hits_of(board, board.first_codes[one], board.first_codes[other])
            board.spread[one, other] = np.uint64(1) << np.uint64(HITS_BITS * hits)


@kernel
def is_small(board: SearchTables, size: int) -> bool:
    """Whether a region of this size is bounded by palettes."""
    return len(board.spread) > 0 and size <= min(PER_ANSWER * board.answers, MOST_IN_PALETTES)


@kernel
def hits_of(board: SearchTables, one: int, other: int) -> int:
    """The black and white pegs of two codes together."""
    hits = 0
    for colour in range(len(board.tallies)):
        hits += min(board.tallies[colour, one], board.tallies[colour, other])
    return int(hits)


@kernel
def fill_blocks(board: SearchTables) -> None:
    """Write the first and the last palette of each block of the columns."""
    length = ROW_BYTES // board.masks.itemsize
    for used in range(len(board.widths) if len(board.spread) else 0):
        for block in range((board.widths[used] + length - 1) // length):
            last = min((block + 1) * length, board.widths[used]) - 1
            board.blocks[used, block, 0] = board.palettes[board.columns[used, block * length]]
            board.blocks[used, block, 1] = board.palettes[board.columns[used, last]]


@kernel
def bound_blocks(board: SearchTables, work: Work, used: int, region: Region) -> int:
    """Write into work.block_most how many answers any guess of each block gives at most.

    Returns the number of blocks. The region has at most MOST_IN_PALETTES secrets.
    """
    sums, most = work.spread_sums, work.palette_most
    fill(sums, 0)
    fill(most, 0)
    for secret in region:
        row = board.spread[board.palettes[secret]]
        for palette in range(len(sums)):
            sums[palette] += row[palette]
    pegs, mask = board.codes.shape[1], np.uint64(MOST_IN_PALETTES)
    for hits in range(pegs + 1):
        shift, answers = np.uint64(HITS_BITS * hits), np.uint64(min(hits + 1, pegs))
        for palette in range(len(sums)):
            most[palette] += min(sums[palette] >> shift & mask, answers)
    length = ROW_BYTES // board.masks.itemsize
    blocks = (board.widths[used] + length - 1) // length
    for block in range(blocks):
        largest = np.uint64(0)
        for palette in range(board.blocks[used, block, 0], board.blocks[used, block, 1] + 1):
            largest = max(largest, most[palette])
        work.block_most[block] = np.int64(largest)
    return int(blocks)


@kernel
def answers_of_members(board: SearchTables, region: Region) -> tuple[int, int]:
    """The most answers that a member of a region gives, and the first such member."""
    most, chosen = 0, 0
    for guess in region:
        row, mask = board.ordinals[guess], np.uint64(0)
        for secret in region:
            mask |= np.uint64(1) << np.uint64(row[secret])
        given = popcount(mask)
        if given > most:
            most, chosen = given, guess
    return most, chosen


@kernel
def bound_by_palettes(
    board: SearchTables, work: Work, level: int, used: int, region: Region, enough: int, key: np.uint64
) -> tuple[int, bool]:
    """A bound for a region of 3 or more from the answers that guesses give, and whether it is exact.

    A guess that gives k answers to n secrets takes 3 n - k turns at least, and one turn less if it is one of
    them. Only blocks of guesses that may take less than what is known are counted, those first that may
    take the least.
    """
    size, length = len(region), ROW_BYTES // board.masks.itemsize
    given, member = answers_of_members(board, region)
    value = 3 * size - given - 1
    if given >= size - 1:
        remember(work, key, size, value, np.int64(member))
        return value, True
    blocks, counted = bound_blocks(board, work, used, region), is_counted(board, size)
    if counted:
        keep_rooms(board, work, level, region)
    task = prepare_losses(board, work, level + 1, used, region, 0, 0)
    base = size + board.by_parts[size - 1, board.answers - 1] + 1 if counted else 3 * size - board.answers
    answers = largest_block(work, blocks)
    while 3 * size - answers < min(value, enough):
        first = 0
        while first < blocks:
            if work.block_most[first] != answers:
                first += 1
                continue
            last = first
            while last < blocks and work.block_most[last] == answers:
                work.block_most[last] = 0
                last += 1
            place = board.tables[used] + first * length, (last - first) * length
            losses = work.losses[first * length : min(last * length, board.widths[used])]
            work.state[SCORES] += size * len(losses)
            out = work.losses[first * length :]
            count_by_size(
                size, board.given, board.masks, place, work.offsets, task, out, work.most, work.over
            )
            value = min(value, base + loss_of(least_outside(losses)))
            first = last
        answers = largest_block(work, blocks)
    value = min(value, 3 * size - answers)
    remember(work, key, size, value, NO_GUESS)
    return value, False


@kernel
def largest_block(work: Work, blocks: int) -> int:
    """The most answers that any guess of the blocks gives, as far as is known."""
    most = 0
    for block in range(blocks):
        most = max(most, work.block_most[block])
    return int(most)


@kernel
def least_outside(losses: NDArray[np.uint8]) -> int:
    """The least of the numbers that `count_losses` has written of guesses outside the region."""
    least = np.uint8(2 * USELESS + 1)
    for number in losses:
        outside = number if number & 1 else np.uint8(2 * USELESS + 1)
        least = outside if outside < least else least
    return int(least)
