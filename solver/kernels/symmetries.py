"""Guesses that a symmetry of the history maps onto each other: pegs and colours permuted."""

from __future__ import annotations

from solver.kernels.regions import ABSENT, NEVER, Board, Region, Work, compiled, fill


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
