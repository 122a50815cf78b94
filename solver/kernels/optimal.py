"""Branch and bound over guess trees, compiled by numba. `solver/optimal/search.py` is its checked front.

The value of a region (secrets still possible) is the least total of turns in which all its secrets are found.
`least_turns` gives it if it is within a budget, and otherwise a lower bound above the budget. The search
stays small for these reasons:

- every answer but the perfect one leads on, so n secrets need at least `least[n]` turns: one in the first, s
  - 1 in the second, (s - 1)^2 in the third and so on. `by_parts[n, k]` is this for n secrets in k parts.
- the answers of every guess to a region are or-ed as bits, so the number of parts of all guesses costs a few
  vector instructions a secret. Guesses with one number of parts have one bound and wait in one bucket;
- a bucket is opened, so that its guesses get their histograms, when its bound is below the best candidate's.
- colours never played are alike, so guesses name them in ascending order. Of guesses that a symmetry which
  leaves the history alone maps onto each other, and of guesses that split the region alike, one is tried.
- a guess is given up as soon as its parts exceed the best total: first each part is bounded by its own codes
  as guesses, then by the most parts that any guess makes of it.
- values and bounds of regions are remembered by a 64-bit hash, whatever guesses led to them.

Regions with equal hashes are treated as equal. Searches whose hashes were drawn from different seeds check
each other.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bounds import colours_used, first_bound, histogram_bound, member_bound
from solver.kernels.regions import (
    BY_MEMBERS,
    FEW,
    MIX,
    NO_GUESS,
    NO_LIMIT,
    OPEN,
    Ints,
    Region,
    SearchTables,
    Work,
    claim,
    compiled,
    fill,
    give_back,
    guess_of,
    hash_of,
    is_exact,
    is_new,
    line_of,
    prefetch,
    reached,
    recall,
    remember,
    sort,
    tell_reached,
    value_of,
    with_turns,
)
from solver.kernels.search_request import (
    ANY,
    LEVELS,
    NEVER,
    NODES,
    ROOT_COUNT,
    ROOT_DONE,
    SCORES,
    SHARED,
    STAMP,
    STOP,
    TOO_DEEP,
)
from solver.kernels.symmetries import least_name, name_history

SHARED_LEVELS, SHARED_SIZE = 3, 40
"""The number of guesses after which, and the number of codes of a region from which on, threads try different
guesses first.
"""


@compiled
def sort_guesses(
    board: SearchTables, work: Work, level: int, used: int, region: Region, left: int, budget: int
) -> tuple[int, int]:
    """Sort the guesses that may be within the budget into buckets of equal bounds, the best bucket first.

    Guesses with fewer parts than the region needs for `left` more turns are left out.

    A bucket holds the guesses with one number of parts, apart for guesses inside and outside the region: by
    these two alone its bound is known. work.buckets must be the region's. Returns how many buckets there
    are and the least bound of the guesses left out.
    """
    size, count = len(region), board.widths[used]
    counts, bounds, ends = work.counts, work.bucket_bounds[level], work.bucket_ends[level]
    fill(counts, 0)
    for column in range(count):
        counts[work.buckets[column]] += 1
    filled, left_out = 0, NEVER
    labels = work.labels
    for bucket in range(len(counts) - 1, 3, -1):
        if counts[bucket] == 0:
            continue
        parts, inside = bucket // 2, bucket % 2
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
        work.buckets_inside[level, place] = ends[place] % 2
    fill(labels, -1)
    start = 0
    for place in range(filled):
        bucket = ends[place]
        labels[bucket] = start
        start += counts[bucket]
        ends[place] = start
    order = work.order[level]
    for column in range(count):
        bucket = work.buckets[column]
        if labels[bucket] >= 0:
            order[labels[bucket]] = board.columns[used, column]
            labels[bucket] += 1
    return filled, left_out


@compiled
def splits_anew(board: SearchTables, work: Work, level: int, guess: int) -> bool:
    """Whether no candidate searched before at this level split the region into the same parts.

    A split is remembered as a hash of the hashes of its parts.
    """
    split = np.uint64(0)
    for answer in range(board.perfect):
        if work.sizes[level, answer]:
            part = work.part_keys[level, answer]
            split += (part ^ (part >> np.uint64(31))) * MIX
    for place in range(work.splits_count[level]):
        if work.splits[level, place] == split:
            return False
    if work.splits_count[level] < work.splits.shape[1]:
        work.splits[level, work.splits_count[level]] = split
        work.splits_count[level] += 1
    return True


@compiled
def open_bucket(board: SearchTables, work: Work, level: int, region: Region) -> None:
    """Add those guesses of the frame's next bucket as candidates whose bounds by histogram are below
    `frame.below`, one of each kind.

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
    scored, places = 0, 16
    while places < 2 * (last - first):
        places *= 2
    for at in range(first, last):
        guess = work.order[level, at]
        if symmetries:
            text = least_name(board, work, level, symmetries, guess)
            if not is_new(work, np.uint64(text) * MIX, np.uint64(places - 1)):
                continue
        scored += 1
        bound, largest = histogram_bound(board, work, region, guess)
        if largest > board.room[frame.left]:
            continue
        if bound >= frame.below:
            frame.bound = min(frame.bound, bound)
        else:
            candidates[kept] = (2 * bound + outside) * count + guess
            kept += 1
    sort(candidates[frame.place : kept], kept - frame.place)
    frame.kept = kept
    work.state[SCORES] += scored * size


