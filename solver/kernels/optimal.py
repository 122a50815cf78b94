"""Branch and bound over guess trees, compiled by numba. `solver/optimal.py` is its checked front.

The value of a region (secrets still possible) is the least total of turns in which all its secrets are found.
`least_turns` gives it if it is within a budget, and otherwise a lower bound above that. How it stays small:

- every answer but the perfect one leads on, so n secrets need at least `least[n]` turns: one in the first,
  s - 1 in the second, (s - 1)^2 in the third ...; `by_parts[n, k]` is the same for n secrets in k parts;
- the answers of every guess to a region are or-ed as bits, so the number of parts of all guesses costs a few
  vector instructions a secret; only a guess whose number of parts is within the budget gets its histogram;
- guesses that split the region alike, or that a symmetry which leaves the history alone maps onto each other
  (pegs and colours permuted), are tried once;
- a guess is given up as soon as its parts, first bounded by their own best number of parts, exceed the best;
- values and bounds of regions are remembered by a 64-bit hash, whatever guesses led to them.

Equality by hash is the one thing taken on trust: with ten million regions the odds of a clash are below 1e-5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from solver.kernels.compiled import njit

F = TypeVar("F", bound=Callable[..., Any])
Ints = NDArray[np.int64]
Region = NDArray[np.int64]

NEVER = 1 << 28
"""More turns than any game has: the value of what cannot be done within the turns left."""
LEVELS = 48
ABSENT = 31
BY_MEMBERS = -2
"""In place of a remembered guess: no guess from outside the region was looked at for this bound."""
FEW = 12
"""Below this size a region is cheaper to search than its symmetries are to find."""
# places in Work.state
STAMP, NODES, SCORES, ROOT_DONE, ROOT_COUNT, STOP, TOO_DEEP = range(7)
# bits of a remembered region in Work.known: its size, its guess + 2, whether its value is exact, its value
GUESS_AT, EXACT_AT, VALUE_AT = 14, 28, 29
_LAST = (1 << 14) - 1

_MIX = np.uint64(0x9E3779B97F4A7C15)
_PERFECT_MARK = np.uint64(0x0123456789ABCDEF)


compiled = njit(nogil=True)


class Board(NamedTuple):
    """What a game is to the search; nothing here changes while it runs. n codes, p pegs, a ordinals."""

    ordinals: NDArray[np.uint8]
    """(n, n): the ordinal of each pair."""
    bits: NDArray[Any]
    """Tables of 1 << ordinal in the narrowest unsigned type: (n, widths[u]) for each u, end to end."""
    tables: Ints
    """(c + 1,): where in `bits` the table for u colours begins."""
    widths: Ints
    """(c + 1,): guesses that are tried when u colours were played; see `columns`."""
    columns: NDArray[np.int32]
    """(c + 1, n): those guesses. The colours never played are alike, so they appear in ascending order."""
    codes: Ints
    """(n, p): colours."""
    orders: Ints
    """(p!, p): permutations of the pegs, the identity first."""
    least: Ints
    """(n + 1,): least total of turns for so many secrets."""
    step: Ints
    """(n + 1,): least[n + 1] - least[n]."""
    by_parts: Ints
    """(n + 1, a + 1): least sum of `least` over so many parts."""
    room: Ints
    """(LEVELS + 1,): secrets that so many turns can tell apart; room[0] stands for no limit."""
    hashes: NDArray[np.uint64]
    """(n,): one random word a code; a region's hash is their xor."""
    perfect: int
    """The ordinal of p black."""


class Work(NamedTuple):
    """What the search writes on: one row a level where levels must not disturb each other."""

    regions: Ints
    starts: Ints
    sizes: Ints
    bounds: Ints
    candidates: Ints
    order: NDArray[np.int32]
    bucket_bounds: Ints
    bucket_ends: Ints
    buckets_inside: NDArray[np.uint8]
    buckets: NDArray[np.uint8]
    splits: NDArray[np.uint64]
    splits_count: Ints
    history: Ints
    used: Ints
    masks: NDArray[Any]
    counts: Ints
    labels: Ints
    stabiliser: NDArray[np.int32]
    symmetries: Ints
    names: Ints
    named: Ints
    seen: NDArray[np.uint64]
    seen_stamp: Ints
    keys: NDArray[np.uint64]
    known: Ints
    state: Ints


