"""The files of the extension that are made from the tables: colours, snippets, settings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from hp15c import __version__
from hp15c.listing import spellings
from hp15c.listing.writers.formats import FORMATS
from hp15c.table.instructions import TABLE, Instruction, Step
from hp15c.table.models import Model
from programs.editors.listings.colours import FLOW
from programs.editors.listings.stack_hints import Levels

NAME: Final = "hp15c"
PUBLISHER: Final = "hp15c"
LANGUAGE: Final = "hp15c"
CLIENT: Final = "^9.0.1"
"""The library that speaks the protocol: the versions of vscode-languageclient that fit."""

_SCOPE: Final = f"source.{LANGUAGE}"
_ENGINE: Final = "^1.82.0"
_SUFFIXES: Final = ("simulator", "keycodes", "mnemonics", "symbolic")
_STACK: Final = {
    Levels.ALL: "All levels of the stack after each line",
    Levels.X: "X alone",
    Levels.WORDS: "What each line does, in words",
    Levels.OFF: "Nothing",
}


def made_files() -> dict[str, str]:
    """The text of each file that is made, by its path in the extension."""
    data = {
        "package.json": package(),
        "language-configuration.json": {"comments": {"lineComment": "#"}},
        "syntaxes/hp15c.tmLanguage.json": grammar(),
        "snippets/hp15c.json": snippets(),
    }
    return {name: json.dumps(one, ensure_ascii=False, indent=2) + "\n" for name, one in data.items()}


def package() -> dict[str, Any]:
    """The description of the extension as VS Code reads it."""
    suffixes = [suffix for name in _SUFFIXES for suffix in FORMATS[name].suffixes]
    return {
        "name": NAME,
        "displayName": "HP-15C and HP-11C",
        "description": "HP-15C and HP-11C listings: the stack beside each line, faults, proved changes",
        "version": __version__,
        "publisher": PUBLISHER,
        "license": "MIT",
        "engines": {"vscode": _ENGINE},
        "categories": ["Programming Languages", "Snippets", "Formatters"],
        "main": "./extension.js",
        "activationEvents": ["onLanguage:python"],
        "contributes": {
            "languages": [
                {
                    "id": LANGUAGE,
                    "aliases": ["HP-15C listing"],
                    "extensions": suffixes,
                    "configuration": "./language-configuration.json",
                }
            ],
            "grammars": [
                {"language": LANGUAGE, "scopeName": _SCOPE, "path": "./syntaxes/hp15c.tmLanguage.json"}
            ],
            "snippets": [{"language": LANGUAGE, "path": "./snippets/hp15c.json"}],
            "configuration": {"title": "HP-15C", "properties": settings()},
        },
        "dependencies": {"vscode-languageclient": CLIENT},
    }


def settings() -> dict[str, Any]:
    """The settings of the extension."""
    return {
        "hp15c.stack": {
            "type": "string",
            "enum": [one.value for one in _STACK],
            "enumDescriptions": list(_STACK.values()),
            "default": Levels.ALL.value,
            "description": "What is shown after each line: the stack, or what the line does.",
        },
        "hp15c.command": {
            "type": "array",
            "items": {"type": "string"},
            "default": ["hp15c", "lsp"],
            "description": "The command that starts the language server.",
        },
    }


def grammar() -> dict[str, Any]:
    """The colours of a listing as a TextMate grammar. The words are those of the table, in every spelling."""
    flow, others = (_words(wanted) for wanted in (True, False))
    return {
        "name": "HP-15C listing",
        "scopeName": f"source.{LANGUAGE}",
        "patterns": [
            {"match": r"^\s*(#(?:T|D|L-?\d+|R(?:\d+|I|\(i\))|F\d+):)(.*)$", "captures": _scopes(_NOTE)},
            {"match": r"^\s*#.*$|;.*$|//.*$", "name": "comment.line"},
            {"match": r"^\s*(\d{3})\s*(\{[^}]*\})", "captures": _scopes(_NUMBERED)},
            {"match": r"^\s*(\d{3})\b", "captures": _scopes(("constant.numeric.line",))},
            {"match": r"(?i)\b[ufg](?=\s)", "name": "storage.modifier"},
            {
                "match": _pattern_of_words(flow) + r"(?:\s*(\.?\d|[A-EI]|\(i\)|\w+))?",
                "captures": _scopes(_JUMP),
            },
            {"match": _pattern_of_words(others), "name": "support.function"},
            {"match": r"\(i\)|\bI\b", "name": "variable.language"},
            {"match": r"\.?\d", "name": "constant.numeric"},
        ],
    }


_NOTE: Final = ("keyword.other.note", "comment.line.note")
_NUMBERED: Final = ("constant.numeric.line", "string.unquoted.keycodes")
_JUMP: Final = ("keyword.control", "entity.name.function")


def _scopes(names: Iterable[str]) -> dict[str, dict[str, str]]:
    return {str(place): {"name": name} for place, name in enumerate(names, 1)}


def _words(flow: bool) -> list[str]:
    """The spellings of the instructions that lead somewhere, or of the others, the longest first."""
    found = {
        name
        for row in TABLE
        if row.programmable and row.name != "digit" and (row.role in FLOW) is flow
        for name in spellings.names(row)
    }
    return sorted(found, key=lambda name: (-len(name), name))


def _pattern_of_words(words: Iterable[str]) -> str:
    """A pattern for one of these words, which stands apart from other letters."""
    return r"(?i)(?<![\w.])(" + "|".join(map(re.escape, words)) + r")(?!\w)"


def snippets() -> dict[str, Any]:
    """A snippet for each instruction, typed in any of its spellings. Operands are chosen from a list."""
    return {told: one for row in TABLE if row.programmable for told, one in _snippet(row)}


def _snippet(row: Instruction) -> Iterator[tuple[str, dict[str, Any]]]:
    model = Model.HP15C if row.on(Model.HP15C) is not None else Model.HP11C
    offered = row.operands_on(model)
    if row.name == "digit":
        return
    written = spellings.handbook(Step(row, offered[0] if offered else ""), model)
    verb = written[: len(written) - len(offered[0])] if offered else written
    choice = f"${{1|{','.join(offered)}|}}" if offered else ""
    keys = " ".join(row.on(model) or ())
    body = verb.replace("$", "\\$") + choice
    yield row.name, {"prefix": list(dict.fromkeys(spellings.names(row))), "body": body, "description": keys}
