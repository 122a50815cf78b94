"""An explanation as text, Markdown, HTML, or data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, Final

from generator.reading.explanation import ExplainedLine, ExplainedPart, Explanation

_WIDE: Final = 34
_LEVEL: Final = 18
_WORDS: Final = 60
_BEGINNINGS: Final = {
    "pressed": "begins here",
    "called": "a subroutine",
    "evaluated": "a function for SOLVE or the integral",
    "resumed": "goes on here at R/S",
    "shared": "several ways lead here",
    "unreached": "nothing leads here",
}


def about(part: ExplainedPart) -> list[str]:
    """What a part takes, gives, reads, changes and may end in, a sentence each."""
    told = []
    if part.takes:
        told.append(f"takes {', '.join(part.takes)}")
    if part.gives:
        given = [
            f"{name.upper()} = {cut(part.gives[name], _WORDS)}" for name in ("x", "y") if name in part.gives
        ]
        told.append(f"gives {', '.join(given)}")
    for verb, names in (("reads", part.reads), ("changes", part.changes)):
        if names:
            told.append(f"{verb} {', '.join(_register(name) for name in names)}")
    if part.flags:
        told.append(f"uses flag {', '.join(part.flags)}")
    if part.calls:
        deep = "in a circle" if part.deepest is None else f"{part.deepest} deep"
        told.append(f"calls {', '.join(part.calls)}, {deep}")
    for first, last, leaves in part.loops:
        ends = f", left at {_numbers(leaves)}" if leaves else ", which never ends"
        told.append(f"loop {first:03d} to {last:03d}{ends}")
    for error, lines in part.errors.items():
        told.append(f"Error {error} is possible at {_numbers(lines)}")
    return told


def _register(name: str) -> str:
    return f"R{name}" if name[-1].isdigit() else name


def _numbers(lines: Iterable[int]) -> str:
    return ", ".join(f"{line:03d}" for line in lines)


def summary(explanation: Explanation) -> str:
    """The size of a program and what nothing reaches, in a sentence."""
    found = explanation
    told = f"{len(found.lines)} lines, {found.bytes} bytes, {found.seconds:.1f} s for each line once"
    return told + (f". Nothing leads to {_numbers(found.unreached)}" if found.unreached else "")


def heading(part: ExplainedPart) -> str:
    """The name of a part, and why it begins where it does."""
    name = f"LBL {part.label}" if part.label else f"line {part.line:03d}"
    return f"{name}: {part.note or _BEGINNINGS[part.beginning]}"


def as_data(explanation: Explanation, lines: Iterable[ExplainedLine]) -> dict[str, Any]:
    """The explanation for JSON."""
    found = explanation
    return {
        "title": found.title,
        "model": found.model,
        "bytes": found.bytes,
        "seconds": round(found.seconds, 2),
        "lines": [
            {"line": one.line, "step": one.step, "does": one.does, "stack": one.stack} for one in lines
        ],
        "entries": [_part_as_data(part) for part in found.entries],
        "parts": [_part_as_data(part) for part in found.parts],
        "unreached": list(found.unreached),
        "unexplained": [one.line for one in found.lines if not one.does],
    }


def _part_as_data(part: ExplainedPart) -> dict[str, Any]:
    return {
        "label": part.label or None,
        "line": part.line,
        "note": part.note,
        "begins": part.beginning,
        **{name: getattr(part, name) for name in ("takes", "gives", "reads", "changes", "flags", "calls")},
        "returns_deep": part.deepest,
        "errors": part.errors,
        "loops": [{"first": first, "last": last, "left_at": list(left)} for first, last, left in part.loops],
    }


def as_text(explanation: Explanation, lines: Iterable[ExplainedLine]) -> Iterator[str]:
    """The explanation as lines of text: each part with its heading, each line with the stack after it."""
    parts = {part.line: part for part in explanation.parts}
    chosen = list(lines)
    columns = zip(*(_levels(line) for line in chosen), strict=True)
    widths = [max(map(len, column)) for column in columns]
    if explanation.title:
        yield explanation.title
    yield summary(explanation)
    for line in chosen:
        part = parts.get(line.line)
        if part is not None:
            yield ""
            yield heading(part)
            yield from (f"    {told}" for told in about(part))
        stack = "  ".join(
            value.ljust(width) for value, width in zip(_levels(line), widths, strict=True)
        ).rstrip()
        yield f"{line.line:03d} {line.codes:>9}  {line.step:<10} {line.does:<{_WIDE}} | {stack}"


def _levels(line: ExplainedLine) -> list[str]:
    return [cut(value, _LEVEL) for value in line.stack.values()]


def cut(told: str, most: int) -> str:
    """A text with at most `most` letters. The last of them is … where letters are left out."""
    return told if len(told) <= most else told[: most - 1] + "…"


def as_markdown(explanation: Explanation, lines: Iterable[ExplainedLine]) -> Iterator[str]:
    """The explanation as Markdown: a heading, a list and a table for each part."""
    parts = {part.line: part for part in explanation.parts}
    yield f"# {explanation.title or 'A program'}"
    yield ""
    yield summary(explanation) + "."
    begun = False
    for line in lines:
        part = parts.get(line.line)
        if part is not None or not begun:
            begun = True
            if part is not None:
                yield from ("", f"## {heading(part)}", "")
                yield from (f"- {told}" for told in about(part))
            yield from ("", "| line | step | does | X | Y | Z | T |", "|---|---|---|---|---|---|---|")
        cells = [line.step, line.does, *line.stack.values()]
        yield f"| {line.line:03d} | " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def as_sheet(explanation: Explanation) -> dict[int, tuple[str, str]]:
    """What each line does and the stack after it, X first, for the printed sheet."""
    return {
        one.line: (one.does, "  ".join(f"{name.upper()} {value}" for name, value in one.stack.items()))
        for one in explanation.lines
    }


def as_html(explanation: Explanation, lines: Iterable[ExplainedLine]) -> Iterator[str]:
    """The explanation as a table in HTML, for a page, a notebook or a printed sheet."""
    parts = {part.line: part for part in explanation.parts}
    yield '<table class="explanation">'
    yield f"<caption>{escape(explanation.title or 'A program')}. {escape(summary(explanation))}.</caption>"
    titles = "".join(f'<th scope="col">{name}</th>' for name in ("line", "step", "does", "X", "Y", "Z", "T"))
    yield f"<thead><tr>{titles}</tr></thead><tbody>"
    for line in lines:
        part = parts.get(line.line)
        if part is not None:
            told = "".join(f"<br>{escape(one)}" for one in about(part))
            yield f'<tr class="part"><th colspan="7">{escape(heading(part))}{told}</th></tr>'
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in (line.step, line.does, *line.stack.values()))
        yield f'<tr><th scope="row">{line.line:03d}</th>{cells}</tr>'
    yield "</tbody></table>"