if numba.config.DISABLE_JIT:  # type: ignore[attr-defined, unused-ignore]

    def popcount(word: Any) -> int:
        """How many bits are set."""
        return int(word).bit_count()

else:

    @intrinsic  # type: ignore[untyped-decorator, unused-ignore]
    def popcount(typing_context: Any, word: Any) -> Any:
        """How many bits are set, by the machine's own instruction."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            count = builder.ctpop(arguments[0])
            return builder.zext(count, context.get_value_type(types.int64)) if word.bitwidth < 64 else count

        return types.int64(word), generate


@compiled
def fill(array: NDArray[Any], number: int) -> None:
    """Set all elements; numba takes seconds to compile `array[:] = number`."""
    for place in range(len(array)):
        array[place] = number


@compiled
def named_alike(board: Board, work: Work, level: int, order: int, guess: int) -> int:
    """The guess with its pegs in this order and colours named by first use after the history so ordered."""
    names = work.names
    fill(names, -1)
    used = 0
    pegs = board.codes.shape[1]
    for turn in range(level):
        for peg in range(pegs):
            colour = board.codes[work.history[turn], board.orders[order, peg]]
            if names[colour] < 0:
                names[colour] = used
                used += 1
    text = 0
    for peg in range(pegs):
        colour = board.codes[guess, board.orders[order, peg]]
        if names[colour] < 0:
            names[colour] = used
            used += 1
        text = text * 16 + names[colour]
    return text


@compiled
def find_stabiliser(board: Board, work: Work, level: int) -> int:
    """Orders of the pegs that leave the history alone up to the names of colours; how many there are.

    They are work.stabiliser[level], and are kept until the history changes: those of one guess less, tried on
    the last guess.
    """
    known = level
    while known > 0 and work.symmetries[known] < 0:
        known -= 1
    if known == 0 and work.symmetries[0] < 0:
        work.symmetries[0] = len(board.orders)
        for order in range(len(board.orders)):
            work.stabiliser[0, order] = order
    for turn in range(known, level):
        count = 0
        guess = work.history[turn]
        text = named_alike(board, work, turn, 0, guess)
        for place in range(work.symmetries[turn]):
            order = work.stabiliser[turn, place]
            if named_alike(board, work, turn, order, guess) == text:
                work.stabiliser[turn + 1, count] = order
                count += 1
        work.symmetries[turn + 1] = count
    return int(work.symmetries[level])


@compiled
def is_new(work: Work, key: np.uint64) -> bool:
    """Whether this key comes for the first time since the stamp was changed."""
    last = np.uint64(len(work.seen) - 1)
    place = (key ^ (key >> np.uint64(29))) & last
    while work.seen_stamp[place] == work.state[STAMP]:
        if work.seen[place] == key:
            return False
        place = (place + np.uint64(1)) & last
    work.seen_stamp[place] = work.state[STAMP]
    work.seen[place] = key
    return True


@compiled
def hash_of(board: Board, region: Region, turns: int) -> np.uint64:
    """The hash of a region with so many turns left."""
    key = np.uint64(turns) * _MIX
    for secret in region:
        key ^= board.hashes[secret]
    return key


@compiled
def recall(work: Work, key: np.uint64) -> int:
    """What is remembered of a region, 0 if nothing is; `value_of` and the others read it.

    Threads share the memory without a lock: a key is kept combined with its data, so that a key and the data
    of different writers are not taken for an entry.
    """
    first = int(np.int64(key & np.uint64(len(work.keys) - 1) & ~np.uint64(3)))
    for place in range(first, first + 4):
        data = work.known[place]
        if data != 0 and work.keys[place] ^ np.uint64(data) == key:
            return int(data)
    return 0


@compiled
def value_of(data: int) -> int:
    """The value or bound of what `recall` found."""
    return data >> VALUE_AT


@compiled
def is_exact(data: int) -> bool:
    """Whether it is the region's value and not only a bound."""
    return data >> EXACT_AT & 1 == 1


@compiled
def guess_of(data: int) -> int:
    """The guess that reaches the value; -1 or BY_MEMBERS for a bound."""
    return (data >> GUESS_AT & _LAST) - 2


