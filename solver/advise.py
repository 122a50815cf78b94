"""The guess that a strategy makes in a game under way, for play, solve and hints."""

from __future__ import annotations

from solver.assist import CODES_AT_MOST, History, possible_codes
from solver.codes import Code, Game, GameError, check_size
from solver.play import Adviser
from solver.strategies import FIRST_CONSISTENT, KNUTH, PUBLISHED, RANDOM_CONSISTENT, check, draw, mix

OPTIMAL = "optimal"


def adviser(game: Game, strategy: str = KNUTH, rules: str = PUBLISHED, seed: int = 0) -> Adviser:
    """What the strategy would guess after any history; GameError when the answers contradict each other.

    Besides the strategies that play all games it knows `optimal`. StrategyError for others.
    """
    check_size(game, "following a game", CODES_AT_MOST)
    if strategy == OPTIMAL:
        from solver.optimal import Search

        search = Search(game)
        return lambda history: search.guess(history)
    check(strategy, rules)
    return lambda history: _ranked(game, history, strategy, rules, seed)


def _ranked(game: Game, history: History, strategy: str, rules: str, seed: int) -> Code:
    from solver.symmetry import Past, Symmetries
    from solver.tree import Plan, opening
    from solver.tree_stdlib import Chooser

    past, state = Past.start(game.pegs), mix(seed, 0)
    for guess, answer in history:
        past = past.after(guess)
        state = mix(mix(state, game.index(guess)), answer.ordinal(game.pegs))
    known = opening(Plan(game, strategy, rules))
    if not history and known is not None:
        return known
    codes = possible_codes(game, history)
    if not codes:
        raise GameError("no code agrees with all answers: one of them must be wrong")
    if len(codes) < 3 or strategy == FIRST_CONSISTENT:
        return codes[0]
    if strategy == RANDOM_CONSISTENT:
        return codes[draw(state, len(codes))]
    chooser = Chooser(game, strategy, rules, Symmetries())
    return game.code(chooser.choose([game.index(code) for code in codes], past))
