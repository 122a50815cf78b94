"""The compiled kernel that plays all games: regions are split, ranked and stacked until none is left.

`entry` makes the function that is called with one address, where a request stands.

A region is a slice of `members` and a place of the stack. The counters are in one array, so that Python can
read them between two calls, and the next call goes on where the last one stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.kernels import request
from solver.kernels.codes import clear_guess, find_telling, list_codes, load_guess, mix, ordinal_of
from solver.kernels.kernel import array_at, inline_kernel, kernel
from solver.kernels.lists import LISTS, MOST_PARTS, Ranking
from solver.kernels.rank import best_guess
from solver.kernels.request import DONE, RANDOM, RANKED, RUNNING, UNDECIDED
from solver.kernels.walk import WALK, KernelPast, KernelSetting, past_after
from solver.limits import MAX_COLOURS, MAX_PEGS

SMALL = 16
"""Regions of at most this many members have words of 16 bits."""


class BitWords(NamedTuple):
    """Words with one bit set, by the number of the bit."""

    small: NDArray[np.uint16]
    """(16,): for regions of at most SMALL members."""
    large: NDArray[np.uint64]
    """(64,): for larger regions."""


REQUEST = np.dtype(list(request.FIELDS))
COUNTERS = np.dtype(list(request.COUNTERS))
REGION = np.dtype(list(request.REGION))
NODE = np.dtype(list(request.NODE), align=True)

ROOM = np.dtype(
    [
        ("walk", WALK),
        ("lists", LISTS),
        ("tally", np.int64, (MOST_PARTS,)),  # the size of each part
        ("has", np.uint8, (MAX_PEGS * MAX_COLOURS,)),  # 1 for the marks of a guess, zeros between two uses
    ]
)
"""The working memory of ranking and splitting."""


@inline_kernel
def choose(
    setting: KernelSetting, ranking: Ranking, digits: Any, marks: Any, region: Any, past: KernelPast,
    words: BitWords, room: Any, space: Any, counters: Any, state: Any,
) -> tuple[int, bool]:  # fmt: skip
    """The guess for a region, by its members, and whether its ranking was decided."""
    count = region.shape[0]
    if ranking.choice == RANDOM:
        return region[np.int64(state % np.uint64(count))], True
    if count <= 2 or ranking.choice != RANKED:
        return region[0], True
    pegs = len(setting.pegs)
    if count < pegs * (pegs + 3) // 2:
        place, scored = find_telling(setting.pegs, digits, marks, region, room.has)
        counters.scores += scored
        if place >= 0:
            return region[place], True
    if count <= SMALL:
        guess, scored, decided = best_guess(
            setting, ranking, digits, marks, region, past, words.small, room.walk, room.lists, space
        )
    else:
        guess, scored, decided = best_guess(
            setting, ranking, digits, marks, region, past, words.large, room.walk, room.lists, space
        )
    counters.scores += scored
    return guess, decided


@inline_kernel
def count_parts(
    setting: KernelSetting, digits: Any, marks: Any, guess: int, region: Any, spare: Any, has: Any, tally: Any
) -> None:
    """Count the parts that a guess makes of a region. `spare` gets the members, each with its ordinal."""
    for ordinal in range(tally.shape[0]):
        tally[ordinal] = 0
    load_guess(marks, guess, has)
    for place in range(region.shape[0]):
        ordinal = ordinal_of(setting.pegs, digits, marks, guess, region[place], has)
        spare[place] = np.int64(region[place]) << 6 | ordinal  # 9 pegs have 55 ordinals
        tally[ordinal] += 1
    clear_guess(marks, guess, has)


@inline_kernel
def stack_parts(
    stack: Any, counters: Any, start: int, tally: Any, turn: int, past: KernelPast, state: Any
) -> None:
    """Stack the parts of a region that began at `start`, the first ordinal uppermost.

    The part of the guess itself is found, so it is not stacked. Afterwards `tally` holds where each part
    begins, counted from the beginning of the region.
    """
    perfect = tally.shape[0] - 1
    at = 0
    for ordinal in range(perfect + 1):
        size = tally[ordinal]
        tally[ordinal] = at
        at += size
    for ordinal in range(perfect - 1, -1, -1):
        size = tally[ordinal + 1] - tally[ordinal]
        if size:
            part = stack[counters.stacked]
            part.start = start + tally[ordinal]
            part.end = part.start + size
            part.parent = counters.nodes - 1
            part.ordinal = ordinal
            part.turn = turn
            part.played, part.twins = past.played, past.twins
            part.state = mix(state, ordinal)
            counters.stacked += 1


@inline_kernel
def sort_parts(region: Any, spare: Any, tally: Any) -> None:
    """Sort the members of a region by their ordinals. `tally` is where each part begins."""
    for place in range(region.shape[0]):
        ordinal = spare[place] & 63
        region[tally[ordinal]] = spare[place] >> 6
        tally[ordinal] += 1


@kernel
def advance(
    setting: KernelSetting, ranking: Ranking, digits: Any, marks: Any, known: Any, words: BitWords,
    counted: Any, stack: Any, nodes: Any, members: Any, spare: Any, histogram: Any, rooms: Any, space: Any,
    budget: int,
) -> None:  # fmt: skip
    """Make nodes until all are made, about `budget` pairs have been scored, or a ranking is undecided.

    `digits` and `marks` are those of all codes. The first nodes take their guesses from `known`. The regions
    still to be played are on `stack`, as slices of `members`. `nodes` are those made, and histogram[turn - 1]
    the secrets found in a turn. `counted` and `rooms` hold one record each, `space` has as many words as
    `request.space_for` says.
    """
    counters, room = counted[0], rooms[0]
    tally = room.tally[: digits.shape[1] * (digits.shape[1] + 3) // 2 + 1]
    stop_at = counters.scores + budget
    counters.status = RUNNING
    while counters.stacked > 0 and counters.scores < stop_at:
        top = stack[counters.stacked - 1]
        start, end, turn, state = top.start, top.end, top.turn, top.state
        past = KernelPast(top.played, top.twins)
        region = members[start:end]
        if counters.nodes < known.shape[0]:
            guess = int(known[counters.nodes])
        else:
            guess, decided = choose(
                setting, ranking, digits, marks, region, past, words, room, space, counters, state
            )
            if not decided:
                counters.status = UNDECIDED
                return
        node = nodes[counters.nodes]
        node.guess, node.parent, node.ordinal = guess, top.parent, top.ordinal
        counters.nodes += 1
        counters.stacked -= 1
        counters.scores += end - start
        is_found = end - start == 1 and guess == region[0]
        if not is_found:
            count_parts(setting, digits, marks, guess, region, spare, room.has, tally)
            is_found = tally[-1] > 0
            after = past_after(digits, past, guess)
            stack_parts(stack, counters, start, tally, turn + 1, after, mix(state, guess))
            sort_parts(region, spare, tally)
        if is_found:
            histogram[turn - 1] += 1
            counters.found += 1
    if counters.stacked == 0:
        counters.status = DONE


def entry(count: int) -> Callable[[int], None]:
    """A kernel that advances all games of `count` pegs, by the request that stands at an address."""
    pegs = (0,) * count

    def serve_games(address: int) -> None:
        asked = array_at(address, (1,), REQUEST)[0]
        digits = array_at(asked.digits, (asked.codes, count), np.uint8)
        marks = array_at(asked.marks, (asked.codes, count), np.uint8)
        members = array_at(asked.members, (asked.members_length,), np.int32)
        spare = array_at(asked.spare, (asked.members_length,), np.int64)
        space = array_at(asked.space, (asked.space_length,), np.uint64)
        if asked.list_codes:
            pegs_room = array_at(asked.space, (count,), np.int64)
            colours_room = array_at(asked.space + 8 * count, (asked.colours,), np.int64)
            list_codes(asked.repeats != 0, pegs_room, colours_room, digits, marks)
        advance(
            KernelSetting(pegs, asked.colours, asked.repeats != 0, asked.use_cases != 0, asked.use_pegs != 0),
            Ranking(
                asked.choice,
                asked.key,
                asked.lists,
                array_at(asked.weights, (asked.weights_length,), np.float64),
                asked.impossible,
                asked.possible_first != 0,
            ),
            digits,
            marks,
            array_at(asked.known, (asked.known_length,), np.int32),
            BitWords(array_at(asked.small, (16,), np.uint16), array_at(asked.large, (64,), np.uint64)),
            array_at(asked.counters, (1,), COUNTERS),
            array_at(asked.stack, (asked.stack_length,), REGION),
            array_at(asked.nodes, (asked.nodes_length,), NODE),
            members,
            spare,
            array_at(asked.histogram, (asked.histogram_length,), np.int64),
            array_at(asked.room, (1,), ROOM),
            space,
            asked.budget,
        )

    return serve_games
