"""The display as a picture."""

from __future__ import annotations

import xml.etree.ElementTree as Xml
from pathlib import Path

import pytest

from hp15c import Calculator
from hp15c.display.display import Display
from hp15c.errors import InputError
from hp15c.keys.picture import lcd_picture
from tests.whole.test_notebook import SVG


def test_the_lcd_is_a_picture() -> None:
    calculator = Calculator()
    calculator.press("1 CHS g RAD")
    picture = Xml.fromstring(calculator.lcd.svg)
    assert picture.findtext(f"{SVG}title") == "-1.0000 RAD"
    # The minus sign, 1 (two segments), the point, and four times 0 (six segments).
    assert len(picture.findall(f".//{SVG}polygon")) == 1 + 2 + 1 + 4 * 6
    calculator.press("ON")
    assert not Xml.fromstring(calculator.lcd.svg).findall(f".//{SVG}polygon")
    assert "<title>off</title>" in lcd_picture(Display("")).svg


def test_a_picture_is_written_under_a_name_that_says_what_it_is(tmp_path: Path) -> None:
    face = Calculator().face
    face.write(tmp_path / "face.SVG")
    assert (tmp_path / "face.SVG").read_text("utf-8") == face.svg
    with pytest.raises(InputError, match=r"face\.png: a picture is an SVG file"):
        face.write(tmp_path / "face.png")
    assert not (tmp_path / "face.png").exists()
