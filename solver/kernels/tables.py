"""Compiled: the tables of a game for the search of optimal play, which `solver.kernels.regions` describes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.kernels.codes import mix
from solver.kernels.kernel import kernel
from solver.kernels.regions import SearchTables, fill
from solver.kernels.request import NEVER

FIRST_SEED = 1977


@kernel
def fill_hashes(hashes: NDArray[np.uint64], seed: int) -> None:
    """Draw one word for each code."""
    state = mix(np.uint64(FIRST_SEED), seed)
    for code in range(len(hashes)):
        hashes[code] = mix(state, code)


@kernel
def fill_columns(board: SearchTables) -> int:
    """Choose the guesses to try for each number of colours played. Returns how many masks `bits` has.

    Colours that were not played are alike, so only guesses in which they appear in ascending order are tried.
    Where colours may be exchanged on each peg by itself (`apart`), all colours that are new on a peg are
    equivalent. Where this leaves out only few guesses, all are tried, by the last table.
    """
    count, pegs = board.codes.shape
    colours = len(board.widths) - 1
    for used in range(colours + 1):
        width = 0
        for code in board.sorted_codes:
            top = used - 1
            alike = used < colours
            for peg in range(pegs):
                colour = board.codes[code, peg]
                alike = alike and colour <= top + 1
                if not board.apart:
                    top = max(top, colour)
            if alike:
                board.columns[used, width] = code
                width += 1
        if used == colours or 4 * width > 3 * count:
            width = count
            for place in range(count):
                board.columns[used, place] = board.sorted_codes[place]
        board.widths[used] = width
    return place_tables(board)


@kernel
def place_tables(board: SearchTables) -> int:
    """Say where in `bits` the tables lie, of which all with every guess are one. Returns their masks."""
    count, last, full = len(board.codes), len(board.widths) - 1, 128 // board.masks.itemsize
    masks = 0
    for used in range(last + 1):
        board.rows[used] = (board.widths[used] + full - 1) // full * full
        board.tables[used] = masks
        if used == last or board.widths[used] < count:
            masks += board.rows[used] * count
    for used in range(last):
        if board.widths[used] == count:
            board.tables[used] = board.tables[last]
    board.none[0] = masks
    return int(masks + board.rows[last])


@kernel
def fill_room(board: SearchTables) -> None:
    """Fill in how many secrets 0 (no limit), 1, 2, ... turns can tell apart.

    A guess leads on by each imperfect answer. The secrets that give this answer are at most as many as one
    turn less can tell apart, and at most as many as give it to any guess of the game (`most`). Colours are
    alike before the first guess, so the guesses of the first columns stand for all of them.
    """
    board.room[0] = 1 << 40
    counts, most, answers = board.by_answer[0], board.by_answer[1], board.perfect
    fill(most, 0)
    for column in range(board.widths[0]):
        fill(counts, 0)
        for answer in board.ordinals[board.columns[0, column]]:
            counts[answer] += 1
        for answer in range(answers):
            most[answer] = max(most[answer], counts[answer])
    before = 0
    for turns in range(1, len(board.room)):
        told_apart = 1
        for answer in range(answers):
            told_apart += min(most[answer], before)
        board.room[turns] = before = told_apart
    for answer in range(answers + 1):
        for turns in range(len(board.room)):
            board.by_class[answer, turns] = board.room[turns]


@kernel
def fill_least(board: SearchTables) -> None:
    """Fill in the least total of turns for 0, 1, 2, ... secrets: as many in each turn as `room` allows."""
    turn = 1
    board.least[0] = 0
    for count in range(1, len(board.least)):
        if count > board.room[turn] and board.room[turn + 1] > board.room[turn]:
            turn += 1
        board.least[count] = board.least[count - 1] + turn
        board.step[count - 1] = turn


@kernel
def fill_by_parts(board: SearchTables) -> None:
    """Fill in the least sum for n secrets in k parts, which are even because `least` is convex."""
    for count in range(board.by_parts.shape[0]):
        row = board.by_parts[count]
        fill(row, NEVER)
        for parts in range(1, min(len(row) - 1, count) + 1):
            each, over = count // parts, count % parts
            row[parts] = parts * board.least[each] + over * board.step[each]
    board.by_parts[0, 0] = 0


@kernel
def fill_planes(board: SearchTables) -> None:
    """Fill in the colours of the codes by peg, and how often each code has each colour."""
    count, pegs = board.codes.shape
    for code in range(count):
        for colour in range(len(board.tallies)):
            board.tallies[colour, code] = 0
        for peg in range(pegs):
            board.planes[peg, code] = board.codes[code, peg]
            board.tallies[board.codes[code, peg], code] += 1


@kernel
def fill_ordinals(board: SearchTables, whites: bool, first: int, last: int) -> None:
    """Fill in the ordinals of the guesses from `first` up to `last` with every code."""
    pegs = board.codes.shape[1]
    for guess in range(first, last):
        row = board.ordinals[guess]
        count_blacks(board.codes[guess], board.planes, row)
        if whites:
            for secret in range(len(row)):
                black = row[secret]
                row[secret] = np.uint8(black * pegs - black * (black - 1) // 2)
            for colour in range(len(board.tallies)):
                if board.tallies[colour, guess]:
                    add_hits(row, board.tallies[colour], board.tallies[colour, guess])


@kernel
def count_blacks(guess: NDArray[np.uint8], planes: NDArray[np.uint8], blacks: NDArray[np.uint8]) -> None:
    """Count the black pegs of all codes against a guess."""
    fill(blacks, 0)
    for peg in range(len(guess)):
        plane, colour = planes[peg], guess[peg]
        for secret in range(len(blacks)):
            blacks[secret] += np.uint8(plane[secret] == colour)


@kernel
def add_hits(row: NDArray[np.uint8], tally: NDArray[np.uint8], most: Any) -> None:
    """Add the hits of one colour, which the guess has `most` times."""
    for secret in range(len(row)):
        row[secret] += min(tally[secret], most)


@kernel
def choose_answers(row: NDArray[np.uint8], columns: NDArray[np.int32], given: NDArray[np.uint8]) -> None:
    """Write the ordinals of the guesses of the columns."""
    for column in range(len(columns)):
        given[column] = row[columns[column]]


@kernel
def fill_bits(board: SearchTables, first_code: int, last_code: int) -> None:
    """Write the bit of the ordinal for each code of a range and each guess of the columns.

    What fills up a row stays 0.
    """
    none = 8 * board.masks.itemsize - 1
    if first_code == 0:
        fill(board.given[board.none[0] :], none)
    for used in range(len(board.widths)):
        if used < len(board.widths) - 1 and board.tables[used] == board.tables[-1]:
            continue
        width, length = board.widths[used], board.rows[used]
        columns = board.columns[used, :width]
        for code in range(first_code, last_code):
            row, first = board.ordinals[code], board.tables[used] + code * length
            choose_answers(row, columns, board.given[first : first + length])
            fill(board.given[first + width : first + length], none)
