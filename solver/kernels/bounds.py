"""Bounds of the least total of turns for a region, from the parts that guesses make of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernels.kernel import kernel
from solver.kernels.losses import AT_ONCE, PLANES, THRESHOLDS, USELESS, count_losses, is_told_exactly, loss_of
from solver.kernels.regions import (
    BY_MEMBERS,
    NO_GUESS,
    Ints,
    Region,
    SearchTables,
    Work,
    fill,
    popcount,
    remember,
)
from solver.kernels.request import NEVER, SCORES, SPARED

NOT_COUNTED: tuple[int, ...] = ()
FEW, SMALL, LARGE, WHOLE = (0,) * 4, (0,) * 6, (0,) * 10, (0,) * PLANES
"""Tuples with as many numbers as the counted sizes of parts have bits."""
MOST_COUNTED = 10_900
"""The most secrets of a region that is counted. A larger one could lose more turns than 16 bits tell."""
FALL, WORTHWHILE = 8, 2
"""Losses are counted again where the number of secrets that some turns can find falls by more than one in
FALL, and is less than the region divided by WORTHWHILE.
"""


@kernel
def colours_used(board: SearchTables, work: Work, level: int) -> int:
    """How many colours the guesses so far have, if those are the lowest ones. Else how many there are."""
    played = 0
    for turn in range(level):
        for peg in range(board.codes.shape[1]):
            played |= 1 << board.codes[work.history[turn], peg]
    if played & (played + 1):
        return len(board.widths) - 1
    return popcount(np.uint64(played))


@kernel
def is_counted(board: SearchTables, size: int) -> bool:
    """Whether the losses of guesses to a region tell the sizes of the parts, and not only how many there are.

    Parts of regions with no more secrets than there are answers lose nothing.
    """
    return board.answers < size <= MOST_COUNTED and size <= board.room[THRESHOLDS + 1]


@kernel
def find_losses(
    board: SearchTables, work: Work, row: int, used: int, region: Region, left: int, spared: int
) -> None:
    """Fill work.losses and work.most for a region: the losses of the guesses of the columns.

    Where the secrets of parts are counted (`is_counted`), parts take what this row of work.rooms tells. All
    guesses lose `spared`, which is not told. Guesses with a part that needs more than `left` turns are
    useless (0: no limit).
    """
    given = prepare_losses(board, work, row, used, region, left, spared)
    work.state[SCORES] += len(region) * board.widths[used]
    place = board.tables[used], board.rows[used]
    count_by_size(
        len(region), board.given, board.masks, place, work.offsets, given, work.losses, work.most, work.over
    )


@kernel
def prepare_losses(
    board: SearchTables, work: Work, row: int, used: int, region: Region, left: int, spared: int
) -> Any:
    """Fill work.offsets and work.thresholds for `count_by_size`, and return what it is given."""
    size, place, rooms = len(region), (board.tables[used], board.rows[used]), work.rooms[row]
    rows = (size + AT_ONCE - 1) // AT_ONCE * AT_ONCE
    for n in range(rows):
        work.offsets[n] = region[n] * place[1] if n < size else board.none[0] - place[0]
    answers, limits, too_many = board.answers, 0, 0
    if is_counted(board, size):
        answers -= least_loss(board.by_parts, answers, size) + spared
        while limits < THRESHOLDS and rooms[limits + 2] < size:
            write_limits(board, work, limits, rooms[limits + 2], limits + 2, 0)
            limits += 1
        if rooms[left] < size:
            too_many = THRESHOLDS
            write_limits(board, work, too_many, rooms[left], left, 1)
    return rows, work.thresholds, limits, too_many, answers, board.perfect


@kernel
def write_limits(board: SearchTables, work: Work, row: int, most: int, turns: int, more: int) -> None:
    """Write a threshold for each answer: how many secrets that give it can be found in `turns` turns.

    `more` is added to it. `most` is how many they can find of the region. A lane of the vector registers has
    a bit for each answer.
    """
    width = 8 * board.masks.itemsize
    for plane in range(PLANES):
        word = np.uint64(0)
        for answer in range(width if most + more >> plane else 0):
            number = most + more
            if answer < board.perfect:
                number = min(most, board.by_class[answer, turns]) + more
            word |= np.uint64(number >> plane & 1) << np.uint64(answer)
        shift = width
        while shift < 64:
            word |= word << np.uint64(shift)
            shift *= 2
        work.thresholds[row * PLANES + plane] = word


@kernel
def count_by_size(
    size: int,
    given_by: NDArray[np.uint8],
    masks: NDArray[Any],
    place: tuple[int, int],
    offsets: Ints,
    given: Any,
    losses: NDArray[np.uint8],
    most: NDArray[np.uint64],
    over: NDArray[np.uint64],
) -> None:
    """Do `count_losses` with counters for `size` secrets."""
    rows, thresholds, limits, too_many, answers, perfect = given
    fill(most, 0)
    if limits == 0:
        count_losses(
            given_by, masks, place, offsets, rows, thresholds, 0, 0, answers, perfect, NOT_COUNTED,
            losses, most, over,
        )  # fmt: skip
    elif size < 1 << len(FEW):
        count_losses(
            given_by, masks, place, offsets, rows, thresholds, limits, too_many, answers, perfect, FEW,
            losses, most, over,
        )  # fmt: skip
    elif size < 1 << len(SMALL):
        count_losses(
            given_by, masks, place, offsets, rows, thresholds, limits, too_many, answers, perfect, SMALL,
            losses, most, over,
        )  # fmt: skip
    elif size < 1 << len(LARGE):
        count_losses(
            given_by, masks, place, offsets, rows, thresholds, limits, too_many, answers, perfect, LARGE,
            losses, most, over,
        )  # fmt: skip
    else:
        count_losses(
            given_by, masks, place, offsets, rows, thresholds, limits, too_many, answers, perfect, WHOLE,
            losses, most, over,
        )  # fmt: skip


@kernel
def find_rooms(board: SearchTables, work: Work, level: int, size: int) -> bool:
    """Lower the rooms of the level below, with which the losses of a region of this level were just counted.

    A guess to the region or to a part of it leads on by each imperfect answer, to no more secrets than any
    guess leaves with this answer (`work.most`), and to no more than one turn less can find. Of all secrets it
    finds no more than the region has, less those above these numbers in its parts (`work.over`). Returns
    whether the rooms are so much less than before that the losses are likely to grow.
    """
    rooms, most = work.rooms[level + 1], work.counts
    for answer in range(board.perfect):
        most[answer] = 0
        for plane in range(PLANES):
            most[answer] |= int(work.most[plane] >> np.uint64(answer) & np.uint64(1)) << plane
    before, old, less = 0, 0, False
    for turns in range(1, len(rooms)):
        known = rooms[turns]
        if before < size:
            found = 1
            for answer in range(board.perfect):
                found += min(most[answer], before, board.by_class[answer, turns - 1])
            if turns == 2:
                found = min(found, int(work.over[0]))
            elif 3 <= turns < THRESHOLDS + 3 and old < size:
                found = min(found, size - int(work.over[turns - 2]))
            before = min(found, known)
            less = less or (FALL * before < (FALL - 1) * known and WORTHWHILE * before < size)
            rooms[turns] = before
        else:
            before = known
        old = known
    return less


@kernel
def keep_rooms(board: SearchTables, work: Work, level: int, region: Region) -> None:
    """Fill in the rooms of the level below for a region of this level: its own, and of its last answer."""
    above, rooms = work.rooms[level], work.rooms[level + 1]
    for turns in range(len(rooms)):
        rooms[turns] = above[turns]
    if level:
        answer = board.ordinals[work.history[level - 1], region[0]]
        for turns in range(len(rooms)):
            rooms[turns] = min(rooms[turns], board.by_class[answer, turns])


@kernel
def least_of(board: SearchTables, work: Work, row: int, answer: int, size: int) -> int:
    """The least total of turns for `size` secrets that give an answer.

    In each turn only as many are found as this row of work.rooms and the answer tell.
    """
    if size <= 2:
        return int(board.least[size])
    total = size
    for turns in range(1, len(board.room)):
        room = min(work.rooms[row, turns], board.by_class[answer, turns])
        if room >= size:
            break
        total += size - room
    return int(total)


@kernel
def least_loss(by_parts: Ints, answers: int, size: int) -> int:
    """The least loss of a guess for a region of `size` secrets with `answers` possible answers.

    A guess with this loss is in the region, gives all answers, and makes all other parts as even as possible.
    """
    return int(by_parts[size - 1, answers - 1] - 2 * (size - 1) + answers - 1)


@kernel
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


@kernel
def least_numbers(losses: NDArray[np.uint8]) -> tuple[int, int]:
    """The least of the numbers that `count_losses` has written, and the least even one."""
    least, least_inside = np.uint8(2 * USELESS + 1), np.uint8(2 * USELESS)
    for number in losses:
        inside = np.uint8(2 * USELESS) if number & 1 else number
        least = number if number < least else least
        least_inside = inside if inside < least_inside else least_inside
    return int(least), int(least_inside)


@kernel
def counted_bound(by_parts: Ints, answers: int, size: int, number: int) -> int:
    """The least total of turns with a guess that has this number among counted losses."""
    return int(size + by_parts[size - 1, answers - 1] + loss_of(number) + number % 2)


@kernel
def first_bound(
    board: SearchTables,
    work: Work,
    level: int,
    used: int,
    region: Region,
    turns: int,
    enough: int,
    key: np.uint64,
) -> tuple[int, bool]:
    """A bound for a region of 3 or more from the least losses of any guesses, and whether it is exact.

    `turns` are left, 0 for no limit. Where the secrets of parts are counted, they are counted again as long
    as that may raise the bound and it is below `enough`. Then work.rooms has the row of the level below.
    """
    size, left = len(region), turns - 1 if turns else 0
    if is_counted(board, size):
        keep_rooms(board, work, level, region)
    find_losses(board, work, level + 1, used, region, left, 0)
    losses = work.losses[: board.widths[used]]
    least, least_inside = least_numbers(losses)
    if is_counted(board, size):
        spared, bound = 0, NEVER
        while least < 2 * USELESS:
            bound = counted_bound(board.by_parts, board.answers, size, least) + spared
            if bound >= enough:
                break
            if not find_rooms(board, work, level, size) and is_told_exactly(least):
                break
            spared += loss_of(least)
            find_losses(board, work, level + 1, used, region, left, spared)
            least, least_inside = least_numbers(losses)
            bound = NEVER
        work.state[SPARED] = spared
        remember(work, key, size, bound, NO_GUESS)
        return bound, False
    most, most_inside = board.answers - least // 2, board.answers - least_inside // 2
    if most == size and size <= board.answers:
        inside = most_inside == size
        sought = least_inside if inside else least
        column = 0
        while losses[column] != sought:
            column += 1
        value = 2 * size - (1 if inside else 0)
        remember(work, key, size, value, np.int64(board.columns[used, column]))
        return value, True
    if left == 1:
        remember(work, key, size, NEVER, NO_GUESS)
        return NEVER, False
    bound = size + min(
        int(board.by_parts[size, max(1, most)]), int(board.by_parts[size - 1, max(1, most_inside) - 1])
    )
    remember(work, key, size, bound, NO_GUESS)
    return bound, False


@kernel
def histogram_bound(board: SearchTables, work: Work, region: Region, guess: int) -> tuple[int, int]:
    """The bound that this guess's histogram gives for the least total of turns, and its largest part."""
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