@compiled
def remembered_guess(board: Board, work: Work, region: Region, turns: int) -> int:
    """The guess remembered for a region whose value has just been found; -1 if it is forgotten."""
    data = recall(work, hash_of(board, region, turns))
    return guess_of(data) if data and is_exact(data) else -1


@compiled
def remember(work: Work, key: np.uint64, size: int, value: int, exact: bool, guess: int) -> None:
    """Remember a value (or bound, with guess -1), in place of the smallest of four regions if need be."""
    first = int(np.int64(key & np.uint64(len(work.keys) - 1) & ~np.uint64(3)))
    place = first
    for other in range(first, first + 4):
        data = work.known[other]
        if data == 0:
            place = other
            break
        if work.keys[other] ^ np.uint64(data) == key:
            place = other
            if not exact:
                value = max(value, value_of(data))
            break
        if data & _LAST < work.known[place] & _LAST:
            place = other
    data = value << VALUE_AT | int(exact) << EXACT_AT | (guess + 2) << GUESS_AT | size
    work.known[place] = data
    work.keys[place] = key ^ np.uint64(data)


@compiled
def sort(numbers: Ints, count: int) -> None:
    """Sort the first `count` numbers in place, by Shell's method: compiled in a tenth of numpy's time."""
    gap = 1
    while gap < count:
        gap = 3 * gap + 1
    while gap > 1:
        gap //= 3
        for place in range(gap, count):
            number = numbers[place]
            while place >= gap and numbers[place - gap] > number:
                numbers[place] = numbers[place - gap]
                place -= gap
            numbers[place] = number


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
                remember(work, key, size, value, True, board.columns[used, column])
                return value, True
    bound = size + min(int(board.by_parts[size, most]), int(board.by_parts[size - 1, most_inside - 1]))
    remember(work, key, size, bound, False, -1)
    return bound, False


@compiled
def sort_guesses(
    board: Board, work: Work, level: int, used: int, region: Region, budget: int
) -> tuple[int, int]:
    """Sort the guesses that may be within the budget into buckets of equal bounds, the best bucket first.

    A bucket holds the guesses with one number of parts, apart for guesses inside and outside the region: by
    these two alone its bound is known. work.masks must be the region's. Returns how many buckets there are
    and the least bound of the guesses left out.
    """
    size, count = len(region), board.widths[used]
    perfect_bit = np.uint64(1) << np.uint64(board.perfect)
    counts, bounds, ends = work.counts, work.bucket_bounds[level], work.bucket_ends[level]
    fill(counts, 0)
    for column in range(count):
        mask = work.masks[column]
        bucket = 2 * popcount(mask) + (1 if np.uint64(mask) & perfect_bit else 0)
        work.buckets[column] = bucket
        counts[bucket] += 1
    found, left_out = 0, NEVER
    labels = work.labels
    for bucket in range(len(counts) - 1, 3, -1):
        if counts[bucket] == 0:
            continue
        parts, inside = bucket // 2, bucket % 2
        bound = size + board.by_parts[size - inside, parts - inside]
        if bound > budget:
            left_out = min(left_out, bound)
            continue
        place = found
        while place > 0 and bounds[place - 1] > bound:
            bounds[place], ends[place] = bounds[place - 1], ends[place - 1]
            place -= 1
        bounds[place], ends[place] = bound, bucket
        found += 1
    for place in range(found):
        work.buckets_inside[level, place] = ends[place] % 2
    fill(labels, -1)
    start = 0
    for place in range(found):
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
    return found, left_out


@compiled
def name_history(board: Board, work: Work, level: int, region: Region) -> int:
    """The names that colours have after the history in each order of the pegs that leaves it alone.

    Colours that no code of the region has make no difference to an answer: all have the name ABSENT.
    Returns how many orders there are; work.named has a row for each, with the number of names at its end.
    """
    present = 0
    for secret in region:
        for peg in range(board.codes.shape[1]):
            present |= 1 << board.codes[secret, peg]
    symmetries = find_stabiliser(board, work, level)
    for which in range(symmetries):
        names = work.named[which]
        fill(names, -1)
        used = 0
        for turn in range(level):
            for peg in range(board.codes.shape[1]):
                colour = board.codes[work.history[turn], board.orders[work.stabiliser[level, which], peg]]
                if names[colour] < 0:
                    names[colour] = used
                    used += 1
        for colour in range(16):
            if not present >> colour & 1:
                names[colour] = ABSENT
        names[16] = used
    return symmetries


