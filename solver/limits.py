"""How large a game may be. A score and a peg of every such game fit the words of compiled code."""

from __future__ import annotations

MAX_PEGS = 9
MAX_COLOURS = 15
