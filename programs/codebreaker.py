"""The CodeBreaker against the solver: every game for every secret, guess by guess, and its real time."""

from __future__ import annotations

from dataclasses import dataclass

from generator.codebreaker import COLOURS, PEGS, answer, guess_of, new_game
from hp15c.program import Program
from hp15c.state import State
from hp15c.timing import WORD_TIMES_PER_SECOND
from solver.codes import Game
from solver.scores import Score
from solver.strategies import FIRST_CONSISTENT
from solver.trees.plan import Tree
from solver.trees.tree import play_all


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the calculator and the solver did with all secrets.

    `histogram[n]` counts the secrets that the calculator found in n + 1 turns; `differences` are the guesses
    in which it left the solver's way, with what the solver guesses. Seconds are those of a guess after the
    first, the mean over all guesses of all secrets' games.
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


def compare(program: Program, every: int = 1) -> Comparison:
    """Play a CodeBreaker for all secrets and compare each guess with first-consistent after its opening.

    Secrets with the same answers so far share a run of the machine, as they share a node of the solver's
    tree. `every` n plays one secret in n of the tree only, and the histograms count these.
    """
    game = Game(PEGS, COLOURS)
    root = new_game(program)
    tree = play_all(game, FIRST_CONSISTENT, first=game.parse(guess_of(root)))
    below = _secrets_below(tree, every)
    solver_histogram = [1] + [0] * (len(tree.histogram) - 1)
    states: dict[int, State] = {0: root}
    depths = [1] * len(tree.guesses)
    games: dict[int, int] = {1: 1}
    differences = []
    spent: list[tuple[int, int]] = []
    for node in range(1, len(tree.guesses)):
        parent = int(tree.parents[node])
        depths[node] = depths[parent] + 1
        solver_histogram[depths[node] - 1] += node % every == 0
        if not below[node] or parent not in states:
            continue
        state = states[parent].copy()
        black, white = Score.from_ordinal(int(tree.ordinals[node]), PEGS)
        wanted = game.text(game.code(int(tree.guesses[node])))
        try:
            turn = answer(state, black, white)
        except ValueError as error:
            differences.append((str(error), wanted))
            continue
        if turn.guess != wanted:
            differences.append((turn.guess, wanted))
            continue
        states[node] = state
        games[depths[node]] = games.get(depths[node], 0) + (node % every == 0)
        spent.append((turn.word_times, below[node]))
    guesses = sum(count for _, count in spent)
    return Comparison(
        tuple(games.get(turns, 0) for turns in range(1, max(games) + 1)),
        tuple(solver_histogram),
        tuple(differences),
        sum(times * count for times, count in spent) / max(guesses, 1) / WORD_TIMES_PER_SECOND,
        max((times for times, _ in spent), default=0) / WORD_TIMES_PER_SECOND,
    )


def _secrets_below(tree: Tree, every: int) -> list[int]:
    """For each node how many of the secrets' games pass through it: every node is the secret of one."""
    counts = [int(node % every == 0) for node in range(len(tree.guesses))]
    for node in range(len(counts) - 1, 0, -1):
        counts[int(tree.parents[node])] += counts[node]
    return counts
