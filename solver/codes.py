"""Codes and games: the form of a code, its text, and its place in the list of all codes.

Inside, a code is a tuple of colours counted from 0, one a peg. In text it has one character a peg: `1`-`9`,
then `a`-`f`. In text counted from zero they are `0`-`9`, then `a`-`e`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from math import perm

from solver.errors import SolverError
from solver.limits import MAX_COLOURS as MAX_COLOURS
from solver.limits import MAX_PEGS as MAX_PEGS
from solver.messages import number_of

Code = tuple[int, ...]

DIGITS = "0123456789abcdef"
LISTED_AT_MOST = 20_000_000
_BYTES_PER_LISTED_CODE = 120


class GameError(SolverError):
    """An impossible game, or a code that is not one of its codes. The text says what to write instead."""


@dataclass(frozen=True, slots=True)
class Game:
    """Pegs (1-9), colours (1-15), and whether a colour may stand on more than one peg of a code.

    Without repeats neither secrets nor guesses repeat a colour, so there must be a colour for each peg.
    Without whites an answer tells the black pegs alone (black-peg Mastermind, and the permutation game when
    there are no repeats and as many colours as pegs). Only optimal play knows these games. GameError when a
    number is out of range.
    """

    pegs: int
    colours: int
    repeats: bool = True
    whites: bool = True

    def __post_init__(self) -> None:
        if not 1 <= self.pegs <= MAX_PEGS:
            raise GameError(f"{number_of(self.pegs, 'peg')}: a game has 1 to {MAX_PEGS}")
        if not 1 <= self.colours <= MAX_COLOURS:
            raise GameError(f"{number_of(self.colours, 'colour')}: a game has 1 to {MAX_COLOURS}")
        if not self.repeats and self.pegs > self.colours:
            raise GameError(
                f"{number_of(self.pegs, 'peg')} of {number_of(self.colours, 'colour')} without repeats:"
                f" there is no such code; allow repeats or take at least {self.pegs} colours"
            )

    def __str__(self) -> str:
        repeats = "" if self.repeats else ", no repeats"
        return f"{number_of(self.pegs, 'peg')}, {number_of(self.colours, 'colour')}{repeats}" + (
            "" if self.whites else ", black pegs only"
        )

    @property
    def size(self) -> int:
        """How many codes there are: c^p, or c! / (c - p)! without repeats."""
        return self.colours**self.pegs if self.repeats else perm(self.colours, self.pegs)

    def codes(self) -> list[Code]:
        """All codes in lexicographic order. The index of a code is its place here. GameError if too many."""
        check_size(self, "listing all codes", LISTED_AT_MOST, _BYTES_PER_LISTED_CODE)
        colours = range(self.colours)
        if self.repeats:
            return list(product(colours, repeat=self.pegs))
        return list(permutations(colours, self.pegs))

    def check(self, code: Code) -> Code:
        """The code itself if it is one of this game's. GameError otherwise."""
        if len(code) != self.pegs:
            raise GameError(f"the code {code} has {number_of(len(code), 'peg')}: this game has {self.pegs}")
        for peg, colour in enumerate(code, 1):
            if not 0 <= colour < self.colours:
                raise GameError(
                    f"the code {code} has colour {colour} on peg {peg}: they go from 0 to {self.colours - 1}"
                )
        if not self.repeats and len(set(code)) < self.pegs:
            raise GameError(f"the code {code} repeats a colour: this game has no repeats")
        return code

    def index(self, code: Code) -> int:
        """Where the code stands among all codes, from 0. GameError when it is not one of them."""
        self.check(code)
        index = 0
        if self.repeats:
            for colour in code:
                index = index * self.colours + colour
            return index
        unused = list(range(self.colours))
        for colour in code:
            place = unused.index(colour)
            index = index * len(unused) + place
            del unused[place]
        return index

    def code(self, index: int) -> Code:
        """The code at this index, counted from 0. GameError outside the list."""
        if not 0 <= index < self.size:
            raise GameError(f"index {index}: the codes of {self} go from 0 to {self.size - 1}")
        if self.repeats:
            backwards = []
            for _ in range(self.pegs):
                index, colour = divmod(index, self.colours)
                backwards.append(colour)
            return tuple(reversed(backwards))
        places = []
        for choices in range(self.colours - self.pegs + 1, self.colours + 1):
            index, place = divmod(index, choices)
            places.append(place)
        unused = list(range(self.colours))
        return tuple(unused.pop(place) for place in reversed(places))

    def parse(self, text: str, zero: bool = False) -> Code:
        """The code that the text writes. GameError names the first character that does not fit."""
        alphabet = self.alphabet(zero)
        if len(text) != self.pegs:
            raise GameError(
                f'the code "{text}" has {number_of(len(text), "character")}: {self.pegs}'
                f" {'is' if self.pegs == 1 else 'are'} wanted, one a peg"
            )
        code = []
        for peg, character in enumerate(text, 1):
            colour = alphabet.find(character.lower())
            if colour < 0:
                raise GameError(
                    f'the code "{text}" has "{character}" on peg {peg}: colours are {_spell_span(alphabet)}'
                )
            if not self.repeats and colour in code:
                raise GameError(
                    f'the code "{text}" repeats "{character}" on peg {peg}: this game has no repeats'
                )
            code.append(colour)
        return tuple(code)

    def text(self, code: Code, zero: bool = False) -> str:
        """The code as text, one character a peg."""
        alphabet = self.alphabet(zero)
        return "".join([alphabet[colour] for colour in self.check(code)])

    def alphabet(self, zero: bool = False) -> str:
        """The characters of the colours in order: from `1` to `f`, or from `0` to `e`."""
        return DIGITS[: self.colours] if zero else DIGITS[1 : self.colours + 1]


def check_size(game: Game, what: str, limit: int, bytes_per_code: float = 0) -> None:
    """Refuse a game of more than `limit` codes for `what`: a GameError that says what it would need."""
    if game.size <= limit:
        return
    needs = f", about {_memory(game.size * bytes_per_code)} of memory" if bytes_per_code else ""
    raise GameError(
        f"{what} of {game} would need {game.size:,} codes{needs}; at most {limit:,} codes are possible here:"
        " take fewer pegs or colours"
    )


def check_whites(game: Game, what: str) -> None:
    """Refuse a game without white pegs for `what`: GameError."""
    if not game.whites:
        raise GameError(f"{what} needs answers with white pegs; {game}: only optimal play knows this game")


def _spell_span(alphabet: str) -> str:
    return alphabet if len(alphabet) < 3 else f"{alphabet[0]} to {alphabet[-1]}"


def _memory(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:,.1f} TiB"
