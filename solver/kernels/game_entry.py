"""The entry to the compiled games. It is called with one address, where a request stands."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.kernels import games
from solver.kernels.codes import list_codes
from solver.kernels.kernel import array_at
from solver.kernels.lists import Ranking
from solver.kernels.request import FIELDS
from solver.kernels.walk import KernelSetting

REQUEST = np.dtype(list(FIELDS))


def entry(count: int) -> Callable[[int], None]:
    """A kernel that advances all games of `count` pegs, by the request that stands at an address."""
    pegs = (0,) * count

    def advance(address: int) -> None:
        asked = array_at(address, (1,), REQUEST)[0]
        digits = array_at(asked.digits, (asked.codes, count), np.uint8)
        marks = array_at(asked.marks, (asked.codes, count), np.uint8)
        members = array_at(asked.members, (asked.members_length,), np.int32)
        spare = array_at(asked.spare, (asked.members_length,), np.int64)
        space = array_at(asked.space, (asked.space_length,), np.uint64)
        if asked.list_codes:
            pegs_room = array_at(asked.space, (count,), np.int64)
            colours_room = array_at(asked.space + 8 * count, (asked.colours,), np.int64)
            list_codes(asked.repeats != 0, pegs_room, colours_room, digits, marks)
        games.advance(
            KernelSetting(pegs, asked.colours, asked.repeats != 0, asked.use_cases != 0, asked.use_pegs != 0),
            Ranking(
                asked.choice,
                asked.key,
                asked.lists,
                array_at(asked.weights, (asked.weights_length,), np.float64),
                asked.impossible,
                asked.possible_first != 0,
            ),
            digits,
            marks,
            array_at(asked.known, (asked.known_length,), np.int32),
            games.BitWords(array_at(asked.small, (16,), np.uint16), array_at(asked.large, (64,), np.uint64)),
            array_at(asked.counters, (1,), games.COUNTERS),
            array_at(asked.stack, (asked.stack_length,), games.REGION),
            array_at(asked.nodes, (asked.nodes_length,), games.NODE),
            members,
            spare,
            array_at(asked.histogram, (asked.histogram_length,), np.int64),
            array_at(asked.room, (1,), games.ROOM),
            space,
            asked.budget,
        )

    return advance
