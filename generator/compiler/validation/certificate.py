"""Certificates as JSON: written where a proof was found, read where it is checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, Final

from generator.compiler.tree.ir import Module
from generator.compiler.tree.text import text
from generator.compiler.validation import opaque
from generator.compiler.validation.check import Certificate
from generator.compiler.validation.relation import Point, Relation
from generator.compiler.validation.states import Block
from hp15c.errors import InputError
from hp15c.files import parse_json
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.rules.number_functions import ONE, SEVERAL, WHOLE
from hp15c.state.state import Descriptor
from hp15c.table.modes import AngleMode, Format, Notation
from hp15c.terms import constant, input_of
from hp15c.terms.substitution import MAKERS, made_anew
from hp15c.terms.term import ANY, NUMBER, OTHER, Term, term

FORMAT: Final = "hp15c compile 1"
_KINDS: Final = {"DSE": NUMBER, "ISG": NUMBER, "ends": OTHER} | opaque.KINDS
_CONDITIONS: Final = ("overflows", "fails")
_DUMMY: Final = input_of("dummy of certificates")
_KIND_OF: Final = {kind: kind for kind in (*range(1, ANY + 1), OTHER)}
"""What a variable may stand for: a number or a descriptor, or one of the others, and nothing else."""
LEAVES: Final[dict[str, Callable[..., Term]]] = {
    "variable": lambda name, kind: input_of(str(name), _KIND_OF[kind]),
    "format": lambda name, digits: constant(Format(Notation[name], int(digits))),
    "descriptor": lambda name: constant(Descriptor(str(name))),
    "angle": lambda name: constant(AngleMode[name]),
    "number": lambda text: constant(Number.of(text)),
    "truth": lambda value: constant(bool(value)),
    "whole": lambda value: constant(int(value)),
}
"""The terms without operands, by the name of their kind."""


def fingerprints(module: Module, program: Program) -> dict[str, str]:
    """The digests of a source after the front end, with the listings that it calls, and of a listing."""
    called = "\n".join(_lines(one.program) for one in module.routines.values())
    source = sha256(f"{text(module)}{called}".encode()).hexdigest()
    return {"source": source, "listing": fingerprint(program)}


def fingerprint(program: Program) -> str:
    """The SHA-256 of a program's model and steps, in hexadecimal digits."""
    return sha256(_lines(program).encode()).hexdigest()


def _lines(program: Program) -> str:
    return "\n".join([str(program.model), *(f"{one}{' u' * one.user}" for one in program.steps)])


@contextmanager
def refuse_damage() -> Iterator[None]:
    """Raise InputError in place of what goes wrong while a damaged certificate is read."""
    try:
        yield
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise InputError(f"the certificate is damaged: {error}") from None


def write(certificate: Certificate, module: Module, program: Program) -> str:
    """A certificate as JSON text."""
    points = [
        {
            "source": [list(one) for one in point.source],
            "listing": [point.line, *point.returns],
            "names": {name: _data(one) for name, one in relation.names.items()},
            "places": {place: _data(one) for place, one in relation.places.items()},
            "facts": [_data(one) for one in relation.facts],
        }
        for point, relation in certificate.relations.items()
    ]
    found = (
        {"format": FORMAT}
        | fingerprints(module, program)
        | {
            "labels": list(certificate.labels),
            "arrays": {name: list(block) for name, block in certificate.arrays.items()},
            "backwards": [list(one) for one in certificate.turned],
            "alternating": certificate.alternating,
            "points": points,
        }
    )
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def is_of_compile(content: str) -> bool:
    """Whether a text is a certificate of a compiled listing."""
    try:
        return bool(parse_json(content)["format"] == FORMAT)
    except (ValueError, KeyError, TypeError):
        return False


def read(content: str, module: Module, program: Program) -> Certificate:
    """A certificate from JSON. InputError when it is damaged, empty, or for another source or listing."""
    with refuse_damage():
        found = parse_json(content)
        if found["format"] != FORMAT:
            raise InputError(f"the certificate has the format {found['format']!r}, not {FORMAT!r}")
        for name, wanted in fingerprints(module, program).items():
            if found[name] != wanted:
                raise InputError(f"the certificate is for another {name}")
        if not found["labels"]:
            raise InputError("the certificate is damaged: it claims nothing of any label")
        return Certificate(
            tuple(map(str, found["labels"])),
            {str(name): Block(int(start), int(length)) for name, (start, length) in found["arrays"].items()},
            {_point(one): _relation(one) for one in found["points"]},
            tuple((str(name), int(number)) for name, number in found.get("backwards", ())),
            bool(found.get("alternating", False)),
        )


def _point(found: dict[str, Any]) -> Point:
    line, *returns = map(int, found["listing"])
    return Point(tuple((str(name), int(at)) for name, at in found["source"]), line, tuple(returns))


def _relation(found: dict[str, Any]) -> Relation:
    return Relation(
        {str(name): _term(one) for name, one in found["names"].items()},
        {str(place): _term(one) for place, one in found["places"].items()},
        tuple(_term(one) for one in found["facts"]),
    )


def _data(of: Term) -> list[Any]:
    """A term as its operation, its payload and its operands."""
    return [of.op, of.payload, *map(_data, of.args)] if of.op not in ("input", "constant") else leaf_data(of)


def leaf_data(of: Term) -> list[Any]:
    """A term without operands as its kind and its value: a variable with its name, a known value as text."""
    value = of.payload
    if of.op == "input":
        return ["variable", value, of.kind]
    if isinstance(value, Format):
        return ["format", value.notation.name, value.digits]
    if isinstance(value, Descriptor):
        return ["descriptor", value.name]
    if isinstance(value, AngleMode):
        return ["angle", value.name]
    if isinstance(value, Number):
        return ["number", str(value)]
    return ["truth" if isinstance(value, bool) else "whole", value]


def _term(found: list[Any]) -> Term:
    op, payload, rest = found[0], found[1], found[2:]
    if op in LEAVES:
        return LEAVES[op](payload, *rest)
    args = tuple(map(_term, rest))
    if not args:
        raise ValueError(f"{op} has no operands")
    if op in MAKERS or op in ONE or op in SEVERAL or op in WHOLE or op in _CONDITIONS:
        return made_anew(term(op, *[_DUMMY] * len(args), payload=payload), args)
    return term(op, *args, payload=payload, kind=_KINDS[op])
