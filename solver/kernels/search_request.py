"""The interface between the compiled search of optimal play and its callers, without numba and numpy.

A request is one record. `solver.kernels.search` makes a dtype of its fields, `solver.optimal.board` a
structure of ctypes.
"""

from __future__ import annotations

NEVER = 1 << 28
"""A number above the turns of any game.

It is the value of a region that cannot be solved within the turns left.
"""
LEVELS = 48
ENTRY_BYTES = 16
"""The bytes of a remembered region: its hash, and its value, guess and size."""
STAMP, NODES, SCORES, ROOT_DONE, ROOT_COUNT, STOP, TOO_DEEP, ANY, SHARED, SPARED = range(10)
"""Places in the state of a search: `solver.kernels.regions.Work.state`."""
STATES = 10

MEASURE, LIST, FILL, BOUND, CLASSES, LEAST_TURNS, REMEMBERED = range(7)
"""The kinds of requests: the room that is needed, the lists of a game, its tables of pairs, and the least
turns by number of secrets, whatever they are, and with each answer. Then come the least total of turns for a
region, and the guess that is remembered for it.
"""
SEARCH_FIELDS = (
    "asked",
    "codes",  # how many codes the game has
    "pegs",
    "colours",
    "repeats",  # 1 for yes
    "whites",
    "answers",  # how many answers there are
    "palettes",  # how many palettes of codes there are, 0 where they do not help
    "orders",  # how many orders the pegs have
    "seed",
    "entries",  # how many regions are remembered: a power of two
    "lists",  # the address of the room for the lists of a game, the same for all of its searches
    "lists_bytes",  # what MEASURE gives, as all that end with _bytes
    "tables",  # the address of the room for tables of pairs, the same for all searches
    "tables_bytes",  # what LIST gives
    "shared",  # the address of what searches remember together
    "shared_bytes",
    "own",  # the address of the working room of one search
    "own_bytes",
    "first",  # FILL: the codes from this one
    "last",  # up to this one, which is not filled
    "level",  # how many guesses were made before
    "members",  # how many codes the region has
    "turns",  # those left, 0 for no limit
    "budget",
    "result",
    "ordinals",  # addresses that every request gives, of the arrays with these names
    "least",
    "regions",
    "history",
    "symmetries",
    "state",
)
"""The request by name: whole numbers of 8 bytes. An address is that of the first byte."""
