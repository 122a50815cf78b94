"""What a notebook shows of the objects: the LCD as a picture, a program as the keys to press."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from hp15c import lcd
from hp15c.display import ANNUNCIATORS, Display
from hp15c.models import Model

if TYPE_CHECKING:
    from hp15c.program import Program

_CELL = 15
_MARGIN = 8
_HEIGHT = 48
_DARK = "#1c211b"
_GLASS = "#c5cbb6"
_CAP = "border:1px solid #333;border-radius:3px;padding:0 5px;margin-right:3px;font-weight:bold;"
_SHIFT = {"f": "background:#a5560a;color:#fff;", "g": "background:#1f5c91;color:#fff;"}


def lcd_svg(display: Display) -> str:
    """The LCD as an SVG picture: lit segments and annunciators; its title is the text that it shows."""
    width = 2 * _MARGIN + lcd.CELLS * _CELL
    points = lcd.polygons()
    parts = [
        f'<polygon transform="translate({_MARGIN + cell * _CELL} {_MARGIN})" points="{points[part]}"/>'
        for cell, lit in enumerate(lcd.lit_parts(display.text))
        for part in lit
    ]
    shown = " ".join(name for name in ANNUNCIATORS if name in display.annunciators)
    spoken = escape(f"{display.text.strip()} {shown}".strip() or "off")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * width}" viewBox="0 0 {width} {_HEIGHT}"'
        f' role="img"><title>{spoken}</title>'
        f'<rect width="{width}" height="{_HEIGHT}" rx="3" fill="{_GLASS}"/>'
        f'<g fill="{_DARK}">{"".join(parts)}<text x="{_MARGIN}" y="{_HEIGHT - 5}" font-size="8"'
        f' font-family="sans-serif">{escape(shown)}</text></g></svg>'
    )


def program_table(program: Program) -> str:
    """A program as an HTML table: number, keys to press and keycodes of each line."""
    from hp15c.listing.html import caps

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
