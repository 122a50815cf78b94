"""The guesses that are tried for a region, in the order of their bounds.

Guesses are sorted into buckets by their losses (`solver.kernels.losses`), because the loss bounds what a
guess can reach. A bucket is opened, so that its guesses become candidates, when its bound is better than that
of the best candidate at hand. Where the loss does not tell the sizes of the parts, the guess gets its
histogram then.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernels.bounds import counted_bound, histogram_bound, is_counted
from solver.kernels.kernel import kernel
from solver.kernels.losses import USELESS, is_told_exactly
from solver.kernels.regions import FEW, Ints, Region, SearchTables, Work, fill, sort
from solver.kernels.request import NEVER, SCORES, SPARED, STAMP
from solver.kernels.symmetries import is_of_new_kind, name_history

BLOCK = 128
"""The number of guesses that are passed over at once where none is within the budget."""


@kernel
def sort_guesses(
    board: SearchTables, work: Work, level: int, used: int, region: Region, left: int, budget: int
) -> tuple[int, int]:
    """Sort the guesses that may be within the budget into buckets of equal bounds, the best bucket first.

    Guesses with fewer parts than the region needs for `left` more turns are left out.

    A bucket holds the guesses with one loss, apart for guesses inside and outside the region: by these two
    alone its bound is known. work.losses must be the region's. Returns how many buckets there are and the
    least bound of the guesses left out.
    """
    size = len(region)
    losses, columns = work.losses[: board.widths[used]], work.candidates[level]
    counts, bounds, ends = work.counts, work.bucket_bounds[level], work.bucket_ends[level]
    counted = is_counted(board, size)
    filled, left_out, most = 0, NEVER, 2 * USELESS - 1
    if counted:
        within = budget - work.state[SPARED]
        while most >= 0 and counted_bound(board.by_parts, board.answers, size, most) > within:
            most -= 1
        least = least_above(losses, most)
        if least < 2 * USELESS:
            left_out = counted_bound(board.by_parts, board.answers, size, least) + work.state[SPARED]
    count = choose_columns(losses, most, columns)
    fill(counts, 0)
    for place in range(count):
        counts[losses[columns[place]]] += 1
    labels = work.labels
    for bucket in range(2 * USELESS):
        if counts[bucket] == 0:
            continue
        if counted:
            bound = counted_bound(board.by_parts, board.answers, size, bucket) + work.state[SPARED]
        else:
            parts, inside = board.answers - bucket // 2, 1 - bucket % 2
            bound = size + board.by_parts[size - inside, parts - inside]
            if size - inside > (parts - inside) * board.room[left]:
                continue
        if bound > budget:
            left_out = min(left_out, bound)
            continue
        place = filled
        while place > 0 and bounds[place - 1] > bound:
            bounds[place], ends[place] = bounds[place - 1], ends[place - 1]
            place -= 1
        bounds[place], ends[place] = bound, bucket
        filled += 1
    for place in range(filled):
        work.buckets_inside[level, place] = 1 - ends[place] % 2
        work.bucket_known[level, place] = counted and is_told_exactly(ends[place])
    fill(labels, -1)
    start = 0
    for place in range(filled):
        bucket = ends[place]
        labels[bucket] = start
        start += counts[bucket]
        ends[place] = start
    order = work.order[level]
    for place in range(count):
        column = columns[place]
        bucket = losses[column]
        if labels[bucket] >= 0:
            order[labels[bucket]] = board.columns[used, column]
            labels[bucket] += 1
    return filled, left_out


@kernel
def least_above(losses: NDArray[np.uint8], most: int) -> int:
    """The least of the numbers that `count_losses` has written above one."""
    least, limit = np.uint8(2 * USELESS + 1), np.uint8(most + 1)
    for number in losses:
        above = number if number >= limit else np.uint8(2 * USELESS + 1)
        least = above if above < least else least
    return int(least)


@kernel
def choose_columns(losses: NDArray[np.uint8], most: int, columns: Ints) -> int:
    """Write the columns whose numbers are at most one, and return how many there are."""
    chosen = 0
    for first in range(0, len(losses), BLOCK):
        block = losses[first : min(first + BLOCK, len(losses))]
        least = np.uint8(2 * USELESS + 1)
        for number in block:
            least = number if number < least else least
        if least <= most:
            for place in range(len(block)):
                if block[place] <= most:
                    columns[chosen] = first + place
                    chosen += 1
    return chosen


@kernel
def open_bucket(board: SearchTables, work: Work, level: int, region: Region) -> None:
    """Add the guesses of the frame's next bucket with bounds below `frame.below`, one of each kind.

    work.candidates[level, frame.place : frame.kept] are the candidates that wait already. All are sorted,
    best bound first. Each is packed as ((2 bound + outside) n + guess), where outside is 1 for a guess that
    is not in the region.
    """
    frame, bucket = work.frames[level], work.frames[level].opened
    size, count, kept = len(region), len(board.codes), frame.kept
    candidates = work.candidates[level]
    work.state[STAMP] += 1
    first = work.bucket_ends[level, bucket - 1] if bucket else 0
    last = work.bucket_ends[level, bucket]
    symmetries = name_history(board, work, level, region) if last - first > 1 and size >= FEW else 0
    outside = 0 if work.buckets_inside[level, bucket] else 1
    of_bucket, known = work.bucket_bounds[level, bucket], work.bucket_known[level, bucket]
    bound = of_bucket
    scored, places = 0, 16
    while places < 2 * (last - first):
        places *= 2
    for at in range(first, last):
        guess = work.order[level, at]
        if symmetries and not is_of_new_kind(board, work, level, symmetries, guess, np.uint64(places - 1)):
            continue
        if not known:
            scored += 1
            bound, largest = histogram_bound(board, work, region, guess)
            if largest > board.room[frame.left]:
                continue
            bound = max(bound, of_bucket)
        if bound >= frame.below:
            frame.bound = min(frame.bound, bound)
        else:
            candidates[kept] = (2 * bound + outside) * count + guess
            kept += 1
    sort(candidates[frame.place : kept], kept - frame.place)
    frame.kept = kept
    work.state[SCORES] += scored * size


@kernel
def open_buckets(board: SearchTables, work: Work, level: int, region: Region) -> None:
    """Open buckets until the next candidate is at the frame's place, or none leads below `frame.below`."""
    frame = work.frames[level]
    while frame.opened < frame.buckets and (
        frame.place == frame.kept
        or work.bucket_bounds[level, frame.opened]
        < work.candidates[level, frame.place] // len(board.codes) // 2
    ):
        if work.bucket_bounds[level, frame.opened] >= frame.below:
            frame.bound = min(frame.bound, work.bucket_bounds[level, frame.opened])
            frame.opened = frame.buckets
            return
        open_bucket(board, work, level, region)
        frame.opened += 1
