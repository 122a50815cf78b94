"""The board with compiled counting against that of the checker, which defines what is found."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("numpy", reason="compiled code needs the extra fast")
pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")

from solver.check_certificate import Board, Path, Refused, check
from solver.kernels.claims import serve_claim
from solver.optimal.counting import CountingBoard
from tests.solver.test_check_certificate import lines_before_digest, sealed, text_of

GAMES = [
    (4, 4, True, True),
    (3, 6, True, True),
    (4, 5, False, True),
    (3, 4, True, False),
    (4, 4, False, True),
    (7, 2, True, True),
]
"""Games with more colours than pegs or not, with colours apart, and of one kind of colours."""


def random_path(board: Board, rng: random.Random, most: int) -> Path:
    """The answers of a random secret to so many random guesses or fewer."""
    secret = rng.randrange(len(board.codes))
    guesses = [rng.randrange(len(board.codes)) for _ in range(rng.randint(0, most))]
    return tuple([(guess, board.rows[guess][secret]) for guess in guesses if guess != secret])


@pytest.mark.parametrize("game", GAMES)
def test_the_same_rooms_and_the_same_guesses_are_found(game: tuple[int, int, bool, bool]) -> None:
    plain, compiled, rng = Board(*game), CountingBoard(*game), random.Random(str(game))
    assert plain.classes == compiled.classes
    told = 0
    for _ in range(60):
        path = random_path(plain, rng, 3)
        members, _, rooms = plain.survey(path)
        assert (members, rooms) == compiled.survey(path)[::2]
        bound = plain.bound_of(members, rooms[-1]) + rng.randrange(4)
        found = list(plain.hard_guesses(path, bound))
        assert list(compiled.hard_guesses(path, bound)) == found
        told += len(found)
    assert told


@pytest.mark.parametrize("game", GAMES)
def test_the_bound_that_is_shown_is_the_largest_without_an_entry(game: tuple[int, int, bool, bool]) -> None:
    plain, compiled, rng = Board(*game), CountingBoard(*game), random.Random(str(game))
    limited = 0
    for _ in range(40):
        path = random_path(plain, rng, 3)
        members, _, rooms = plain.survey(path)
        most = plain.bound_of(members, rooms[-1]) + rng.randrange(1, 6)
        bound = compiled.shown_bound(path, members, most)
        assert not list(plain.hard_guesses(path, bound))
        assert bound == most or list(plain.hard_guesses(path, bound + 1))
        limited += bound < most
    assert limited


def test_the_kernel_as_plain_python_finds_the_same() -> None:
    compiled, rng = CountingBoard(3, 3, True, True), random.Random(3)
    plain = CountingBoard(3, 3, True, True)
    plain.__dict__["_serve"] = serve_claim
    for _ in range(12):
        path = random_path(compiled, rng, 2)
        members, _, rooms = compiled.survey(path)
        assert plain.survey(path) == (members, [], rooms)
        assert list(plain.hard_guesses(path, 3 * len(members))) == list(
            compiled.hard_guesses(path, 3 * len(members))
        )


def test_certificates_are_checked_with_it_too() -> None:
    """Both boards say the same of a certificate, and of one in which a claim says one turn more."""
    text = text_of("3-4")
    assert check(iter(text.splitlines(keepends=True)), CountingBoard) == check(
        iter(text.splitlines(keepends=True))
    )
    lines = lines_before_digest("3-4")
    bound, rest = lines[4].split(maxsplit=1)
    lines[4] = f"{int(bound) + 1} {rest}"
    for make in (Board, CountingBoard):
        with pytest.raises(Refused, match=r"claim 1: .* to take"):
            check(iter(sealed(lines).splitlines(keepends=True)), make)
