"""Tiers: four ways to compute the same histograms. They differ only in the time that they take.

| tier | needs | a plane is |
|---|---|---|
| llvm | extra `fast` | a few vector registers of code that llvmlite compiles |
| numpy | - | an array of 64-bit words |
| stdlib | nothing | one big integer |
| cuda | extra `gpu` and a GPU | the scores of one guess, a block each; no planes |
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from solver.codes import Code, Game
from solver.errors import SolverError

# below this many scores the standard library answers before numpy would be imported
STDLIB_ANSWERS_FIRST = 100_000_000

_MODULES = {
    "llvm": ("solver.tiers.llvm_tier", "LlvmTier", ("numpy", "llvmlite"), "fast"),
    "numpy": ("solver.tiers.numpy_tier", "NumpyTier", ("numpy",), ""),
    "stdlib": ("solver.tiers.stdlib", "StdlibTier", (), ""),
    "cuda": ("solver.tiers.cuda_tier", "CudaTier", ("numpy", "numba", "numba_cuda"), "gpu"),
}
NAMES = tuple(_MODULES)
RENAMED = {"numba": "llvm"}
"""Names that tiers had, with those that they have. They are taken still."""


class TierError(SolverError):
    """A tier that is unknown, not installed, or has no device. The text says what to do."""


class Tier(Protocol):
    """The interface of every tier. GameError for codes of another game and for games that are too large."""

    name: str

    def histogram(self, game: Game, guess: Code) -> list[int]:
        """How many of all codes have each ordinal as their score against the guess. That of the hole is 0."""
        ...

    def histograms(
        self, game: Game, guesses: Sequence[Code] | None = None, region: Sequence[Code] | None = None
    ) -> list[list[int]]:
        """The histogram of each guess against a region. None stands for all codes."""
        ...

    def scores(self, game: Game, guess: Code, region: Sequence[Code] | None = None) -> bytes:
        """The ordinal of the guess against each code of a region (all codes: None), a byte a code."""
        ...


def installed_tiers() -> list[str]:
    """The tiers that can be loaded here, the fastest first. Cuda, which also wants a GPU, last."""
    return [name for name in NAMES if all(find_spec(module) for module in _MODULES[name][2])]


def select(name: str | None = None, scores: int | None = None) -> Tier:
    """The tier of this name. Without a name, the fastest installed.

    `scores` is the number of scores that will be computed, if known. For few scores the standard library is
    taken. TierError when the tier is unknown or not installed.
    """
    if name is None:
        few = scores is not None and scores < STDLIB_ANSWERS_FIRST
        name = "stdlib" if few else installed_tiers()[0]
    module, class_name, _, _ = _MODULES[require(name)]
    tier: Tier = getattr(import_module(module), class_name)()
    return tier


def require(name: str) -> str:
    """The name of a tier, the present one for one that it had. Nothing is imported.

    TierError when no tier has this name, or what it needs is missing.
    """
    name = RENAMED.get(name, name)
    if name not in _MODULES:
        raise TierError(f'there is no tier "{name}": take one of {", ".join(NAMES)}')
    _, _, needed, extra = _MODULES[name]
    missing = [one for one in needed if not find_spec(one)]
    if missing:
        raise TierError(f"the tier {name} needs {' and '.join(missing)}: pip install 'hp15c[{extra}]'")
    return name
