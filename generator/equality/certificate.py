"""Certificates as JSON: written where a proof was found, read where it is checked."""

from __future__ import annotations

import json
from typing import Any, Final

from generator.compiler.validation.certificate import LEAVES, fingerprint, leaf_data, refuse_damage
from generator.equality.assumptions import assumptions
from generator.equality.check import MOST_PRESSED
from generator.equality.claims import Certificate, Observe, Pair, Place, Relation, Values
from hp15c.errors import InputError
from hp15c.files import parse_json
from hp15c.listing.program import Program
from hp15c.terms import laws
from hp15c.terms.substitution import MAKERS
from hp15c.terms.term import Term

FORMAT: Final = "hp15c equality 1"


def write(certificate: Certificate, old: Program, new: Program) -> str:
    """A certificate as JSON text."""
    pairs = [
        {"old": [pair.old.line, *pair.old.returns], "new": [pair.new.line, *pair.new.returns]}
        | {"relation": [_values(values) for values in relation]}
        | {"facts": [_condition(one) for one in certificate.facts.get(pair, ())]}
        for pair, relation in certificate.relations.items()
    ]
    found = {
        "format": FORMAT,
        "old": fingerprint(old),
        "new": fingerprint(new),
        "observe": certificate.observe.value,
        "keep": list(certificate.keep),
        "renamed": [list(pair) for pair in certificate.renamed],
        "entries": [list(lines) for lines in certificate.entries],
        "typed": list(certificate.typed),
        "stops": [list(pair) for pair in certificate.stops],
        "blinks": certificate.blinks,
        "pending": [list(pair) for pair in sorted(certificate.pending)],
        "assumed": [[one.label, one.text] for one in certificate.assumed],
        "exact": certificate.exact,
        "ample": certificate.ample,
        "cuts": [sorted(lines) for lines in certificate.cuts],
        "pairs": pairs,
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def data_of(text: str) -> dict[str, Any]:
    """The data of a certificate in JSON text. InputError when it is no certificate of two listings."""
    with refuse_damage():
        found = parse_json(text)
        form = found.get("format") if isinstance(found, dict) else None
        if form != FORMAT:
            raise InputError(f"this is not a certificate: its format is {form!r}, not {FORMAT!r}")
        return dict(found)


def read(text: str, old: Program, new: Program) -> Certificate:
    """The certificate in JSON text. InputError when it is damaged, or is for other programs."""
    with refuse_damage():
        found = data_of(text)
        for name, program in (("old", old), ("new", new)):
            if found[name] != fingerprint(program):
                raise InputError(f"the certificate is for another {name} program")
        return Certificate(
            Observe(found["observe"]),
            tuple(map(int, found["keep"])),
            tuple((int(one), int(other)) for one, other in found["renamed"]),
            tuple((int(one), int(other)) for one, other in found["entries"]),
            (frozenset(map(int, found["cuts"][0])), frozenset(map(int, found["cuts"][1]))),
            {_pair(one): _relation(one["relation"]) for one in found["pairs"]},
            _counts(found.get("typed", []), len(found["entries"])),
            tuple((int(line), _counts([count], 1)[0]) for line, count in found.get("stops", [])),
            bool(found.get("blinks", True)),
            frozenset((int(one), int(other)) for one, other in found.get("pending", [])),
            tuple(
                one._replace(label=str(label))
                for label, text in found.get("assumed", [])
                for one in assumptions(str(text), old.model)
            ),
            {_pair(one): tuple(map(_read_condition, one.get("facts", []))) for one in found["pairs"]},
            bool(found.get("exact", False)),
            bool(found.get("ample", False)),
        )


def _counts(found: list[Any], entries: int) -> tuple[int, ...]:
    """How many numbers are keyed in at least, for each entry or for none."""
    counts = tuple(map(int, found))
    if len(counts) not in (0, entries) or not all(0 <= count <= MOST_PRESSED for count in counts):
        raise ValueError("there is no count of numbers for each entry")
    return counts


def _values(values: Values) -> dict[str, Any]:
    return {
        "places": {name: leaf_data(term) for name, term in values.places.items()},
        "memory": leaf_data(values.memory),
        "registers": {str(number): leaf_data(term) for number, term in values.registers.items()},
    }


def _relation(found: list[dict[str, Any]]) -> Relation:
    old, new = (
        Values(
            {name: _term(symbol) for name, symbol in one["places"].items()},
            _term(one["memory"]),
            {int(number): _term(symbol) for number, symbol in one["registers"].items()},
        )
        for one in found
    )
    return old, new


def _condition(of: Term) -> list[Any]:
    """A condition on variables as JSON: its operation and its operands."""
    return [of.op, *map(_condition, of.args)] if of.args else leaf_data(of)


def _read_condition(found: list[Any]) -> Term:
    op, *args = found
    if op == "FRAC":
        return laws.compute(op, *map(_read_condition, args))
    return MAKERS[op](*map(_read_condition, args)) if op in MAKERS else _term(found)


def _pair(found: dict[str, Any]) -> Pair:
    old, new = (Place(int(line), tuple(map(int, returns))) for line, *returns in (found["old"], found["new"]))
    return Pair(old, new)


def _term(symbol: list[Any]) -> Term:
    """A variable or a known value. Older certificates call a descriptor a matrix."""
    kind, *values = symbol
    if kind not in (*LEAVES, "matrix"):
        raise ValueError(f"{kind!r} is no kind of value")
    return LEAVES["descriptor" if kind == "matrix" else kind](*values)
