"""From keys to instructions: how prefixes begin, go on and end (BEHAVIOUR 3.7, 3.8).

Which sequences exist comes from the table of instructions. This module holds only the rules of the keyboard.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from hp15c.table.instructions import (
    DIGITS,
    LETTER_KEYS,
    ROWS,
    TABLE,
    Keys,
    OperandKind,
    Step,
    rows_naming,
    step,
    steps_by_keys,
)
from hp15c.table.models import Model

F: Final = "42"
G: Final = "43"
SHIFTS: Final = (F, G)

_LETTERS: Final = {key: letter for letter, key in LETTER_KEYS.items()}
_LINE_NUMBER_DIGITS: Final = 3

# Keys before which f is accepted inside a sequence, whatever the key means there.
_F_ANYWHERE: Final = frozenset({*_LETTERS, "24", "25"})
_F_AFTER_STO_RCL: Final = frozenset({"36", "23", "16", "26"})
_STO_RCL: Final = (("44",), ("45",))

_HYP: Final[Keys] = ("42", "22")
_HYP_INVERSE: Final[Keys] = ("43", "22")


class ResolvedKey(NamedTuple):
    """The result of one more key after those before it: keys that still wait, or a step, or neither.

    `cancelled` tells that a sequence was dropped, so that ← acts as CLx (BEHAVIOUR 3.7).
    """

    pending: Keys = ()
    step: Step | None = None
    cancelled: bool = False


def can_wait(model: Model, pending: Keys) -> bool:
    """Whether all of these keys, pressed one after the other, still wait for a key that completes them."""
    waiting: Keys = ()
    for key in pending:
        waiting = resolve(model, waiting, key).pending
    return waiting == pending


@cache
def complete(model: Model) -> dict[Keys, Step]:
    """Every sequence of keys that does something, program lines and commands."""
    sequences = dict(steps_by_keys(model))
    for row in TABLE:
        keys = row.on(model)
        if not row.programmable and keys is not None and keys[-1] not in SHIFTS:
            sequences[keys] = Step(row)
    del sequences[_line_keys(model)]
    if model is Model.HP11C:
        # SCI and ENG 8 and 9 exist at the keyboard only. Flags that the model does not have give Error 6.
        for row in (*rows_naming(OperandKind.PLACES), *rows_naming(OperandKind.FLAG)):
            for digit in DIGITS:
                sequences.setdefault((*(row.on(model) or ()), digit), Step(row, digit))
    return sequences


@cache
def beginnings(model: Model) -> frozenset[Keys]:
    """Every sequence that waits for another key."""
    sequences = [*complete(model), (*_line_keys(model), "0")]
    return frozenset(keys[:end] for keys in sequences for end in range(1, len(keys)))


def resolve(model: Model, pending: Keys, key: str, user: bool = False) -> ResolvedKey:
    """The result of `key` after the keys in `pending`. `user` is USER mode.

    A key that cannot continue the sequence drops it and acts as if pressed alone, after the f or g that
    came last. So does an f after an f or a g.
    """
    waiting = _line_awaited(model, pending)
    if waiting and key in SHIFTS:
        return ResolvedKey((*waiting, key))
    if waiting and pending[-1] == G:
        works = key in _LETTERS or (G, key) in beginnings(model)
        return _resolve_key(model, (G,), key, user) if works else ResolvedKey((G,))
    if key == F:
        return ResolvedKey((F,) if not pending or pending[-1] in SHIFTS else (*pending, F))
    if key == G:
        goes_on = (*pending, G) in beginnings(model)
        return ResolvedKey((*pending, G) if goes_on else (G,))
    if pending in ((), (F,)):
        return _resolve_key(model, pending, key, user)
    if pending[-1] == F:
        sequence = pending[:-1]
        if key not in _F_ANYWHERE and not (sequence in _STO_RCL and key in _F_AFTER_STO_RCL):
            return _resolve_key(model, (F,), key, user)
        by_f = sequence == _HYP_INVERSE and model is Model.HP15C  # an f after g HYP⁻¹ makes it HYP
        resolved = _continue(model, _HYP if by_f else sequence, key)
        return resolved or _resolve_key(model, (F,), key, user)
    resolved = _continue(model, pending, key)
    if resolved or pending[-1] == G:
        return resolved or _resolve_key(model, (G,), key, user)
    return _resolve_key(model, (), key, user)._replace(cancelled=True)


def _line_awaited(model: Model, pending: Keys) -> Keys:
    """GTO . with two digits on the HP-11C, without the f or g after them. Nothing for other keys.

    f and g replace each other there without dropping the line number. After g the next key is lost, and g
    goes on waiting, unless the key is a letter's or begins a longer sequence (BEHAVIOUR 9.2).
    """
    line = _line_keys(model)
    size = len(line) + _LINE_NUMBER_DIGITS - 1
    awaited, shifts = pending[:size], pending[size:]
    waits = model is Model.HP11C and len(awaited) == size and awaited[: len(line)] == line
    return awaited if waits and set(awaited[len(line) :]) <= set(DIGITS) and len(shifts) < 2 else ()


def _resolve_key(model: Model, shift: Keys, key: str, user: bool) -> ResolvedKey:
    """A key by itself or after f or g. In USER mode letter keys work without f, as usual with f."""
    if key in _LETTERS and shift in ((), (F,)):
        return ResolvedKey(
            step=step("GSB", _LETTERS[key]) if user != (shift == (F,)) else complete(model)[(key,)]
        )
    return _continue(model, shift, key) or ResolvedKey()


def _continue(model: Model, pending: Keys, key: str) -> ResolvedKey | None:
    """The sequence with one more key, None when it cannot follow."""
    keys = (*pending, key)
    if keys in complete(model):
        return ResolvedKey(step=complete(model)[keys])
    if keys in beginnings(model):
        return ResolvedKey(keys)
    line = _line_keys(model)
    if pending[: len(line)] == line and key in DIGITS:
        digits = keys[len(line) :]
        if len(digits) == _LINE_NUMBER_DIGITS:
            return ResolvedKey(step=Step(ROWS["GTO CHS"], "".join(digits)))
        return ResolvedKey(keys)
    return None


def _line_keys(model: Model) -> Keys:
    """The keys that ask for a line number: GTO CHS, on the HP-11C GTO and the point."""
    keys = ROWS["GTO CHS"].on(model)
    assert keys is not None
    return keys
