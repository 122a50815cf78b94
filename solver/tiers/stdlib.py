"""The tier that needs nothing but Python: a plane is one big integer, bit i for code i.

The interpreter's loop would take longer than the arithmetic on a thousand bits. So the circuit runs on
columns: one integer for each guess of a batch, combined by `map`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import and_, itemgetter, or_, sub

from solver.circuit import at_least, both_thresholds, cumulative, exact, insert, mixed_blacks
from solver.codes import Code, Game, check_whites
from solver.planes import black_row, check_planes, hit_row
from solver.tiers.guess_kinds import histogram

COLUMN_BYTES = 64 << 10
SHARED_BYTES = 64 << 20


Picker = Callable[[Sequence[int]], tuple[int, ...]]


class Column(tuple[int, ...]):
    """Integers, one for each guess. The operators combine them one by one."""

    __slots__ = ()

    def __and__(self, other: Column) -> Column:
        return Column(map(and_, self, other))

    def __or__(self, other: Column) -> Column:
        return Column(map(or_, self, other))

    def __sub__(self, other: Column) -> Column:
        return Column(map(sub, self, other))

    def take(self, places: Picker) -> Column:
        """The elements at these places."""
        return Column(places(self))

    def popcount(self) -> Column:
        """The number of bits set in each element."""
        return Column(map(int.bit_count, self))


@dataclass(frozen=True, slots=True)
class _Planes:
    """The planes of a region, how many codes it has, and, if it is all codes, how many have 1, 2, ... blacks.

    Among all codes these numbers are the same for each guess, because an exchange of colours turns one guess
    into any other.
    """

    planes: Column
    size: int
    black_counts: list[int] | None = None


@dataclass(frozen=True, slots=True)
class _Batch:
    """A batch of guesses, ordered by the parts that they share.

    For each peg `steps` has the parents and the planes of the distinct beginnings. The guesses pick from
    these.
    """

    size: int
    steps: list[tuple[Picker, Picker]]
    hits_of: Picker
    blacks_of: Picker


@dataclass(frozen=True, slots=True)
class _Guesses:
    """Many guesses in batches. `hit_rows` picks the planes of their distinct sets of colours."""

    hit_rows: list[Picker]
    batches: list[_Batch]


class StdlibTier:
    """Histograms by bit planes in Python's own integers."""

    name = "stdlib"

    def histogram(self, game: Game, guess: Code) -> list[int]:
        """How many of all codes have each ordinal against the guess. See `Tier`."""
        return histogram(self.name, game, guess)

    def histograms(
        self, game: Game, guesses: Sequence[Code] | None = None, region: Sequence[Code] | None = None
    ) -> list[list[int]]:
        """The histogram of each guess, or of all codes where `guesses` is None. See `Tier`."""
        planes = _planes_of_all(game) if region is None else _planes_of(game, region)
        own_bytes = planes.size // 7 + 32
        most = max(1, COLUMN_BYTES // own_bytes)
        shared = max(most, SHARED_BYTES // (own_bytes * game.pegs))
        prepared = (
            _all_guesses(game, shared, most) if guesses is None else _prepare(game, guesses, shared, most)
        )
        return [histogram for some in prepared for histogram in _histograms(game, some, planes)]

    def scores(self, game: Game, guess: Code, region: Sequence[Code] | None = None) -> bytes:
        """The ordinal of the guess against each code of the region, a byte a code. See `Tier`."""
        game.check(guess)
        region_planes = _planes_of_all(game) if region is None else _planes_of(game, region)
        planes, size = region_planes.planes, region_planes.size
        blacks = at_least(planes[black_row(game, peg, colour)] for peg, colour in enumerate(guess))
        hits = at_least(planes[row] for row in _hit_rows(game, guess))
        parts = [list(map(_Cell, part)) for part in (blacks, hits, both_thresholds(blacks, hits))]
        cells = exact(cumulative(_Cell((1 << size) - 1), *parts), game.pegs)
        # one bit for each code becomes one byte for each code, through the text of the number
        ordinals = 0
        for ordinal, cell in enumerate(cells):
            bits = f"{cell.plane:0{size}b}".encode()
            ordinals |= int.from_bytes(bits.translate(bytes.maketrans(b"01", bytes((0, ordinal)))), "big")
        return ordinals.to_bytes(size, "little")


class _Cell:
    """A cell as the plane of its codes. The cell that is subtracted from it is always a part of it."""

    def __init__(self, plane: int) -> None:
        self.plane = plane

    def __sub__(self, other: _Cell) -> _Cell:
        return _Cell(self.plane ^ other.plane)


def _histograms(game: Game, guesses: _Guesses, planes: _Planes) -> Iterator[list[int]]:
    hits = at_least(map(planes.planes.take, guesses.hit_rows))
    hit_counts = [level.popcount() for level in hits]
    most = None if planes.black_counts is None else mixed_blacks(game.pegs)
    for batch in guesses.batches:
        blacks: list[Column] = []
        for parents, rows in batch.steps:
            blacks = insert([level.take(parents) for level in blacks], planes.planes.take(rows), most)
        blacks = [level.take(batch.blacks_of) for level in blacks]
        if planes.black_counts is None:
            black_counts = [level.popcount() for level in blacks]
        else:
            black_counts = [Column([count] * batch.size) for count in planes.black_counts]
        parts = [
            plane.popcount()
            for plane in both_thresholds(blacks, [level.take(batch.hits_of) for level in hits])
        ]
        everything = Column([planes.size] * batch.size)
        counted = cumulative(
            everything, black_counts, [level.take(batch.hits_of) for level in hit_counts], parts
        )
        # many guesses have the same histogram, so differences are computed once
        cells = list(zip(*counted, strict=True))
        distinct = list(dict.fromkeys(cells))
        columns = exact([Column(column) for column in zip(*distinct, strict=True)], game.pegs)
        histograms = dict(zip(distinct, zip(*columns, strict=True), strict=True))
        for cumulated in cells:
            yield list(histograms[cumulated])


def _prepare(game: Game, guesses: Sequence[Code], shared: int, most: int) -> list[_Guesses]:
    """The guesses in batches of `most`. The colours of `shared` guesses are computed together."""
    for guess in guesses:
        if len(guess) != game.pegs or min(guess) < 0 or max(guess) >= game.colours:
            game.check(guess)
    prepared = []
    for begin in range(0, len(guesses), shared):
        some = [tuple(guess) for guess in guesses[begin : begin + shared]]
        colours = [tuple(sorted(guess)) for guess in some]
        place = {one: n for n, one in enumerate(dict.fromkeys(colours))}
        hits_of = [place[one] for one in colours]
        batches = []
        for start in range(0, len(some), most):
            stop = start + most
            batches.append(_batch(game, some[start:stop], hits_of[start:stop]))
        hit_rows = zip(*(_hit_rows(game, one) for one in place), strict=True)
        prepared.append(_Guesses(list(map(_picker, hit_rows)), batches))
    return prepared


@lru_cache(maxsize=4)
def _all_guesses(game: Game, shared: int, most: int) -> list[_Guesses]:
    return _prepare(game, game.codes(), shared, most)


def _batch(game: Game, guesses: list[Code], hits_of: list[int]) -> _Batch:
    steps = []
    place: dict[Code, int] = {(): 0}
    for peg in range(game.pegs):
        longer = list(dict.fromkeys(guess[: peg + 1] for guess in guesses))
        parents = [place[one[:-1]] for one in longer]
        steps.append((_picker(parents), _picker([black_row(game, peg, one[-1]) for one in longer])))
        place = {one: n for n, one in enumerate(longer)}
    return _Batch(len(guesses), steps, _picker(hits_of), _picker([place[guess] for guess in guesses]))


def _picker(places: Sequence[int]) -> Picker:
    if len(places) > 1:
        return itemgetter(*places)
    return lambda column: (column[places[0]],)


def _hit_rows(game: Game, guess: Code) -> list[int]:
    return [hit_row(game, colour, guess[: peg + 1].count(colour)) for peg, colour in enumerate(guess)]


@lru_cache(maxsize=4)
def _planes_of_all(game: Game) -> _Planes:
    check_planes(game)
    if not game.repeats:
        planes = _planes_of(game, game.codes()).planes
    else:
        pegs = []
        for peg in range(game.pegs):
            run = game.colours ** (game.pegs - 1 - peg)
            period, times = run * game.colours, game.colours**peg
            for colour in range(game.colours):
                pegs.append(_repeat(((1 << run) - 1) << (run * colour), period, times))
        planes = _with_counts(game, pegs)
    blacks = at_least(planes[black_row(game, peg, colour)] for peg, colour in enumerate(game.code(0)))
    return _Planes(planes, game.size, [plane.bit_count() for plane in blacks])


def _planes_of(game: Game, region: Sequence[Code]) -> _Planes:
    check_whites(game, "scoring by tiers")
    for code in region:
        if len(code) != game.pegs or min(code) < 0 or max(code) >= game.colours:
            game.check(code)
    pegs = []
    for peg in range(game.pegs):
        colours = bytes([code[peg] for code in reversed(region)])
        for colour in range(game.colours):
            table = bytearray(b"0" * 256)
            table[colour] = ord("1")
            pegs.append(int(colours.translate(table) or b"0", 2))
    return _Planes(_with_counts(game, pegs), len(region))


def _with_counts(game: Game, pegs: list[int]) -> Column:
    """The planes of the pegs, followed by those of the counts, in the order of `hit_row`."""
    counts = []
    for colour in range(game.colours):
        counts += at_least(pegs[black_row(game, peg, colour)] for peg in range(game.pegs))
    return Column(pegs + counts)


def _repeat(pattern: int, period: int, times: int) -> int:
    """A pattern of `period` bits, repeated `times` times."""
    repeated, width = 0, 0
    while times:
        if times & 1:
            repeated |= pattern << width
            width += period
        pattern |= pattern << period
        period *= 2
        times >>= 1
    return repeated
