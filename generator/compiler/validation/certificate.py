"""Certificates as JSON: written where a proof was found, read where it is checked."""

from __future__ import annotations

import json
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
from hp15c.rules.computing import ONE, SEVERAL, WHOLE
from hp15c.state.state import Descriptor
from hp15c.table.modes import AngleMode, Format, Notation
from hp15c.terms import constant, input_of
from hp15c.terms.substitution import MAKERS, made_anew
from hp15c.terms.term import NUMBER, OTHER, Term, term

FORMAT: Final = "hp15c compile 1"
_KINDS: Final = {"DSE": NUMBER, "ISG": NUMBER, "ends": OTHER} | opaque.KINDS
_CONDITIONS: Final = ("overflows", "fails")
_DUMMY: Final = input_of("dummy of certificates")


def fingerprints(module: Module, program: Program) -> dict[str, str]:
    """The SHA-256 of a source after the front end, with the listings that it calls, and of a listing's model
    and steps.
    """
    steps, called = _steps(program), "\n".join(_steps(one.program) for one in module.routines.values())
    return {
        "source": sha256(f"{text(module)}{called}".encode()).hexdigest(),
        "listing": sha256(steps.encode()).hexdigest(),
    }


def _steps(program: Program) -> str:
    return "\n".join([str(program.model), *(f"{one}{' u' * one.user}" for one in program.steps)])


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
    """The certificate in JSON text. InputError when it is damaged, or is for another source or listing."""
    try:
        found = parse_json(content)
        if found["format"] != FORMAT:
            raise InputError(f"the certificate has the format {found['format']!r}, not {FORMAT!r}")
        for name, wanted in fingerprints(module, program).items():
            if found[name] != wanted:
                raise InputError(f"the certificate is for another {name}")
        if not found["labels"]:
            raise ValueError("it claims nothing of any label")
        return Certificate(
            tuple(map(str, found["labels"])),
            {str(name): Block(int(start), int(length)) for name, (start, length) in found["arrays"].items()},
            {_point(one): _relation(one) for one in found["points"]},
            tuple((str(name), int(number)) for name, number in found.get("backwards", ())),
        )
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"the certificate is damaged: {error}") from None


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
    if of.op == "input":
        return ["variable", of.payload, of.kind]
    if of.op != "constant":
        return [of.op, of.payload, *(_data(one) for one in of.args)]
    value = of.payload
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
    if op == "variable":
        return input_of(str(payload), int(rest[0]))
    if op == "format":
        return constant(Format(Notation[payload], int(rest[0])))
    if op == "descriptor":
        return constant(Descriptor(str(payload)))
    if op == "angle":
        return constant(AngleMode[payload])
    if op == "number":
        return constant(Number.of(payload))
    if op == "truth":
        return constant(bool(payload))
    if op == "whole":
        return constant(int(payload))
    args = tuple(map(_term, rest))
    if op in MAKERS or op in ONE or op in SEVERAL or op in WHOLE or op in _CONDITIONS:
        return made_anew(term(op, *[_DUMMY] * len(args), payload=payload), args)
    return term(op, *args, payload=payload, kind=_KINDS[op])
