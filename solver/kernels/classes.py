"""Compiled: how many secrets with each answer to a guess can be found in each number of turns."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from solver.kernels.bounds import colours_used, find_losses, find_rooms, is_counted, keep_rooms
from solver.kernels.kernel import kernel
from solver.kernels.regions import Region, SearchTables, Work, fill

ROUNDS, PASSES = 2, 2
"""How often all classes are counted, because each bounds the parts of others, and each of them in a round."""


@kernel
def bound_classes(board: SearchTables, work: Work) -> None:
    """Fill in board.by_class.

    Whatever was guessed before, the secrets that give an answer to a guess are among those that give it to
    this guess as the first one. Guesses that exchanged pegs and colours map onto each other leave parts of
    the same kind, so one guess stands for them. Each number is the largest of all parts with the answer.
    """
    for turns in range(len(board.room)):
        work.rooms[1, turns] = board.room[turns]
    for _ in range(ROUNDS):
        for answer in range(board.perfect):
            bound_class(board, work, answer)


@kernel
def bound_class(board: SearchTables, work: Work, answer: int) -> None:
    """Fill in the row of an answer in board.by_class."""
    most, region = work.rooms[3], work.regions[1]
    fill(most, 0)
    for column in range(board.widths[0]):
        guess = board.columns[0, column]
        if is_first_of_kind(board.codes[guess]):
            size = 0
            for secret in range(len(board.codes)):
                if board.ordinals[guess, secret] == answer:
                    region[size] = secret
                    size += 1
            if size:
                work.history[0] = guess
                count_rooms(board, work, region[:size])
                for turns in range(len(most)):
                    most[turns] = max(most[turns], min(size, work.rooms[2, turns]))
    for turns in range(2, len(most)):
        board.by_class[answer, turns] = max(2, most[turns])


@kernel
def count_rooms(board: SearchTables, work: Work, region: Region) -> None:
    """Fill in the rooms of level 2 for a region of level 1 as low as counting makes them."""
    keep_rooms(board, work, 1, region)
    if is_counted(board, len(region)):
        used = colours_used(board, work, 1)
        for _ in range(PASSES):
            find_losses(board, work, 2, used, region, 0, 0)
            find_rooms(board, work, 1, len(region))


@kernel
def is_first_of_kind(code: NDArray[Any]) -> bool:
    """Whether a code names its colours in ascending order, none more often than the one before."""
    run, before = 1, len(code)
    for peg in range(1, len(code)):
        if code[peg] < code[peg - 1]:
            return False
        if code[peg] == code[peg - 1]:
            run += 1
        else:
            if run > before:
                return False
            run, before = 1, run
    return run <= before
