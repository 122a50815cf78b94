"""Tiers: all give the histograms of the definition, for all codes and for regions, and refuse the same."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as arbitrary

from solver.codes import Code, Game, GameError
from solver.scores import hole, ordinal_count, score
from solver.tiers import STDLIB_ANSWERS_FIRST, TierError, installed_tiers, select
from solver.trees.plan import TreePlan
from solver.trees.tree import choose_tier
from tests.support.compiled_pegs import counted
from tests.support.naive_solver import naive_histogram
from tests.support.shares import share

TIERS = ("stdlib", "numpy", "llvm")
SMALL = [
    Game(1, 1),
    Game(1, 4),
    Game(2, 1),
    Game(2, 5),
    Game(3, 4),
    Game(4, 3),
    Game(4, 5),
    Game(5, 3),
    Game(6, 2),
    Game(9, 1),
    Game(3, 5, repeats=False),
    Game(4, 4, repeats=False),
    Game(2, 15, repeats=False),
]
# each spans a block of the compiled loop, a batch of guesses, or a word in another way
LARGE = [
    Game(4, 6),
    Game(4, 10),
    Game(5, 8),
    Game(6, 6),
    Game(7, 5),
    Game(8, 4),
    Game(9, 3),
    Game(4, 15),
    Game(5, 9, repeats=False),
]


def sample(game: Game, count: int, seed: int) -> list[Code]:
    draw = random.Random(seed)
    return [game.code(draw.randrange(game.size)) for _ in range(count)]


@pytest.mark.first
@pytest.mark.parametrize(
    ("game", "tier"),
    [
        pytest.param(game, tier, marks=counted(game) if tier == "llvm" else (), id=f"{game}-{tier}")
        for tier in TIERS
        for game in SMALL
    ],
)
def test_all_histograms_of_small_games(game: Game, tier: str) -> None:
    codes = game.codes()
    histograms = select(tier).histograms(game)
    assert len(histograms) == len(codes)
    guesses = codes if len(codes) < 100 else codes[:: len(codes) // 50]
    for guess in guesses:
        assert histograms[game.index(guess)] == naive_histogram(guess, codes)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("game", [pytest.param(game, marks=counted(game), id=str(game)) for game in LARGE])
def test_tiers_agree_on_large_games_and_with_a_sample_of_the_definition(game: Game) -> None:
    guesses = [*sample(game, 40, 1), game.code(0), game.code(game.size - 1)]
    stdlib, numpy, llvm = (select(tier).histograms(game, guesses) for tier in TIERS)
    assert stdlib == numpy == llvm
    for histogram in stdlib:
        assert sum(histogram) == game.size
        assert histogram[-1] == 1
        assert histogram[hole(game.pegs)] == 0
    region = sample(game, 300, 2)
    for tier in TIERS:
        for guess, histogram in zip(
            guesses[:5], select(tier).histograms(game, guesses[:5], region), strict=True
        ):
            assert histogram == naive_histogram(guess, region)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Game(4, 10), Game(5, 8), Game(4, 9, repeats=False)], ids=str)
def test_each_of_all_guesses_has_the_histogram_of_its_kind(game: Game) -> None:
    """Colours may be exchanged, and pegs: the histogram depends on how often the guess has its colours."""
    codes = game.codes()
    expected: dict[tuple[int, ...], list[int]] = {}
    for guess, histogram in zip(codes, select("llvm").histograms(game), strict=True):
        kind = tuple(sorted(guess.count(colour) for colour in set(guess)))
        if kind not in expected:
            expected[kind] = naive_histogram(guess, codes)
        assert histogram == expected[kind], guess


@arbitrary.composite
def regions(draw: arbitrary.DrawFn) -> tuple[Game, list[Code], list[Code]]:
    pegs = draw(arbitrary.integers(1, 9))
    game = Game(pegs, draw(arbitrary.integers(1, 15)))
    code = arbitrary.integers(0, game.size - 1).map(game.code)
    return game, draw(arbitrary.lists(code, max_size=3)), draw(arbitrary.lists(code, max_size=70))


@settings(max_examples=share(40), deadline=None)
@given(regions(), arbitrary.sampled_from(["stdlib", "numpy"]))
def test_histograms_and_scores_of_any_region(drawn: tuple[Game, list[Code], list[Code]], name: str) -> None:
    game, guesses, region = drawn
    tier = select(name)
    assert tier.histograms(game, guesses, region) == [naive_histogram(guess, region) for guess in guesses]
    for guess in guesses:
        expected = [score(guess, secret).ordinal(game.pegs) for secret in region]
        assert list(tier.scores(game, guess, region)) == expected


@pytest.mark.parametrize("tier", TIERS)
def test_scores_of_all_codes_and_histogram_of_one_guess(tier: str) -> None:
    game = Game(4, 6)
    guess = game.parse("1123")
    ordinals = select(tier).scores(game, guess)
    assert list(ordinals) == [score(guess, secret).ordinal(4) for secret in game.codes()]
    counted = [list(ordinals).count(ordinal) for ordinal in range(ordinal_count(4))]
    assert select(tier).histogram(game, guess) == counted


@pytest.mark.parametrize("game", [Game(3, 4), Game(3, 5, repeats=False), Game(4, 3)], ids=str)
def test_one_histogram_against_all_codes_is_that_of_its_kind(game: Game) -> None:
    codes = game.codes()
    for guess in codes:
        assert select("stdlib").histogram(game, guess) == naive_histogram(guess, codes)
    with pytest.raises(GameError):
        select("stdlib").histogram(game, (0, game.colours, 0, 0)[: game.pegs])


def test_histogram_of_1122_as_published() -> None:
    """Knuth 1977: the first guess 1122 leaves at most 256 codes, 1, 16, 96, 256, 256 without a black."""
    histogram = select("stdlib").histogram(Game(4, 6), (0, 0, 1, 1))
    assert max(histogram) == 256
    assert histogram[:5] == [256, 256, 96, 16, 1]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(
    "codes", [[(0, 1, 2)], [(0, 1, 2, 6)], [(0, 1, 2, 3), (0, 1, 2, -1)], [(0, 1, 2, 3, 4)]]
)
def test_codes_of_another_game_are_refused(tier: str, codes: list[Code]) -> None:
    with pytest.raises(GameError, match="the code"):
        select(tier).histograms(Game(4, 6), codes, [(0, 0, 0, 0)])
    with pytest.raises(GameError, match="the code"):
        select(tier).histograms(Game(4, 6), [(0, 0, 0, 0)], codes)
    with pytest.raises(GameError, match="the code"):
        select(tier).scores(Game(4, 6), codes[-1], [(0, 0, 0, 0)])


@pytest.mark.parametrize("tier", TIERS)
def test_too_large_a_game_is_refused_at_once(tier: str) -> None:
    game = Game(9, 15)
    with pytest.raises(GameError, match=r"would need 38,443,359,375 codes, about 1\.2 TiB of memory"):
        select(tier).histogram(game, game.code(0))
    with pytest.raises(GameError, match="would need"):
        select(tier).scores(game, game.code(0))


@pytest.mark.parametrize("tier", ["stdlib", "numpy", pytest.param("llvm", marks=pytest.mark.slow)])
def test_a_region_of_the_largest_game_is_not_too_large(tier: str) -> None:
    game = Game(9, 15)
    region = sample(game, 100, 3)
    assert select(tier).histograms(game, region[:2], region) == [
        naive_histogram(one, region) for one in region[:2]
    ]


def test_selection() -> None:
    assert select("numpy").name == "numpy"
    assert select().name == installed_tiers()[0]
    assert select(scores=STDLIB_ANSWERS_FIRST - 1).name == "stdlib"
    assert select(scores=STDLIB_ANSWERS_FIRST).name == installed_tiers()[0]
    with pytest.raises(TierError, match="take one of llvm, numpy, stdlib, cuda"):
        select("fortran")


def test_a_tier_is_taken_by_the_name_that_it_had() -> None:
    assert select("numba").name == "llvm"
    assert choose_tier(TreePlan(Game(2, 3)), "numba") == "llvm"


def test_a_tier_that_is_not_installed_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.tiers.find_spec", lambda module: module if module == "numpy" else None)
    assert installed_tiers() == ["numpy", "stdlib"]
    assert select().name == "numpy"
    with pytest.raises(TierError, match=r"llvm needs llvmlite: pip install 'hp15c\[fast\]'"):
        select("llvm")


def test_numpy_counts_bits_without_bitwise_count(monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy

    monkeypatch.delattr(numpy, "bitwise_count", raising=False)
    game = Game(4, 5)
    assert select("numpy").histogram(game, (0, 1, 1, 2)) == naive_histogram((0, 1, 1, 2), game.codes())


def test_the_standard_library_tier_imports_nothing_heavy() -> None:
    program = (
        "import sys; from solver.tiers import select; from solver.codes import Game;"
        "select(scores=1296).histogram(Game(4, 6), (0, 0, 1, 1));"
        "print(sorted({'numpy', 'numba', 'rich', 'click'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_kernels_stay_in_bounds() -> None:
    """The kernels as plain Python, where numpy checks each index: compiled code does not."""
    program = """
