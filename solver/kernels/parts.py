"""The parts that a guess leaves of a region, and bounds of their values."""

from __future__ import annotations

import numpy as np

from solver.kernels.bounds import colours_used, first_bound, least_of, member_bound
from solver.kernels.kernel import kernel
from solver.kernels.names import NO_NAME, name_of
from solver.kernels.palettes import bound_by_palettes, is_small
from solver.kernels.regions import (
    BY_MEMBERS,
    GUESS_AT,
    NO_GUESS,
    Ints,
    Region,
    SearchTables,
    Work,
    fill,
    guess_of,
    is_exact,
    line_of,
    prefetch,
    recall,
    remember,
    value_of,
    with_turns,
)
from solver.kernels.request import ANY, NEVER

NAMED_SIZE = 8
"""The least size of a region that gets a name."""
MASKS_FOR_A_ROUND = 24
"""The bytes of a part's masks of guesses, for each peg, that take as long to count as one more round takes in
finding the part's name.
"""
BOUNDED = 1 << GUESS_AT
"""In place of what is remembered of a part: a bound from all guesses."""
FIRST_GUESS = 0
SMALLEST, LARGEST = 1, -1
"""Which of the open parts is searched next."""


@kernel
def count_split(board: SearchTables, work: Work, level: int, region: Region, guess: int) -> int:
    """Count the parts that a guess leaves of a region. Returns the least total of turns with this guess.

    work.sizes, work.part_keys and work.bounds of this level tell of each part. A bound below 0 is still open:
    its complement is the bound.
    """
    sizes, bounds, keys = work.sizes[level], work.bounds[level], work.part_keys[level]
    fill(sizes, 0)
    fill(keys, 0)
    fill(work.part_names[level], 0)
    for secret in region:
        answer = board.ordinals[secret, guess]
        sizes[answer] += 1
        keys[answer] ^= board.hashes[secret]
    sizes[board.perfect] = 0
    total = len(region)
    for answer in range(len(sizes)):
        bound = least_of(board, work, level + 1, answer, sizes[answer])
        total += bound
        bounds[answer] = bound if sizes[answer] <= 2 else ~bound
    return total


@kernel
def recall_parts(work: Work, level: int, left: int, total: int, best: int) -> int:
    """The total with what is remembered of open parts, as long as it is below `best`."""
    bounds, keys, data = work.bounds[level], work.part_keys[level], work.part_data[level]
    for answer in range(len(bounds)):
        if bounds[answer] < 0:
            prefetch(work.known, line_of(work, with_turns(keys[answer], left)))
    for answer in range(len(bounds)):
        if bounds[answer] < 0:
            data[answer] = recall(work, with_turns(keys[answer], left))
            if data[answer]:
                total = raise_bound(
                    work, level, answer, total, value_of(data[answer]), is_exact(data[answer])
                )
                if total >= best:
                    break
    return total


@kernel
def raise_bound(work: Work, level: int, answer: int, total: int, value: int, exact: bool) -> int:
    """The total when an open part has at least this value, or exactly this."""
    before = ~work.bounds[level, answer]
    value = max(value, before)
    work.bounds[level, answer] = value if exact else ~value
    return int(total + value - before)


@kernel
def split_region(board: SearchTables, work: Work, level: int, region: Region, guess: int) -> None:
    """Write the counted parts of the region one level down, each where work.starts of this level says."""
    starts, sizes, below = work.starts[level], work.sizes[level], work.regions[level + 1]
    start = 0
    for answer in range(len(sizes)):
        starts[answer] = start
        start += sizes[answer]
    for secret in region:
        answer = board.ordinals[secret, guess]
        below[starts[answer]] = secret
        starts[answer] += 1
    for answer in range(len(sizes)):
        starts[answer] -= sizes[answer]


