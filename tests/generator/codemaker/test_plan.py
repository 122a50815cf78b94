"""What may be wished of a CodeMaker."""

from __future__ import annotations

import pytest

from generator.codemaker.plan import Wish
from hp15c.errors import InputError

WORDS = ("15C", "merged", "small", None, "turn-first", False)


def test_a_wish_in_words() -> None:
    wish = Wish.of("11c", "two-loops", "fast", 4, "turn-first", False)
    assert (str(wish.model), wish.scheme, wish.goal, wish.digits) == ("11C", "two-loops", "fast", 4)
    assert not wish.has_limits
    assert Wish.of(*WORDS, at_most_bytes=200).has_limits


@pytest.mark.parametrize(("place", "word"), [(0, "12C"), (1, "three-loops"), (2, "tiny"), (3, 10)])
def test_an_unknown_wish_is_refused(place: int, word: object) -> None:
    with pytest.raises(InputError):
        Wish.of(*WORDS[:place], word, *WORDS[place + 1 :])  # type: ignore[arg-type]
