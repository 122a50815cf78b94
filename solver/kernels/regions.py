"""The data of the compiled search of optimal play: a game's tables, room for a search, remembered regions.

A region is the secrets that are still possible, as a slice of indices of codes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.kernels import vectors
from solver.kernels.kernel import kernel, written_by
from solver.kernels.request import NEVER, STAMP
from solver.kernels.values import INT, Number

Ints = NDArray[np.int64]
Region = NDArray[np.uint32]
"""Unsigned, so that compiled code need not look for negative indices."""
Whole = int | np.int64

ABSENT = 31
NO_GUESS, BY_MEMBERS = -1, -2
"""A value in place of a guess: the entry is a bound without guesses from outside the region."""
OPEN = -1
"""In place of a region's value: it is not known yet."""
NO_LIMIT = 0
"""A value in place of the turns left."""
FEW = 12
"""Below this size a region takes less time to search than to find its symmetries."""
# bits of a remembered region in Work.known: its size, its guess + 2, whether its value is exact, its value
GUESS_AT, EXACT_AT, VALUE_AT = 16, 32, 33
_LAST = (1 << GUESS_AT) - 1
WAYS = 4

MIX = np.uint64(0x9E3779B97F4A7C15)


class SearchTables(NamedTuple):
    """The tables of a game for the search. They do not change while it runs.

    Shapes are given for n codes, p pegs, c colours and a ordinals.
    """

    ordinals: NDArray[np.uint8]
    """(n, n): the ordinal of each pair."""
    given: NDArray[np.uint8]
    """Tables of ordinals: (n, rows[u]) for each u, end to end. Rows end with NO_ANSWER."""
    masks: NDArray[Any]
    """An empty array, whose type is that of a mask 1 << ordinal.

    A mask has 16, 32 or 64 bits, the least with a bit for each ordinal. Code is compiled for one size.
    """
    none: Ints
    """(1,): where in `given` a row of NO_ANSWER begins."""
    tables: Ints
    """(c + 1,): where in `given` the table for u colours begins."""
    rows: Ints
    """(c + 1,): ordinals in a row of this table, as many as 128 bytes have masks or a multiple of that."""
    widths: Ints
    """(c + 1,): the number of guesses that are tried when u colours were played. See `columns`."""
    columns: NDArray[np.int32]
    """(c + 1, n): the guesses that are tried when u colours were played. The colours never played are alike,
    so they appear in ascending order.
    """
    codes: NDArray[np.uint8]
    """(n, p): the colour of each peg of each code."""
    planes: NDArray[np.uint8]
    """(p, n): the colours of `codes` by peg."""
    tallies: NDArray[np.uint8]
    """(c, n): how often each colour is in each code."""
    orders: NDArray[np.uint8]
    """(p!, p): permutations of the pegs, the identity first."""
    least: Ints
    """(n + 1,): the least total of turns for each number of secrets."""
    step: Ints
    """(n + 1,): least[n + 1] - least[n]."""
    by_parts: Ints
    """(n + 1, a + 1): the least sum of `least`, for each number of secrets and of parts."""
    room: Ints
    """(LEVELS + 1,): how many secrets can be told apart in each number of turns, 0 for no limit."""
    by_class: Ints
    """(a, LEVELS + 1): how many of the secrets that give an answer to a guess can be told apart in each
    number of turns. See `classes`.
    """
    by_answer: Ints
    """(2, a): room for a histogram, and the most secrets that give each answer to a guess."""
    palettes: NDArray[np.int32]
    """(n,): the palette of each code, see `solver.kernels.palettes`."""
    sorted_codes: NDArray[np.int32]
    """(n,): the codes, those of one palette together."""
    first_codes: NDArray[np.int32]
    """(m,): the first code of each palette."""
    spread: NDArray[np.uint64]
    """(m, m): 1 in the place of the hits of two palettes. It is empty where palettes do not help."""
    blocks: NDArray[np.int32]
    """(c + 1, at least n / 16, 2): the first and the last palette of each block of the columns."""
    hashes: NDArray[np.uint64]
    """(n,): one random word a code. A region's hash is their xor."""
    perfect: int
    """The ordinal of p black."""
    answers: int
    """How many answers there are."""
    apart: int
    """1 if colours may be exchanged on each peg by itself, because black pegs do not change by that.

    Otherwise 0.
    """


