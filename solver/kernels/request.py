"""The interface between compiled code and its callers, without numba and numpy: numbers, sizes, records.

The records are described here alone: first those of all games, then those of histograms, then those of
optimal play. Compiled code makes dtypes of their fields, and its callers structures of ctypes and views of
memory.
"""

from __future__ import annotations

RANKED, FIRST, RANDOM = range(3)
"""The ways to choose a guess: by rank, the first member of the region, or any member."""
LARGEST, PARTS, SQUARES, COUNTS = range(4)
"""The keys of `solver.kernels.lanes`."""
WHOLE_LISTS, SUMS, PRODUCTS = range(3)
"""The ways to compare two lists of parts: part by part with the largest first, by the sums of the weights, or
by the products of n to the n, whose logarithms to base 2 are the weights.
"""
RUNNING, DONE, UNDECIDED = range(3)
"""The status of all games: under way, played, or waiting for a guess that exact integers must choose."""

SHARED_ROWS, PAIR_ROWS = 7, 4
"""Rows of bit planes that all lanes share, and that each pair of last pegs adds: see `solver.kernels.lanes`.
"""
VECTOR_BYTES = 64

FIELDS = (
    ("list_codes", "i8"),  # 1 to list the codes, which fills digits and marks
    ("colours", "i8"),
    ("repeats", "i8"),
    ("use_cases", "i8"),  # as in solver.kernels.walk.KernelSetting
    ("use_pegs", "i8"),
    ("choice", "i8"),  # the fields of solver.kernels.lists.Ranking
    ("key", "i8"),
    ("lists", "i8"),
    ("weights", "i8"),  # an address, like all that follow without a comment
    ("weights_length", "i8"),
    ("impossible", "f8"),
    ("possible_first", "i8"),
    ("codes", "i8"),  # how many codes the game has
    ("digits", "i8"),
    ("marks", "i8"),
    ("known", "i8"),
    ("known_length", "i8"),
    ("small", "i8"),
    ("large", "i8"),
    ("counters", "i8"),
    ("stack", "i8"),
    ("stack_length", "i8"),
    ("nodes", "i8"),
    ("nodes_length", "i8"),
    ("members", "i8"),
    ("members_length", "i8"),
    ("spare", "i8"),  # of the same length
    ("histogram", "i8"),
    ("histogram_length", "i8"),
    ("room", "i8"),
    ("space", "i8"),
    ("space_length", "i8"),
    ("budget", "i8"),  # pairs
)
"""The arguments of `solver.kernels.games.advance` by name, each 8 bytes: a whole number or a float64.

An address is that of an array's first element. A length is the number of elements.
"""
ROOM_BYTES = 1 << 16
"""Room for one record of `games.ROOM`, and more. Its first 8 bytes are the number that ends a ranking."""
COUNTERS = (
    ("nodes", "i8"),  # made
    ("stacked", "i8"),  # regions still to be played
    ("found", "i8"),  # secrets
    ("scores", "i8"),  # pairs scored
    ("status", "i8"),  # RUNNING, DONE or UNDECIDED
)
"""The counters of how far all games have been played, 8 bytes each."""
REGION = (
    ("start", "i8"),  # where its members begin
    ("end", "i8"),  # and end
    ("parent", "i8"),  # the node before it, -1 for the first
    ("ordinal", "i8"),  # of the answer that leads to it
    ("turn", "i8"),  # from 1
    ("played", "i8"),  # as in solver.kernels.walk.KernelPast
    ("twins", "i8"),
    ("state", "u8"),  # of random-consistent
)
"""A region on the stack, 8 bytes a field."""
NODE = (("guess", "i4"), ("parent", "i4"), ("ordinal", "u1"))
"""A node of the tree: its guess, the node before it (-1 for none), and the answer between them."""
NODE_BYTES, NODE_ORDINAL = 12, 8
"""The length of a node, and where its ordinal is: the fields of 4 bytes lie at multiples of 4."""


def space_for(pegs: int, colours: int, members: int) -> int:
    """The most words of 64 bits that are needed to rank the guesses for a region of `members` members."""
    words, lanes = members // 64 + 1, colours * colours + 32
    planes = (SHARED_ROWS + 2 * colours * pegs + PAIR_ROWS * lanes) * words
    return planes + (1 + pegs * (pegs + 3) // 2) * lanes + 4 * VECTOR_BYTES


BLOCK_WORDS = 512
"""How many words of the planes of all guesses are counted before the next ones."""
HISTOGRAM_FIELDS = (
    "planes",  # an address, like all that follow without a comment
    "plane_count",  # how many there are
    "words",  # of a plane
    "order",
    "guesses",  # how many
    "blacks",
    "hits",
    "palettes",  # how many
    "starts",
    "constant",
    "cells",  # of a histogram: a multiple of LANES that holds all ordinals
    "blacks_known",  # 1 where the constant has what follows from the numbers of blacks
    "room",  # for pegs * BLOCK_WORDS words and a histogram
    "counts",
    "all_guesses",  # how many histograms there are
)
"""The arguments of `solver.kernels.histograms.histograms` by name: whole numbers of 8 bytes."""

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
