"""Guesses chosen with the standard library alone: one byte of a big integer for each member of a region.

For each peg and colour one integer has 16 in the byte of every member with that colour there. For each colour
and k another has 1 in the byte of every member with at least k of it. A guess sums p of each kind. The sum
has the byte 16 black + all hits for every member. So one addition scores a whole region, and the pegs of a
common prefix are added once. Nothing is imported that would delay a small game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from solver.codes import Code
from solver.own_strategies import is_own
from solver.scores import Score
from solver.strategies import KNUTH, PUBLISHED, Rank, rank
from solver.symmetry import Canonical, Past
from solver.trees.chooser import RankingChooser

_BLACK = 16


class RegionScores:
    """The members of a region, by index, and the scores of any guess against all of them at once."""

    def __init__(self, chooser: StdlibChooser, members: Sequence[int]) -> None:
        self.members = members
        self._chooser = chooser
        self._places: dict[tuple[int, int], int] = {}
        self._counts: dict[tuple[int, int], int] = {}
        self._columns: list[bytes | None] = [None] * chooser.game.pegs
        self._tallies: list[bytes | None] = [None] * chooser.game.colours

    def place(self, peg: int, colour: int) -> int:
        """An integer with 16 in the byte of each member that has this colour on this peg."""
        plane = self._places.get((peg, colour))
        if plane is None:
            column = self._columns[peg]
            if column is None:
                column = self._columns[peg] = bytes(map(self._chooser.columns[peg].__getitem__, self.members))
            plane = int.from_bytes(column.translate(self._chooser.is_colour[colour]), "little")
            self._places[peg, colour] = plane
        return plane

    def count(self, colour: int, k: int) -> int:
        """An integer with 1 in the byte of each member that has at least k pegs of this colour."""
        plane = self._counts.get((colour, k))
        if plane is None:
            tally = self._tallies[colour]
            if tally is None:
                tally = self._tallies[colour] = bytes(
                    map(self._chooser.tallies[colour].__getitem__, self.members)
                )
            plane = int.from_bytes(tally.translate(self._chooser.at_least[k]), "little")
            self._counts[colour, k] = plane
        return plane

    def row(self, guess: Code) -> bytes:
        """A byte for each member: 16 black + all hits of the guess against it."""
        total = 0
        for peg, colour in enumerate(guess):
            total += self.place(peg, colour) + self.count(colour, guess[: peg + 1].count(colour))
        return total.to_bytes(len(self.members), "little")

    def present(self) -> int:
        """The colours that some member has, bit n for colour n."""
        return sum(1 << colour for colour in range(self._chooser.game.colours) if self.count(colour, 1))


class StdlibChooser(RankingChooser):
    """The chooser by bytes and whole numbers, without other libraries."""

    def prepare(self) -> None:
        """Make the rows of bytes and the numbers of all codes."""
        game = self.game
        self.codes = game.codes()
        self._indices = {code: index for index, code in enumerate(self.codes)}
        self.columns = [bytes(column) for column in zip(*self.codes, strict=True)]
        self.tallies = [bytes([code.count(colour) for code in self.codes]) for colour in range(game.colours)]
        self.is_colour = [
            bytes([_BLACK * (n == colour) for n in range(256)]) for colour in range(game.colours)
        ]
        self.at_least = [bytes([n >= k for n in range(256)]) for k in range(game.pegs + 1)]
        self._perfect = _BLACK * game.pegs + game.pegs
        self._ordinals = bytes(
            Score(value >> 4, (value & 15) - (value >> 4)).ordinal(game.pegs) & 255 for value in range(256)
        )
        self._values = [
            _BLACK * black + hits for black in range(game.pegs + 1) for hits in range(black, game.pegs + 1)
        ]
        self._region: RegionScores | None = None
        self._lists: dict[int, tuple[int, ...]] = {}

    def region(self, members: Sequence[int]) -> RegionScores:
        """The region of these members. The last region is kept, because it is first ranked and then split."""
        if self._region is None or self._region.members is not members:
            self._region = RegionScores(self, members)
        return self._region

    def split(self, guess: int, members: Sequence[int]) -> list[tuple[int, Sequence[int]]]:
        """The parts that the guess makes, each with its ordinal, in the order of the ordinals."""
        row = self.region(members).row(self.codes[guess]).translate(self._ordinals)
        self.scores += len(members)
        return [(n, list(compress(members, [n == seen for seen in row]))) for n in sorted(set(row))]

    def telling(self, members: Sequence[int]) -> int | None:
        """The first member that has a score of its own with each member. None when there is none."""
        region = self.region(members)
        for member in members:
            self.scores += len(members)
            if len(set(region.row(self.codes[member]))) == len(members):
                return member
        return None

    def best(self, members: Sequence[int], past: Past) -> int:
        """The index of the guess of best rank."""
        region = self.region(members)
        if self.plan.consistent:
            return self._indices[self._best_ranked(region, self._possible(region))]
        canonical = Canonical(self.game, past, region.present(), self.plan.use)
        if self.plan.strategy == KNUTH and self.plan.rules == PUBLISHED:
            return self._indices[self._smallest_largest(region, canonical)]
        return self._indices[self._best_ranked(region, self._guesses(region, canonical))]

    def _smallest_largest(self, region: RegionScores, canonical: Canonical) -> Code:
        """Knuth's choice. A guess is dropped at a part above the best, which is tried first from then on."""
        count = len(region.members)
        values = list(self._values)
        perfect = self._perfect
        best: Code = ()
        largest = limit = count
        last = self.game.pegs - 1
        ends = [
            [region.place(last, colour) + region.count(colour, k) for colour in range(self.game.colours)]
            for k in range(1, self.game.pegs + 1)
        ]
        once = ends[0]
        for prefix, used, total in self._prefixes(region, canonical, (), 0, 0):
            colours = self._colour_list(canonical.next_colours(prefix, used))
            self.scores += count * len(colours)
            for colour in colours:
                end = ends[prefix.count(colour)][colour] if used >> colour & 1 else once[colour]
                tally = (total + end).to_bytes(count, "little").count
                for place, value in enumerate(values):
                    if tally(value) > limit:
                        if place:
                            values.insert(0, values.pop(place))
                        break
                else:
                    this = max(map(tally, values))
                    possible = tally(perfect)
                    if this < largest or possible or not best:
                        best, largest, limit = (*prefix, colour), this, this - possible
                        if this == 1:
                            return best
        return best

    def _possible(self, region: RegionScores) -> Iterator[tuple[Code, bytes]]:
        """The members as guesses in ascending order, each with its row of scores."""
        for member in region.members:
            self.scores += len(region.members)
            yield self.codes[member], region.row(self.codes[member])

    def _best_ranked(self, region: RegionScores, guesses: Iterator[tuple[Code, bytes]]) -> Code:
        count = len(region.members)
        best: Code = ()
        best_rank: Rank | None = None
        for guess, row in guesses:
            parts = list(filter(None, map(row.count, self._values)))
            this = rank(self.plan.strategy, self.plan.rules, parts, self._perfect in row)
            if best_rank is None or this < best_rank:
                best, best_rank = guess, this
            if len(parts) == count and not is_own(self.plan.strategy):
                break  # no member reaches this, so no later guess is better
        return best

    def _guesses(self, region: RegionScores, canonical: Canonical) -> Iterator[tuple[Code, bytes]]:
        """The guesses to rank in ascending order, each with its row of scores."""
        count = len(region.members)
        last = self.game.pegs - 1
        places = [region.place(last, colour) for colour in range(self.game.colours)]
        for prefix, used, total in self._prefixes(region, canonical, (), 0, 0):
            allowed = canonical.next_colours(prefix, used)
            for colour in self._colour_list(allowed):
                one_more = region.count(colour, prefix.count(colour) + 1)
                self.scores += count
                yield (*prefix, colour), (total + places[colour] + one_more).to_bytes(count, "little")

    def _prefixes(
        self, region: RegionScores, canonical: Canonical, prefix: Code, used: int, total: int
    ) -> Iterator[tuple[Code, int, int]]:
        """The guesses to rank without their last peg: colours, the set of them, the sum of their planes."""
        peg = len(prefix)
        last = self.game.pegs - 2
        if peg > last:
            yield prefix, used, total
            return
        for colour in self._colour_list(canonical.next_colours(prefix, used)):
            longer, now_used = (*prefix, colour), used | 1 << colour
            planes = total + region.place(peg, colour) + region.count(colour, longer.count(colour))
            if peg == last:
                yield longer, now_used, planes
            else:
                yield from self._prefixes(region, canonical, longer, now_used, planes)

    def _colour_list(self, colours: int) -> tuple[int, ...]:
        listed = self._lists.get(colours)
        if listed is None:
            listed = tuple(colour for colour in range(self.game.colours) if colours >> colour & 1)
            self._lists[colours] = listed
        return listed
