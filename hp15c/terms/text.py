"""Terms as people write them: `x² ÷ r2`, `INT y`, `x < 0`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hp15c.table.step import register_name
from hp15c.terms import laws
from hp15c.terms.term import Term

_SUM, _PRODUCT, _PREFIX, _ATOM = range(4)
_NOUNS: Final = {
    "last_x": "LAST X",
    "last_xi": "imaginary LAST X",
    "xi": "imaginary x",
    "yi": "imaginary y",
    "zi": "imaginary z",
    "ti": "imaginary t",
    "i": "I",
    "lift": "stack lift",
    "depth": "pending returns",
}
_NO_NAMES: Final[Mapping[Term, str]] = {}
_POSTFIX: Final = {"x!": "!"}
_RELATIONS: Final = {
    "=": (("=", "="), ("≠", "≠")),
    "<": (("<", ">"), ("≥", "≤")),
    "at least": (("≥", "≤"), ("<", ">")),
}
"""How a comparison is written where it holds and where it does not, and both with the sides exchanged."""
_OPPOSITE: Final = {"=": "=", "≠": "≠", "<": ">", ">": "<", "≥": "≤", "≤": "≥"}
"""A comparison when the signs of both sides change."""
_REST: Final = ("SIN", "COS", "TAN", "SIN⁻¹", "COS⁻¹", "TAN⁻¹", "RND")
"""Functions whose second operand is a mode, which people do not write."""
_RESULTS: Final = {"→P": ("radius", "angle"), "→R": ("x", "y")}
"""What X and Y are behind functions with two results, whose last operand is the angle mode."""


def text(term: Term, names: Mapping[Term, str] = _NO_NAMES) -> str:
    """A term as people write it, with as few brackets as it needs. `names` are written in place of terms."""
    return _write(term, names)[0]


def _write(term: Term, names: Mapping[Term, str]) -> tuple[str, int]:
    """The text, and how tightly it holds together."""
    if term in names:
        return names[term], _ATOM
    if names and term.args and (size := laws.negate(term)) in names:
        return f"−{names[size]}", _SUM
    op, args, payload = term.op, term.args, term.payload
    if op == "constant":
        known = (
            str(payload).replace("-", "−")
            if payload is not True and payload is not False
            else str(payload).lower()
        )
        return known, _SUM if known.startswith("−") else _ATOM
    if op == "input":
        return _NOUNS.get(str(payload), str(payload).replace("_", " ")), _ATOM
    if op == "register":
        return _register(args, names)
    if op in ("+", "×", "÷") and payload is None:
        return _arithmetic(op, args[0], args[1], names)
    if op == "CHS" and args[0].op == "+" and args[0] not in names:
        a, b = map(laws.negate, args[0].args)
        return _arithmetic("+", a, b, names)
    if op == "CHS":
        size = args[0]
        if (
            size.op in ("×", "÷")
            and size not in names
            and (turned := _turn(size.args[0], size.args[1], names))
        ):
            return _arithmetic(size.op, *turned, names)
        return f"−{_inside(size, names, _PRODUCT)}", _SUM
    if op in _RELATIONS:
        return _compare(term, names, True), _SUM
    if op == "not":
        return _deny(args[0], names), _SUM
    if op == "or":
        return " or ".join(_inside(one, names, _PRODUCT) for one in args), _SUM
    return _call(term, names)


def _register(args: tuple[Term, ...], names: Mapping[Term, str]) -> tuple[str, int]:
    memory, number = args
    known = number.whole
    if number.op == "magnitude":
        number = number.args[0]
    place = f"r({text(number, names)})" if known is None else f"r{register_name(known)}"
    return place if memory.op == "input" else f"{place} of the changed registers", _ATOM


def _arithmetic(op: str, a: Term, b: Term, names: Mapping[Term, str]) -> tuple[str, int]:
    if op == "+":
        a, b = (b, a) if _begins_with_sign(a, names) and not _begins_with_sign(b, names) else (a, b)
        known = b.number
        size = laws.negate(b) if known is None and _begins_with_sign(b, names) else b
        if size is not b:
            return f"{_inside(a, names, _SUM)} − {_inside(size, names, _PRODUCT)}", _SUM
        if known is not None and known.negative:
            return f"{_inside(a, names, _SUM)} − {-known}", _SUM
        left, right = _write(a, names), _write(b, names)
        left, right = (right, left) if right[1] == _SUM != left[1] else (left, right)
        return f"{_enclose(left, _SUM)} + {_enclose(right, _PRODUCT)}", _SUM
    if op == "×" and a is b:
        return f"{_inside(a, names, _ATOM)}²", _PREFIX
    if _begins_with_sign(a, names) != _begins_with_sign(b, names) and (turned := _turn(a, b, names)):
        first = _begins_with_sign(a, names)
        a, b = (laws.negate(a), turned[1]) if first else (turned[0], laws.negate(b))
    pair = [_write(one, names) for one in ((b, a) if op == "×" and b.number is not None else (a, b))]
    left, right = sorted(pair, key=lambda one: one[1] != _PRODUCT) if op == "×" else pair
    return f"{_enclose(left, _PRODUCT)} {op} {_enclose(right, _PREFIX)}", _PRODUCT


def _turn(a: Term, b: Term, names: Mapping[Term, str]) -> tuple[Term, Term] | None:
    """Two factors, one of them a difference the other way round. None where none of them is a difference."""
    turned = [
        laws.negate(one)
        if one.op == "+" and one not in names and any(_begins_with_sign(part, names) for part in one.args)
        else one
        for one in (a, b)
    ]
    if turned[0] is not a:
        return turned[0], b
    return None if turned[1] is b else (a, turned[1])


def _begins_with_sign(term: Term, names: Mapping[Term, str]) -> bool:
    known = term.number
    if known is not None:
        return known.negative
    return term not in names and (term.op == "CHS" or (bool(names) and laws.negate(term) in names))


def _call(term: Term, names: Mapping[Term, str]) -> tuple[str, int]:
    op, args, payload = term.op, term.args, term.payload
    if op in _POSTFIX:
        return f"{_inside(args[0], names, _ATOM)}{_POSTFIX[op]}", _PREFIX
    if op == "RAN#":
        return op, _ATOM
    if op in ("DSE", "ISG"):
        return f"{_inside(args[0], names, _ATOM)} counted {'down' if op == 'DSE' else 'up'}", _SUM
    if op == "ends":
        return f"{payload} ends at {text(args[0], names)}", _SUM
    if op in ("overflows", "fails"):
        return f"{payload}({', '.join(text(one, names) for one in args)}) {op}", _SUM
    if op == "matrix":
        return f"{text(args[0], names)} is a matrix", _SUM
    if op == "choose":
        condition, a, b = (text(one, names) for one in args)
        return f"({a} if {condition} else {b})", _ATOM
    if op == "yˣ":
        return f"{_inside(args[0], names, _ATOM)}^{_inside(args[1], names, _ATOM)}", _PREFIX
    if op == "√x":
        return f"√{_inside(args[0], names, _ATOM)}", _PREFIX
    if op in ("eˣ", "10ˣ"):
        return f"{op[:-1]}^{_inside(args[0], names, _ATOM)}", _PREFIX
    if op in _RESULTS and isinstance(payload, int):
        of = ", ".join(text(one, names) for one in args[:2])
        return f"{_RESULTS[op][payload]} of {op}({of})", _SUM
    shown = args[:1] if op in _REST else args
    place = "" if payload is None else f"{payload}:"
    return f"{op}{place}({', '.join(text(one, names) for one in shown)})", _ATOM


def _compare(term: Term, names: Mapping[Term, str], holds: bool) -> str:
    """A comparison that holds or does not, with a known number on the right, or X on the left."""
    a, b = term.args
    sign, turned = _RELATIONS[term.op][0 if holds else 1]
    if a.op == "constant" or (b.op != "constant" and b.order < a.order):
        a, b, sign = b, a, turned
    if b.number is not None and _begins_with_sign(a, names):
        a, b, sign = laws.negate(a), laws.negate(b), _OPPOSITE[sign]
    return f"{text(a, names)} {sign} {text(b, names)}"


def _deny(term: Term, names: Mapping[Term, str]) -> str:
    """The text of a condition that does not hold."""
    if term.op in _RELATIONS:
        return _compare(term, names, False)
    args = term.args
    if term.op == "or":
        return " and ".join(f"({_deny(one, names)})" if one.op == "or" else _deny(one, names) for one in args)
    if term.op == "not":
        return text(args[0], names)
    return f"not ({text(term, names)})" if term.op != "input" else f"not {text(term, names)}"


def _inside(term: Term, names: Mapping[Term, str], tight: int) -> str:
    return _enclose(_write(term, names), tight)


def _enclose(written: tuple[str, int], tight: int) -> str:
    told, holds = written
    return told if holds >= tight else f"({told})"
