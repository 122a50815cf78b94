"""Certificates of optimal play, made from a search: text that `solver/check_certificate.py` checks alone.

Claims are made from the largest region to the smallest, so that the bound of each is the largest that any
larger region needs of it. What the checker finds without an entry is asked of the checker, and what a part
takes is asked of the search. Neither is trusted: a certificate that is wrong is refused.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from heapq import heapify, heappop, heappush
from itertools import groupby, islice, permutations, product
from typing import Any

from solver.check_certificate import DIGITS, Parts, Path, least_totals
from solver.optimal.counting import CountingBoard
from solver.optimal.search import OptimalError, OptimalSearch
from solver.trees.plan import Tree

ORDERS = 120
"""The most orders of the steps of a path that are compared for its name."""

SavedClaims = dict[str, list[Any]]
Watch = Callable[[int, int], None]
"""A function that is called with the number of claims made and of those that wait."""


@dataclass(eq=False, slots=True)
class Claim:
    """A region by its path, the bound that is claimed of it, and the entries that show that it holds."""

    path: Path
    bound: int = 0
    number: int = 0
    entries: list[tuple[int, list[Need]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Need:
    """What an entry of the certificate needs of the part that an answer leaves.

    That is a gain which needs no entry, or a claim and the symmetry that maps the part onto it.
    """

    answer: int
    gain: int
    claim: Claim | None = None
    symmetry: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A name that paths share if a symmetry maps one onto the other, whatever the order of their steps.

    With it come the orders of the steps and of the pegs that give the name.
    """

    name: tuple[object, ...]
    steps: Sequence[int]
    pegs: Sequence[int]


