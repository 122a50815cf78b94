"""What may be wished of a CodeMaker."""

from __future__ import annotations

import pytest

from generator.codemaker.plan import Wish
from hp15c.errors import InputError
from hp15c.table.models import Model

WORDS = (Model.HP15C, "merged", "small", None, "turn-first", False)


def test_a_wish_in_words() -> None:
    wish = Wish(Model.HP11C, "two-loops", "fast", 4, "turn-first", False)
    assert (str(wish.model), wish.scheme, wish.goal, wish.digits) == ("11C", "two-loops", "fast", 4)
    assert not wish.has_limits
    assert Wish(*WORDS, at_most_bytes=200).has_limits


@pytest.mark.parametrize(("place", "word"), [(1, "three-loops"), (2, "tiny"), (3, 10), (4, "no")])
def test_an_unknown_wish_is_refused(place: int, word: object) -> None:
    with pytest.raises(InputError):
        Wish(*WORDS[:place], word, *WORDS[place + 1 :])  # type: ignore[arg-type]