@compiled
def count_split(board: SearchTables, work: Work, level: int, region: Region, guess: int) -> int:
    """Count the parts that a guess leaves of a region. Returns the least total of turns with this guess.

    work.sizes, work.part_keys and work.bounds of this level tell of each part. A bound below 0 is still open:
    its complement is the bound.
    """
    sizes, bounds, keys = work.sizes[level], work.bounds[level], work.part_keys[level]
    fill(sizes, 0)
    fill(keys, 0)
    for secret in region:
        answer = board.ordinals[secret, guess]
        sizes[answer] += 1
        keys[answer] ^= board.hashes[secret]
    sizes[board.perfect] = 0
    total = len(region)
    for answer in range(len(sizes)):
        bound = board.least[sizes[answer]]
        total += bound
        bounds[answer] = bound if sizes[answer] <= 2 else ~bound
    return total


@compiled
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


@compiled
def raise_bound(work: Work, level: int, answer: int, total: int, value: int, exact: bool) -> int:
    """The total when an open part has at least this value, or exactly this."""
    before = ~work.bounds[level, answer]
    value = max(value, before)
    work.bounds[level, answer] = value if exact else ~value
    return int(total + value - before)


@compiled
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


@compiled
def bound_parts(board: SearchTables, work: Work, level: int, left: int, total: int, best: int) -> int:
    """The total with bounds for open parts, as long as it is below `best`.

    Each part of which nothing is remembered is bounded by its own codes as guesses, and then by the most
    parts that any guess makes of it.
    """
    starts, sizes, bounds = work.starts[level], work.sizes[level], work.bounds[level]
    data = work.part_data[level]
    for every_guess in range(2):
        for answer in range(len(sizes)):
            if total >= best:
                return total
            if bounds[answer] >= 0 or (
                data[answer] and not (every_guess and guess_of(data[answer]) == BY_MEMBERS)
            ):
                continue
            size = sizes[answer]
            if not every_guess and size > board.perfect:
                continue
            part = work.regions[level + 1, starts[answer] : starts[answer] + size]
            key = with_turns(work.part_keys[level, answer], left)
            if every_guess:
                value, exact = first_bound(board, work, work.used[level + 1], part, key)
            else:
                value, exact = member_bound(board, work, part, key)
            total = raise_bound(work, level, answer, total, value, exact)
    return total


@compiled
def open_buckets(board: SearchTables, work: Work, level: int, region: Region) -> None:
    """Open buckets until the next candidate is at the frame's place, or none is left that could lead below
    `frame.below`.
    """
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


@compiled
def play(board: SearchTables, work: Work, level: int, region: Region, guess: int) -> int:
    """Make a guess at a level and count the parts of the region. Returns what `count_split` does."""
    work.history[level] = guess
    work.symmetries[level + 1] = -1
    return count_split(board, work, level, region, guess)


@compiled
def play_on(board: SearchTables, work: Work, level: int, region: Region, total: int) -> int:
    """The total of the guess just made with better bounds of its parts, which are made now.

    Where what is remembered shows that it is no better than the best, the parts are not made.
    """
    frame = work.frames[level]
    total = recall_parts(work, level, frame.left, total, frame.below)
    if total >= frame.below:
        return total
    work.used[level + 1] = colours_used(board, work, level + 1)
    split_region(board, work, level, region, work.history[level])
    return bound_parts(board, work, level, frame.left, total, frame.below)


@compiled
def smallest_open(bounds: Ints, sizes: Ints) -> int:
    """The answer with the smallest part whose total is not known yet. -1 when all totals are known."""
    smallest = -1
    for answer in range(len(sizes)):
        if bounds[answer] < 0 and (smallest < 0 or sizes[answer] < sizes[smallest]):
            smallest = answer
    return smallest


@compiled
def least_turns(
    board: SearchTables, work: Work, level: int, start: int, size: int, turns: int, budget: int
) -> int:
    """The least total of turns for the region at work.regions[level, start : start + size].

    `turns` are left (0: no limit). Above the budget it is only a bound. With work.state[ANY] any total within
    the budget is enough, and values remembered as exact may not be. work.history[:level] led here.

    A region whose value takes a search has a frame at its level, and waits there for the values of its parts.
    """
    first = level
    key = hash_of(board, work.regions[level, start : start + size], NO_LIMIT)
    value = enter(board, work, level, start, size, key, turns, budget)
    while value == OPEN or level > first:
        if value != OPEN:
            level -= 1
            take_value(work, level, value)
        value = search_on(board, work, level)
        if value == OPEN:
            frame = work.frames[level]
            start, size = work.starts[level, frame.part], work.sizes[level, frame.part]
            turns, budget = frame.left, frame.below - 1 - frame.total + ~work.bounds[level, frame.part]
            key = work.part_keys[level, frame.part]
            level += 1
            value = enter(board, work, level, start, size, key, turns, budget)
    return value


