"""The two models by their names."""

from __future__ import annotations

import pytest

from hp15c.errors import InputError
from hp15c.table.models import LIMITS, Model


@pytest.mark.parametrize("text", ["15c", "15C", "HP-15C", "hp15c"])
def test_spellings_of_a_model(text: str) -> None:
    assert Model.of(text) is Model.HP15C


@pytest.mark.parametrize("text", ["", "12C", "15", "HP"])
def test_what_names_no_model_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="there are 15C and 11C"):
        Model.of(text)


def test_what_the_handbooks_say_of_the_room() -> None:
    """Seven and four returns, ten and two flags, 448 and 203 lines."""
    assert [(LIMITS[one].returns, LIMITS[one].flags, LIMITS[one].most_lines) for one in Model] == [
        (7, 10, 448),
        (4, 2, 203),
    ]