@compiled
def least_name(board: Board, work: Work, level: int, symmetries: int, guess: int) -> int:
    """The least text of a guess over the orders of the pegs that leave the history alone."""
    least = NEVER << 32
    pegs = board.codes.shape[1]
    for which in range(symmetries):
        names = work.named[which]
        used = names[16]
        text = 0
        for peg in range(pegs):
            colour = board.codes[guess, board.orders[work.stabiliser[level, which], peg]]
            name = names[colour]
            if name < 0:
                name = used
                names[colour] = name
                used += 1
            text = text * 32 + name
        for peg in range(pegs):
            colour = board.codes[guess, peg]
            if names[colour] != ABSENT and names[colour] >= names[16]:
                names[colour] = -1
        least = min(least, text)
    return least


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


@compiled
def splits_anew(board: Board, work: Work, level: int, guess: int) -> bool:
    """Whether no candidate searched before at this level split the region into the same parts.

    The region lies split one level down; what it is split into is remembered as a hash of the parts' hashes.
    """
    split = np.uint64(0)
    for answer in range(board.perfect):
        size = work.sizes[level, answer]
        if size:
            start = work.starts[level, answer]
            part = hash_of(board, work.regions[level + 1, start : start + size], 0)
            split += (part ^ (part >> np.uint64(31))) * _MIX
    for place in range(work.splits_count[level]):
        if work.splits[level, place] == split:
            return False
    if work.splits_count[level] < work.splits.shape[1]:
        work.splits[level, work.splits_count[level]] = split
        work.splits_count[level] += 1
    return True


@compiled
def open_bucket(
    board: Board,
    work: Work,
    level: int,
    region: Region,
    left: int,
    best: int,
    bucket: int,
    place: int,
    kept: int,
) -> tuple[int, int]:
    """Add the guesses of a bucket that their histograms leave below `best`, one of each kind, as candidates.

    work.candidates[level, place:kept] are those that wait already; all are sorted, best bound first. Each
    is packed as ((2 bound + outside) n + guess), where outside is 1 for a guess that is not in the region.
    Returns how many candidates there are and the least bound of the guesses left out.
    """
    size, count = len(region), len(board.codes)
    candidates = work.candidates[level]
    left_out = NEVER
    work.state[STAMP] += 1
    first = work.bucket_ends[level, bucket - 1] if bucket else 0
    last = work.bucket_ends[level, bucket]
    symmetries = name_history(board, work, level, region) if last - first > 1 and size >= FEW else 0
    scored = 0
    for at in range(first, last):
        guess = work.order[level, at]
        if symmetries:
            text = least_name(board, work, level, symmetries, guess)
            if not is_new(work, np.uint64(text) * _MIX):
                continue
        scored += 1
        bound, largest = histogram_bound(board, work, region, guess)
        if largest > board.room[left]:
            continue
        if bound >= best:
            left_out = min(left_out, bound)
        else:
            outside = 0 if work.buckets_inside[level, bucket] else 1
            candidates[kept] = (2 * bound + outside) * count + guess
            kept += 1
    sort(candidates[place:kept], kept - place)
    work.state[SCORES] += scored * size
    return kept, left_out


@compiled
def split_region(board: Board, work: Work, level: int, region: Region, guess: int) -> int:
    """The parts of the region one level down; returns the least total of turns with this guess.

    work.starts, sizes and bounds of this level say where each part lies; a bound below 0 is still open
    (its complement is the bound).
    """
    starts, sizes, bounds = work.starts[level], work.sizes[level], work.bounds[level]
    below = work.regions[level + 1]
    row = board.ordinals[guess]
    fill(sizes, 0)
    for secret in region:
        sizes[row[secret]] += 1
    start = 0
    for answer in range(len(sizes)):
        starts[answer] = start
        start += sizes[answer]
    for secret in region:
        answer = row[secret]
        below[starts[answer]] = secret
        starts[answer] += 1
    total = len(region)
    for answer in range(len(sizes)):
        starts[answer] -= sizes[answer]
        if answer == board.perfect:
            sizes[answer] = 0
        bound = board.least[sizes[answer]]
        total += bound
        bounds[answer] = bound if sizes[answer] <= 2 else ~bound
    return total