import json
from solver.codes import Game
from solver.tiers import select
tier = select("llvm")
games = [Game(1, 2), Game(2, 3), Game(3, 3), Game(4, 2), Game(5, 2), Game(3, 4, repeats=False), Game(9, 1)]
region = [(0, 1, 2, 3), (3, 3, 0, 0), (1, 1, 1, 1)]
histograms = [tier.histograms(game) for game in games]
print(json.dumps([*histograms, tier.histograms(Game(4, 4), region, region[1:])]))
"""

    def run(**environment: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **environment},
        )
        return json.loads(done.stdout)

    assert run(NUMBA_DISABLE_JIT="1") == run()


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_share_the_guesses_and_change_nothing(threads: int) -> None:
    from solver.tiers.llvm_tier import LlvmTier

    game = Game(4, 5)
    assert LlvmTier(threads).histograms(game) == select("llvm").histograms(game)
    assert LlvmTier(threads).histograms(game, [(0, 1, 2, 3)]) == [
        select("stdlib").histogram(game, (0, 1, 2, 3))
    ]


@pytest.mark.parametrize("tier", TIERS)
def test_what_is_no_code_at_all_is_refused_as_an_array_too(tier: str) -> None:
    for codes in ([(0, 1, 2, 300)], [(0, 1, 2), (0, 1, 2, 3, 4)]):
        with pytest.raises(GameError, match="the code"):
            select(tier).histograms(Game(4, 6), [(0, 0, 0, 0)], codes)


@pytest.mark.parametrize("tier", ["numpy", pytest.param("llvm", marks=pytest.mark.slow)])
def test_one_guess_is_counted_as_among_all(tier: str) -> None:
    """It is compared with all codes and with a region. A code of another game is refused."""
    pytest.importorskip({"llvm": "llvmlite"}.get(tier, tier))
    game = Game(4, 5)
    chosen: Any = select(tier)
    codes, region = game.codes(), game.codes()[::7]
    for against in (None, region):
        every = chosen.counts(game, codes, against)
        for guess in (0, 57, 311, 624):
            assert chosen.counts(game, [codes[guess]], against).tolist() == [every[guess].tolist()]
    with pytest.raises(GameError):
        chosen.counts(game, [(0, 0, 5, 0)])


@pytest.mark.parametrize("tier", ["numpy", pytest.param("llvm", marks=pytest.mark.slow)])
def test_one_guess_is_not_sorted(tier: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting one guess by its palette takes ten times as long as counting."""
    pytest.importorskip({"llvm": "llvmlite"}.get(tier, tier))
    game = Game(4, 3)
    chosen: Any = select(tier)
    every = chosen.counts(game).tolist()
    for module in ("arrays", "numpy_tier"):
        monkeypatch.delattr(f"solver.tiers.{module}.by_palette")
    assert [chosen.counts(game, [guess]).tolist() for guess in game.codes()] == [[one] for one in every]


@pytest.mark.slow
def test_threads_that_ask_one_tier_for_one_guess_do_not_disturb_each_other() -> None:
    pytest.importorskip("llvmlite")
    game = Game(4, 5)
    chosen: Any = select("llvm")
    every = chosen.counts(game).tolist()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda guess: chosen.counts(game, [guess])[0].tolist(), game.codes() * 4))
    assert found == every * 4
