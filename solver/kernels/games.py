"""The compiled kernel that plays all games: regions are split, ranked and stacked until none is left.

A region is a slice of `members` and a row of `stack`; COUNTERS are kept in one array, so that Python can look
at them between two calls and the next call goes on where the last one stopped.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernels.codes import clear_guess, find_telling, load_guess, mix, ordinal_of, twins_after
from solver.kernels.compiled import njit
from solver.kernels.rank import FIRST_CONSISTENT, RANDOM_CONSISTENT, WORK_COLUMNS, WORK_ROWS, best_guess

NODES, STACKED, FOUND, SCORES, STATUS, COUNTERS = range(6)
RUNNING, DONE, UNDECIDED = range(3)
START, END, PARENT, ORDINAL, TURNS, PLAYED, TWINS, FIELDS = range(8)
SMALL = 16
"""Regions of so many members have words of 16 bits."""


@njit()
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

    The regions still to be played are slices of `members`, described on `stack`, their random states in
    `states`.
    """
    length = codes.shape[1]
    cells = length * (length + 3) // 2
    has = np.zeros(options[0] * length, np.uint8)
    tally = np.zeros(cells + 1, np.int64)
    work = np.empty((WORK_ROWS, WORK_COLUMNS), np.int64)
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
                        pegs,
                        rank,
                        codes,
                        marks,
                        members[start:end],
                        played,
                        twins,
                        options,
                        small,
                        logs,
                        work,
                    )
                else:
                    guess, scored, decided = best_guess(
                        pegs,
                        rank,
                        codes,
                        marks,
                        members[start:end],
                        played,
                        twins,
                        options,
                        large,
                        logs,
                        work,
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
        if count == 1 and guess == members[start]:
            histogram[turns - 1] += 1
            counters[FOUND] += 1
            continue
        load_guess(marks, guess, has)
        for ordinal in range(cells + 1):
            tally[ordinal] = 0
        for place in range(start, end):
            ordinal = ordinal_of(pegs, codes, marks, guess, members[place], has)
            spare[place] = members[place] << 6 | ordinal  # 9 pegs have 55 ordinals
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
