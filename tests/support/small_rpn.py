"""A four-level stack and a dozen functions: enough to be the function of a recorded SOLVE or integral."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from hp15c.functions import exponential, hyperbolic, logarithm, trigonometry
from hp15c.numbers.effort import Meter
from hp15c.numbers.number import ZERO, Number
from hp15c.numbers.working import UNIT, Working, add, div, mul, pack, sqrt, sub, widen
from hp15c.table.modes import AngleMode, Format, Notation
from tests.support.records import records

NOTATIONS = {"7": Notation.FIX, "8": Notation.SCI, "9": Notation.ENG}

TWO_NUMBERS: dict[str, Callable[[Working, Working], Working]] = {
    "40": partial(add, Meter()),
    "30": partial(sub, Meter()),
    "20": partial(mul, Meter()),
    "10": partial(div, Meter()),
    "14": partial(exponential.power, Meter()),
}
ONE_NUMBER: dict[str, Callable[[Working, AngleMode], Working]] = {
    "11": lambda x, _: sqrt(Meter(), x),
    "12": lambda x, _: exponential.exp(Meter(), x),
    "15": lambda x, _: div(Meter(), UNIT, x),
    "23": partial(trigonometry.sine, Meter()),
    "24": partial(trigonometry.cosine, Meter()),
    "25": partial(trigonometry.tangent, Meter()),
    "43 11": lambda x, _: mul(Meter(), x, x),
    "43 12": lambda x, _: logarithm.ln(Meter(), x),
    "43 16": lambda x, _: abs(x),
    "42 22 23": lambda x, _: hyperbolic.sinh(Meter(), x),
}


def sampled(keys: str) -> list[dict[str, Any]]:
    """The records of SOLVE or of the integral, by its keys, that name the abscissas."""
    return [
        record
        for record in records("behaviour")
        if record["topic"] == "8 SOLVE and INTEGRATE"
        and "samples" in record
        and f" {keys} 11" in record["keys"]
    ]


def instructions(keys: str) -> list[str]:
    """A row of keys cut into instructions: shifts stay with the key that they shift."""
    cut: list[str] = []
    prefix: list[str] = []
    for key in keys.split():
        prefix.append(key)
        if key in ("42", "43") or prefix == ["42", "22"]:
            continue
        cut.append(" ".join(prefix))
        prefix = []
    return cut


class SmallRpn:
    """Runs the body of a function (no LBL, no RTN) from a stack filled with the abscissa."""

    def __init__(self, body: list[str], mode: AngleMode) -> None:
        self.body = body
        self.mode = mode
        self.stack = [ZERO] * 4
        self.last_x = ZERO

    def __call__(self, abscissa: Number) -> Number:
        """X after the body. The rest of the stack and LAST X stay to be looked at."""
        self.stack = [abscissa] * 4
        entry, lift = "", True
        for key in self.body:
            if len(key) == 1 or key == "48":
                entry, fresh = entry + (key if key != "48" else "."), not entry
                if fresh:
                    self.stack = [ZERO, *self.stack[:3]] if lift else [ZERO, *self.stack[1:]]
                self.stack[0] = Number.of("0" + entry if entry.startswith(".") else entry)
                continue
            entry, lift = "", key not in ("36", "43 35")
            self._press(key)
        return self.stack[0]

    def _press(self, key: str) -> None:
        x, y, z, t = self.stack
        if key == "36":
            self.stack = [x, x, y, z]
        elif key == "34":
            self.stack = [y, x, z, t]
        elif key == "33":
            self.stack = [y, z, t, x]
        elif key == "16":
            self.stack[0] = -x
        elif key == "43 35":
            self.stack[0] = ZERO
        elif key in TWO_NUMBERS:
            self.stack = [pack(TWO_NUMBERS[key](widen(y), widen(x)))[0], z, t, t]
            self.last_x = x
        else:
            self.stack[0] = pack(ONE_NUMBER[key](widen(x), self.mode))[0]
            self.last_x = x


def typed(keys: str) -> list[Number]:
    """The numbers that a row of digit, point, CHS, EEX and ENTER keys types."""
    numbers = []
    for text in keys.replace("48", ".").split("36"):
        mantissa, _, exponent = text.partition("26")
        digits = mantissa.replace("16", "").replace(" ", "") or "0"
        power = exponent.replace("16", "").replace(" ", "") or "0"
        sign, power_sign = "-" * ("16" in mantissa.split()), "-" * ("16" in exponent.split())
        numbers.append(Number.of(f"{sign}{digits}e{power_sign}{power}"))
    return numbers


def split_setting(keys: str) -> tuple[AngleMode, Format, str]:
    """Angle mode and display format that keys set (DEG, FIX 4 if none), and the keys that are left."""
    mode, fmt = AngleMode.DEG, Format(Notation.FIX, 4)
    rest = []
    row = iter(keys.split())
    for key in row:
        if key == "43":
            mode = {"7": AngleMode.DEG, "8": AngleMode.RAD, "9": AngleMode.GRD}[next(row)]
        elif key == "42":
            fmt = Format(NOTATIONS[next(row)], int(next(row)))
        else:
            rest.append(key)
    return mode, fmt, " ".join(rest)
