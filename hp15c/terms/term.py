"""Terms: values of the calculator as expressions over what it held at the beginning.

A Term is an operation and its operands. It cannot be changed, and there is one object for each, so that equal
terms are the same object. The operations are:

- "constant": its `payload` is a Number, a Descriptor, a whole number, a Format, an AngleMode, or a truth,
- "input": what the calculator held in the place that `payload` names at the beginning, "x" or "flag 0",
- "register": the register of a memory (first operand) with a number (second operand),
- "stored" and "cleared": a memory with one register changed, and one whose registers are all 0,
- the name of a function of `rules.number_functions`. `payload` is the place of the result among several,
- "CHS": the number with the other sign,
- "ends": whether the loop of a counter ends. `payload` is DSE or ISG. These are its next value, too,
- "overflows" and "fails": whether the function that `payload` names does so for these operands,
- "=", "<", "at least", "matrix" (is a descriptor), "not", "or": conditions. "choose" takes the second operand
  where the first holds, and the third elsewhere,
- "settle": a value whose negative zero becomes 0, "minus": the first whole number less the second,
- "room": whether this number of registers is free for the imaginary stack.
"""

from __future__ import annotations

from typing import Final
from weakref import WeakValueDictionary
from zlib import crc32

from hp15c.numbers.number import MINUS_ZERO, ONE, ZERO, Number
from hp15c.state.state import Descriptor
from hp15c.table.modes import AngleMode, Format

Payload = Number | Descriptor | int | str | Format | AngleMode | None

INPUTS: Final = ("x", "y", "z", "t", "xi", "yi", "zi", "ti", "last_x", "last_xi", "i")
"""The names of the levels, LAST X and I as inputs. The other inputs are named in `state`."""


Kind = int
"""What a term can stand for: a sum of the following. A term of several kinds may be any of them."""

NUMBER: Final = 1
NEGATIVE_ZERO: Final = 2
MATRIX: Final = 4
ANY: Final = NUMBER | NEGATIVE_ZERO | MATRIX
OTHER: Final = 8
"""The kind of what is no number of the calculator: a whole number, a mode, a memory or a condition."""


class Term:
    """A value as an expression. Terms are compared as objects."""

    __slots__ = ("__weakref__", "args", "kind", "op", "order", "payload")

    op: str
    args: tuple[Term, ...]
    payload: Payload
    kind: Kind
    order: tuple[int, int]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Term cannot be changed")

    @property
    def number(self) -> Number | None:
        """The number that it is known to be, None when it is not known."""
        return self.payload if self.op == "constant" and isinstance(self.payload, Number) else None

    @property
    def whole(self) -> int | None:
        """The whole number that it is known to be, None when it is not known."""
        payload = self.payload
        known = self.op == "constant" and isinstance(payload, int) and not isinstance(payload, bool)
        return payload if known and isinstance(payload, int) else None

    def __repr__(self) -> str:
        inner = [repr(self.payload)] * (self.payload is not None) + [repr(one) for one in self.args]
        return f"{self.op}({', '.join(inner)})"


_Key = tuple[str, type, Payload, Kind, tuple[Term, ...]]
_TERMS: Final[WeakValueDictionary[_Key, Term]] = WeakValueDictionary()
_SET_OP, _SET_ARGS, _SET_PAYLOAD, _SET_KIND, _SET_ORDER = (
    Term.__dict__[name].__set__ for name in ("op", "args", "payload", "kind", "order")
)
_RANKS: Final = {"input": 0, "constant": 2}


def term(op: str, *args: Term, payload: Payload = None, kind: Kind = NUMBER) -> Term:
    """The term of an operation, without any law."""
    key = (op, payload.__class__, payload, kind, args)
    found = _TERMS.get(key)
    if found is None:
        found = Term()
        _SET_OP(found, op)
        _SET_ARGS(found, args)
        _SET_PAYLOAD(found, payload)
        _SET_KIND(found, kind)
        # The same in every run of the program, because hashes of numbers are.
        own = INPUTS.index(payload) if payload in INPUTS else crc32(f"{op} {payload}".encode())
        _SET_ORDER(found, (_RANKS.get(op, 1), hash((own, *(one.order for one in args))) if args else own))
        _TERMS[key] = found
    return found


def constant(value: Number | Descriptor | int | Format | AngleMode) -> Term:
    """The term of a known value. True and False are conditions."""
    kind = OTHER
    if isinstance(value, Number):
        kind = NEGATIVE_ZERO if value == MINUS_ZERO else NUMBER
    elif isinstance(value, Descriptor):
        kind = MATRIX
    return term("constant", payload=value, kind=kind)


def input_of(name: str, kind: Kind = NUMBER) -> Term:
    """What a place held at the beginning."""
    return term("input", payload=name, kind=kind)


TRUE: Final = constant(True)
FALSE: Final = constant(False)
NOUGHT: Final = constant(ZERO)
UNIT: Final = constant(ONE)


def inputs(of: Term) -> frozenset[Term]:
    """The inputs in a term, memories as their registers where their numbers are known."""
    found: set[Term] = set()
    seen: set[Term] = set()
    waiting = [of]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        if one.op == "input" or (one.op == "register" and not one.args[0].args):
            found.add(one)
        waiting += one.args[1:] if one.op == "register" and one in found else one.args
    return frozenset(found)


def variables(of: Term) -> set[Term]:
    """All inputs in a term, memories too."""
    found: set[Term] = set()
    waiting = [of]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += one.args
    return {one for one in found if one.op == "input"}
