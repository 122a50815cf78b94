"""A program as a notebook shows it: the keys to press."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from hp15c.table.models import Model

if TYPE_CHECKING:
    from hp15c.listing.program import Program

_CAP = "border:1px solid #333;border-radius:3px;padding:0 5px;margin-right:3px;font-weight:bold;"
_SHIFT = {"f": "background:#a5560a;color:#fff;", "g": "background:#1f5c91;color:#fff;"}


def program_table(program: Program) -> str:
    """A program as an HTML table: number, keys to press and keycodes of each line."""
    from hp15c.listing.writers.html import caps

    rows = [
        f"<tr><td>{number:03d}</td><td style='text-align:left'>{'u ' if step.user else ''}"
        f"{_keys((cap.legend, cap.shift) for cap in caps(step, program.model))}</td>"
        f"<td><code>{escape(step.codes(program.model).strip())}</code></td></tr>"
        for number, step in enumerate(program.steps, 1)
    ]
    unit = "bytes" if program.model is Model.HP15C else "lines of memory"
    caption = (
        f"{program.title or 'Program'} · HP-{program.model}, {len(program)} lines, {program.bytes} {unit}"
    )
    return f"<table><caption>{escape(caption)}</caption>{''.join(rows)}</table>"


def _keys(legends: Iterable[tuple[str, bool]]) -> str:
    return "".join(
        f'<kbd style="{_CAP}{_SHIFT.get(legend, "") if shift else ""}">{escape(legend)}</kbd>'
        for legend, shift in legends
    )
