"""Pictures of a calculator as SVG: its LCD, and its whole face with what the LCD shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from hp15c import files
from hp15c.display import lcd
from hp15c.display.display import ANNUNCIATORS, Display
from hp15c.errors import InputError
from hp15c.keys.face import CLEAR, COLUMNS, Cap, caps
from hp15c.table.models import Model

_DARK: Final = "#1c211b"
_GLASS: Final = "#c5cbb6"
_GOLD: Final = "#f0bd50"
_BLUE: Final = "#a5d2fb"

# The LCD: a cell is 12 wide and 20 high.
_CELL: Final = 15
_MARGIN: Final = 8
_GLASS_WIDTH: Final = 2 * _MARGIN + lcd.CELLS * _CELL
_GLASS_HEIGHT: Final = 48

# The face: keys stand in a grid of steps, each with its gold legend above and its blue one on its lower part.
_STEP_X: Final = 64
_STEP_Y: Final = 74
_KEY: Final = (48, 40)
_LEFT: Final = 22
_KEYS_TOP: Final = 150
_WIDTH: Final = 2 * _LEFT + COLUMNS * _STEP_X
_HEIGHT: Final = _KEYS_TOP + 4 * _STEP_Y + 6
_SHIFTS: Final = {"42": (_GOLD, "#1d1606"), "43": (_BLUE, "#0a1a29")}
_CAP: Final = ("#463f3a", "#faf8f3")


@dataclass(frozen=True)
class Picture:
    """An SVG picture. A notebook shows it."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def write(self, path: str | Path) -> None:
        """Write the SVG file, replaced whole. Raises OSError where that cannot be, and InputError for a name
        that does not end in .svg.
        """
        if Path(path).suffix.lower() != ".svg":
            raise InputError(f"{path}: a picture is an SVG file. Let its name end in .svg")
        files.replace(Path(path), self.svg.encode("utf-8"))


def lcd_picture(display: Display) -> Picture:
    """The LCD alone. The title of the picture is the text that it shows."""
    head = _head(2 * _GLASS_WIDTH, f"0 0 {_GLASS_WIDTH} {_GLASS_HEIGHT}", lcd_in_words(display))
    return Picture(f"{head}{_glass(display)}</svg>")


def face_picture(display: Display, model: Model) -> Picture:
    """The whole face of a model: the LCD, and 39 keys with what is printed on, above and below them."""
    title = f"HP-{model}: {lcd_in_words(display)}"
    glass = f'<g transform="translate(40 22) scale(2)">{_glass(display)}</g>'
    name = _text(_WIDTH - 90, 82, model.value, f'font-size="34" font-weight="bold" fill="{_DARK}"')
    keys = "".join(_key(cap) for cap in caps(model))
    inner = f'width="{_WIDTH - 16}" height="{_HEIGHT - _KEYS_TOP + 6}"'
    return Picture(
        f"{_head(_WIDTH, f'0 0 {_WIDTH} {_HEIGHT}', title)}"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="16" fill="#c8c6c1"/>'
        f'<rect x="8" y="{_KEYS_TOP - 14}" {inner} rx="10" fill="#2a2522"/>{glass}'
        '<g font-family="Helvetica, Arial, sans-serif" text-anchor="middle">'
        f"{name}{keys}{_bracket(model)}</g></svg>\n"
    )


def lcd_in_words(display: Display) -> str:
    """The LCD in words: its text and the annunciators that are lit. 'off' when nothing is lit."""
    shown = " ".join(_lit_annunciators(display))
    return f"{display.text.strip()} {shown}".strip() or "off"


def _lit_annunciators(display: Display) -> list[str]:
    return [name for name in ANNUNCIATORS if name in display.annunciators]


def _head(width: int, box: str, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" viewBox="{box}" role="img">'
        f"<title>{escape(title)}</title>"
    )


def _glass(display: Display) -> str:
    points = lcd.polygons()
    parts = [
        f'<polygon transform="translate({_MARGIN + cell * _CELL} {_MARGIN})" points="{points[part]}"/>'
        for cell, lit in enumerate(lcd.lit_parts(display.text))
        for part in lit
    ]
    return (
        f'<rect width="{_GLASS_WIDTH}" height="{_GLASS_HEIGHT}" rx="3" fill="{_GLASS}"/>'
        f'<g fill="{_DARK}">{"".join(parts)}<text x="{_MARGIN}" y="{_GLASS_HEIGHT - 5}" font-size="8"'
        f' font-family="sans-serif">{escape(" ".join(_lit_annunciators(display)))}</text></g>'
    )


def _bracket(model: Model) -> str:
    """The bracket CLEAR above the keys whose gold legends it belongs to."""
    under = [cap for cap in caps(model) if cap.clear]
    left, right = (_LEFT + (column - 1) * _STEP_X for column in (under[0].column, under[-1].column + 1))
    y = _KEYS_TOP + (under[0].row - 1) * _STEP_Y - 4
    middle = (left + right) // 2
    line = f"M{left + 8} {y + 4}V{y}H{middle - 24}M{middle + 24} {y}H{right - 8}V{y + 4}"
    name = _text(middle, y + 3, CLEAR, f'font-size="10" fill="{_GOLD}"')
    return f'<path d="{line}" fill="none" stroke="{_GOLD}"/>{name}'


def _key(cap: Cap) -> str:
    """A key at its place: cap, label, and the legends of f and g."""
    wide, high = _KEY
    high += (cap.rows - 1) * _STEP_Y
    x = _LEFT + (cap.column - 1) * _STEP_X + (_STEP_X - wide) // 2
    y = _KEYS_TOP + (cap.row - 1) * _STEP_Y + 16
    fill, ink = _SHIFTS.get(cap.code, _CAP)
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4" fill="{fill}" stroke="#080706"/>'
        + "".join(_legends(cap, x + wide // 2, y, high, ink))
    )


def _legends(cap: Cap, x: int, y: int, high: int, ink: str) -> Iterator[str]:
    if cap.gold:
        yield _text(x, y - 5, cap.gold, f'font-size="12" fill="{_GOLD}"')
    upright = len(cap.label) > 3 and cap.rows > 1
    bold = f'font-weight="bold" fill="{ink}"'
    if upright:
        for line, letter in enumerate(cap.label):
            yield _text(x, y + 20 + 17 * line, letter, f'font-size="15" {bold}')
    else:
        yield _text(x, y + (22 if cap.blue else 25), cap.label, f'font-size="17" {bold}')
    if cap.blue:
        yield _text(x, y + high - 5, cap.blue, f'font-size="11" fill="{_BLUE}"')


def _text(x: int, y: int, text: str, style: str) -> str:
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
