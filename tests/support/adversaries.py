"""Pairs of programs that differ in one thing: a number, a mode, a matrix, a call, a key of a number."""

from __future__ import annotations

import random
from typing import NamedTuple

from generator.equality.claims import Observe
from generator.equality.trials import Run, Trial, differ, press
from hp15c.core.playing import state_with
from hp15c.listing.program import Program
from hp15c.table.models import LIMITS, Model
from tests.support.random_lines import steps_by_name


class Adversaries(NamedTuple):
    """Two programs, and what is observed of them."""

    old: Program
    new: Program
    observe: Observe = Observe.RESULTS


_SETTINGS = {
    "matrix": ("2, ENTER, DIM A", "1, ENTER, 2, DIM A"),
    "element": ("1, STO 0, STO 1, 7, STO A", "1, STO 0, STO 1, 6, STO A"),
    "other matrix": ("2, ENTER, DIM B", "3, ENTER, 2, DIM B"),
    "result": ("RESULT C", "RESULT D"),
    "registers": ("1, 9, DIM (i)", "1, 8, DIM (i)"),
    "seed": ("., 5, STO RAN#", "., 6, STO RAN#"),
    "R0": ("1, STO 0", "2, STO 0"),
    "R1": ("1, STO 1", "2, STO 1"),
    "R2": ("3, STO 2", "4, STO 2"),
    "R3": ("3, STO 3", "5, STO 3"),
    "I": ("2, STO I", "1, STO I"),
    "a fraction in I": ("2, STO I", "2, ., 4, STO I"),
    "a line in I": ("2, STO I", "3, CHS, STO I"),
    "flag 0": ("CF 0", "SF 0"),
    "flag 9": ("CF 9", "SF 9"),
    "format": ("FIX 4", "FIX 3"),
    "notation": ("FIX 5", "SCI 5"),
    "angle": ("DEG", "RAD"),
    "LAST X": ("1, ENTER, 2, +", "2, ENTER, 1, +"),
    "T": ("4, ENTER", "5, ENTER"),
    "Z": ("3, ENTER", "4, ENTER"),
    "Y": ("2, ENTER", "1, ENTER"),
    "lift": ("1, x↔y, x↔y", "1, ENTER, CLx, 1, R↓, R↑"),
    "X": ("1", "2"),
}
"""Lines that set each thing, and lines that set it to something else."""
_ONLY_15C = ("matrix", "element", "other matrix", "result", "registers", "flag 9")
_MATRICES = (
    "RCL MATRIX A",
    "RCL MATRIX A, RCL MATRIX B",
    "RCL MATRIX B, RCL MATRIX A",
    "RCL MATRIX A, 1, ENTER",
)
_LEVELS = ("SF 8, I", "SF 8, I, RCL MATRIX A", "SF 8, I, CLx")
_PROBES = (
    *(
        "",
        "x↔y",
        "R↓, R↓",
        "R↑",
        "LSTx",
        "RCL 0",
        "RCL 1",
        "RCL 2",
        "RCL 3",
        "RCL I",
        "RAN#",
        "PSE, CLx",
        "9",
    ),
    *("R/S, CLx", "F? 0, CLx", "1, x↔y", "ENTER, R↓, R↓", "SIN", "0, ÷", "GTO I", "GSB I, CLx", "x=y, CLx"),
)
_PROBES_15C = (
    *("Re↔Im", "x↔y, Re↔Im", "R↑, Re↔Im", "LSTx, Re↔Im", "F? 9, CLx", "RCL MATRIX C", "RCL DIM B", "RCL A"),
    *("RCL DIM (i)", "SOLVE 1, R↑", "∫ 1", "∫ 1, R↓", "SOLVE 1, CLx, LSTx", "CF 8, FIX 4"),
)
_FUNCTIONS = (
    "2, −, RTN",
    "LSTx, −, RTN",
    "x², RCL 2, −, RTN",
    "R↓, 2, −, RTN",
    "STO 3, 2, −, RTN",
    "eˣ, SIN, RTN",
)


def settings(chance: random.Random, model: Model) -> Adversaries:
    """One thing is set otherwise, then both programs execute the same lines and show one thing or three."""
    names = [name for name in _SETTINGS if model is Model.HP15C or name not in _ONLY_15C]
    other = chance.choice(names)
    endings = (*[""] * 6, *_MATRICES, *_LEVELS) if model is Model.HP15C else ("",)
    line = str(chance.choice(chance.choice(steps_by_name(model))))
    probes = (*_PROBES, *_PROBES_15C * (model is Model.HP15C))
    probe = ", R/S, ".join(chance.sample(probes, chance.choice((1, 3))))
    tail = f"{chance.choice(endings)}, {line * (not line.startswith('LBL'))}, {probe}, RTN"
    tail += f", LBL 1, {chance.choice(_FUNCTIONS)}, LBL 2, 5, RTN"
    observe = chance.choice(list(Observe)) if chance.random() < 0.2 else Observe.RESULTS
    first, second = (
        ", ".join(_SETTINGS[name][changes and name == other] for name in names) for changes in (0, 1)
    )
    return _pair(f"LBL A, {first}, {tail}", f"LBL A, {second}, {tail}", model, observe)


