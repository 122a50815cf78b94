"""The face on the page: its keys, and which keys of a computer's keyboard press them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Final

from hp15c.keys.face import Cap, caps
from hp15c.table.instructions import TABLE
from hp15c.table.models import Model

# The keys of a computer's keyboard, by the function that is printed on the calculator's key itself.
LETTERS: Final = dict(
    pair.split()
    for pair in (
        *("√x a", "eˣ b", "10ˣ c", "yˣ d", "1/x e", "CHS h", "EEX E"),
        *("SST n", "GTO t", "SIN j", "COS k", "TAN l"),
        *("R/S p", "GSB u", "R↓ v", "x↔y w", "ON o", "f f", "g g"),
        *("STO s", "RCL r", "Σ+ z", "ENTER Enter", "← Backspace"),
        *("÷ /", "× *", "− -", "+ +", ". ."),
    )
)
OTHER_SHORTCUTS: Final = {",": ".", "Delete": "←", "_": "CHS", "x": "×", " ": "R/S"}
SHIFTED_SHORTCUTS: Final = {"!": "x!", "%": "%", "^": "yˣ"}
IN_A_NUMBER: Final = {"e": "EEX", "-": "CHS"}
"""What these keys do while a number is typed, as in 6.02e23. The minus counts right after the e."""
SPOKEN: Final = dict(
    pair.split(": ")
    for pair in (
        *(
            "√x: square root of x",
            "x²: x squared",
            "1/x: 1 over x",
            "x!: x factorial",
            "π: pi",
            "∫: integral",
        ),
        *("+: plus", "−: minus", "×: times", "÷: divide", "%: percent", "Δ%: delta percent", ".: point"),
        *(
            "Σ: sums",
            "Σ+: sigma plus",
            "Σ−: sigma minus",
            "x̄: mean",
            "ŷ,r: y estimate and r",
            "F?: flag test",
        ),
        *(
            "RAN#: random number",
            "Cy,x: combinations",
            "Py,x: permutations",
            "Re↔Im: exchange real and imaginary",
        ),
        *("R↓: roll down", "R↑: roll up", "→R: to rectangular", "→P: to polar", "←: back"),
        *("(i): indirect i", "x↔(i): x exchange indirect i", "x↔: x exchange"),
    )
)
"""What a screen reader says for a legend, where its signs would be left out or read by their shapes."""
_SPOKEN_SIGNS: Final = (
    *(("⁻¹", " inverse"), ("ˣ", " to the x"), ("→", "to "), ("↔", " exchange "), ("≤", " at most ")),
    *(("≠", " not equal to "), ("=", " equal to "), ("<", " less than "), (">", " greater than ")),
)


def in_words(legend: str) -> str:
    """A legend as a screen reader says it: x≤y is 'x at most y'."""
    spoken = SPOKEN.get(legend, legend)
    for sign, words in _SPOKEN_SIGNS:
        spoken = spoken.replace(sign, words)
    return spoken


@dataclass(frozen=True, slots=True)
class Key(Cap):
    """A key of the face with its `shortcut`: the key of a computer's keyboard that presses it."""

    shortcut: str

    @property
    def description(self) -> str:
        """The key in words, for screen readers."""
        gold, blue = f"f {'CLEAR ' * self.clear}{in_words(self.gold)}", f"g {in_words(self.blue)}"
        return ", ".join([in_words(self.label), *(gold,) * bool(self.gold), *(blue,) * bool(self.blue)])


@cache
def keys(model: Model) -> tuple[Key, ...]:
    """The keys of a model in reading order."""
    return tuple(Key(**asdict(cap), shortcut=_shortcut(cap.label)) for cap in caps(model))


def _shortcut(label: str) -> str:
    return label if label.isdigit() and len(label) == 1 else LETTERS[label]


@cache
def shortcuts(model: Model) -> dict[str, tuple[str, ...]]:
    """The keys that each key of a computer's keyboard presses. Letters are small."""
    pressed: dict[str, tuple[str, ...]] = {key.shortcut: (key.code,) for key in keys(model)}
    codes = {key.label: key.code for key in keys(model)}
    for shortcut, label in OTHER_SHORTCUTS.items():
        pressed[shortcut] = (codes[label],)
    for shortcut, name in SHIFTED_SHORTCUTS.items():
        row = next(row for row in TABLE if row.name == name)
        pressed[shortcut] = row.on(model) or ()
    return pressed


def in_a_number(model: Model) -> dict[str, str]:
    """The keys that a few keys of a computer's keyboard press while a number is typed."""
    codes = {key.label: key.code for key in keys(model)}
    return {shortcut: codes[label] for shortcut, label in IN_A_NUMBER.items()}
