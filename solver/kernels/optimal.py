"""Branch and bound over guess trees. `solver/optimal/search.py` is its checked front.

The value of a region (secrets still possible) is the least total of turns in which all its secrets are found.
`least_turns` gives it if it is within a budget, and otherwise a lower bound above the budget. The search
stays small for these reasons:

- every answer but the perfect one leads on, to at most as many secrets as give it to any guess of the game.
  So only so many secrets can be found in each turn (`fill_room`), and n secrets need at least `least[n]`
  turns. The parts of a guess need at least the sum of this. In a region fewer secrets give an answer than in
  the game, so that fewer are found in each turn (`find_rooms`). The secrets with one answer are among those
  that give it to a first guess, of which only so many are found in each turn (`solver.kernels.classes`).
- this bound is made for all guesses at once, with a few vector instructions a secret (`losses`). Guesses
  with one bound wait in one bucket, and become candidates when it is better than the best candidate's.
- colours never played are alike, so guesses name them in ascending order. Of guesses that a symmetry which
  leaves the history alone maps onto each other, one is tried.
- a guess is given up as soon as its parts exceed the best total: first each part is bounded by its own codes
  as guesses, then by the best bound that any guess has.
- values and bounds of regions are remembered by a 64-bit hash, whatever guesses led to them. Most are
  remembered by a name too, which regions share if pegs and colours permuted map them onto each other
  (`names`).

Regions with equal hashes are treated as equal. Searches whose hashes were drawn from different seeds check
each other.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bounds import colours_used, first_bound, is_counted, keep_rooms, least_of
from solver.kernels.candidates import open_buckets, sort_guesses
from solver.kernels.kernel import kernel
from solver.kernels.names import NO_NAME
from solver.kernels.parts import (
    LARGEST,
    SMALLEST,
    name_part,
    next_open,
    play,
    play_on,
    recall_named,
    remember_named,
)
from solver.kernels.regions import (
    NO_GUESS,
    NO_LIMIT,
    OPEN,
    SearchTables,
    Work,
    best_total,
    claim,
    give_back,
    hash_of,
    is_exact,
    recall,
    remember,
    tell_reached,
    value_of,
    with_turns,
)
from solver.kernels.request import (
    ANY,
    LEVELS,
    NEVER,
    NODES,
    ROOT_COUNT,
    ROOT_DONE,
    SHARED,
    STOP,
    TOO_DEEP,
)

SHARED_LEVELS, SHARED_SIZE = 3, 40
"""The guesses after which, and the codes from which on, threads try different guesses first."""


@kernel
def least_turns(
    board: SearchTables, work: Work, level: int, start: int, size: int, turns: int, budget: int
) -> int:
    """The least total of turns for the region at work.regions[level, start : start + size].

    `turns` are left (0: no limit). Above the budget it is only a bound. With work.state[ANY] any total within
    the budget is enough, and values remembered as exact may not be. work.history[:level] led here.

    A region whose value takes a search has a frame at its level, and waits there for the values of its parts.
    """
    first = level
    for left in range(len(board.room)):
        work.rooms[first, left] = board.room[left]
    key = hash_of(board, work.regions[level, start : start + size], NO_LIMIT)
    value = enter(board, work, level, start, size, key, NO_NAME, turns, budget)
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
            name = name_part(board, work, level, frame.part, frame.left)
            level += 1
            value = enter(board, work, level, start, size, key, name, turns, budget)
    return value


@kernel
def enter(
    board: SearchTables,
    work: Work,
    level: int,
    start: int,
    size: int,
    region_key: np.uint64,
    name: np.uint64,
    turns: int,
    budget: int,
) -> int:
    """The value of a region where it is known at once, or a bound above the budget. OPEN where it is not.

    Then the region has a frame. `region_key` is its hash without the turns left, `name` what
    `name_part` gives for it.
    """
    if size > work.rooms[level, turns]:
        return NEVER
    least = least_of(board, work, level, board.perfect, size)
    if size <= 2 or least > budget:
        return least
    region = work.regions[level, start : start + size]
    key = with_turns(region_key, turns)
    data = recall(work, key)
    if data and (is_exact(data) or value_of(data) > budget):
        return value_of(data)
    data = recall_named(work, name)
    if data and (is_exact(data) or value_of(data) > budget):
        return value_of(data)
    if level + 2 >= LEVELS:
        work.state[TOO_DEEP] = 1
    if work.state[STOP] or work.state[TOO_DEEP]:
        return NEVER
    work.state[NODES] += 1
    used = colours_used(board, work, level)
    bound, exact = first_bound(board, work, level, used, region, turns, budget + 1, key)
    if exact or bound > budget:
        return bound
    if not is_counted(board, size):
        keep_rooms(board, work, level, region)
    frame = work.frames[level]
    frame.start, frame.codes, frame.key, frame.budget = start, size, key, budget
    frame.name, frame.left = name, turns - 1 if turns else 0
    frame.best, frame.best_guess, frame.guess = budget + 1, NO_GUESS, NO_GUESS
    frame.opened = frame.place = frame.kept = frame.postponed = frame.again = 0
    frame.shared = work.state[SHARED] == 1 and level <= SHARED_LEVELS and size >= SHARED_SIZE
    frame.others = best_total(work, key) if frame.shared and level == 1 else NEVER
    frame.below = min(frame.best, frame.others + 1)
    frame.buckets, frame.bound = sort_guesses(board, work, level, used, region, frame.left, budget)
    return int(OPEN)


@kernel
def take_value(work: Work, level: int, value: int) -> None:
    """Give the frame of a level the value of the part for which it waits."""
    frame = work.frames[level]
    frame.total += value - ~work.bounds[level, frame.part]
    work.bounds[level, frame.part] = value


@kernel
def search_on(board: SearchTables, work: Work, level: int) -> int:
    """The value of the region of a frame. OPEN where the value of a part is needed before."""
    frame = work.frames[level]
    while True:
        if frame.guess >= 0:
            if frame.total < frame.below:
                order = LARGEST if work.state[ANY] else SMALLEST
                frame.part = next_open(work.bounds[level], work.sizes[level], order)
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
    remember_named(work, frame.name, frame.codes, value, frame.best_guess >= 0)
    return int(np.int64(value))


@kernel
def next_guess(board: SearchTables, work: Work, level: int) -> bool:
    """Make the next guess that may be better than the best, and bound the parts that it leaves.

    False if there is none, and when the search is stopped.
    """
    frame, candidates = work.frames[level], work.candidates[level]
    region = work.regions[level, frame.start : frame.start + frame.codes]
    while not work.state[STOP]:
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
        frame.guess = guess
        frame.total = play_on(board, work, level, region, total)
        return True
    return False


@kernel
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
        frame.others = best_total(work, frame.key)
    frame.guess = NO_GUESS
    frame.below = min(frame.best, frame.others + 1)
