"""The format of mnemonics with names from the notes in place of labels, such as 'GTO next_digit'."""

from __future__ import annotations

from hp15c.listing import notes, spellings
from hp15c.listing.named_labels import names_of
from hp15c.listing.program import Program
from hp15c.table.instructions import SEARCHES, Role, Step


def write(program: Program) -> str:
    """The listing. A label keeps its number or letter when it stands in no line or in more than one, and
    when its note makes no name."""
    names = {
        label: name
        for label, name in names_of(program.notes).items()
        if len(program.label_lines.get(label, ())) == 1
    }
    head = [f"# HP-{program.model} program with named labels", *notes.lines(program.notes), ""]
    lines = [_line(step, program, names) for step in program.steps]
    return "\n".join([*head, *notes.with_comments(program.notes, lines), ""])


def _line(step: Step, program: Program, names: dict[str, str]) -> str:
    text = ("u " if step.user else "") + spellings.handbook(step, program.model)
    if step.role in (Role.LABEL, *SEARCHES) and step.operand in names:
        return text.removesuffix(step.operand) + names[step.operand]
    return text