class Certificate:
    """The certificate of a game, from the search that proved its total and the tree of that total."""

    def __init__(self, search: OptimalSearch, tree: Tree) -> None:
        game = search.game
        self._search, self._tree = search, tree
        self._board = CountingBoard(game.pegs, game.colours, game.repeats, game.whites)
        self._by_region: dict[int, Claim] = {}
        self._root = Claim((), tree.total_turns)
        self._by_name: dict[object, Claim] = {}
        self._waiting = [(-len(self._board.codes), 0, self._root)]
        self.claims: list[Claim] = []

    def contents(self) -> SavedClaims:
        """What is made so far, for `restore`: each claim by its number in the order in which they were asked
        for, and the numbers of those that are shown.
        """
        number = {claim: at for at, claim in enumerate([self._root, *self._by_name.values()])}
        claims = [
            (
                claim.path,
                claim.bound,
                [
                    (
                        guess,
                        [
                            (one.answer, one.gain, one.claim and number[one.claim], one.symmetry)
                            for one in needs
                        ],
                    )
                    for guess, needs in claim.entries
                ],
            )
            for claim in number
        ]
        return {"claims": claims, "made": [number[claim] for claim in self.claims]}

    def restore(self, saved: SavedClaims) -> None:
        """Go on from what was made before, of the same game."""
        board, made = self._board, {*saved["made"]}
        claims = [Claim(tuple(map(tuple, path)), bound) for path, bound, _ in saved["claims"]]
        for claim, (*_, entries) in zip(claims, saved["claims"], strict=True):
            claim.entries = [
                (
                    guess,
                    [Need(answer, gain, at and claims[at], symmetry) for answer, gain, at, symmetry in needs],
                )
                for guess, needs in entries
            ]
        self._root, *further = claims
        self._by_name = {self._name(one.path).name: one for one in further}
        self._by_region = {board.region(one.path): one for one in further}
        self._waiting = [
            (-len(board.survey(one.path)[0]), at, one) for at, one in enumerate(claims) if at not in made
        ]
        heapify(self._waiting)
        self.claims = [claims[at] for at in saved["made"]]

    def make(self, watch: Watch | None = None) -> None:
        """Make all claims. This takes some times as long as the search."""
        while self._waiting:
            claim = heappop(self._waiting)[2]
            self._add_entries(claim)
            self.claims.append(claim)
            if watch:
                watch(len(self.claims), len(self._waiting))
        self.claims.reverse()
        for number, claim in enumerate(self.claims, 1):
            claim.number = number

    def _add_entries(self, claim: Claim) -> None:
        """Make the entries of a claim."""
        needed = claim.bound - len(self._board.survey(claim.path)[0])
        claim.entries = [
            (guess, self._needs(claim.path, guess, parts, needed))
            for guess, parts in self._board.hard_guesses(claim.path, claim.bound)
        ]

    def _needs(self, path: Path, guess: int, parts: Parts, bound: int) -> list[Need]:
        """The needs of an entry whose parts take the bound together.

        Bounds that counting in a part shows are taken first, because they need no claim.
        """
        board, rooms = self._board, self._board.survey(path)[2]
        after = [(*path, (guess, answer)) for answer in range(len(parts))]
        bounds = list(map(board.bound_of, parts, rooms))
        order = sorted(range(len(parts)), key=lambda answer: self._distance(len(parts[answer])))

        def raise_bounds(ask: Callable[[int, int], int]) -> None:
            for answer in order:
                missing = bound - sum(bounds)
                if missing and len(parts[answer]) > 2:
                    most = bounds[answer] + missing
                    bounds[answer] = max(bounds[answer], min(most, ask(answer, most)))

        raise_bounds(lambda answer, most: board.shown_bound(after[answer], parts[answer], most))
        past, shown = tuple([one for one, _ in after[0]]), list(bounds)
        raise_bounds(lambda answer, most: self._search.least_total(parts[answer], past, most - 1))
        if sum(bounds) < bound:
            raise OptimalError("the search has not found the bound that it is asked to show")
        needs = []
        for answer, part in enumerate(parts):
            gain = bounds[answer] - least_totals(rooms[answer])[len(part)]
            if bounds[answer] > shown[answer]:
                needs.append(Need(answer, gain, *self._claim(after[answer], part, bounds[answer])))
            elif bounds[answer] > board.bound_of(part, rooms[answer]):
                needs.append(Need(answer, gain))
        return needs

    def _distance(self, size: int) -> float:
        """How little the bound of a part is likely to gain for the work that it takes."""
        typical = self._board.perfect + 3
        return typical * typical / max(size, 1) if size < typical else size

    def _claim(self, path: Path, part: tuple[int, ...], bound: int) -> tuple[Claim, str]:
        """The claim that the part at a path's end takes `bound` turns, with the symmetry that maps it."""
        region = self._board.region(path)
        claim, symmetry = self._by_region.get(region), ""
        if claim is None:
            named = self._name(path)
            claim = self._by_name.get(named.name)
            if claim is None:
                claim = self._by_name[named.name] = self._by_region[region] = Claim(path)
                heappush(self._waiting, (-len(part), len(self._by_name), claim))
            else:
                symmetry = self._symmetry(path, named, claim.path, self._name(claim.path))
        claim.bound = max(claim.bound, bound)
        return claim, symmetry

    def _name(self, path: Path) -> Named:
        """The name of a path, its steps ordered by the kinds of guesses, and of one kind in many orders."""
        keys = [(self._board.key((), guess), answer) for guess, answer in path]
        places = sorted(range(len(path)), key=keys.__getitem__)
        alike = [permutations(group) for _, group in groupby(places, key=keys.__getitem__)]
        groups = islice(product(*alike), ORDERS)
        orders = [[place for group in one for place in group] for one in groups]
        found = [(*self._text(tuple([path[place][0] for place in order])), order) for order in orders]
        text, pegs, steps = min(found)
        return Named((*text, *[keys[place] for place in places]), steps, pegs)

    def _text(self, guesses: tuple[int, ...]) -> tuple[tuple[object, ...], Sequence[int]]:
        """Guesses in a form that symmetries do not change, and the order of the pegs in it."""
        board = self._board
        order, before = board.states(guesses)[0]
        if isinstance(before, dict):
            codes, names = [board.codes[guess] for guess in guesses], dict[int, int]()
            return tuple([names.setdefault(code[peg], len(names)) for code in codes for peg in order]), order
        pegs = before if order else [tuple(map(peg.index, peg)) for peg in before]
        places = sorted(range(board.pegs), key=pegs.__getitem__)
        return tuple([pegs[place] for place in places]), places

    def _symmetry(self, path: Path, named: Named, other: Path, other_named: Named) -> str:
        """The symmetry that maps a path onto one of the same name."""
        board = self._board
        pegs = [one for _, one in sorted(zip(other_named.pegs, named.pegs, strict=True))]
        one_map = dict[int, int]()
        maps = [dict[int, int]() if board.apart else one_map for _ in pegs]
        for step, other_step in zip(named.steps, other_named.steps, strict=True):
            code, image = board.codes[path[step][0]], board.codes[other[other_step][0]]
            for place, peg in enumerate(pegs):
                maps[place][code[peg]] = image[place]
        texts = []
        for names in maps if board.apart else maps[:1]:
            rest = iter(sorted(set(range(board.colours)) - set(names.values())))
            colours = [names[one] if one in names else next(rest) for one in range(board.colours)]
            texts.append("".join([DIGITS[colour] for colour in colours]))
        return f"/{''.join([str(peg + 1) for peg in pegs])}/{''.join(texts)}"

    def lines(self) -> Iterator[str]:
        """The lines of the certificate, the last with the digest of those before."""
        digest = sha256()
        for line in self._lines():
            digest.update(f"{line}\n".encode())
            yield line
        yield f"end {digest.hexdigest()}"

    def _lines(self) -> Iterator[str]:
        game, tree = self._search.game, self._tree
        rules = ("" if game.repeats else " no-repeats") + ("" if game.whites else " blacks-only")
        yield "mastermind certificate 3"
        yield f"game {game.pegs} {game.colours}{rules}"
        yield f"total {tree.total_turns}"
        below = zip(tree.guesses, tree.children(), strict=True)
        yield " ".join(["tree", *[self._code(int(guess)) for guess, parts in below if parts]])
        for claim in self.claims:
            path = ",".join([f"{self._code(guess)}:{self._answer(answer)}" for guess, answer in claim.path])
            yield " ".join([str(claim.bound), path or "-", *[self._entry(*entry) for entry in claim.entries]])

    def _entry(self, guess: int, needs: list[Need]) -> str:
        texts = []
        for need in needs:
            shown = f"={need.claim.number}{need.symmetry}" if need.claim else f"+{need.gain}"
            texts.append(self._answer(need.answer) + shown)
        return f"{self._code(guess)}:{','.join(texts)}"

    def _code(self, guess: int) -> str:
        return self._board.texts[guess]

    def _answer(self, answer: int) -> str:
        return self._board.answers[answer]


def pack(certificate: Certificate, path: str) -> bytes:
    """The content of a certificate's file, packed if the name ends with .xz."""
    text = "".join([f"{line}\n" for line in certificate.lines()]).encode()
    return lzma.compress(text, preset=9 | lzma.PRESET_EXTREME) if path.endswith(".xz") else text
