"""One verb for many files: a line for each, a summary, and a fault that does not stop the rest."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import click

from hp15c.errors import InputError, printable
from hp15c.shell.cli_shared import tell


@dataclass(frozen=True, slots=True)
class Finding:
    """What a verb found in one file.

    `facts` are for --json, `text` is the output for this file alone, `line` stands beside the file's name
    among others. `code` is the exit code, 0 or 1.
    """

    facts: dict[str, Any]
    text: str
    line: str
    code: int = 0


def for_each(
    files: tuple[str, ...], as_json: bool, words: tuple[str, str], look: Callable[[str], Finding]
) -> NoReturn:
    """Print what `look` finds in each file, and end with the highest exit code.

    `words` name the files with code 0 and those with code 1 in the summary. A single file is printed as if
    there were no others: its InputError is raised. One of many is printed, and counts as code 2.
    """
    if len(files) == 1:
        found = look(files[0])
        click.echo(
            json.dumps(found.facts, ensure_ascii=False) if as_json else found.text, nl=bool(found.text)
        )
        sys.exit(found.code)

    rows: list[dict[str, Any]] = []
    codes: list[int] = []
    for file in files:
        try:
            found = look(file)
        except (InputError, OSError) as error:
            text = str(error) if isinstance(error, InputError) else f"{error.filename}: {error.strerror}"
            found = Finding({"error": text}, "", "refused", 2)
            tell(f"Error: {text}")
        rows.append({"file": file} | found.facts)
        codes.append(found.code)
        if not as_json:
            click.echo(printable(f"{file}: {found.line}"))
    if as_json:
        click.echo(json.dumps({"files": rows}, ensure_ascii=False))
    else:
        click.echo(f"{len(files)} files: {_summary(codes, words)}")
    sys.exit(max(codes))


def _summary(codes: list[int], words: tuple[str, str]) -> str:
    counted = [(codes.count(code), word) for code, word in enumerate((*words, "refused"))]
    return ", ".join(f"{count} {word}" for count, word in counted if count)
