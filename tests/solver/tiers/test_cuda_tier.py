"""The cuda tier on CUDA's simulator, in a process of its own: no GPU is needed, but the extra `gpu` is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from solver.codes import Game
from solver.tiers import TierError, select
from tests.support.naive_solver import naive_histogram

needs_gpu_extra = pytest.mark.skipif(
    find_spec("numba_cuda") is None, reason="the extra gpu is not installed: pip install hp15c[gpu]"
)
GAMES = [Game(1, 2), Game(2, 3), Game(3, 3), Game(4, 2), Game(3, 4, repeats=False), Game(9, 1)]
REGION = ["112233445", "fedcba987", "111111111", "123456789"]

PROGRAM = """
import json, sys
from solver.codes import Game
from solver.tiers.cuda_tier import CudaTier
tier = CudaTier(threads=8)
games, region = json.loads(sys.argv[1])
whole = [tier.histograms(Game(*game)) for game in games]
large = Game(9, 15)
codes = [large.parse(text) for text in region]
small = Game(2, 3)
print(json.dumps([
    whole,
    tier.histograms(large, codes, codes),
    tier.histograms(small, [], None),
    tier.histograms(small, [(0, 1)], []),
    list(tier.scores(small, (0, 1))),
]))
"""


def on_the_simulator(program: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@needs_gpu_extra
def test_histograms_on_the_simulator_are_those_of_the_definition() -> None:
    games = [(game.pegs, game.colours, game.repeats) for game in GAMES]
    whole, large, none, empty, scores = json.loads(on_the_simulator(PROGRAM, json.dumps([games, REGION])))
    for game, histograms in zip(GAMES, whole, strict=True):
        assert histograms == [naive_histogram(guess, game.codes()) for guess in game.codes()]
    region = [Game(9, 15).parse(text) for text in REGION]
    assert large == [naive_histogram(guess, region) for guess in region]
    assert none == []
    assert empty == [[0] * 6]
    assert bytes(scores) == select("stdlib").scores(Game(2, 3), (0, 1))


@pytest.mark.slow
@needs_gpu_extra
def test_without_a_gpu_the_tier_says_so() -> None:
    program = """
from solver.tiers import TierError, select
from numba import cuda
if cuda.is_available():
    print("a GPU")
else:
    try:
        select("cuda")
    except TierError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout in (
        "a GPU\n",
        "the tier cuda needs an NVIDIA GPU and its driver: take llvm, numpy or stdlib\n",
    )


def test_without_the_extra_the_tier_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.tiers.find_spec", lambda module: None if module == "numba_cuda" else module)
    with pytest.raises(TierError, match=r"cuda needs numba_cuda: pip install 'hp15c\[gpu\]'"):
        select("cuda")
