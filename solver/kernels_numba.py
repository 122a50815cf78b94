"""Compiled kernels for all games: bare arrays in, bare arrays out, nothing checked. See `solver.tree_numba`.

codes[i, peg] is a colour, marks[i, peg] is colour * pegs + how many pegs before had that colour: code i has at least
k + 1 pegs of colour q when one of its marks is q * pegs + k. Sets of colours are integers with bit n for colour n.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from solver.lanes import BLACK, COUNTS, HITS, LARGEST, PARTS, SHARED_ROWS, SQUARES, VALID, VECTOR_BYTES, rank_lanes

KNUTH, MOST_PARTS, EXPECTED_SIZE, ENTROPY, FIRST_CONSISTENT, RANDOM_CONSISTENT = range(6)
WHOLE_LISTS, PRODUCTS = 6, 7
"""Ranks of obvious-first: knuth by whole lists of parts, entropy with a quarter for a possible code."""

NODES, STACKED, FOUND, SCORES, STATUS, KNOWN, COUNTERS = range(7)
RUNNING, DONE, UNDECIDED = range(3)
START, END, PARENT, ORDINAL, TURNS, PLAYED, TWINS, STATE, FIELDS = range(9)
SMALL = 16
NEAR = 1e-13


@njit(cache=True)
def list_codes(pegs: int, colours: int, repeats: bool, codes: Any, marks: Any) -> None:
    """Fill codes and marks with all codes in lexicographic order."""
    digits = np.zeros(pegs, np.int64)
    tally = np.zeros(colours, np.int64)
    if not repeats:
        for peg in range(pegs):
            digits[peg] = peg
    for code in range(codes.shape[0]):
        tally[:] = 0
        for peg in range(pegs):
            colour = digits[peg]
            codes[code, peg] = colour
            marks[code, peg] = colour * pegs + tally[colour]
            tally[colour] += 1
        peg = pegs - 1
        while peg >= 0:
            digits[peg] += 1
            while not repeats and digits[peg] < colours and _appears(digits, peg):
                digits[peg] += 1
            if digits[peg] < colours:
                break
            peg -= 1
        for after in range(peg + 1, pegs):
            digits[after] = 0
            while not repeats and _appears(digits, after):
                digits[after] += 1


@njit(cache=True)
def _appears(digits: Any, peg: int) -> bool:
    for before in range(peg):
        if digits[before] == digits[peg]:
            return True
    return False


@njit(cache=True)
def code_index(code: Any, colours: int, repeats: bool) -> int:
    """Where the code stands among all codes in lexicographic order."""
    index = 0
    used = 0
    for peg in range(code.shape[0]):
        colour = code[peg]
        if repeats:
            index = index * colours + colour
        else:
            lower = colour
            for other in range(colour):
                lower -= used >> other & 1
            index = index * (colours - peg) + lower
            used |= 1 << colour
    return index


@njit(cache=True)
def load_guess(marks: Any, guess: int, has: Any) -> None:
    """Set has[mark] to 1 for the marks of the guess; `clear_guess` sets them back."""
    for peg in range(marks.shape[1]):
        has[marks[guess, peg]] = 1


@njit(cache=True)
def clear_guess(marks: Any, guess: int, has: Any) -> None:
    for peg in range(marks.shape[1]):
        has[marks[guess, peg]] = 0


@njit(cache=True)
def ordinal_of(pegs: Any, codes: Any, marks: Any, guess: int, secret: int, has: Any) -> int:
    """The ordinal of the score of a guess that has been loaded."""
    black = 0
    hits = 0
    for peg in range(len(pegs)):
        black += codes[guess, peg] == codes[secret, peg]
        hits += has[marks[secret, peg]]
    return black * len(pegs) - black * (black - 1) // 2 + hits


@njit(cache=True)
def find_telling(pegs: Any, codes: Any, marks: Any, members: Any, has: Any) -> int:
    """The place of the first member that tells all members apart, or -1; and how many pairs were scored."""
    scored = 0
    for place in range(members.shape[0]):
        guess = members[place]
        load_guess(marks, guess, has)
        seen = 0
        apart = True
        for other in range(members.shape[0]):
            bit = 1 << ordinal_of(pegs, codes, marks, guess, members[other], has)
            scored += 1
            if seen & bit:
                apart = False
                break
            seen |= bit
        clear_guess(marks, guess, has)
        if apart:
            return place, scored
    return -1, scored


@njit(cache=True)
def lowest_bit(colours: int) -> int:
    return colours & -colours


@njit(cache=True)
def may_follow(prefix: Any, peg: int, used: int, every: int, absent: int, alike: int, before: Any, repeats: bool) -> int:
    """The colours that may follow on this peg; `solver.symmetry.Canonical.next_colours` says why."""
    allowed = every if repeats else every & ~used
    unused = alike & ~used
    allowed &= ~(unused & (unused - 1))
    unused = absent & ~used
    allowed &= ~(unused & (unused - 1))
    if before[peg] >= 0:
        least = prefix[before[peg]]
        allowed = allowed >> least << least
    return allowed


@njit(cache=True)
def cases_of(present: int, played: int, colours: int, repeats: bool, cases: bool) -> tuple[int, int, int]:
    """Sets of colours: those to be tried, those absent from the region, those never played."""
    every = (1 << colours) - 1
    if not cases:
        return every, 0, 0
    absent = every & ~present
    alike = present & ~played
    if repeats:
        return present | lowest_bit(absent), 0, alike
    return every, absent, alike


@njit(cache=True)
def peg_before(twins: int, pegs: int, use: bool, before: Any) -> None:
    """before[peg]: the nearest lower peg that may change places with this one, or -1. A twin is 4 bits of `twins`."""
    for peg in range(pegs):
        before[peg] = -1
        if use:
            for other in range(peg):
                if twins >> 4 * other & 15 == twins >> 4 * peg & 15:
                    before[peg] = other


@njit(cache=True)
def twins_after(twins: int, codes: Any, guess: int) -> int:
    """The twins when this guess has been played too."""
    after = 0
    for peg in range(codes.shape[1]):
        first = peg
        for other in range(peg - 1, -1, -1):
            same = twins >> 4 * other & 15 == twins >> 4 * peg & 15
            if same and codes[guess, other] == codes[guess, peg]:
                first = other
        after |= first << 4 * peg
    return after


@njit(cache=True)
def compare_products(left: Any, right: Any) -> int:
    """-1, 0, 1 as the product of n to the n over `left` is below, equal to, above `right`'s; 2: too near to tell.

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