FRAME = np.dtype(
    [
        ("key", "u8"),
        ("name", "u8"),  # of the region, 0 for none
        *(
            (name, "i8")
            for name in (
                "start",  # where in the regions of its level the region begins
                "codes",  # how many it has
                "left",  # turns left after a guess, 0 for no limit
                "budget",
                "bound",  # the least total that the guesses left out may have
                "best",  # the least total found, and the guess that reaches it
                "best_guess",
                "others",  # a total that another thread has reached
                "below",  # a guess must stay below this
                "buckets",  # how many there are, and how many are opened
                "opened",
                "place",  # the next candidate, and the end of the candidates
                "kept",
                "postponed",  # candidates that other threads are trying, at the beginning of the candidates
                "again",  # 1 when these are tried
                "shared",  # 1 when threads share the guesses of this region
                "claimed",  # what `claim` gave for the guess under way, -1 for nothing
                "guess",  # the guess under way, -1 for none, and what is known of its total
                "total",
                "part",  # the answer whose part is searched
            )
        ),
    ]
)
"""The search of a region that is under way."""


class Work(NamedTuple):
    """The search's working memory, with a row for each level where levels must not disturb each other."""

    frames: Any
    """(LEVELS,): records of FRAME, one for each region of the line of regions that is searched."""
    regions: NDArray[np.uint32]
    starts: Ints
    sizes: Ints
    bounds: Ints
    part_data: Ints
    """(LEVELS, a): what is remembered of each part that the guess of a level leaves, as `recall` gives it."""
    part_keys: NDArray[np.uint64]
    """(LEVELS, a): the hash of each part that the guess of a level leaves, without its turns left."""
    part_names: NDArray[np.uint64]
    """(LEVELS, a): the name of each part, see `solver.kernels.names`. 0 for one that has got no name."""
    weights: NDArray[np.uint64]
    """(2, 2, 16): weights of pegs and of colours, and their marks, while a region gets a name."""
    pairs: NDArray[np.uint64]
    """(2, p, 16): weights of pairs of a peg and a colour, and the weights that replace them."""
    candidates: Ints
    order: NDArray[np.int32]
    bucket_bounds: Ints
    bucket_ends: Ints
    buckets_inside: NDArray[np.uint8]
    bucket_known: NDArray[np.uint8]
    """(LEVELS, 256): whether the bound of a bucket is that of the histograms of its guesses."""
    losses: NDArray[np.uint8]
    """(at least n,): by column, what `solver.kernels.losses.count_losses` writes for the guess."""
    most: NDArray[np.uint64]
    """(PLANES,): the most secrets that any guess leaves with each answer, as `count_losses` writes them."""
    over: NDArray[np.uint64]
    """(THRESHOLDS + 1,): the fewest secrets that any guess leaves above each, see `count_losses`."""
    thresholds: NDArray[np.uint64]
    """((THRESHOLDS + 1) * PLANES,): the thresholds as `count_losses` reads them."""
    rooms: Ints
    """(LEVELS + 2, LEVELS + 1): how many secrets of a region can be found at most in each number of turns,
    whatever part of it they begin with.

    The row of a level is of the region one level up, so that it holds for all regions of this level.
    """
    offsets: Ints
    """(n + 7,): where the rows of a region begin in a table of `bits`, and then those of rows of zeros."""
    spread_sums: NDArray[np.uint64]
    """(m,): for each palette, how many secrets have each number of hits."""
    palette_most: NDArray[np.uint64]
    """(m,): the most answers that guesses of a palette give."""
    block_most: Ints
    """(at least n / 16,): the most answers that guesses of a block give."""
    history: Ints
    used: Ints
    counts: Ints
    labels: Ints
    stabiliser: NDArray[np.int32]
    symmetries: Ints
    names: Ints
    """(17 p,): the names of 16 colours and how many are given. See `symmetries`."""
    named: Ints
    seen: NDArray[np.uint64]
    """(at least 2 n, 2): the keys that `is_new` has seen, each with the stamp of that time."""
    known: Ints
    """(8, for each four regions): their data, then their keys combined with it. See `recall`.

    They are one line of the processor's cache.
    """
    claims: NDArray[np.uint64]
    """The work of all threads at this moment: a word for a region and a guess, at the place of its hash."""
    best_known: NDArray[np.uint64]
    """(2,): a total that some thread has reached for a region, and the region's key combined with it."""
    state: Ints


def _emit_popcount(write: Any, word: Any) -> Any:
    return Number(INT, write.cast(Number(word.kind, write.builder.ctpop(word.value)), INT).value)


@written_by(_emit_popcount, within=True)
def popcount(word: Any) -> int:
    """The number of bits that are set."""
    return int(word).bit_count()


def _emit_prefetch(write: Any, array: Any, place: Any) -> None:
    vectors.prefetch(write.builder, write.at(array.data, write.number(place)), 1, to_write=False)


@written_by(_emit_prefetch, within=True)
def prefetch(array: Any, place: int) -> None:
    """Have an element brought near, because it is read soon."""


@kernel
def fill(array: NDArray[Any], number: int) -> None:
    """Set all elements to a number, one after the other."""
    for place in range(len(array)):
        array[place] = number


