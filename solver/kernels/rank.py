"""Compiled kernels that rank guesses: bare arrays in, bare arrays out, nothing checked. See
`solver.trees.by_numba`.

An odometer walks the prefixes of guesses (all pegs but the last two) that symmetry leaves; for each prefix
`solver.kernels.lanes` ranks all pairs of last pegs at once. `work` is room for the odometer, a row for each
thing it keeps; sets of colours in it are integers with bit n for colour n. `options` is colours, repeats,
cases, pegs: the game, and the symmetries to be used. Codes and marks are those of `solver.kernels.codes`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernels.codes import code_index
from solver.kernels.compiled import njit
from solver.kernels.lanes import (
    BLACK,
    COUNTS,
    HITS,
    LARGEST,
    PAIR_ROWS,
    PARTS,
    PARTS_BASE,
    SHARED_ROWS,
    SQUARES,
    VALID,
    VECTOR_BYTES,
    rank_lanes,
)

KNUTH, MOST_PARTS, EXPECTED_SIZE, ENTROPY, FIRST_CONSISTENT, RANDOM_CONSISTENT = range(6)
WHOLE_LISTS, PRODUCTS = 6, 7
"""Ranks of obvious-first: knuth by whole lists of parts, entropy with a quarter for a possible code."""

LISTED, COLUMN, BEFORE, PREFIX, CURSOR, USED, ALLOWED, MARK, BEST, SETS, WORK_ROWS = range(11)
WORK_COLUMNS = 16
NEAR = 1e-13
"""As in `solver.strategies`."""


@njit()
def compare_products(left: Any, right: Any) -> int:
    """-1, 0, 1 as the product of n to the n over `left` is below, equal to, above `right`'s; 2: too near
    to tell.

    0 is exact, by the exponents of the primes; both lists hold sizes and zeros, and are cleared.
    """
    for one in range(left.shape[0]):
        for other in range(right.shape[0]):
            if left[one] == right[other] and left[one] > 0:
                left[one] = 0
                right[other] = 0
    primes = np.zeros(1024, np.int64)
    exponents = np.zeros(1024, np.int64)
    known = 0
    for side in range(2):
        sizes = left if side == 0 else right
        for place in range(sizes.shape[0]):
            size = sizes[place]
            change = size if side == 0 else -size
            divisor = 2
            while size > 1:
                if divisor * divisor > size:
                    divisor = size
                if size % divisor:
                    divisor += 1
                    continue
                size //= divisor
                at = 0
                while at < known and primes[at] != divisor:
                    at += 1
                if at == known:
                    primes[known] = divisor
                    known += 1
                exponents[at] += change
    total = 0.0
    weight = 0.0
    exact = True
    for at in range(known):
        if exponents[at] != 0:
            exact = False
            log = exponents[at] * np.log2(primes[at])
            total += log
            weight += abs(log)
    if exact:
        return 0
    if abs(total) <= NEAR * weight:
        return 2
    return 1 if total > 0 else -1


@njit()
def list_parts(ranked: Any, lane: int, sizes: Any) -> None:
    """The sizes of the parts of a lane, largest first, without the part of the guess itself, filled up
    with 0.
    """
    last = sizes.shape[0] - 2
    for place in range(last):
        size = np.int64(ranked[1 + place, lane])
        at = place
        while at > 0 and sizes[at - 1] < size:
            sizes[at] = sizes[at - 1]
            at -= 1
        sizes[at] = size
    sizes[last] = 0
    sizes[last + 1] = 0


@njit()
def may_follow(peg: int, options: Any, work: Any) -> None:
    """Set the colours that may follow on this peg; `solver.symmetry.Canonical.next_colours` says why."""
    used = work[USED, peg]
    allowed = work[SETS, 0]
    if not options[1]:
        allowed &= ~used
    for alike in range(1, 3):
        unused = work[SETS, alike] & ~used
        allowed &= ~(unused & (unused - 1))
    before = work[BEFORE, peg]
    if before >= 0:
        least = work[PREFIX, before]
        allowed = allowed >> least << least
    work[ALLOWED, peg] = allowed


@njit()
def list_colours(codes: Any, members: Any, played: int, twins: int, options: Any, work: Any) -> int:
    """Set up the walk over guesses in `work`; how many colours there are to try on a peg."""
    colours, pegs = options[0], codes.shape[1]
    present = 0
    for place in range(members.shape[0]):
        for peg in range(pegs):
            present |= 1 << codes[members[place], peg]
    every = (1 << colours) - 1
    gone = alike = 0
    if options[2]:
        gone = every & ~present
        alike = present & ~played
        if options[1]:
            every = present | (gone & -gone)
            gone = 0
    work[SETS, 0], work[SETS, 1], work[SETS, 2] = every, gone, alike
    for peg in range(pegs):
        work[BEFORE, peg] = -1
        if options[3]:
            for other in range(peg):
                if twins >> 4 * other & 15 == twins >> 4 * peg & 15:
                    work[BEFORE, peg] = other
    choices = free = 0
    for colour in range(colours):
        free += alike >> colour & 1
        work[COLUMN, colour] = -1
        if every >> colour & 1 and (free <= pegs or not alike >> colour & 1):
            work[COLUMN, colour] = choices
            work[LISTED, choices] = colour
            choices += 1
    work[USED, 0] = 0
    work[CURSOR, 0] = 0
    may_follow(choices - choices, options, work)
    return choices


@njit()
def next_prefix(depth: int, last: int, choices: int, options: Any, work: Any) -> bool:
    """Walk on from this depth to the next whole prefix; False when there is none."""
    while depth >= 0:
        if depth == last:
            return True
        at = work[CURSOR, depth]
        while at < choices and not work[ALLOWED, depth] >> work[LISTED, at] & 1:
            at += 1
        if at == choices:
            depth -= 1
            continue
        colour = work[LISTED, at]
        work[CURSOR, depth] = at + 1
        work[PREFIX, depth] = colour
        work[USED, depth + 1] = work[USED, depth] | 1 << colour
        depth += 1
        work[CURSOR, depth] = 0
        may_follow(depth, options, work)
    return False


@njit()
def fill_planes(
    codes: Any, marks: Any, members: Any, ones: Any, choices: int, work: Any, planes: Any, pairs: Any
) -> None:
    """Planes of a region: the shared rows, a row for each mark, a row for each peg and colour; and the
    pairs' blacks.
    """
    pegs, bits, words = codes.shape[1], ones.shape[0], planes.shape[1]
    places = planes.shape[0] - pegs * choices
    for place in range(members.shape[0]):
        word, one = place // bits, ones[place % bits]
        planes[VALID, word] |= one
        for peg in range(pegs):
            planes[SHARED_ROWS + marks[members[place], peg], word] |= one
            at = work[COLUMN, codes[members[place], peg]]
            if (
                at >= 0
            ):  # else a colour never played and not needed, since as many others are listed as there are pegs
                planes[places + peg * choices + at, word] |= one
    for word in range(words):
        for a in range(choices):
            left = planes[places + (pegs - 2) * choices + a, word]
            for b in range(choices):
                right = planes[places + (pegs - 1) * choices + b, word]
                pairs[word, 0, a * choices + b] = left ^ right
                pairs[word, 1, a * choices + b] = left & right


@njit()
def add_prefix(pegs: int, choices: int, work: Any, planes: Any, pairs: Any, added: Any) -> None:
    """The shared rows of a prefix, and the hits that each pair of last pegs adds to it."""
    words = planes.shape[1]
    places = planes.shape[0] - pegs * choices
    for row in range(VALID):
        for word in range(words):
            planes[row, word] = 0
    for at in range(choices):
        work[MARK, at] = SHARED_ROWS + work[LISTED, at] * pegs
    for peg in range(pegs - 2):
        at = work[COLUMN, work[PREFIX, peg]]
        mark = work[MARK, at]
        work[MARK, at] = mark + 1
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
    for word in range(words):
        for a in range(choices):
            added[a] = planes[work[MARK, a], word]
        for a in range(choices):
            left = added[a]
            base = a * choices
            for b in range(choices):
                pairs[word, 2, base + b] = left ^ added[b]
                pairs[word, 3, base + b] = left & added[b]
            again = planes[work[MARK, a] + 1, word]
            pairs[word, 2, base + a] = left ^ again
            pairs[word, 3, base + a] = again


@njit()
def is_code(lane: int, choices: int, last: int, options: Any, work: Any) -> bool:
    """Whether the lane's guess is a code: without repeats it may not repeat a colour."""
    if options[1]:
        return True
    a, b = work[LISTED, lane // choices], work[LISTED, lane % choices]
    return a != b and not (work[USED, last] >> a | work[USED, last] >> b) & 1


@njit()
def keep(lane: int, choices: int, last: int, work: Any) -> None:
    """The lane's guess is the best so far."""
    for peg in range(last):
        work[BEST, peg] = work[PREFIX, peg]
    work[BEST, last] = work[LISTED, lane // choices]
    work[BEST, last + 1] = work[LISTED, lane % choices]


@njit()
def take_keys(ranked: Any, choices: int, last: int, options: Any, work: Any, best: Any) -> Any:
    """Keep the first lane with the smallest key, if that is below `best`; the smallest key so far."""
    for lane in range(choices * choices):
        key = np.int64(ranked[0, lane])
        if key < best and is_code(lane, choices, last, options, work):
            best = key
            keep(lane, choices, last, work)
    return best


@njit()
def take_lists(
    ranked: Any, rank: int, choices: int, last: int, options: Any, work: Any, logs: Any, sums: Any, sizes: Any
) -> bool:
    """Keep the best lane by histogram, for the ranks that no key holds; False when two are too near to tell.

    sums[-1] is the best so far, the largest part or the sum of n log n; sizes[0] are its parts, sizes[1:]
    room.
    """
    cells = ranked.shape[0] - 1
    lanes = choices * choices
    best = sums.shape[0] - 1
    decided = True
    for lane in range(lanes):
        sums[lane] = 0.0
    for cell in range(1, cells + 1):
        for lane in range(lanes):
            size = np.int64(ranked[cell, lane])
            if rank == WHOLE_LISTS:
                sums[lane] = max(sums[lane], np.float64(size))
            else:
                sums[lane] += logs[size]
    for lane in range(lanes):
        possible = ranked[cells, lane] != 0
        total = sums[lane] + (2.0 if rank == PRODUCTS and not possible else 0.0)
        if total > sums[best] + NEAR * sums[best] or not is_code(lane, choices, last, options, work):
            continue
        if rank == WHOLE_LISTS:
            list_parts(ranked, lane, sizes[1])
            better = False
            for cell in range(cells):
                if sizes[1, cell] != sizes[0, cell]:
                    better = sizes[1, cell] < sizes[0, cell]
                    break
        else:
            for cell in range(cells):
                sizes[1, cell] = np.int64(ranked[1 + cell, lane])
            sizes[1, cells] = 2 if rank == PRODUCTS and not possible else 0
            better = total < sums[best] - NEAR * sums[best]
            if not better:
                for cell in range(cells + 1):
                    sizes[2, cell] = sizes[0, cell]
                    sizes[3, cell] = sizes[1, cell]
                order = compare_products(sizes[3], sizes[2])
                decided &= order != 2
                better = order == -1
                if order == 0 and rank == ENTROPY:
                    better = possible and sizes[0, cells - 1] == 0
        if better or sums[best] == np.inf:
            sums[best] = total
            for cell in range(cells + 1):
                sizes[0, cell] = sizes[1, cell]
            keep(lane, choices, last, work)
    return decided


@njit()
def best_guess(
    pegs: Any, rank: int, codes: Any, marks: Any, members: Any, played: int, twins: int, options: Any,
    ones: Any, logs: Any, work: Any,
) -> tuple[int, int, bool]:  # fmt: skip
    """The index of the best guess for these members, the pairs scored, and whether the ranking was decided.

    `ones[n]` is the word with bit n set, of the type that all planes shall have; `options` is colours,
    repeats, cases, pegs; `logs`, where logs[n] is n log2 n, is None for the ranks that fit a key; `work`
    is room for the walk over the guesses.
    """
    count, length = members.shape[0], codes.shape[1]
    last = length - 2
    words = (count + ones.shape[0] - 1) // ones.shape[0]
    cells = length * (length + 3) // 2
    choices = list_colours(codes, members, played, twins, options, work)
    width = VECTOR_BYTES * 8 // ones.shape[0]
    lanes = (choices * choices + width - 1) // width * width
    kind = COUNTS
    goal = -1
    if rank == KNUTH:
        kind = LARGEST
        goal = 3 if count < cells else 2 * ((count + cells - 1) // cells)
    elif rank == MOST_PARTS:
        kind = PARTS
        goal = 2 * (PARTS_BASE - count) + 1 if count < cells else -1
    elif rank == EXPECTED_SIZE:
        kind = SQUARES
        goal = 2 * count + 1 if count < cells else -1
    planes = np.zeros((SHARED_ROWS + options[0] * length + length * choices, words), ones.dtype)
    pairs = np.zeros((words, PAIR_ROWS, lanes), ones.dtype)
    added = np.empty(choices, ones.dtype)
    ranked = np.empty((1 + cells, lanes), ones.dtype)
    fill_planes(codes, marks, members, ones, choices, work, planes, pairs)
    if logs is not None:
        sums = np.empty(lanes + 1, np.float64)
        sums[lanes] = np.inf
        sizes = np.zeros((4, cells + 1), np.int64)
    best = np.int64(1 << 62)
    scored = 0
    decided = True
    depth = last - last
    while next_prefix(depth, last, choices, options, work):
        add_prefix(length, choices, work, planes, pairs, added)
        scored += count * choices * choices
        least = np.int64(rank_lanes(pegs, kind, words, planes, pairs, ranked))
        if logs is not None:
            decided &= take_lists(ranked, rank, choices, last, options, work, logs, sums, sizes)
        elif least < best:
            best = take_keys(ranked, choices, last, options, work, best)
            if best <= goal:
                break
        depth = last - 1
    return code_index(work[BEST, :length], options[0], options[1]), scored, decided
