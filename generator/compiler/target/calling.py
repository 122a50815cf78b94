"""The lines of a call, of SOLVE and of the integral."""

from __future__ import annotations

from typing import Final

CALLING: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "": (("GSB", ""),),
    "solve": (("SOLVE", ""), ("CF", "8")),
    "integral": (("∫", ""),),
}
"""The first operand is the label. Behind SOLVE a line is skipped where there is no root, so one stands there
that changes nothing: no compiled program is in complex mode there.
"""
CALLS: Final = frozenset(lines[0][0] for lines in CALLING.values())
