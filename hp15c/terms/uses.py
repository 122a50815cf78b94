"""What lines that terms do not follow read and change: matrices, SOLVE and the integral (BEHAVIOUR 7, 8).

Their results have no terms. But of each such line it is known which values it uses, where its results
stand, and that it leaves the others as they are or moves them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hp15c.table.instructions import OperandKind, Role, Step

LEVELS: Final = ("x", "y", "z", "t")
PLACES: Final = (*LEVELS, "last_x")
MADE: Final = ""
"""In `Use.after`: a result of the line."""
_KEPT: Final = PLACES


class Use(NamedTuple):
    """What a line does with the levels and LAST X.

    `reads` are those whose values it uses. `after` says for X, Y, Z, T and LAST X where the value after the
    line comes from: a place before the line, or `MADE`. An Error leaves all of them as they were, except
    those in `spoilt`.
    """

    reads: tuple[str, ...]
    after: tuple[str, ...]
    spoilt: tuple[str, ...] = ()


LEFT: Final = {"SOLVE": {"t": "y", "last_x": "last_x"}, "∫": {"last_x": "last_x"}}
"""Where SOLVE and the integral keep what their function left, by its places (BEHAVIOUR 8.2)."""
EVERYTHING: Final = Use(PLACES, (MADE,) * 5, PLACES)
"""What is said of a line of which nothing more is known."""
_EVALUATED: Final = Use(("x", "y"), (MADE,) * 5, LEVELS)
_REPLACED: Final = Use(("x",), (MADE, "y", "z", "t", "x"))
_DROPPED: Final = Use(("x", "y"), (MADE, "z", "t", "t", "x"), ("y",))
_FUNCTIONS: Final = {
    **dict.fromkeys("01", Use((), _KEPT)),
    **dict.fromkeys("234", Use(("x",), _KEPT)),
    **dict.fromkeys("56", _DROPPED),
    **dict.fromkeys("789", _REPLACED),
}
_USES: Final = {
    "RESULT": Use((), _KEPT),
    "STO RESULT": Use(("x",), _KEPT),
    "STO MATRIX": Use(("x",), _KEPT),
    "RCL g": Use(("x", "y"), (MADE, "z", "t", "t", "last_x")),
    "STO g": Use(("x", "y", "z"), ("z", "t", "t", "t", "last_x")),
    "CHS": Use(("x",), _KEPT),
    "Py,x": Use(("x",), _KEPT),
    "Cy,x": Use(("x",), _KEPT),
    "1/x": _REPLACED,
    **dict.fromkeys("+−×÷", _DROPPED),
    "x↔": Use(("x",), (MADE, "y", "z", "t", "last_x")),
    "DSE": Use((), _KEPT),
    "ISG": Use((), _KEPT),
}
_PUSHING: Final = ("RCL MATRIX", "RCL RESULT", "RCL DIM", "RCL")


def use_of(step: Step, lift: bool | None) -> Use:
    """What a line does with the levels in real mode. `lift` is stack lift before it, None when not known."""
    if step.role is Role.EVALUATES:
        return _EVALUATED
    if step.name == "MATRIX":
        return _FUNCTIONS[step.operand]
    if step.name == "DIM":
        return Use(("x",) if step.operand == "(i)" else ("x", "y"), _KEPT)
    if step.name in _PUSHING:
        return _push(2 if step.name == "RCL DIM" and step.operand != "(i)" else 1, lift)
    if step.names is OperandKind.REGISTER and step.name.startswith("STO"):
        return Use(("x",), _KEPT)
    if step.names is OperandKind.REGISTER and step.name.startswith("RCL "):
        return _USES["x↔"]
    return _USES.get(step.name, EVERYTHING)


def _push(count: int, lift: bool | None) -> Use:
    """The use of a line that pushes `count` results. Without stack lift the first one overwrites X."""
    if lift is None:
        return EVERYTHING
    below = LEVELS if lift else LEVELS[1:]
    levels = (*[MADE] * count, *below)[: len(LEVELS)]
    return Use((), (*levels, "last_x"))


def registers_used(step: Step) -> tuple[int, ...] | None:
    """The registers that a handed-over line may read or write. None where it may be any of them.

    SOLVE and the integral have none: what their function uses belongs to its own lines.
    """
    if step.role is Role.EVALUATES:
        return ()
    if step.instruction.sums or step.operand == "(i)":
        return None
    return (0, 1) if step.register is None else (step.register,)