@compiled
def enter(
    board: SearchTables,
    work: Work,
    level: int,
    start: int,
    size: int,
    region_key: np.uint64,
    turns: int,
    budget: int,
) -> int:
    """The value of a region where it is known at once, or a bound above the budget. OPEN where it is not.

    Then the region has a frame. `region_key` is its hash without the turns left.
    """
    if size > board.room[turns]:
        return NEVER
    if size <= 2 or board.least[size] > budget:
        return int(board.least[size])
    region = work.regions[level, start : start + size]
    key = with_turns(region_key, turns)
    data = recall(work, key)
    if data and (is_exact(data) or value_of(data) > budget):
        return value_of(data)
    if level + 2 >= LEVELS:
        work.state[TOO_DEEP] = 1
    if work.state[STOP] or work.state[TOO_DEEP]:
        return NEVER
    work.state[NODES] += 1
    used = colours_used(board, work, level)
    bound, exact = first_bound(board, work, used, region, key)
    if exact or bound > budget:
        return bound
    frame = work.frames[level]
    frame.start, frame.codes, frame.key, frame.budget = start, size, key, budget
    frame.left = turns - 1 if turns else 0
    frame.best, frame.best_guess, frame.guess = budget + 1, NO_GUESS, NO_GUESS
    frame.opened = frame.place = frame.kept = frame.postponed = frame.again = 0
    frame.shared = work.state[SHARED] == 1 and level <= SHARED_LEVELS and size >= SHARED_SIZE
    frame.others = reached(work, key) if frame.shared and level == 1 else NEVER
    frame.below = min(frame.best, frame.others + 1)
    frame.buckets, frame.bound = sort_guesses(board, work, level, used, region, frame.left, budget)
    work.splits_count[level] = 0
    return int(OPEN)


@compiled
def take_value(work: Work, level: int, value: int) -> None:
    """Give the frame of a level the value of the part for which it waits."""
    frame = work.frames[level]
    frame.total += value - ~work.bounds[level, frame.part]
    work.bounds[level, frame.part] = value


@compiled
def search_on(board: SearchTables, work: Work, level: int) -> int:
    """The value of the region of a frame. OPEN where the value of a part is needed before."""
    frame = work.frames[level]
    while True:
        if frame.guess >= 0:
            if frame.total < frame.below:
                frame.part = smallest_open(work.bounds[level], work.sizes[level])
                if frame.part >= 0:
                    return int(OPEN)
            end_guess(work, level)
            if frame.best_guess >= 0 and work.state[ANY]:
                break
        if not next_guess(board, work, level):
            break
    if work.state[STOP] or work.state[TOO_DEEP]:
        return NEVER
    value = frame.best if frame.best_guess >= 0 else max(frame.bound, frame.budget + 1)
    remember(work, frame.key, frame.codes, value, frame.best_guess)
    return int(np.int64(value))


@compiled
def next_guess(board: SearchTables, work: Work, level: int) -> bool:
    """Make the next guess that may be better than the best, and bound the parts that it leaves.

    False if there is none.
    """
    frame, candidates = work.frames[level], work.candidates[level]
    region = work.regions[level, frame.start : frame.start + frame.codes]
    while True:
        open_buckets(board, work, level, region)
        if frame.place == frame.kept:
            if frame.again or frame.postponed == 0:
                return False
            frame.again, frame.place, frame.kept, frame.postponed = 1, 0, frame.postponed, 0
            continue
        packed = candidates[frame.place]
        guess, least = packed % len(board.codes), packed // len(board.codes) // 2
        if level == 0:
            work.state[ROOT_COUNT], work.state[ROOT_DONE] = frame.kept, frame.place
        frame.place += 1
        if least >= frame.below:
            frame.bound = min(frame.bound, least)
            if not frame.again:
                frame.kept, frame.opened = frame.place, frame.buckets
            continue
        frame.claimed = -1
        if frame.shared and not frame.again:
            frame.claimed = claim(work, frame.key, guess)
            if frame.claimed < 0:
                candidates[frame.postponed] = packed
                frame.postponed += 1
                continue
        total = play(board, work, level, region, guess)
        if splits_anew(board, work, level, guess):
            frame.guess = guess
            frame.total = play_on(board, work, level, region, total)
            return True
        give_back(work, frame.claimed)


@compiled
def end_guess(work: Work, level: int) -> None:
    """Compare the total of the guess under way with the best. It is a bound if it is not below that."""
    frame = work.frames[level]
    give_back(work, frame.claimed)
    if frame.total < frame.below:
        frame.best, frame.best_guess = frame.total, frame.guess
        if frame.shared and level == 1 and not work.state[STOP]:
            tell_reached(work, frame.key, frame.total)
    else:
        frame.bound = min(frame.bound, frame.total)
    if frame.shared and level == 1:
        frame.others = reached(work, frame.key)
    frame.guess = NO_GUESS
    frame.below = min(frame.best, frame.others + 1)