@kernel
def is_new(work: Work, key: np.uint64, last: np.uint64) -> bool:
    """Whether this key occurs for the first time since the stamp was changed.

    The keys lie at the places up to `last`, a power of two less 1.
    """
    place = (key ^ (key >> np.uint64(29))) & last
    stamp = np.uint64(work.state[STAMP])
    while work.seen[place, 1] == stamp:
        if work.seen[place, 0] == key:
            return False
        place = (place + np.uint64(1)) & last
    work.seen[place, 0], work.seen[place, 1] = key, stamp
    return True


@kernel
def with_turns(key: np.uint64, turns: Whole) -> np.uint64:
    """The hash of a region with `turns` turns left, from its hash without them."""
    return key ^ (np.uint64(turns) * MIX)


@kernel
def hash_of(board: SearchTables, region: Region, turns: Whole) -> np.uint64:
    """The hash of a region with `turns` turns left."""
    key = np.uint64(0)
    for secret in region:
        key ^= board.hashes[secret]
    return with_turns(key, turns)


@kernel
def line_of(work: Work, key: np.uint64) -> int:
    """Where the four regions begin among which a region with this key is remembered."""
    return int(np.int64(key & np.uint64(len(work.known) // 2 - 1) & ~np.uint64(3))) * 2


@kernel
def recall(work: Work, key: np.uint64) -> int:
    """The remembered entry of a region, 0 if there is none. `value_of` and the functions below read it.

    Threads share the memory without a lock. A key is stored combined with its data, so that a key and the
    data of different writers do not look like an entry.
    """
    first = line_of(work, key)
    for place in range(first, first + WAYS):
        data = work.known[place]
        if data != 0 and data ^ work.known[place + WAYS] == np.int64(key):
            return int(data)
    return 0


@kernel
def value_of(data: int) -> int:
    """The value or the bound in the data that `recall` found."""
    return data >> VALUE_AT


@kernel
def is_exact(data: int) -> bool:
    """Whether what is remembered of a region is its value, and not only a bound."""
    return data >> EXACT_AT & 1 == 1


@kernel
def guess_of(data: int) -> int:
    """The guess that reaches the value. NO_GUESS or BY_MEMBERS for a bound."""
    return (data >> GUESS_AT & _LAST) - 2


@kernel
def remembered_guess(board: SearchTables, work: Work, region: Region, turns: int) -> int:
    """The guess remembered for a region whose value has just been found. -1 if it is forgotten."""
    data = recall(work, hash_of(board, region, turns))
    return guess_of(data) if data and is_exact(data) else -1


@kernel
def remember(work: Work, key: np.uint64, size: int, value: int, guess: Whole) -> None:
    """Remember a value with the guess that reaches it, or a bound with NO_GUESS or BY_MEMBERS.

    If there is no free place, it replaces the smallest of four regions.
    """
    exact = guess >= 0
    first = line_of(work, key)
    place = first
    for other in range(first, first + WAYS):
        data = work.known[other]
        if data == 0:
            place = other
            break
        if data ^ work.known[other + WAYS] == np.int64(key):
            place = other
            if not exact:
                value = max(value, value_of(data))
            break
        if data & _LAST < work.known[place] & _LAST:
            place = other
    data = value << VALUE_AT | int(exact) << EXACT_AT | (guess + 2) << GUESS_AT | size
    work.known[place] = data
    work.known[place + WAYS] = np.int64(key) ^ data


@kernel
def claim(work: Work, key: np.uint64, guess: int) -> int:
    """Say that this thread tries a guess for a region. Returns the place for `give_back`.

    -1 when another thread is trying it. There is no lock. If two threads come at the same time, both try the
    guess, which costs time but changes no result.
    """
    word = (key ^ np.uint64(guess + 1)) * MIX | np.uint64(1)
    place = int(np.int64(word >> np.uint64(32) & np.uint64(len(work.claims) - 1)))
    if work.claims[place] == word:
        return -1
    work.claims[place] = word
    return place


@kernel
def give_back(work: Work, claimed: int) -> None:
    """End a claim at the place that `claim` returned. For -1 there is nothing to end."""
    if claimed >= 0:
        work.claims[claimed] = 0


@kernel
def best_total(work: Work, key: np.uint64) -> int:
    """A total that some thread has reached for the region with this key. NEVER if none is known."""
    total = work.best_known[0]
    return int(np.int64(total)) if work.best_known[1] ^ (total * MIX) == key else NEVER


@kernel
def tell_reached(work: Work, key: np.uint64, total: int) -> None:
    """Tell other threads a total that this one has reached."""
    if total < best_total(work, key):
        work.best_known[0] = np.uint64(total)
        work.best_known[1] = key ^ (np.uint64(total) * MIX)


@kernel
def sort(numbers: Ints, count: int) -> None:
    """Sort the first `count` numbers in place. Shell's method compiles in a tenth of numpy's time."""
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
