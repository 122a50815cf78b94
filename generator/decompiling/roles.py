"""What a variable is for, where that can be seen: a counter, a total, a product."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from generator.decompiling.events import Event
from generator.decompiling.needs import RESULTS_OF_RUN, Needs, place_of, value_at, ways_to
from generator.language.operations import INTEGRALS
from hp15c.terms.term import Term

_ROLES: Final = {"+": "total", "×": "product"}

_RESULTS: Final = {
    "mean": ("mean_y", "mean_x"),
    "sdev": ("s_y", "s_x"),
    "linreg": ("slope", "intercept"),
    "estimate": ("r", "y"),
    "sum_plus": ("", "points"),
    "sum_minus": ("", "points"),
    "polar": ("angle", "radius"),
    "rect": ("up", "across"),
    "abs": ("", "size"),
    "ask_two": ("first", "second"),
}
"""What the results of these words are called, that in Y first."""
_ONE: Final = {"ran": "chance", "stop": "answer", "element": "element"}
"""What the only result of such a line is called."""
_INTEGRAL: Final = {"x": "area", "y": "uncertainty"}
_SOLVE: Final = {"x": "root", "y": "before", "z": "height"}
"""What the results of the integral and of SOLVE are called, by their places."""


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


def result_name(event: Event | None, kind: str, place: str) -> str:
    """What a result of an event is called that stands in a place, '' for no name. `kind` is its origin."""
    if place in ("ended", "found", "more"):
        return place
    if event and event.what in _RESULTS and (kind != "complex" or event.what == "abs"):
        return _RESULTS[event.what][place == "x"]
    if kind in _ONE:
        return _ONE[kind]
    if kind == "complex":
        return "real" if place == "y" else "imag"
    if kind == "matrix":
        return {"r0": "this_row", "r1": "this_column"}.get(place, "element")
    if kind == "call" and event and event.by and place in RESULTS_OF_RUN[event.by]:
        return (_INTEGRAL if event.by in INTEGRALS else _SOLVE)[place]
    return ""
