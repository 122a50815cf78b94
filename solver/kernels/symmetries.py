"""Guesses that a symmetry of the history maps onto each other: pegs and colours permuted."""

from __future__ import annotations

import numpy as np

from solver.kernels.kernel import kernel
from solver.kernels.regions import ABSENT, MIX, Ints, Region, SearchTables, Work, fill, is_new

ROW, GIVEN = 17, 16
"""Names of colours: the number of places for a peg, and the place that counts the names given."""
FIRST_ORDER = np.int32(0)
"""The pegs in their own order."""


@kernel
def clear_names(board: SearchTables, names: Ints) -> None:
    """Remove the names of all colours. Names are given for each peg by itself, or once for all pegs.

    A row of 17 has the name of each colour, -1 for none, and how many names are given.
    """
    fill(names, -1)
    for peg in range(board.codes.shape[1]):
        names[ROW * peg + GIVEN] = 0


@kernel
def name_of(board: SearchTables, names: Ints, peg: int, colour: int) -> int:
    """The name of a colour on a peg, given now if it has none."""
    row = ROW * peg * board.apart
    if names[row + colour] < 0:
        names[row + colour] = names[row + GIVEN]
        names[row + GIVEN] += 1
    return int(names[row + colour])


@kernel
def named_alike(board: SearchTables, work: Work, level: int, order: np.int32, guess: int) -> int:
    """The guess with its pegs in this order, colours named by first use, after the history in that order."""
    clear_names(board, work.names)
    pegs = board.codes.shape[1]
    for turn in range(level):
        for peg in range(pegs):
            name_of(board, work.names, peg, board.codes[work.history[turn], board.orders[order, peg]])
    text = 0
    for peg in range(pegs):
        text = text * 16 + name_of(board, work.names, peg, board.codes[guess, board.orders[order, peg]])
    return text


@kernel
def find_stabiliser(board: SearchTables, work: Work, level: int) -> int:
    """Find the orders of the pegs that change nothing in the history except names of colours.

    They are work.stabiliser[level], and are kept until the history changes. They are the orders for one guess
    less that also hold for the last guess.
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
        text = named_alike(board, work, turn, FIRST_ORDER, guess)
        for place in range(work.symmetries[turn]):
            order = work.stabiliser[turn, place]
            if named_alike(board, work, turn, order, guess) == text:
                work.stabiliser[turn + 1, count] = order
                count += 1
        work.symmetries[turn + 1] = count
    return int(work.symmetries[level])


@kernel
def name_history(board: SearchTables, work: Work, level: int, region: Region) -> int:
    """The names that colours have after the history in each order of the pegs that leaves it alone.

    Colours that no code of the region has, on this peg or on any, make no difference to an answer: all have
    the name ABSENT. Returns how many orders there are. work.named has the names for each.
    """
    pegs = board.codes.shape[1]
    symmetries = find_stabiliser(board, work, level)
    present = work.names
    fill(present, 0)
    for secret in region:
        for peg in range(pegs):
            present[peg * board.apart] |= 1 << board.codes[secret, peg]
    for which in range(symmetries):
        names = work.named[which]
        clear_names(board, names)
        order = board.orders[work.stabiliser[level, which]]
        for turn in range(level):
            for peg in range(pegs):
                name_of(board, names, peg, board.codes[work.history[turn], order[peg]])
        for peg in range(pegs if board.apart else 1):
            for colour in range(GIVEN):
                if not present[order[peg] * board.apart] >> colour & 1:
                    names[ROW * peg + colour] = ABSENT
    return symmetries


@kernel
def name_guess(board: SearchTables, work: Work, level: int, which: int, guess: int) -> int:
    """The text of a guess in one of the orders of the pegs that leave the history alone."""
    pegs, text, names = board.codes.shape[1], 0, work.named[which]
    used = names[GIVEN]
    for peg in range(pegs):
        row = ROW * peg * board.apart
        colour = board.codes[guess, board.orders[work.stabiliser[level, which], peg]]
        name = names[row + colour]
        if name < 0:
            name = names[row + GIVEN] if board.apart else used
            if not board.apart:
                names[colour] = name
                used += 1
        text = text * 32 + name
    if used > names[GIVEN]:
        for peg in range(pegs):
            colour = board.codes[guess, peg]
            if names[colour] != ABSENT and names[colour] >= names[GIVEN]:
                names[colour] = -1
    return text


@kernel
def is_of_new_kind(
    board: SearchTables, work: Work, level: int, symmetries: int, guess: int, last: np.uint64
) -> bool:
    """Whether no symmetry of the history maps this guess onto one that was asked about before.

    The symmetries are a group. So a guess that is mapped onto another has a text, in the pegs' own order,
    that the other has in some order. The texts of a guess in all orders are kept when the first of its kind
    is met. `is_new` has the keys, at the places up to `last`.
    """
    if not is_new(work, np.uint64(name_guess(board, work, level, 0, guess)) * MIX, last):
        return False
    for which in range(1, symmetries):
        is_new(work, np.uint64(name_guess(board, work, level, which, guess)) * MIX, last)
    return True
