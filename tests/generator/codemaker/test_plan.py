"""What may be wished of a CodeMaker."""

from __future__ import annotations

import pytest

from generator.codemaker.plan import Choice, Plan, Wish, expand
from generator.plans import queues
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


def test_every_way_to_pick_is_a_plan_unless_it_does_not_go_together() -> None:
    choices = (Choice("one", {"a": "first", "b": ""}), Choice("two", {"c": "third", "d": "fourth"}))
    base = queues.two_loops(Wish(scheme="two-loops"))

    def build(picked: dict[str, str]) -> Plan | None:
        return None if picked == {"one": "b", "two": "c"} else base

    plans = list(expand(choices, build))  # type: ignore[arg-type]
    assert [dict(plan.picked) for plan in plans] == [
        {"one": "a", "two": "c"},
        {"one": "a", "two": "d"},
        {"one": "b", "two": "d"},
    ]
    assert [plan.choices[len(base.choices) :] for plan in plans] == [
        ("first", "third"),
        ("first", "fourth"),
        ("fourth",),
    ]