@kernel
def bound_parts(board: SearchTables, work: Work, level: int, left: int, total: int, best: int) -> int:
    """The total with bounds for open parts, as long as it is below `best`.

    Each part of which nothing is remembered is bounded by its own codes as guesses, and then by the losses of
    all guesses, the part first that is likely to raise the total the most for its size.
    """
    data, sizes, bounds = work.part_data[level], work.sizes[level], work.bounds[level]
    starts, keys, below = work.starts[level], work.part_keys[level], work.regions[level + 1]
    for answer in range(len(data)):
        if total >= best:
            return total
        if bounds[answer] < 0 and not data[answer] and sizes[answer] <= board.answers:
            part, key = below[starts[answer] :][: sizes[answer]], with_turns(keys[answer], left)
            value, exact = member_bound(board, work, part, key)
            total = raise_bound(work, level, answer, total, value, exact)
    # the largest part shows first that the turns are too few
    typical = len(board.codes) if work.state[ANY] else board.answers + 2
    while total < best:
        answer = most_promising(sizes, bounds, data, typical)
        if answer < 0:
            break
        part, key = below[starts[answer] :][: sizes[answer]], with_turns(keys[answer], left)
        name = name_part(board, work, level, answer, left)
        known = recall_named(work, name)
        if known:
            value, exact = value_of(known), is_exact(known)
        else:
            enough = best - total + ~bounds[answer]
            used = work.used[level + 1]
            if left == 0 and is_small(board, len(part)):
                value, exact = bound_by_palettes(board, work, level + 1, used, part, enough, key)
            else:
                value, exact = first_bound(board, work, level + 1, used, part, left, enough, key)
            remember_named(work, name, sizes[answer], value, exact)
        data[answer] = BOUNDED
        total = raise_bound(work, level, answer, total, value, exact)
    return total


@kernel
def most_promising(sizes: Ints, bounds: Ints, data: Ints, typical: int) -> int:
    """The answer with the part that is to be bounded next, -1 when no open part is without a bound.

    The time for a bound grows with the size of the part. What the bound is above the least total of so many
    secrets was largest for its time where the part has about as many secrets as there are answers, the
    typical size.
    """
    least, chosen = NEVER, -1
    for answer in range(len(sizes)):
        if bounds[answer] < 0 and (data[answer] == 0 or guess_of(data[answer]) == BY_MEMBERS):
            size = sizes[answer]
            distance = typical * typical // size if size < typical else size
            if distance < least:
                least, chosen = distance, answer
    return chosen


@kernel
def play(board: SearchTables, work: Work, level: int, region: Region, guess: int) -> int:
    """Make a guess at a level and count the parts of the region. Returns what `count_split` does."""
    work.history[level] = guess
    work.symmetries[level + 1] = -1
    return count_split(board, work, level, region, guess)


@kernel
def play_on(board: SearchTables, work: Work, level: int, region: Region, total: int) -> int:
    """The total of the guess just made, with better bounds of its parts.

    The parts are made only where what is remembered does not show yet that the guess cannot be the best.
    """
    frame = work.frames[level]
    total = recall_parts(work, level, frame.left, total, frame.below)
    if total >= frame.below:
        return total
    work.used[level + 1] = colours_used(board, work, level + 1)
    split_region(board, work, level, region, work.history[level])
    return bound_parts(board, work, level, frame.left, total, frame.below)


@kernel
def name_part(board: SearchTables, work: Work, level: int, answer: int, left: int) -> np.uint64:
    """The name of a part that the guess of a level leaves, as a key of what is remembered with `left` turns.

    NO_NAME for a part that gets none.
    """
    names, size = work.part_names[level], work.sizes[level, answer]
    if size < NAMED_SIZE or board.apart:
        return NO_NAME
    if names[answer] == NO_NAME:
        part = work.regions[level + 1, work.starts[level, answer] :][:size]
        masks = board.widths[work.used[level + 1]] * board.masks.itemsize
        names[answer] = name_of(board, work, part, masks // (MASKS_FOR_A_ROUND * board.codes.shape[1]))
        if names[answer] == NO_NAME:
            return NO_NAME
    return with_turns(names[answer], left)


@kernel
def recall_named(work: Work, name: np.uint64) -> int:
    """What is remembered of a region by its name, 0 if there is nothing."""
    return recall(work, name) if name else 0


@kernel
def remember_named(work: Work, name: np.uint64, size: int, value: int, exact: bool) -> None:
    """Remember a value or a bound of a region by its name, if it has one. The guess is not told."""
    if name:
        remember(work, name, size, value, FIRST_GUESS if exact else NO_GUESS)


@kernel
def next_open(bounds: Ints, sizes: Ints, order: int) -> int:
    """The answer with the smallest or the largest part whose total is not known yet, by the order given.

    -1 when all totals are known.
    """
    chosen = -1
    for answer in range(len(sizes)):
        if bounds[answer] < 0 and (chosen < 0 or order * sizes[answer] < order * sizes[chosen]):
            chosen = answer
    return chosen
