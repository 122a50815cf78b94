"""The text of the editor as the page shows it: lines, findings with their fixes, the stack beside lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.listing.writers.formats import write
from hp15c.table.models import LIMITS, Model
from programs.editors.listings import document
from programs.editors.listings.changes import changes
from programs.editors.listings.document import Document
from programs.editors.listings.findings import Finding, look_for
from programs.editors.listings.places import apply
from programs.editors.listings.stack_hints import Levels, hints
from programs.web.view import line_of
from solver.messages import number_of


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text that was checked, for the calculator of a page, and what was found."""

    document: Document
    model: Model
    findings: tuple[Finding, ...]

    def to_json(self, levels: Levels = Levels.ALL) -> dict[str, Any]:
        """The text's findings as plain data for the page. Lines count from 1, columns from 0."""
        program = self.document.program
        return {
            "places": list(self.document.places),
            "lines": [line_of(program, number) for number in range(1, len(program) + 1)],
            "faulty": sorted(self.document.faulty),
            "findings": [_finding_facts(self.document, one) for one in self.findings],
            "stack": {one.line: one.text for one in hints(self.document, levels)},
            "trouble": self.document.trouble or self._other_model(),
            "size": "" if self.document.faults else _size(program),
        }

    def _other_model(self) -> str:
        model = self.document.model
        return "" if model is self.model else f"this is a program for the HP-{model}"

    def mend(self, line: int, title: str) -> str:
        """The text after the fix of this title for a finding on a line. InputError where there is none."""
        for finding in self.findings:
            for fix in finding.fixes:
                if finding.span.line == line and fix.title == title:
                    return apply(self.document.text, fix.edits)
        raise InputError(f"the text has changed: line {line} has no fix {title!r} any more")

    def changes(self, first: int, last: int) -> list[dict[str, str]]:
        """The changes for some lines that were proved: what they do, what was proved, and the new text."""
        return [
            {"title": one.title, "proof": one.proof, "text": apply(self.document.text, one.edits)}
            for one in changes(self.document, first, last)
        ]


def look(text: str, model: Model, name: str) -> CheckedText:
    """Read a text as a listing for a model."""
    found = document.look(text, name, model)
    return CheckedText(found, model, look_for(found))


def editable(program: Program) -> str:
    """A program as text for the editor: its notes, and one mnemonic a line."""
    return write(program, "mnemonics")


def _finding_facts(found: Document, finding: Finding) -> dict[str, Any]:
    span = finding.span
    text = found.lines[span.line - 1]
    end = span.last_column if span.last_line == span.line else len(text)
    return {
        "line": span.line,
        "column": span.column,
        "width": max(1, end - span.column),
        "text": text[:200],
        "weight": finding.weight.name.lower(),
        "said": finding.message,
        "fixes": [one.title for one in finding.fixes],
    }


def _size(program: Program) -> str:
    """Lines and memory that a program takes, in words."""
    limits = LIMITS[program.model]
    if program.model is Model.HP11C:
        return f"{len(program)} of {limits.most_lines} lines"
    parts = ((len(program), "line"), (program.bytes, "byte"), (program.memory_registers, "register"))
    return ", ".join(number_of(number, thing) for number, thing in parts)
