"""Guesses that a symmetry of the history maps onto each other, against all symmetries one by one."""

from __future__ import annotations

from itertools import permutations, product
from types import SimpleNamespace
from typing import Any

import pytest

from solver.codes import Code, Game

np = pytest.importorskip("numpy", reason="compiled code needs the extra fast")
pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")


def kinds(game: Game, history: list[Code]) -> set[frozenset[Code]]:
    """The orbits of all guesses under the symmetries that leave each guess of the history alone."""
    orders = list(permutations(range(game.pegs)))
    names = list(permutations(range(game.colours)))
    maps = [
        (order, one)
        for order in orders
        for one in (
            product(names, repeat=game.pegs) if not game.whites else [(each,) * game.pegs for each in names]
        )
        if all(image(order, one, guess) == guess for guess in history)
    ]
    return {frozenset(image(order, one, guess) for order, one in maps) for guess in game.codes()}


def image(order: tuple[int, ...], names: tuple[tuple[int, ...], ...], guess: Code) -> Code:
    """A guess with its pegs in an order, and then its colours exchanged on each peg."""
    return tuple(names[place][guess[peg]] for place, peg in enumerate(order))


@pytest.mark.parametrize(
    ("game", "history"),
    [
        (Game(3, 4), ["112"]),
        (Game(3, 4), ["123", "214"]),
        (Game(4, 3), ["1122"]),
        (Game(4, 5, repeats=False), ["1234"]),
        (Game(4, 4, repeats=False), ["1234", "2143"]),
        (Game(3, 3, whites=False), ["111", "122"]),
    ],
    ids=str,
)
def test_one_guess_of_each_kind_is_new(game: Game, history: list[str]) -> None:
    """The region is the whole game, so that no colour is known to be absent."""
    from solver.kernels.symmetries import ROW, is_of_new_kind, name_history

    codes = game.codes()
    orders = list(permutations(range(game.pegs)))
    board: Any = SimpleNamespace(
        codes=np.array(codes, np.uint8), orders=np.array(orders, np.uint8), apart=int(not game.whites)
    )
    level, places = len(history), 4096
    work: Any = SimpleNamespace(
        names=np.zeros(ROW * game.pegs, np.int64),
        named=np.zeros((len(orders), ROW * game.pegs), np.int64),
        stabiliser=np.zeros((level + 1, len(orders)), np.int32),
        symmetries=np.full(level + 1, -1),
        history=np.array([game.index(game.parse(guess)) for guess in history]),
        seen=np.zeros((places, 2), np.uint64),
        state=np.ones(16, np.int64),
    )
    with np.errstate(over="ignore"):
        count = name_history(board, work, level, np.arange(len(codes)))
        new = [
            guess
            for guess in range(len(codes))
            if is_of_new_kind(board, work, level, count, guess, np.uint64(places - 1))
        ]
    orbits = kinds(game, [game.parse(guess) for guess in history])
    assert len(new) == len(orbits)
    assert {next(orbit for orbit in orbits if codes[guess] in orbit) for guess in new} == orbits