def _pair(old: str, new: str, model: Model, observe: Observe = Observe.RESULTS) -> Adversaries:
    return Adversaries(_program(old, model), _program(new, model), observe)


def _program(lines: str, model: Model) -> Program:
    return Program.parse("\n".join(line for line in lines.split(", ") if line), model.value)


def typing(chance: random.Random, model: Model) -> Adversaries:
    """The same keys of a number, with two of them exchanged, one left out, or something in between."""
    keys = [chance.choice("00123456789") for _ in range(chance.choice((2, 3, 11)))]
    keys += chance.sample([".", "EEX", "CHS", "CHS", "EEX"], chance.randint(0, 4))
    chance.shuffle(keys)
    others = list(keys)
    place = chance.randrange(len(others))
    way = chance.randrange(4)
    if way == 0:
        others[place - 1], others[place] = others[place], others[place - 1]
    elif way == 1:
        del others[place]
    else:
        between = chance.choice(("ENTER", "PSE", "R/S", "F? 0", "CLx", "GSB 1", "DEG", "FIX 4", "x↔y"))
        (keys if way == 2 else others).insert(place, between)
    first = chance.choice(("", "ENTER", "CLx", "CHS"))
    tail = chance.choice(
        ("RTN", "R/S, +, RTN", "PSE, +, RTN", "+, R/S", "R/S, 3, RTN", "ENTER, RTN, LBL B, 4, +")
    )
    tail += ", LBL 1, RTN"
    pair = (f"LBL A, {first}, {', '.join(each)}, {tail}" for each in (keys, others))
    return _pair(next(pair), next(pair), model, chance.choice(list(Observe)))


def calling(chance: random.Random, model: Model) -> Adversaries:
    """A chain of calls about as deep as the stack of returns, and the same with one call fewer."""
    deep = LIMITS[model].returns + chance.choice((-1, 0, 0, 1))
    body = chance.choice(("1, +", "R/S, x²", "PSE, 2, ×", "STO 1", "GTO I", "1, STO I, CLx"))
    ends = chance.choice(("RTN", "R/S"))

    def chain(count: int) -> str:
        lines = [f"GSB {count - 1}, RTN"]
        for number in range(count - 1, 0, -1):
            last = f"{body}, {ends}" if number == 1 else f"GSB {number - 1}, RTN"
            lines.append(f"LBL {number}, {last}")
        return ", ".join(["LBL A", *lines, chance.choice(("", "LBL B, x², RTN"))])

    return _pair(chain(deep), chain(deep - 1), model)


def ending(chance: random.Random, model: Model) -> Adversaries:
    """Other lines after a stop, an Error or a second label, to which a further key leads."""
    behind = chance.sample(("x²", "3, ×", "1, +", "CHS", "CLx", "ENTER, +"), 2)
    around = chance.choice(
        (
            "LBL A, GSB 1, {}, RTN, LBL 1, R/S",
            "LBL A, 1, R/S, {}, RTN",
            "LBL A, 1, R/S, RTN, LBL A, {}, RTN",
            "{}, LBL A, 5, R/S",
            "LBL A, 2, R/S, 3, RTN, LBL B, {}",
            "LBL A, GSB 1, {}, PSE, RTN, LBL 1, PSE",
            "LBL A, x=0, GSB 1, {}, R/S, LBL 1, R/S",
            "LBL A, STO 1, LBL 1, R/S, RCL 1, {}, STO 1, GTO 1",
            "LBL A, DSE I, GSB A, {}, R/S",
            "LBL A, SF 9, {}, LBL B, F? 0, GTO A, R/S" if model is Model.HP15C else "LBL A, {}, R/S",
        )
    )
    old, new = (around.replace("{}", one) for one in behind)
    return _pair(old, new, model)


KINDS = (settings, typing, calling, ending)
_RUNS = (
    *((Run("GSB A"), *[Run("R/S")] * 4), (Run("GSB A", ("5",)), Run("R/S", ("3",)), Run("GSB A"))),
    (Run("GSB A", ("2", "3")), Run("GSB A"), Run("GSB B"), Run("R/S")),
)


def keys_that_differ(pair: Adversaries) -> str | None:
    """Keys after which fresh calculators show different things, None where these all show the same."""
    for runs in _RUNS:
        trial = Trial((), (state_with(pair.old), state_with(pair.new)), frozenset())
        for count, run in enumerate(runs, 1):
            if run.what != "R/S" and not all(run.what[4:] in one.label_lines for one in pair[:2]):
                break
            if run.what == "R/S" and not any(state.line or state.returns for state in trial.states):
                break
            trial, one, other = press(trial, run, {}, 2_000)
            if any(message and message.startswith("Error 10") for message in _messages(trial)):
                break
            if differ(trial, one, other, pair.observe):
                return " ".join(each.keys({}) for each in runs[:count])
            if one.cut_off or other.cut_off or any(_messages(trial)):
                break
    return None


def _messages(trial: Trial) -> list[str | None]:
    return [state.message for state in trial.states]
