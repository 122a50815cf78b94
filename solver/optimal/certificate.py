"""Certificates of optimal play, made from a search: text that `solver/check_certificate.py` checks by itself.

A claim is a region and a bound. Regions are claimed from the largest to the smallest, so that the bound of each
is the largest that any larger region needs of it. What the checker finds by itself is asked of the checker, and
what parts need is asked of the search. Neither has to be right: a certificate that is wrong is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import groupby, permutations, product

from solver.check_certificate import DIGITS, Board, Parts, Path, bits
from solver.codes import Game
from solver.optimal.search import OptimalSearch
from solver.trees.plan import Tree

Watch = Callable[[int, int], None]
"""Called with the number of claims that are done and of those that wait."""


@dataclass(eq=False, slots=True)
class Claim:
    """A region by its path, the bound that is needed of it, and the entries that show it."""

    path: Path
    bound: int = 0
    number: int = 0
    entries: list[tuple[int, list[Need]]] = field(default_factory=list)


@dataclass(slots=True)
class Need:
    """What an entry needs: so many turns for the part of an answer, by a claim and a symmetry as text."""

    answer: int
    size: int
    bound: int
    claim: Claim
    symmetry: str


class Certificate:
    """The certificate of one game, made from the search that proved its total and from its tree."""

    def __init__(self, search: OptimalSearch, tree: Tree) -> None:
        self.game = search.game
        self._search, self._tree = search, tree
        game = self.game
        self._board = Board(game.pegs, game.colours, game.repeats, game.whites)
        self._by_region: dict[int, Claim] = {}
        self._by_name: dict[object, Claim] = {}
        self._waiting: list[tuple[int, int, Claim]] = []
        self.claims: list[Claim] = []

    def make(self, watch: Watch | None = None) -> None:
        """Find all claims that the total needs. This takes about as long as the search."""
        root = self._claim_of((), self._board.all)[0]
        root.bound = self._tree.total_turns
        heappush(self._waiting, (-len(self._board.codes), 0, root))
        while self._waiting:
            claim = heappop(self._waiting)[2]
            self.claims.append(claim)
            self._show(claim)
            if watch:
                watch(len(self.claims), len(self._waiting))
        self.claims.reverse()
        for number, claim in enumerate(self.claims, 1):
            claim.number = number

    def _show(self, claim: Claim) -> None:
        """Find the entries of a claim."""
        board, path = self._board, claim.path
        members = list(bits(board.region(path)))
        for guess, parts in board.hard_guesses(path, members, claim.bound, set(), set()):
            missing = claim.bound - len(members) - sum(board.least[len(part)] for part in parts)
            claim.entries.append((guess, self._needs(path, guess, parts, missing)))

    def _needs(self, path: Path, guess: int, parts: Parts, missing: int) -> list[Need]:
        """The parts of a guess that make up for the turns that are missing."""
        board = self._board
        past = (*(one for one, _ in path), guess)
        gains = {}
        for answer, part in enumerate(parts):
            if 3 <= len(part) <= board.perfect + 1 and not board.is_told_apart(tuple(part)):
                gains[answer] = 1
        free = dict(gains)
        missing -= sum(gains.values())
        typical = board.perfect + 3
        order = sorted(range(len(parts)), key=lambda n: distance(len(parts[n]), typical))
        raised = {}
        for answer in order:
            part = parts[answer]
            if missing <= 0:
                break
            if len(part) < 3:
                continue
            least = board.least[len(part)] + gains.get(answer, 0)
            gain = self._search.bound(part, past, least + missing - 1) - least
            if gain > 0:
                raised[answer] = min(gain, missing)
                missing -= raised[answer]
        if missing > 0:
            raise AssertionError("the search does not find its own bound")
        needs = []
        for answer, gain in raised.items():
            part = parts[answer]
            step = (*path, (guess, answer))
            claim, symmetry = self._claim_of(step, board.region(step))
            bound = board.least[len(part)] + free.get(answer, 0) + gain
            if not claim.bound:
                heappush(self._waiting, (-len(part), len(self._by_region), claim))
            claim.bound = max(claim.bound, bound)
            needs.append(Need(answer, len(part), bound, claim, symmetry))
        return needs

    def _claim_of(self, path: Path, region: int) -> tuple[Claim, str]:
        """The claim on the region of a path, and the symmetry that maps the region onto it."""
        claim = self._by_region.get(region)
        if claim is not None:
            return claim, ""
        name, order, pegs = self._name(path)
        claim = self._by_name.get(name)
        if claim is None:
            claim = self._by_name[name] = self._by_region[region] = Claim(path)
            return claim, ""
        _, other_order, other_pegs = self._name(claim.path)
        return claim, self._symmetry([path[n] for n in order], pegs, [claim.path[n] for n in other_order], other_pegs)

    def _name(self, path: Path) -> tuple[object, Sequence[int], Sequence[int]]:
        """A name that is the same for paths which a symmetry maps onto each other, whatever their order.

        With it come the order of the steps and of the pegs that gave the name.
        """
        board = self._board
        keys = [(board.key((), guess), answer) for guess, answer in path]
        places = sorted(range(len(path)), key=keys.__getitem__)
        alike = [list(permutations(group)) for _, group in groupby(places, key=keys.__getitem__)]
        best: tuple[object, Sequence[int], Sequence[int]] | None = None
        for groups in product(*alike):
            order = [place for group in groups for place in group]
            guesses = tuple(path[place][0] for place in order)
            text, pegs = self._text(guesses)
            if best is None or text < best[0]:  # type: ignore[operator]
                best = text, order, pegs
        assert best is not None
        return (best[0], tuple(keys[place] for place in places)), best[1], best[2]

    def _text(self, guesses: tuple[int, ...]) -> tuple[object, Sequence[int]]:
        board = self._board
        order, before = board.states(guesses)[0]
        if isinstance(before, dict):
            names: dict[int, int] = {}
            text = tuple([names.setdefault(board.codes[guess][peg], len(names)) for guess in guesses for peg in order])
            return text, order
        pegs = [tuple(map(peg.index, peg)) for peg in before] if not order else before
        places = sorted(range(board.pegs), key=pegs.__getitem__)
        return tuple([pegs[place] for place in places]), places

    def _symmetry(self, path: Sequence[tuple[int, int]], pegs: Sequence[int], other: Sequence[tuple[int, int]], other_pegs: Sequence[int]) -> str:
        board = self._board
        order = [0] * board.pegs
        for one, two in zip(pegs, other_pegs, strict=True):
            order[two] = one
        maps: list[dict[int, int]] = [{} for _ in order] if board.apart else [{}] * board.pegs
        for (guess, _), (image, _) in zip(path, other, strict=True):
            for peg, one in enumerate(order):
                maps[peg][board.codes[guess][one]] = board.codes[image][peg]
        texts = []
        for names in maps if board.apart else maps[:1]:
            rest = iter(sorted(set(range(board.colours)) - set(names.values())))
            texts.append("".join(DIGITS[names[one] if one in names else next(rest)] for one in range(board.colours)))
        return f"/{''.join(str(one + 1) for one in order)}/{''.join(texts)}"

    def lines(self) -> Iterator[str]:
        """The lines of the certificate."""
        game, tree = self.game, self._tree
        rules = "" if game.repeats else " no-repeats"
        yield "mastermind certificate 1"
        yield f"game {game.pegs} {game.colours}{rules}{'' if game.whites else ' blacks-only'}"
        yield f"total {tree.total_turns}"
        below = tree.children()
        yield " ".join(["tree", *(self._code(int(guess)) for guess, parts in zip(tree.guesses, below, strict=True) if parts)])
        for claim in self.claims:
            path = ",".join(f"{self._code(guess)}:{self._answer(answer)}" for guess, answer in claim.path)
            entries = [
                f"{self._code(guess)}:" + ",".join(f"{self._answer(need.answer)}={need.claim.number}{need.symmetry}" for need in needs)
                for guess, needs in claim.entries
            ]
            yield " ".join([str(claim.bound), path or "-", *entries])

    def _code(self, guess: int) -> str:
        return self.game.text(self._board.codes[guess])

    def _answer(self, answer: int) -> str:
        return "{}{}".format(*self._board.answers[answer])


def distance(size: int, typical: int) -> int:
    """How much work it is to bound a part, compared with what it may gain."""
    return typical * typical // max(1, size) if size < typical else size
