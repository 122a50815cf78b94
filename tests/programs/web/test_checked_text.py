"""A listing as the editor of the page sees it."""

from __future__ import annotations

from hp15c import Program
from hp15c.table.models import Model
from programs.web import checked_text


def test_the_editor_sees_lines_and_faults() -> None:
    good = checked_text.look("# a note\nLBL A\n\n2\nRTN", Model.HP15C, "editor").to_json()
    assert (good["places"], [line["codes"] for line in good["lines"]]) == (
        [2, 4, 5],
        ["42,21,11", "2", "43 32"],
    )
    bad = checked_text.look("LBL A\nSTOO 3", Model.HP15C, "editor").to_json()
    assert [(one["line"], "STO 3" in one["said"]) for one in bad["findings"]] == [(2, True)]
    assert bad["faulty"] == [2]
    program = Program.parse("LBL A\n2\nSTO .3\nu STO A\nRTN")
    assert Program.parse(checked_text.editable(program)) == program
