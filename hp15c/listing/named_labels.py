"""Named labels: `LBL loop` and `GTO loop` in a listing, as assemblers have them.

The calculator has no such names. When a listing is read, each name gets a label that nothing else in the
listing uses, and the name becomes the note for that label. A name that the notes already give to a label
means that label, so that what `symbolic` writes reads back equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from hp15c.listing import spellings
from hp15c.listing.lines import CodesError, LineKind, LinePart, TextLine, read_codes
from hp15c.listing.notes import Notes
from hp15c.table.instructions import ROWS, SEARCHES, TABLE, Role, Step, steps_by_keys
from hp15c.table.models import Model

_LONGEST_NAME: Final = 24
_NAME: Final = re.compile(rf"[A-Za-z_][A-Za-z0-9_]{{1,{_LONGEST_NAME - 1}}}")
# The instructions that have a label.
_VERBS: Final = tuple(row.name for row in TABLE if row.role in (Role.LABEL, *SEARCHES))
_BETWEEN_WORDS: Final = re.compile(r"[^A-Za-z0-9]+")


class NamedLine(NamedTuple):
    """A line whose label is a name."""

    at: int
    verb: str
    name: LinePart
    defines: bool


class Trouble(NamedTuple):
    """A fault in a name: the line, the place in it, the fault, and what to write instead."""

    line: TextLine
    part: LinePart
    message: str
    hint: str = ""


class ResolvedNames(NamedTuple):
    """The lines with labels in place of names, the label of each name, and the faults in names."""

    lines: list[TextLine]
    labels: dict[str, str]
    troubles: list[Trouble]


def names_of(notes: Notes) -> dict[str, str]:
    """The names that a program's notes give to its labels other than A to E: {'3': 'next_digit'}.

    A note that makes no name, or the name of an earlier label, gives none.
    """
    names: dict[str, str] = {}
    for label, note in notes.labels.items():
        name = _BETWEEN_WORDS.sub("_", note)[:_LONGEST_NAME].strip("_").lower()
        if not label.isalpha() and is_name(name) and name not in names.values():
            names[label] = name
    return names


def is_name(text: str) -> bool:
    """Whether a text can name a label: it is no label and no instruction of either model."""
    return _NAME.fullmatch(text) is not None and not any(
        spellings.candidates(f"{verb} {text}", model) for verb in _VERBS for model in Model
    )


def resolve(lines: Sequence[TextLine], model: Model) -> ResolvedNames:
    """The lines of a listing with a label for each name. As they are when no line defines a name."""
    named = list(_named_lines(lines, model))
    defined = {one.name.text: lines[one.at].place for one in reversed(named) if one.defines}
    if not defined:
        return ResolvedNames(list(lines), {}, [])
    notes = _notes(lines)
    noted = {name: label for label, name in names_of(notes).items() if name in defined}
    wanted = [name for name in dict.fromkeys(one.name.text for one in named) if name in defined]
    taken = {*notes.labels, *_used_labels(lines, model)}
    free = [label for label in ROWS["LBL"].operands_on(model) if label not in taken]
    unlabelled = [name for name in wanted if name not in noted]
    labels = noted | dict(zip(unlabelled, free, strict=False))
    resolved = list(lines)
    for one in named:
        line = lines[one.at]
        assert line.mnemonic is not None
        text = f"{one.verb} {labels.get(one.name.text, '1')}"
        resolved[one.at] = replace(line, mnemonic=LinePart(text, line.mnemonic.column))
    return ResolvedNames(resolved, labels, list(_troubles(lines, named, defined, labels)))


def _named_lines(lines: Sequence[TextLine], model: Model) -> Iterator[NamedLine]:
    """The lines that read as a name after LBL, or after what searches for a label."""
    for at, line in enumerate(lines):
        if line.kind is not LineKind.STEP or line.mnemonic is None or line.codes is not None:
            continue
        verb, _, name = line.mnemonic.text.strip().rpartition(" ")
        role = _role(verb, model) if verb and _NAME.fullmatch(name) else None
        if role and not spellings.candidates(line.mnemonic.text.strip(), model):
            part = LinePart(name, line.mnemonic.column + line.mnemonic.text.rindex(name))
            yield NamedLine(at, verb.strip(), part, role is Role.LABEL)


def _role(verb: str, model: Model) -> Role | None:
    """What an instruction does with its label. None for an instruction without one."""
    roles = [one.instruction.role for one in spellings.candidates(f"{verb} 1", model)]
    return next((role for role in roles if role in (Role.LABEL, *SEARCHES)), None)


def _notes(lines: Iterable[TextLine]) -> Notes:
    notes = Notes()
    for line in lines:
        if line.kind is LineKind.NOTE and line.rest is not None:
            notes.add(line.tag, line.rest.text)
    return notes


def _used_labels(lines: Sequence[TextLine], model: Model) -> set[str]:
    """The labels that stand in the lines already."""
    used: set[str] = set()
    for line in lines:
        if line.kind is LineKind.STEP:
            used |= {one.operand for one in _steps(line, model) if one.role in (Role.LABEL, *SEARCHES)}
    return used


def _steps(line: TextLine, model: Model) -> tuple[Step, ...]:
    if line.codes is None:
        return spellings.candidates(line.mnemonic.text.strip(), model) if line.mnemonic else ()
    try:
        codes = read_codes(line.codes)
    except CodesError:
        return ()
    by_keys = steps_by_keys(model)
    return tuple(by_keys[keys] for keys in (codes.keys, codes.other) if keys in by_keys)


def _troubles(
    lines: Sequence[TextLine],
    named: Iterable[NamedLine],
    defined: Mapping[str, int],
    labels: Mapping[str, str],
) -> Iterator[Trouble]:
    for one in named:
        line, name = lines[one.at], one.name.text
        if one.defines and line.place != defined[name]:
            first = defined[name]
            yield Trouble(
                line, one.name, f'a second "LBL {name}", the first is in line {first}', "use another name"
            )
        elif name not in defined:
            yield Trouble(line, one.name, f'no line is "LBL {name}"', f"the names here: {', '.join(defined)}")
        elif one.defines and name not in labels:
            yield Trouble(
                line, one.name, f'no label is left for "{name}"', "the calculator has no more labels"
            )
