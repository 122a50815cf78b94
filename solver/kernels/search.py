"""The entry to the compiled search of optimal play. It is called with one address, where a request stands.

The caller provides the memory. What lies where in it is said here alone: the caller asks how much is needed,
and is given the addresses of the arrays that it reads and writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from solver.kernels.classes import bound_classes
from solver.kernels.codes import list_codes
from solver.kernels.kernel import array_at, kernel, words_of
from solver.kernels.losses import AT_ONCE, PLANES, THRESHOLDS
from solver.kernels.optimal import least_turns
from solver.kernels.palettes import fill_blocks, fill_palettes
from solver.kernels.regions import FRAME, SearchTables, Work, remembered_guess
from solver.kernels.request import (
    BOUND,
    CLASSES,
    ENTRY_BYTES,
    FILL,
    LEAST_TURNS,
    LEVELS,
    LIST,
    MEASURE,
    REMEMBERED,
    SEARCH_FIELDS,
    STATES,
)
from solver.kernels.symmetries import ROW
from solver.kernels.tables import (
    fill_bits,
    fill_by_parts,
    fill_columns,
    fill_hashes,
    fill_least,
    fill_ordinals,
    fill_planes,
    fill_room,
)

REQUEST = np.dtype([(name, "i8") for name in SEARCH_FIELDS])
FRAME_BYTES = FRAME.itemsize
BUCKETS = 256
CLAIMS = 1 << 12


@kernel
def after(place: int, size: int) -> int:
    """The address after an array of `size` bytes, at a multiple of 64."""
    return place + (size + 63) // 64 * 64


@kernel
def perfect_of(asked: Any) -> int:
    """The ordinal of the perfect answer: the highest, of all answers or of those without a white peg."""
    pegs = asked.pegs
    return int(pegs * (pegs + 3) // 2 if asked.whites else pegs)


@kernel
def tables_at(asked: Any, one: Any) -> tuple[SearchTables, int]:
    """The tables of a game with masks of the type of `one`, and the address after those that are lists."""
    count, pegs, kinds = asked.codes, asked.pegs, asked.colours + 1
    perfect = perfect_of(asked)
    codes = asked.lists
    planes = after(codes, count * pegs)
    tallies = after(planes, count * pegs)
    columns = after(tallies, count * asked.colours)
    numbers = after(columns, 4 * kinds * count)
    zeros = after(numbers, 24 * kinds)
    orders = after(zeros, 8)
    least = after(orders, asked.orders * pegs)
    step = after(least, 8 * (count + 2))
    by_parts = after(step, 8 * (count + 1))
    room = after(by_parts, 8 * (count + 1) * (asked.answers + 1))
    by_class = after(room, 8 * (LEVELS + 1))
    by_answer = after(by_class, 8 * (LEVELS + 1) * (perfect + 1))
    palettes = after(by_answer, 16 * (perfect + 1))
    sorted_codes = after(palettes, 4 * count)
    first_codes = after(sorted_codes, 4 * count)
    spread = after(first_codes, 4 * asked.palettes)
    blocks = after(spread, 8 * asked.palettes * asked.palettes)
    most_blocks = count // 16 + 1
    hashes = after(blocks, 8 * kinds * most_blocks)
    bits = after(asked.tables, count * count)
    asked.ordinals, asked.least = asked.tables, least
    three = array_at(numbers, (3, kinds), np.int64)
    board = SearchTables(
        array_at(asked.tables, (count, count), np.uint8),
        array_at(bits, (max(0, asked.tables + asked.tables_bytes - bits),), np.uint8),
        words_of(array_at(bits, (0,), np.uint64), one),
        array_at(zeros, (1,), np.int64),
        three[0],
        three[1],
        three[2],
        array_at(columns, (kinds, count), np.int32),
        array_at(codes, (count, pegs), np.uint8),
        array_at(planes, (pegs, count), np.uint8),
        array_at(tallies, (asked.colours, count), np.uint8),
        array_at(orders, (asked.orders, pegs), np.uint8),
        array_at(least, (count + 2,), np.int64),
        array_at(step, (count + 1,), np.int64),
        array_at(by_parts, (count + 1, asked.answers + 1), np.int64),
        array_at(room, (LEVELS + 1,), np.int64),
        array_at(by_class, (perfect + 1, LEVELS + 1), np.int64),
        array_at(by_answer, (2, perfect + 1), np.int64),
        array_at(palettes, (count,), np.int32),
        array_at(sorted_codes, (count,), np.int32),
        array_at(first_codes, (asked.palettes,), np.int32),
        array_at(spread, (asked.palettes, asked.palettes), np.uint64),
        array_at(blocks, (kinds, most_blocks, 2), np.int32),
        array_at(hashes, (count,), np.uint64),
        perfect,
        asked.answers,
        1 if asked.repeats and not asked.whites else 0,
    )
    return board, after(hashes, 8 * count)


@kernel
def work_at(asked: Any) -> Work:
    """The working room of a search. The request gets the addresses that its caller uses, and both sizes."""
    count, pegs, orders, entries = asked.codes, asked.pegs, asked.orders, asked.entries
    answers = perfect_of(asked) + 1
    buckets, levels = BUCKETS, LEVELS + 1
    seen = 1
    while seen < 2 * count:
        seen *= 2
    claims = after(asked.shared, ENTRY_BYTES * entries)
    best_known = after(claims, 8 * CLAIMS)
    asked.shared_bytes = after(best_known, 16) - asked.shared
    frames = asked.own
    regions = after(frames, FRAME_BYTES * LEVELS)
    starts = after(regions, 4 * levels * count)
    part_keys = after(starts, 32 * LEVELS * answers)
    part_names = after(part_keys, 8 * LEVELS * answers)
    weights = after(part_names, 8 * LEVELS * answers)
    pairs = after(weights, 8 * 64)
    candidates = after(pairs, 8 * 32 * pegs)
    order = after(candidates, 8 * LEVELS * count)
    bucket_bounds = after(order, 4 * LEVELS * count)
    inside = after(bucket_bounds, 16 * LEVELS * buckets)
    known = after(inside, LEVELS * buckets)
    losses = after(known, LEVELS * buckets)
    most = after(losses, count + 128)
    over = after(most, 8 * PLANES)
    thresholds = after(over, 8 * (THRESHOLDS + 1))
    rooms = after(thresholds, 8 * (THRESHOLDS + 1) * PLANES)
    offsets = after(rooms, 8 * (levels + 1) * levels)
    spread_sums = after(offsets, 8 * (count + AT_ONCE))
    palette_most = after(spread_sums, 8 * asked.palettes)
    block_most = after(palette_most, 8 * asked.palettes)
    levelwise = after(block_most, 8 * (count // 16 + 1))
    labels = after(levelwise, 24 * levels)
    stabiliser = after(labels, 16 * buckets)
    names = after(stabiliser, 4 * levels * orders)
    named = after(names, 8 * ROW * pegs)
    keys_seen = after(named, 8 * orders * ROW * pegs)
    state = after(keys_seen, 16 * seen)
    asked.own_bytes = after(state, 8 * STATES) - asked.own
    split = array_at(starts, (4, LEVELS, answers), np.int64)
    bounds = array_at(bucket_bounds, (2, LEVELS, buckets), np.int64)
    each = array_at(levelwise, (3, levels), np.int64)
    counts = array_at(labels, (2, buckets), np.int64)
    asked.regions, asked.state = regions, state
    asked.history, asked.symmetries = levelwise, levelwise + 8 * levels
    return Work(
        array_at(frames, (LEVELS,), FRAME),
        array_at(regions, (levels, count), np.uint32),
        split[0],
        split[1],
        split[2],
        split[3],
        array_at(part_keys, (LEVELS, answers), np.uint64),
        array_at(part_names, (LEVELS, answers), np.uint64),
        array_at(weights, (2, 2, 16), np.uint64),
        array_at(pairs, (2, pegs, 16), np.uint64),
        array_at(candidates, (LEVELS, count), np.int64),
        array_at(order, (LEVELS, count), np.int32),
        bounds[0],
        bounds[1],
        array_at(inside, (LEVELS, buckets), np.uint8),
        array_at(known, (LEVELS, buckets), np.uint8),
        array_at(losses, (count + 128,), np.uint8),
        array_at(most, (PLANES,), np.uint64),
        array_at(over, (THRESHOLDS + 1,), np.uint64),
        array_at(thresholds, ((THRESHOLDS + 1) * PLANES,), np.uint64),
        array_at(rooms, (levels + 1, levels), np.int64),
        array_at(offsets, (count + AT_ONCE,), np.int64),
        array_at(spread_sums, (asked.palettes,), np.uint64),
        array_at(palette_most, (asked.palettes,), np.uint64),
        array_at(block_most, (count // 16 + 1,), np.int64),
        each[0],
        each[2],
        counts[0],
        counts[1],
        array_at(stabiliser, (levels, orders), np.int32),
        each[1],
        array_at(names, (ROW * pegs,), np.int64),
        array_at(named, (orders, ROW * pegs), np.int64),
        array_at(keys_seen, (seen, 2), np.uint64),
        array_at(asked.shared, (ENTRY_BYTES // 8 * entries,), np.int64),
        array_at(claims, (CLAIMS,), np.uint64),
        array_at(best_known, (2,), np.uint64),
        array_at(state, (STATES,), np.int64),
    )


@kernel
def list_game(asked: Any, board: SearchTables, room: int) -> None:
    """Fill the lists of a game. `room` is the address of memory for that, see `room_bytes`."""
    count, pegs = asked.codes, asked.pegs
    rows = max(count, asked.orders)
    numbers = array_at(room, (2, 16), np.int64)
    marks = array_at(after(room, 256), (rows, pegs), np.uint8)
    list_codes(asked.repeats != 0, numbers[0, :pegs], numbers[1, : asked.colours], board.codes, marks[:count])
    list_codes(False, numbers[0, :pegs], numbers[1, :pegs], board.orders, marks[: asked.orders])
    fill_planes(board)
    fill_palettes(board)
    fill_hashes(board.hashes, asked.seed)
    masks = fill_columns(board)
    fill_blocks(board)
    asked.tables_bytes = after(0, count * count) + masks


@kernel
def bound_sizes(board: SearchTables) -> None:
    """Fill the lists of the turns that a number of secrets takes. The ordinals must be there."""
    fill_room(board)
    fill_least(board)
    fill_by_parts(board)


@kernel
def room_bytes(asked: Any) -> int:
    """The number of bytes that `list_game` needs for what is asked."""
    rows = max(asked.codes, asked.orders)
    return int(320 + rows * asked.pegs)


def entry(bits: int) -> Callable[[int], None]:
    """A kernel that serves requests about games whose answers have ordinals below `bits`."""
    one = np.dtype(f"u{bits // 8}").type(1)

    def serve_request(address: int) -> None:
        """Do what the request at an address asks, and write the result into it."""
        asked = array_at(address, (1,), REQUEST)[0]
        board, room = tables_at(asked, one)
        work = work_at(asked)
        what = asked.asked
        if what == MEASURE:
            asked.lists_bytes = after(room, room_bytes(asked)) - asked.lists
        elif what == LIST:
            list_game(asked, board, room)
        elif what == FILL:
            fill_ordinals(board, asked.whites != 0, asked.first, asked.last)
            fill_bits(board, asked.first, asked.last)
        elif what == BOUND:
            bound_sizes(board)
        elif what == CLASSES:
            bound_classes(board, work)
        elif what == LEAST_TURNS:
            asked.result = least_turns(board, work, asked.level, 0, asked.members, asked.turns, asked.budget)
        elif what == REMEMBERED:
            region = work.regions[asked.level, : asked.members]
            asked.result = remembered_guess(board, work, region, asked.turns)

    return serve_request
