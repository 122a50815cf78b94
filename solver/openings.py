from __future__ import annotations
from solver.codes import Code, Game
def tabled(game: Game, strategy: str) -> Code | None:
    return None
