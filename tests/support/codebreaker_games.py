"""The CodeBreaker against the solver: every game for every secret, guess by guess, and its real time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from generator.games.codebreaker import COLOURS, PEGS, answer, codes, guess_of, new_game
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.timing import WORD_TIMES_PER_SECOND
from solver.codes import Code, Game
from solver.scores import Score, score


@dataclass(frozen=True, slots=True)
class Comparison:
    """The games of the calculator for all secrets, and the games that it should have played by the solver's
    scores.

    `histogram[n]` counts the secrets that the calculator found in n + 1 turns. `solver_histogram` counts
    those found by always guessing the first code, in the calculator's order, that agrees with all answers.
    `differences` are the guesses that differ from this, with the wanted ones. Seconds are those of a guess
    after the first, the mean over all guesses of all secrets' games.
    """

    histogram: tuple[int, ...]
    solver_histogram: tuple[int, ...]
    differences: tuple[tuple[str, str], ...]
    mean_seconds: float
    longest_seconds: float

    @property
    def total_turns(self) -> int:
        """The turns of all secrets together."""
        return sum(turns * count for turns, count in enumerate(self.histogram, 1))


@dataclass(slots=True)
class _Games:
    """All games at once. Secrets with the same answers so far share a run of the machine."""

    game: Game
    rank: dict[Code, int]
    played: frozenset[Code]
    solved: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    wanted: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    differences: list[tuple[str, str]] = field(default_factory=list)
    spent: list[tuple[int, int]] = field(default_factory=list)

    def go_on(self, state: State | None, guess: Code, secrets: list[Code], turn: int) -> None:
        """Answer a guess for all secrets for which it was made. Without a state only the solver plays."""
        parts: dict[Score, list[Code]] = defaultdict(list)
        for secret in secrets:
            parts[score(guess, secret)].append(secret)
        for given, part in parts.items():
            count = sum(secret in self.played for secret in part)
            if given.black == PEGS:
                self.wanted[turn] += count
                self.solved[turn] += count * (state is not None)
            elif count:
                following = min(part, key=self.rank.__getitem__)
                self.go_on(self._answer_guess(state, given, following, count), following, part, turn + 1)

    def _answer_guess(self, state: State | None, given: Score, wanted: Code, count: int) -> State | None:
        """The calculator after an answer. None when it does not show the wanted guess."""
        if state is None:
            return None
        after = state.copy()
        try:
            turn = answer(after, given.black, given.white)
        except ValueError as error:
            self.differences.append((str(error), self.game.text(wanted)))
            return None
        if turn.guess != self.game.text(wanted):
            self.differences.append((turn.guess, self.game.text(wanted)))
            return None
        self.spent.append((turn.word_times, count))
        return after


def compare(program: Program, every: int = 1) -> Comparison:
    """Play a CodeBreaker for all secrets and compare each guess with the first that agrees, in its order.

    With `every` n only one secret in n is played, and the histograms count these.
    """
    game = Game(PEGS, COLOURS)
    everything = [game.parse(code) for code in codes()]
    rank = {game.parse(code): place for place, code in enumerate(codes_in_order())}
    games = _Games(game, rank, frozenset(everything[::every]))
    root = new_game(program)
    games.go_on(root, game.parse(guess_of(root)), everything, 1)
    guesses = sum(count for _, count in games.spent)
    return Comparison(
        tuple(games.solved[turns] for turns in range(1, max(games.solved) + 1)),
        tuple(games.wanted[turns] for turns in range(1, max(games.wanted) + 1)),
        tuple(games.differences),
        sum(times * count for times, count in games.spent) / max(guesses, 1) / WORD_TIMES_PER_SECOND,
        max((times for times, _ in games.spent), default=0) / WORD_TIMES_PER_SECOND,
    )


def sets() -> Iterator[tuple[int, int, int, int]]:
    """The 126 sets of colours in the order of the search."""
    for a in range(COLOURS, 0, -1):
        for b in (*range(a - 1, 0, -1), a):
            for c in range(b, 0, -1):
                for d in range(c, 0, -1):
                    yield a, b, c, d


def orders(colours: Sequence[int]) -> Iterator[str]:
    """The codes with these colours as the calculator tries them, each once."""
    pegs = list(colours)
    tried = dict.fromkeys(code for _ in range(PEGS) for code in _with_first(pegs))
    yield from ("".join(map(str, code)) for code in tried)


def _with_first(pegs: list[int]) -> Iterator[tuple[int, ...]]:
    """The orders with the first peg as it is. Then each peg is one position on."""
    for _ in range(PEGS - 1):
        one, two, three, four = pegs
        yield one, two, three, four
        yield one, two, four, three
        pegs[1:] = three, four, two
    pegs.append(pegs.pop(0))


def codes_in_order() -> list[str]:
    """Every code in the order of the search."""
    return [code for colours in sets() for code in orders(colours)]
