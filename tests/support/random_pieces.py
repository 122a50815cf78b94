"""Random pieces of code for tests of their order."""

from __future__ import annotations

import random

from generator.compiler.code.pieces import Piece, join, thread
from generator.compiler.code.schedules import SourcedLine

_LINES = ("+", "x↔y", "R↓", "1/x", "ABS")
_ENDS = (("RTN",), ("R↓", "+", "x↔y", "RTN"))
_TESTS = ("x=0", "x≤y", "x>0", "DSE", "ISG")


def random_pieces(draw: random.Random, most: int) -> list[Piece]:
    """At most so many joined pieces: some enter, some test, some leave. Some ends are equal."""
    names = [f"p{number}" for number in range(draw.randint(3, most))]
    pieces = []
    for number, name in enumerate(names):
        lines = tuple(
            SourcedLine((draw.choice(_LINES), ""), 0) for _ in range(draw.choice((0, 1, 1, 1, 2, 3)))
        )
        entry = name if number == 0 or draw.random() < 0.3 else ""
        kind = draw.random()
        if kind < 0.45:
            test = draw.choice(_TESTS)
            then, orelse = draw.sample(names, 2)
            line = SourcedLine((test, 7 if test in ("DSE", "ISG") else ""), 0)
            pieces.append(Piece(name, lines, line, then, orelse, entry))
        elif kind < 0.75:
            pieces.append(Piece(name, lines, then=draw.choice(names), entry=entry))
        else:
            end = tuple(SourcedLine((one, ""), 0) for one in draw.choice(_ENDS))
            pieces.append(Piece(name, (*lines, *end), entry=entry))
    return join(thread(pieces))
