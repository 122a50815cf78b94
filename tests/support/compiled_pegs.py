"""Games that compiled code plays in CI. Every number of pegs has kernels of its own, compiled for seconds."""

from __future__ import annotations

from typing import Any, Final

import pytest

from solver.codes import Game

IN_CI: Final = (4, 5)
"""The numbers of pegs whose kernels CI compiles."""


def compiled(game: Game) -> pytest.MarkDecorator:
    """The mark of a test in which compiled code plays all games: `slow` for what CI compiles, else `long`."""
    return pytest.mark.slow if game.pegs in IN_CI or game.pegs == 1 else pytest.mark.long


def counted(game: Game) -> Any:
    """The marks of a test in which compiled code counts histograms. It has none where CI compiles anyway."""
    return () if game.pegs in IN_CI else pytest.mark.slow
