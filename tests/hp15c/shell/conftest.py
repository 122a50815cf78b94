"""A listing in a file, for the tests of the verbs."""

from __future__ import annotations

from pathlib import Path

import pytest

AREA = "LBL A\nx²\nπ\n×\nPSE\nLBL B\nR/S\n2\n×\nRTN\n"


@pytest.fixture
def listing(tmp_path: Path) -> str:
    path = tmp_path / "area.txt"
    path.write_text(AREA, "utf-8")
    return str(path)
