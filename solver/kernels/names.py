"""Names of regions: regions that pegs and colours exchanged map onto each other have one name, nearly always.

The name is the hash of an image of the region under such an exchange. So regions with one name are alike,
unless two hashes are equal, and a value or a bound of one holds for the other.

Which exchange it is, weights of pegs and colours decide that do not depend on their order. A code has the sum
of the weights of its pairs of a peg and a colour. Each pair gets a new weight from the codes that have it,
and each peg and colour from its pairs. Where some weights stay equal, one of them is marked. If an exchange
that keeps the region does not map it onto the others of its weight, regions that are alike may get two names.
That costs time and nothing else.

In a game of which all codes are orders of the same colours, pegs and colours may also exchange their roles:
that makes of each code the inverse permutation, and of a score the same score.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernels.codes import mix
from solver.kernels.kernel import kernel
from solver.kernels.regions import MIX, Region, SearchTables, Work, fill

Words = NDArray[np.uint64]
NO_NAME = np.uint64(0)
PEGS, COLOURS = 0, 1


@kernel
def name_of(board: SearchTables, work: Work, region: Region, most: int) -> np.uint64:
    """The name of a region. See the module. NO_NAME if all weights differ after more than `most` rounds."""
    pairs, weights, marks = work.pairs, work.weights[0], work.weights[1]
    pegs, colours = board.codes.shape[1], len(board.widths) - 1
    for peg in range(pegs):
        fill(pairs[0, peg], 1)
    for side in range(2):
        fill(marks[side], 0)
    before, given, equal = pegs * pegs + colours * colours, 0, 1
    while equal:
        if most == 0:
            return NO_NAME
        most -= 1
        weigh(board, work, region)
        equal, side, place = find_equal(weights, pegs, colours)
        if equal == before:
            given += 1
            marks[side, place] = np.uint64(given)
        before = equal
    inverse = len(board.codes) == len(board.orders) and sum_of(weights[PEGS]) > sum_of(weights[COLOURS])
    for peg in range(pegs):
        row = rank_of(weights[PEGS], pegs, peg)
        for colour in range(colours):
            column = rank_of(weights[COLOURS], colours, colour)
            pairs[0, peg, colour] = np.uint64(row << 4 * column if inverse else column << 4 * row)
    name = np.uint64(0)
    for secret in region:
        text = np.uint64(0)
        for peg in range(pegs):
            text |= pairs[0, peg, board.codes[secret, peg]]
        name += mix(board.hashes[0], int(text))
    return name


@kernel
def weigh(board: SearchTables, work: Work, region: Region) -> None:
    """Make new weights of pegs, colours and pairs from those of the pairs."""
    pairs, sums, weights, marks = work.pairs[0], work.pairs[1], work.weights[0], work.weights[1]
    pegs, colours = board.codes.shape[1], len(board.widths) - 1
    for peg in range(pegs):
        fill(sums[peg], 0)
    for secret in region:
        sign = np.uint64(0)
        for peg in range(pegs):
            sign += pairs[peg, board.codes[secret, peg]]
        sign = stir(sign)
        for peg in range(pegs):
            sums[peg, board.codes[secret, peg]] += sign
    for side in range(2):
        fill(weights[side], 0)
    for peg in range(pegs):
        for colour in range(colours):
            if sums[peg, colour]:
                word = stir(stir(sums[peg, colour]) + pairs[peg, colour])
                sums[peg, colour] = word
                weights[PEGS, peg] += word
                weights[COLOURS, colour] += word
    for peg in range(pegs):
        weights[PEGS, peg] = stir(weights[PEGS, peg] + marks[PEGS, peg])
    for colour in range(colours):
        weights[COLOURS, colour] = stir(weights[COLOURS, colour] + marks[COLOURS, colour])
    for peg in range(pegs):
        for colour in range(colours):
            pairs[peg, colour] = stir(sums[peg, colour] + weights[PEGS, peg] + weights[COLOURS, colour])


@kernel
def find_equal(weights: Words, pegs: int, colours: int) -> tuple[int, int, int]:
    """How many pairs of pegs or of colours have equal weights, and the first with the least such weight.

    That is told by its side and its place. Colours that no code has weigh 0, and are not counted.
    """
    count, least, side, place = 0, ~np.uint64(0), PEGS, 0
    for this in range(2):
        length = pegs if this == PEGS else colours
        for one in range(length):
            weight = weights[this, one]
            for other in range(one + 1, length):
                if weight == weights[this, other] and weight:
                    count += 1
                    if weight < least:
                        least, side, place = weight, this, one
    return count, side, place


@kernel
def rank_of(weights: Words, length: int, place: int) -> int:
    """How many of the weights are less than the one at a place."""
    rank = 0
    for other in range(length):
        if weights[other] < weights[place]:
            rank += 1
    return rank


@kernel
def sum_of(weights: Words) -> np.uint64:
    """The sum of what weights become when they are mixed once more."""
    total = np.uint64(0)
    for weight in weights:
        total += stir(weight)
    return total


@kernel
def stir(word: np.uint64) -> np.uint64:
    """A word that depends on all bits of another. 0 stays 0."""
    word = (word ^ (word >> np.uint64(32))) * MIX
    return word ^ (word >> np.uint64(29))