@compiled
def bound_parts(board: Board, work: Work, level: int, left: int, total: int, best: int) -> int:
    """The total with each open part bounded by what is known of it or by its own codes as guesses, and then,
    as long as that is below `best`, by the most parts that any guess makes of it."""
    starts, sizes, bounds = work.starts[level], work.sizes[level], work.bounds[level]
    for every_guess in range(2):
        for answer in range(len(sizes)):
            if total >= best:
                return total
            if bounds[answer] >= 0:
                continue
            size = sizes[answer]
            if not every_guess and size > board.perfect:
                continue
            part = work.regions[level + 1, starts[answer] : starts[answer] + size]
            key = hash_of(board, part, left)
            data = recall(work, key)
            if data and not (every_guess and guess_of(data) == BY_MEMBERS):
                value, exact = value_of(data), is_exact(data)
            elif every_guess:
                value, exact = first_bound(board, work, work.used[level + 1], part, key)
            else:
                value, exact = member_bound(board, work, part, key)
            before = ~bounds[answer]
            value = max(value, before)
            total += value - before
            bounds[answer] = value if exact else ~value
    return total


@compiled
def least_turns(board: Board, work: Work, level: int, start: int, size: int, turns: int, budget: int) -> int:
    """The least total of turns for the region at work.regions[level, start : start + size] with so many
    turns left (0: no limit), if that is within the budget; otherwise a bound above the budget.

    work.history[:level] holds the guesses that led here from all codes.
    """
    if size > board.room[turns]:
        return NEVER
    if size <= 2:
        return int(board.least[size])
    if board.least[size] > budget:
        return int(board.least[size])
    region = work.regions[level, start : start + size]
    key = hash_of(board, region, turns)
    data = recall(work, key)
    if data and (is_exact(data) or value_of(data) > budget):
        return value_of(data)
    if level + 2 >= LEVELS:
        work.state[TOO_DEEP] = 1
    if work.state[STOP] or work.state[TOO_DEEP]:
        return NEVER
    work.state[NODES] += 1
    left = turns - 1 if turns else 0
    used = colours_used(board, work, level)
    bound, exact = first_bound(board, work, used, region, key)
    if exact or bound > budget:
        return bound
    buckets, bound = sort_guesses(board, work, level, used, region, budget)
    best, best_guess = budget + 1, -1
    bounds, sizes = work.bounds[level], work.sizes[level]
    opened = place = kept = 0
    work.splits_count[level] = 0
    while True:
        while opened < buckets and (
            place == kept
            or work.bucket_bounds[level, opened] < work.candidates[level, place] // len(board.codes) // 2
        ):
            if work.bucket_bounds[level, opened] >= best:
                bound = min(bound, work.bucket_bounds[level, opened])
                opened = buckets
                break
            kept, least = open_bucket(board, work, level, region, left, best, opened, place, kept)
            bound = min(bound, least)
            opened += 1
        if place == kept:
            break
        packed = work.candidates[level, place]
        guess = packed % len(board.codes)
        if level == 0:
            work.state[ROOT_COUNT] = kept
            work.state[ROOT_DONE] = place
        place += 1
        least = packed // len(board.codes) // 2
        if least >= best:
            bound = min(bound, least)
            break
        work.history[level] = guess
        work.symmetries[level + 1] = -1
        work.used[level + 1] = colours_used(board, work, level + 1)
        total = split_region(board, work, level, region, guess)
        if not splits_anew(board, work, level, guess):
            continue
        total = bound_parts(board, work, level, left, total, best)
        while total < best:
            smallest = -1
            for answer in range(len(sizes)):
                if bounds[answer] < 0 and (smallest < 0 or sizes[answer] < sizes[smallest]):
                    smallest = answer
            if smallest < 0:
                break
            before = ~bounds[smallest]
            allowed = best - 1 - total + before
            after = least_turns(
                board, work, level + 1, work.starts[level, smallest], sizes[smallest], left, allowed
            )
            total += after - before
            bounds[smallest] = after
        if total < best:
            best, best_guess = total, guess
        else:
            bound = min(bound, total)
    if work.state[STOP] or work.state[TOO_DEEP]:
        return NEVER
    if best_guess >= 0:
        remember(work, key, size, best, True, best_guess)
        return best
    bound = max(bound, budget + 1)
    remember(work, key, size, bound, False, -1)
    return bound
