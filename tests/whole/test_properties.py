"""Whatever is pressed: nothing raises, and what is left can be saved and loaded equal."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as arbitrary

from hp15c import Calculator, Model
from hp15c.display.display import CELLS, Display, display
from hp15c.keys.keyboard import KEYS
from hp15c.state.state import State
from hp15c.store.saved import from_json, to_json
from tests.support.shares import share

LIMIT = 200  # program lines after one key: endless loops are left running, and the next key stops them
ON = [f"41+{key}" for key in ("48", "30", "20", "40", "10")]


def check_state(state: State) -> None:
    """The state reads back equal, and its display is one that the LCD can show."""
    again = from_json(json.loads(json.dumps(to_json(state))))
    assert again == state
    assert display(again) == check_display(display(state), state)


def check_display(shown: Display, state: State) -> Display:
    cells = [sign for sign in shown.text[1:] if sign not in ".,"]
    assert (shown.text == "") == (not state.on)
    assert len(cells) == (CELLS if state.on else 0)
    assert shown.text[:1] in ("", " ", "-")
    return shown


@pytest.mark.first
@pytest.mark.parametrize("model", list(Model))
@given(keys=arbitrary.lists(arbitrary.sampled_from([*KEYS, *ON]), max_size=60), user=arbitrary.booleans())
@settings(max_examples=share(150), deadline=None)
def test_any_keys(model: Model, keys: list[str], user: bool) -> None:
    calculator = Calculator(model)
    if user:
        calculator.press("USER")
    calculator.press_keycodes(" ".join(keys), limit=LIMIT)
    check_state(calculator.state)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("model", list(Model))
@given(
    keys=arbitrary.lists(
        arbitrary.tuples(arbitrary.sampled_from(KEYS), arbitrary.sampled_from((0.0, 0.3, 2.0, 3.0))),
        max_size=40,
    )
)
@settings(max_examples=share(60), deadline=None)
def test_any_keys_held(model: Model, keys: list[tuple[str, float]]) -> None:
    calculator = Calculator(model)
    for key, seconds in keys:
        calculator.key_down(key)
        calculator.hold(seconds)
        check_state(calculator.state)
        calculator.key_up(limit=LIMIT)
        check_state(calculator.state)


def random_keys(model: Model, seed: int, count: int) -> None:
    """Press `count` keys, ON and its company seldom. Memory is cleared now and then."""
    source = random.Random(seed)
    calculator = Calculator(model)
    often = [key for key in KEYS if key != "41"] * 20 + ["41", *ON[:1], *ON[2:]]
    for number in range(count):
        calculator.press_keycodes(source.choice(often), limit=LIMIT)
        if number % 50 == 0:
            check_state(calculator.state)
        if number % 5_000 == 4_999:
            calculator.press_keycodes("41+30 35")


@pytest.mark.parametrize("model", list(Model))
@pytest.mark.parametrize(
    "chunk", [pytest.param(one, marks=pytest.mark.slow if one < 1 else pytest.mark.long) for one in range(10)]
)
def test_a_million_keys(model: Model, chunk: int) -> None:
    random_keys(model, chunk, share(100_000))
