"""Names for labels. A jump searches forwards, so labels that are only jumped to from above share names."""

from __future__ import annotations

from collections.abc import Sequence

from generator.compiler.plain.buffer import BufferedLine, Label
from hp15c.errors import Unsupported
from hp15c.table.instructions import DIGITS, LETTERS, POINT_DIGITS
from hp15c.table.models import Model


def named(lines: Sequence[BufferedLine], entries: dict[Label, str], model: Model) -> dict[Label, str]:
    """A name for each label. Unsupported when there are more than the model has."""
    points = POINT_DIGITS if model is Model.HP15C else ()
    free = [one for one in (*DIGITS, *points, *reversed(LETTERS)) if one not in entries.values()]
    names = dict(entries)
    jumps = {label: numbers for label, numbers in _jumps(lines).items() if label not in entries}
    places = {line.label: number for number, line in enumerate(lines) if line.name == "LBL" and line.label}
    unique = {label for label in jumps if max(jumps[label]) > places[label] or _called(lines, label)}
    for label in sorted(unique, key=lambda one: places[one]):
        names[label] = _next(free, model)
    taken_until: dict[str, int] = {}
    for label in sorted(jumps.keys() - unique, key=lambda one: places[one]):
        first = min(jumps[label])
        name = next((one for one, until in taken_until.items() if until < first), None) or _next(free, model)
        names[label] = name
        taken_until[name] = places[label]
    return names


def _jumps(lines: Sequence[BufferedLine]) -> dict[Label, list[int]]:
    """The lines that jump to each label."""
    jumps: dict[Label, list[int]] = {}
    for number, line in enumerate(lines):
        if line.label is not None and line.name != "LBL":
            jumps.setdefault(line.label, []).append(number)
    return jumps


def _called(lines: Sequence[BufferedLine], label: Label) -> bool:
    return any(line.name not in ("GTO", "LBL") and line.label is label for line in lines)


def _next(free: list[str], model: Model) -> str:
    if not free:
        raise Unsupported(f"the HP-{model}", ["more labels are wanted than it has"])
    return free.pop(0)