@njit(cache=True)
def longer_list(counts: Any, lane: int, sizes: Any) -> None:
    """The sizes of the parts of a lane, largest first, without the part of the guess itself, filled up with 0."""
    for place in range(sizes.shape[0]):
        size = counts[place, lane]
        at = place
        while at > 0 and sizes[at - 1] < size:
            sizes[at] = sizes[at - 1]
            at -= 1
        sizes[at] = size


@njit(cache=True)
def best_guess(
    pegs: Any,
    rank: int,
    codes: Any,
    marks: Any,
    members: Any,
    played: int,
    twins: int,
    options: Any,
    ones: Any,
    logs: Any,
) -> tuple[int, int, bool]:
    """The index of the best guess for these members, the pairs scored, and whether the ranking was decided.

    `ones[n]` is the word with bit n set, of the type that all planes shall have. `options` is colours, repeats,
    cases, pegs; logs[n] is n log2 n.
    """
    colours, repeats = options[0], options[1] != 0
    count, bits, length = members.shape[0], ones.shape[0], len(pegs)
    words = (count + bits - 1) // bits
    cells = length * (length + 3) // 2
    kind = COUNTS
    if rank == KNUTH:
        kind = LARGEST
    elif rank == MOST_PARTS:
        kind = PARTS
    elif rank == EXPECTED_SIZE:
        kind = SQUARES

    present = 0
    for place in range(count):
        for peg in range(length):
            present |= 1 << codes[members[place], peg]
    every, absent, alike = cases_of(present, played, colours, repeats, options[2] != 0)
    before = np.empty(length, np.int64)
    peg_before(twins, length, options[3] != 0, before)
    listed = np.empty(colours, np.int64)
    column = np.full(colours, -1, np.int64)
    choices = 0
    free = 0
    for colour in range(colours):
        if alike >> colour & 1:
            free += 1
        if every >> colour & 1 and (free <= length or not alike >> colour & 1):
            column[colour] = choices
            listed[choices] = colour
            choices += 1

    width = VECTOR_BYTES * 8 // bits
    pairs_of = choices * choices
    lanes = (pairs_of + width - 1) // width * width
    places = np.zeros((length, choices, words), ones.dtype)
    have = np.zeros((colours * length, words), ones.dtype)
    shared = np.zeros((SHARED_ROWS, words), ones.dtype)
    pairs = np.zeros((words, 2, lanes), ones.dtype)
    hits = np.zeros((words, 2, lanes), ones.dtype)
    keys = np.empty(lanes, ones.dtype)
    added = np.empty(choices, ones.dtype)
    counts = np.empty((cells if kind == COUNTS else 1, lanes), ones.dtype)
    sums = np.empty(lanes if kind == COUNTS else 1, np.float64)
    for place in range(count):
        word, one = place // bits, ones[place % bits]
        shared[VALID, word] |= one
        for peg in range(length):
            at = column[codes[members[place], peg]]
            if at >= 0:  # a colour never played and not needed, since as many others are
                places[peg, at, word] |= one
            have[marks[members[place], peg], word] |= one
    for word in range(words):
        for a in range(choices):
            left = places[length - 2, a, word]
            for b in range(choices):
                right = places[length - 1, b, word]
                pairs[word, 0, a * choices + b] = left ^ right
                pairs[word, 1, a * choices + b] = left & right

    prefix = np.zeros(length, np.int64)
    cursor = np.zeros(length, np.int64)
    used = np.zeros(length + 1, np.int64)
    allowed = np.zeros(length + 1, np.int64)
    tally = np.zeros(colours, np.int64)
    best_code = np.zeros(length, np.int64)
    best_sizes = np.zeros(cells + 1, np.int64)
    sizes = np.zeros(cells + 1, np.int64)
    copied = np.zeros(cells + 1, np.int64)
    best_sum = np.inf
    best_possible = False
    decided = True
    scored = 0
    best = 1 << 62
    goal = -1
    if count < cells:
        if kind == LARGEST:
            goal = 3
        elif kind == PARTS:
            goal = 2 * (64 - count) + 1
        elif kind == SQUARES:
            goal = 2 * count + 1
    elif kind == LARGEST:
        goal = 2 * ((count + cells - 1) // cells)

    depth = 0
    last = length - 2
    allowed[0] = may_follow(prefix, 0, 0, every, absent, alike, before, repeats)
    while depth >= 0:
        if depth < last:
            at = cursor[depth]
            while at < choices and not allowed[depth] >> listed[at] & 1:
                at += 1
            if at == choices:
                depth -= 1
                continue
            cursor[depth] = at + 1
            prefix[depth] = listed[at]
            used[depth + 1] = used[depth] | 1 << listed[at]
            depth += 1
            cursor[depth] = 0
            allowed[depth] = may_follow(prefix, depth, used[depth], every, absent, alike, before, repeats)
            continue

        for row in range(VALID):
            shared[row, :] = 0
        for at in range(choices):
            tally[listed[at]] = 0
        for peg in range(last):
            colour = prefix[peg]
            mark = colour * length + tally[colour]
            tally[colour] += 1
            for word in range(words):
                carry = places[peg, column[colour], word]
                more = have[mark, word]
                for row in range(3):
                    total = shared[BLACK + row, word]
                    shared[BLACK + row, word] = total ^ carry
                    carry &= total
                    total = shared[HITS + row, word]
                    shared[HITS + row, word] = total ^ more
                    more &= total
        for word in range(words):
            for a in range(choices):
                added[a] = have[listed[a] * length + tally[listed[a]], word]
            for a in range(choices):
                left = added[a]
                base = a * choices
                for b in range(choices):
                    hits[word, 0, base + b] = left ^ added[b]
                    hits[word, 1, base + b] = left & added[b]
                again = have[listed[a] * length + tally[listed[a]] + 1, word]
                hits[word, 0, base + a] = left ^ again
                hits[word, 1, base + a] = again
        scored += count * pairs_of

        least = np.int64(rank_lanes(pegs, kind, words, shared, pairs, hits, keys, counts))
        if kind != COUNTS:
            if least < best:
                for lane in range(pairs_of):
                    if np.int64(keys[lane]) < best:
                        a, b = listed[lane // choices], listed[lane % choices]
                        if not repeats and (a == b or (used[last] >> a | used[last] >> b) & 1):
                            continue
                        best = np.int64(keys[lane])
                        best_code[:last] = prefix[:last]
                        best_code[last] = a
                        best_code[last + 1] = b
                if best <= goal:
                    break
        else:
            for lane in range(lanes):
                sums[lane] = 0.0
            for cell in range(cells):
                for lane in range(lanes):
                    if rank == WHOLE_LISTS:
                        sums[lane] = max(sums[lane], np.float64(counts[cell, lane]))
                    else:
                        sums[lane] += logs[np.int64(counts[cell, lane])]
            for lane in range(pairs_of):
                possible = counts[cells - 1, lane] != 0
                total = sums[lane]
                if rank == PRODUCTS and not possible:
                    total += 2.0
                if total > best_sum + NEAR * best_sum:
                    continue
                a, b = listed[lane // choices], listed[lane % choices]
                if not repeats and (a == b or (used[last] >> a | used[last] >> b) & 1):
                    continue
                better = False
                for cell in range(cells):
                    sizes[cell] = np.int64(counts[cell, lane])
                sizes[cells] = 0
                if rank == WHOLE_LISTS:
                    longer_list(counts[: cells - 1], lane, sizes[: cells - 1])
                    sizes[cells - 1] = 0
                    for cell in range(cells):
                        if sizes[cell] != best_sizes[cell]:
                            better = sizes[cell] < best_sizes[cell]
                            break
                else:
                    if rank == PRODUCTS and not possible:
                        sizes[cells] = 2
                    if total < best_sum - NEAR * best_sum:
                        better = True
                    else:
                        copied[:] = sizes
                        order = compare_products(copied, best_sizes.copy())
                        decided &= order != 2
                        better = order == -1 or (
                            order == 0 and rank == ENTROPY and possible and not best_possible
                        )
                if better or best_sum == np.inf:
                    best_sum, best_possible = total, possible
                    best_sizes[:] = sizes
                    best_code[:last] = prefix[:last]
                    best_code[last] = a
                    best_code[last + 1] = b
        depth -= 1
    return code_index(best_code, colours, repeats), scored, decided


@njit(cache=True)
def mix(state: Any, value: int) -> Any:
    """`solver.strategies.mix` on unsigned words."""
    z = state + np.uint64(0x9E3779B97F4A7C15) * np.uint64(value + 1)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True)
def advance(
    pegs: Any,
    rank: int,
    codes: Any,
    marks: Any,
    options: Any,
    known: Any,
    counters: Any,
    stack: Any,
    states: Any,
    members: Any,
    spare: Any,
    guesses: Any,
    parents: Any,
    ordinals: Any,
    histogram: Any,
    small: Any,
    large: Any,
    logs: Any,
    budget: int,
) -> None:
    """Make nodes until all are made, about `budget` pairs have been scored, or a ranking is undecided.

    The regions still to be played are slices of `members`, described on `stack`, their random states in `states`.
    """
    length = len(pegs)
    cells = length * (length + 3) // 2
    has = np.zeros(options[0] * length, np.uint8)
    tally = np.zeros(cells + 1, np.int64)
    stop_at = counters[SCORES] + budget
    counters[STATUS] = RUNNING
    while counters[STACKED] > 0 and counters[SCORES] < stop_at:
        region = stack[counters[STACKED] - 1]
        start, end, turns = region[START], region[END], region[TURNS]
        played, twins = region[PLAYED], region[TWINS]
        state = states[counters[STACKED] - 1]
        node = counters[NODES]
        count = end - start
        guess = members[start]
        if node < known.shape[0]:
            guess = known[node]
        elif rank == RANDOM_CONSISTENT:
            guess = members[start + np.int64(state % np.uint64(count))]
        elif count > 2 and rank != FIRST_CONSISTENT:
            place = -1
            if count < cells:
                place, scored = find_telling(pegs, codes, marks, members[start:end], has)
                counters[SCORES] += scored
            if place >= 0:
                guess = members[start + place]
            else:
                if count <= SMALL:
                    guess, scored, decided = best_guess(
                        pegs, rank, codes, marks, members[start:end], played, twins, options, small, logs
                    )
                else:
                    guess, scored, decided = best_guess(
                        pegs, rank, codes, marks, members[start:end], played, twins, options, large, logs
                    )
                counters[SCORES] += scored
                if not decided:
                    counters[STATUS] = UNDECIDED
                    return
        guesses[node] = guess
        parents[node] = region[PARENT]
        ordinals[node] = region[ORDINAL]
        counters[NODES] += 1
        counters[STACKED] -= 1
        counters[SCORES] += count
        if count == 1:
            if guess == members[start]:
                histogram[turns - 1] += 1
                counters[FOUND] += 1
                continue
        load_guess(marks, guess, has)
        tally[:] = 0
        for place in range(start, end):
            ordinal = ordinal_of(pegs, codes, marks, guess, members[place], has)
            spare[place] = members[place] << 6 | ordinal
            tally[ordinal] += 1
        clear_guess(marks, guess, has)
        if tally[cells]:
            histogram[turns - 1] += 1
            counters[FOUND] += 1
        at = end
        after = twins
        if tally[cells] < count:
            after = twins_after(twins, codes, guess)
            for peg in range(length):
                played |= 1 << codes[guess, peg]
        for ordinal in range(cells, -1, -1):
            size = tally[ordinal]
            at -= size
            tally[ordinal] = at
            if size and ordinal < cells:
                top = counters[STACKED]
                stack[top, START] = at
                stack[top, END] = at + size
                stack[top, PARENT] = node
                stack[top, ORDINAL] = ordinal
                stack[top, TURNS] = turns + 1
                stack[top, PLAYED] = played
                stack[top, TWINS] = after
                states[top] = mix(mix(state, guess), ordinal)
                counters[STACKED] = top + 1
        for place in range(start, end):
            ordinal = spare[place] & 63
            members[tally[ordinal]] = spare[place] >> 6
            tally[ordinal] += 1
    if counters[STACKED] == 0:
        counters[STATUS] = DONE
