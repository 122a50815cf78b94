"""The compiled kernel that ranks the guesses for a region. See `solver.trees.compiled_games`.

A walk goes over the prefixes of guesses (all pegs but the last two) that symmetry leaves. For each prefix
`solver.kernels.lanes` ranks all pairs of last pegs at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernels.codes import code_index
from solver.kernels.kernel import kernel, reshape, words_of
from solver.kernels.lanes import BLACK, HITS, PARTS_BASE, VALID, rank_lanes
from solver.kernels.lists import Ranking, take_lists
from solver.kernels.request import COUNTS, LARGEST, PAIR_ROWS, PARTS, SHARED_ROWS, SQUARES, VECTOR_BYTES
from solver.kernels.walk import KernelPast, KernelSetting, begin_walk, is_code, keep, next_prefix

NO_KEY = 1 << 62
STOP_EVERY = 1 << 16
"""The number of members, or of words, after which the filling of planes looks whether it is to stop."""
CLEARED = 1 << 18
"""The number of words that are cleared before looking whether to stop."""


@kernel
def new_planes(
    setting: KernelSetting, members: Any, ones: Any, walk: Any, choices: int, space: Any
) -> tuple[Any, ...]:
    """Empty bit planes like `ones` for a region, in `space`: k choices for each peg, w words, l lanes.

    (SHARED_ROWS + c * p + p * k, w): the rows that all lanes share, then the members that have each mark,
    then the members that have each choice on each peg. (w, PAIR_ROWS, l): what the last two pegs of each lane
    add: blacks and hits, two bits each. (1 + a, l): the results of `rank_lanes`, for a ordinals. Lane a * k +
    b is the guess whose last two pegs are choices a and b. l is k * k, filled up to whole vectors. (k,): room
    for `add_prefix`. A set `walk.stop` ends the emptying early.
    """
    pegs, bits = len(setting.pegs), ones.shape[0]
    words = (members.shape[0] + bits - 1) // bits
    width = VECTOR_BYTES * 8 // bits
    lanes = (choices * choices + width - 1) // width * width
    rows, ranked_rows = SHARED_ROWS + (setting.colours + choices) * pegs, 1 + pegs * (pegs + 3) // 2
    room = words_of(space, ones[0])
    second = (rows * words + width - 1) // width * width
    third = second + words * PAIR_ROWS * lanes
    fourth = third + ranked_rows * lanes
    for first in range(0, third, CLEARED):
        if walk.stop != 0:
            break
        for place in range(first, min(first + CLEARED, third)):
            room[place] = 0
    return (
        reshape(room[: rows * words], (rows, words)),
        reshape(room[second:third], (words, PAIR_ROWS, lanes)),
        reshape(room[third:fourth], (ranked_rows, lanes)),
        room[fourth : fourth + choices],
    )


@kernel
def fill_planes(
    digits: Any, marks: Any, members: Any, ones: Any, walk: Any, choices: int, planes: Any, pairs: Any
) -> None:
    """Fill the rows of `planes` for marks and choices, and those of `pairs`, until `walk.stop` is set."""
    pegs, bits = digits.shape[1], ones.shape[0]
    places = planes.shape[0] - pegs * choices
    for place in range(members.shape[0]):
        if place % STOP_EVERY == 0 and walk.stop != 0:
            return
        word, one = place // bits, ones[place % bits]
        planes[VALID, word] |= one
        for peg in range(pegs):
            planes[SHARED_ROWS + marks[members[place], peg], word] |= one
            at = walk.numbers[digits[members[place], peg]]
            if at >= 0:  # of colours that are alike, no more than the number of pegs are choices
                planes[places + peg * choices + at, word] |= one
    for word in range(planes.shape[1]):
        if word % STOP_EVERY == 0 and walk.stop != 0:
            return
        for a in range(choices):
            left = planes[places + (pegs - 2) * choices + a, word]
            for b in range(choices):
                right = planes[places + (pegs - 1) * choices + b, word]
                pairs[word, 0, a * choices + b] = left ^ right
                pairs[word, 1, a * choices + b] = left & right


@kernel
def count_prefix(pegs: int, choices: int, walk: Any, planes: Any) -> None:
    """Count the blacks and hits of the prefix into the shared rows. Note the next mark of each choice."""
    words = planes.shape[1]
    places = planes.shape[0] - pegs * choices
    for row in range(VALID):
        for word in range(words):
            planes[row, word] = 0
    for at in range(choices):
        walk.marks[at] = SHARED_ROWS + walk.choices[at] * pegs
    for peg in range(pegs - 2):
        at = walk.numbers[walk.prefix[peg]]
        mark = walk.marks[at]
        walk.marks[at] = mark + 1
        for word in range(words):
            carry = planes[places + peg * choices + at, word]
            more = planes[mark, word]
            for row in range(3):
                total = planes[BLACK + row, word]
                planes[BLACK + row, word] = total ^ carry
                carry &= total
                total = planes[HITS + row, word]
                planes[HITS + row, word] = total ^ more
                more &= total


@kernel
def add_prefix(pegs: int, choices: int, walk: Any, planes: Any, pairs: Any, added: Any) -> None:
    """Fill the shared rows for a prefix, and the hits that each pair of last pegs adds to it."""
    count_prefix(pegs, choices, walk, planes)
    for word in range(planes.shape[1]):
        for a in range(choices):
            added[a] = planes[walk.marks[a], word]
        for a in range(choices):
            left = added[a]
            base = a * choices
            for b in range(choices):
                pairs[word, 2, base + b] = left ^ added[b]
                pairs[word, 3, base + b] = left & added[b]
            again = planes[walk.marks[a] + 1, word]
            pairs[word, 2, base + a] = left ^ again
            pairs[word, 3, base + a] = again


@kernel
def take_keys(repeats: bool, ranked: Any, walk: Any, choices: int, last: int, best: Any) -> Any:
    """Keep the first lane with the smallest key, if that is below `best`. Returns the smallest key so far."""
    for lane in range(choices * choices):
        key = np.int64(ranked[0, lane])
        if key < best and is_code(repeats, walk, lane, choices, last):
            best = key
            keep(walk, lane, choices, last)
    return best


@kernel
def least_key(key: int, ordinals: int, count: int) -> int:
    """A lower bound for the key of any guess for `count` members. -1 where none is known.

    For the largest part it is the key of parts that are as even as possible. For the other keys it is that of
    parts of one member each. A member of the region that makes such parts is found before guesses are ranked.
    """
    if key == LARGEST:
        return 3 if count < ordinals else 2 * ((count + ordinals - 1) // ordinals)
    if count >= ordinals:
        return -1
    if key == PARTS:
        return 2 * (PARTS_BASE - count) + 1
    return 2 * count + 1 if key == SQUARES else -1


@kernel
def best_guess(
    setting: KernelSetting, ranking: Ranking, digits: Any, marks: Any, members: Any, past: KernelPast,
    ones: Any, walk: Any, lists: Any, space: Any,
) -> tuple[int, int, bool]:  # fmt: skip
    """The index of the best guess for these members, the pairs scored, and whether the ranking was decided.

    It is undecided, too, after another thread has set `walk.stop`.

    `ones[n]` is the word with bit n set, of the type that all planes shall have. `walk`, `lists` and `space`
    are room, the last of as many words as `request.space_for` says.
    """
    repeats, pegs = setting.repeats, len(setting.pegs)
    last = pegs - 2
    choices = begin_walk(setting, digits, members, past, walk)
    planes, pairs, ranked, added = new_planes(setting, members, ones, walk, choices, space)
    fill_planes(digits, marks, members, ones, walk, choices, planes, pairs)
    least = least_key(ranking.key, pegs * (pegs + 3) // 2, members.shape[0])
    lists.best_total = np.inf
    best = np.int64(NO_KEY)
    scored = depth = 0
    decided = True
    while walk.stop == 0 and next_prefix(repeats, walk, depth, last, choices):
        add_prefix(pegs, choices, walk, planes, pairs, added)
        scored += members.shape[0] * choices * choices
        key = np.int64(rank_lanes(setting.pegs, ranking.key, planes.shape[1], planes, pairs, ranked))
        if ranking.key == COUNTS:
            decided &= take_lists(repeats, ranking, walk, lists, ranked, choices, last)
        elif key < best:
            best = take_keys(repeats, ranked, walk, choices, last, best)
            if best <= least:
                break
        depth = last - 1
    return code_index(walk.best[:pegs], setting.colours, repeats), scored, decided and walk.stop == 0
