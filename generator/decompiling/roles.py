"""What a variable is for, where that can be seen: a counter, a total, a product."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from generator.decompiling.needs import Needs, place_of, value_at, ways_to
from hp15c.terms.term import Term

_ROLES: Final = {"+": "total", "×": "product"}


def role_of(leaf: Term, needs: Needs, counted: Collection[Term]) -> str:
    """The role of a value where ways meet: how each turn of its loop makes the next one. '' for no role."""
    if leaf in counted:
        return "counter"
    if leaf.op != "input":
        return ""
    place, mark = place_of(leaf)
    if not mark or " " in mark or place.startswith("flag"):
        return ""
    ways = {value_at(state, place) for _, state in ways_to(needs, mark)} - {leaf}
    turned = [value for value in ways if value.op in _ROLES and leaf in value.args]
    starts = [value for value in ways if value.op == "constant"]
    if len(turned) != 1 or len(starts) != 1 or len(ways) != len(turned) + len(starts):
        return ""
    others = [one for one in turned[0].args if one is not leaf]
    steps = any(one.number is not None and abs(int(one.number)) == 1 for one in others)
    return "counter" if steps and turned[0].op == "+" else _ROLES[turned[0].op]
