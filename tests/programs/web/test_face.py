"""The faces: where the keys stand and what is printed on them, held to the real calculators."""

from __future__ import annotations

import re

import pytest

from hp15c import Calculator
from hp15c.table.models import Model
from programs.web import face


@pytest.mark.parametrize("model", Model)
def test_every_key_has_a_shortcut_of_its_own(model: Model) -> None:
    shortcuts = face.shortcuts(model)
    assert {codes[0] for codes in shortcuts.values() if len(codes) == 1} == {k.code for k in face.keys(model)}
    assert len({key.shortcut for key in face.keys(model)}) == 39


def test_shifted_shortcuts_press_their_functions() -> None:
    calculator = Calculator()
    calculator.press_keycodes(" ".join(["5", *face.shortcuts(Model.HP15C)["!"]]))
    assert calculator.x == 120


@pytest.mark.parametrize("model", Model)
def test_a_screen_reader_is_told_what_stands_under_the_bracket_clear(model: Model) -> None:
    spoken = {part for key in face.keys(model) for part in key.description.split(", ") if "CLEAR" in part}
    assert spoken == {"f CLEAR sums", "f CLEAR PRGM", "f CLEAR REG", "f CLEAR PREFIX"}


@pytest.mark.parametrize("model", Model)
def test_a_screen_reader_is_told_every_key_in_words(model: Model) -> None:
    """Signs are left out by some readers, and by others read as shapes: 'left right arrow'."""
    descriptions = [key.description for key in face.keys(model)]
    assert not [one for one in descriptions if not re.fullmatch(r"[A-Za-z0-9 ,./]+", one)]
    assert len(set(descriptions)) == 39
    assert "x exchange y" in " ".join(descriptions)
