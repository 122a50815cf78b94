"""Terms as people write them: `x² ÷ r2`, `INT y`, `x < 0`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hp15c.rules.number_functions import SQUARE
from hp15c.table.step import register_name
from hp15c.terms import laws
from hp15c.terms.term import Term, term

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
OF_MODE: Final = ("SIN", "COS", "TAN", "SIN⁻¹", "COS⁻¹", "TAN⁻¹", "RND")
"""Functions whose second operand is a mode, which people do not write."""
_RESULTS: Final = {"→P": ("radius", "angle"), "→R": ("x", "y")}
"""What X and Y are after functions with two results, whose last operand is the angle mode."""
_OF_SUMS: Final = {
    "x̄": ("mean of x", "mean of y"),
    "s": ("deviation of x", "deviation of y"),
    "L.R.": ("intercept", "slope"),
    "intercept": ("intercept", ""),
    "slope": ("slope", ""),
    "ŷ,r": ("ŷ at {}", "correlation"),
}
"""What X and Y are after functions of the statistics sums. {} is the number in X before."""
_COMPLEX: Final = "complex "
_PARTS: Final = ("real", "imaginary")


def text(term: Term, names: Mapping[Term, str] = _NO_NAMES) -> str:
    """A term as people write it, with as few brackets as it needs. `names` are written in place of terms."""
    return _write(term, names)[0]


def is_longer(term: Term, most: int) -> bool:
    """Whether the text of a term has more characters than `most`.

    It is not written for a term with so many operands that its text is longer in any case: a value that is
    made of itself again and again takes more characters than any memory holds.
    """
    left, count = [term], 0
    while left and count <= 2 * most:
        one = left.pop()
        count += 1
        left += () if one.op == "register" else one.args
    return bool(left) or len(text(term)) > most


def complex_text(real: Term, imag: Term, names: Mapping[Term, str] = _NO_NAMES) -> str:
    """A complex number as people write it: `(x + y i)²`, `3 + r1 i`. A real number is written as such."""
    return _write_complex(real, imag, names)[0]


def part_name(name: str, place: int) -> str:
    """What the real (0) or the imaginary part (1) of a complex number with a name is called."""
    return f"{_PARTS[place]} {name}"


def _write_complex(real: Term, imag: Term, names: Mapping[Term, str]) -> tuple[str, int]:
    if imag.number is not None and imag.number.is_zero:
        return _write(real, names)
    whole = names.get(real, "").removeprefix(part_name("", 0))
    if whole and names.get(imag) == part_name(whole, 1):
        return whole, _ATOM
    if real.op == imag.op == "input" and _is_imaginary(str(real.payload), str(imag.payload)):
        return _write(real, names)
    for one, other in _ways_to_add(real):
        if one.op.startswith(_COMPLEX) and imag is term(one.op, *one.args, payload=1):
            return _add_real(_of_complex(one, names), other, names)
    if real.op.startswith(_COMPLEX) and imag is term(real.op, *real.args, payload=1):
        return _of_complex(real, names)
    if real.number is not None and real.number.is_zero:
        return f"{_inside(imag, names, _PRODUCT)} i", _PRODUCT
    turns = _begins_with_sign(imag, names) and not _ways_to_add(imag)
    sign, size = ("−", laws.negate(imag)) if turns else ("+", imag)
    return f"{_inside(real, names, _SUM)} {sign} {_inside(size, names, _PRODUCT)} i", _SUM


def _is_imaginary(real: str, imag: str) -> bool:
    """Whether these are the places of both parts of one level: "x" and "xi", "x@020" and "xi@020"."""
    place, at, where = real.partition("@")
    return imag == f"{place}i{at}{where}"


def _ways_to_add(total: Term) -> list[tuple[Term, Term]]:
    """The two numbers of a sum or a difference, in both orders. Empty for another term."""
    if total.op == "+":
        a, b = total.args
    elif total.op == "CHS" and total.args[0].op == "+":
        a, b = map(laws.negate, total.args[0].args)
    else:
        return []
    return [(a, b), (b, a)]


def _add_real(whole: tuple[str, int], real: Term, names: Mapping[Term, str]) -> tuple[str, int]:
    """A complex number and a real one added."""
    sign, size = ("−", laws.negate(real)) if _begins_with_sign(real, names) else ("+", real)
    return f"{enclose(whole, _SUM)} {sign} {_inside(size, names, _PRODUCT)}", _SUM


def _of_complex(part: Term, names: Mapping[Term, str]) -> tuple[str, int]:
    """A function of complex numbers: its operands are the parts of each, and perhaps the angle mode."""
    op, args = part.op.removeprefix(_COMPLEX), part.args
    of = [_write_complex(args[at], args[at + 1], names) for at in range(0, len(args) - 1, 2)]
    if op in ("×", "÷"):
        return f"{enclose(of[0], _PRODUCT)} {op} {enclose(of[1], _PREFIX)}", _PRODUCT
    if op in ("+", "−"):
        return f"{enclose(of[0], _SUM)} {op} {enclose(of[1], _PRODUCT)}", _SUM
    if op == "yˣ":
        return f"{enclose(of[0], _ATOM)}^{enclose(of[1], _ATOM)}", _PREFIX
    only = enclose(of[0], _ATOM)
    if op in (SQUARE, "√x", "eˣ", "10ˣ"):
        return {SQUARE: f"{only}²", "√x": f"√{only}"}.get(op, f"{op[:-1]}^{only}"), _PREFIX
    return (f"1 ÷ {only}", _PRODUCT) if op == "1/x" else (f"{op}({of[0][0]})", _ATOM)


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
        if size.op in ("×", "÷") and size not in names:
            pair = _without_sign(size.args, names) or _turn(size.args[0], size.args[1], names)
            if pair:
                return _arithmetic(size.op, pair[0], pair[1], names)
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
        return f"{enclose(left, _SUM)} + {enclose(right, _PRODUCT)}", _SUM
    if op == "×" and a is b:
        a = laws.negate(a) if _begins_with_sign(a, names) else a
        return f"{_inside(a, names, _ATOM)}²", _PREFIX
    if _begins_with_sign(a, names) and (pair_of := _without_sign((b,), names)):
        a, b = laws.negate(a), pair_of[0]
    if _begins_with_sign(a, names) != _begins_with_sign(b, names) and (turned := _turn(a, b, names)):
        first = _begins_with_sign(a, names)
        a, b = (laws.negate(a), turned[1]) if first else (turned[0], laws.negate(b))
    pair = [_write(one, names) for one in ((b, a) if op == "×" and b.number is not None else (a, b))]
    left, right = sorted(pair, key=lambda one: one[1] != _PRODUCT) if op == "×" else pair
    return f"{enclose(left, _PRODUCT)} {op} {enclose(right, _PREFIX)}", _PRODUCT


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


def _without_sign(factors: tuple[Term, ...], names: Mapping[Term, str]) -> tuple[Term, ...]:
    """The factors, the sign of the first left out that begins with one. Empty where no factor begins so."""
    for place, one in enumerate(factors):
        if _begins_with_sign(one, names) and factors.count(one) == 1:
            return (*factors[:place], laws.negate(one), *factors[place + 1 :])
    return ()


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
    if op.startswith(_COMPLEX) and isinstance(payload, int):
        return f"{_PARTS[payload]} part of {_of_complex(term, names)[0]}", _SUM
    if op in _OF_SUMS:
        of = text(args[-1], names)
        return _OF_SUMS[op][payload if isinstance(payload, int) else 0].format(of), _ATOM
    if op in _RESULTS and isinstance(payload, int):
        of = ", ".join(text(one, names) for one in args[:2])
        return f"{_RESULTS[op][payload]} of {op}({of})", _SUM
    shown = args[:1] if op in OF_MODE else args
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
    return enclose(_write(term, names), tight)


def enclose(written: tuple[str, int], tight: int) -> str:
    """A text as an operand: in parentheses where its own operators bind less than `tight`."""
    told, holds = written
    return told if holds >= tight else f"({told})"
