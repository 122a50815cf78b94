"""The LCD's segments: every text that the genuine calculators showed can be drawn."""

from __future__ import annotations

import pytest

from hp15c.display.lcd import CELLS, SEGMENTS, lit_parts, polygons
from tests.support.records import records


def test_cells_and_marks() -> None:
    parts = lit_parts("-1,234.5000  ")
    assert len(parts) == CELLS
    assert parts[0] == "g"
    assert parts[1] == "bc,"
    assert parts[4] == SEGMENTS["4"] + "."
    assert parts[9:] == ("", "")


def test_display_that_is_off_lights_nothing() -> None:
    assert lit_parts("") == ("",) * CELLS


def test_self_test_lights_everything_there_is() -> None:
    lit = lit_parts("-8,8,8,8,8,8,8,8,8,8,")
    assert lit == ("g", *["abcdefg,"] * 10)
    assert set("".join(lit)) | {"."} == set(polygons())


def test_digits_look_different() -> None:
    shapes = {frozenset(SEGMENTS[digit]) for digit in "0123456789- "}
    assert len(shapes) == 12


@pytest.mark.parametrize("category", ["display", "entry", "errors", "matrix", "behaviour", "11c-errors"])
def test_every_measured_display_fills_the_eleven_cells(category: str) -> None:
    texts = {record.get("display", "") for record in records(category)} - {""}
    assert len(texts) > 5
    for text in texts:
        assert len(lit_parts(text)) == CELLS, text


def test_a_character_that_segments_cannot_show_is_an_error() -> None:
    with pytest.raises(KeyError):
        lit_parts(" ?")
