"""Display formats as text."""

from __future__ import annotations

from hp15c.table.modes import Format, Notation


def test_a_format_reads_as_it_is_keyed() -> None:
    assert str(Format(Notation.SCI, 3)) == "SCI 3"
    assert str(Format(Notation.FIX, 15)) == "FIX 15"
