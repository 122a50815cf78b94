"""The lines of a call, of SOLVE and of the integral."""

from __future__ import annotations

from typing import Final

from generator.language.operations import INTEGRALS

_SEARCH: Final = (("SOLVE", ""), ("digit", "1"), (".", ""), ("INT", ""))
CALLING: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "": (("GSB", ""),),
    "solve": (("SOLVE", ""), ("CF", "8")),
    "search": _SEARCH,
    "search_with_value": _SEARCH,
    **dict.fromkeys(INTEGRALS, (("∫", ""),)),
}
"""The lines for each way to call a function. The operand of the first line is the label. After SOLVE a line
is skipped where there is no root. CF 8 changes nothing: no compiled program is in complex mode there. A point
alone is 0, after a digit it is 1.
"""
CALLS: Final = frozenset(lines[0][0] for lines in CALLING.values())
