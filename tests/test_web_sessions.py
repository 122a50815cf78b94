"""The calculators of all pages: apart from each other, dropped when idle, one of them kept in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c import saved
from hp15c.errors import InputError
from hp15c.models import Model
from hp15c.state import State
from programs.web.sessions import Full, Session, Sessions
from tests.test_web_desk import Watch, type_keys


def test_calculators_do_not_mix() -> None:
    held = Sessions(Watch())
    one, other = held.open(Model.HP15C), held.open(Model.HP15C)
    type_keys(one.desk, "4 36")
    assert other.desk.state.stack[0] == 0
    assert held.find(one.name) is one
    assert held.find("nobody") is None
    assert one.name != other.name


def test_idle_ones_are_dropped_and_those_in_use_are_not() -> None:
    watch = Watch()
    held = Sessions(watch, idle=60)
    one, other = held.open(Model.HP15C), held.open(Model.HP11C)
    watch.now += 50
    held.find(other.name)
    watch.now += 20
    held.drop_idle()
    assert held.find(one.name) is None
    assert held.find(other.name) is other


def test_there_is_an_end_to_the_room() -> None:
    watch = Watch()
    held = Sessions(watch, idle=60, most=2)
    held.open(Model.HP15C)
    held.open(Model.HP15C)
    with pytest.raises(Full):
        held.open(Model.HP15C)
    watch.now += 61
    held.open(Model.HP15C)
    assert len(held) == 1


def use(held: Sessions, session: Session, keys: str) -> None:
    type_keys(session.desk, keys)
    held.changed(session)


def test_continuous_memory(tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    held = Sessions(Watch(), file)
    first = held.open(Model.HP15C)
    use(held, first, "4 2 36")
    second = held.open(Model.HP15C)
    use(held, second, "7 36")
    held.save()
    assert saved.load(file).stack[0] == 42
    assert Sessions(Watch(), file).open(Model.HP15C).desk.state.stack[0] == 42


def test_memory_goes_to_the_next_page_when_the_first_is_left(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory.json")
    first = held.open(Model.HP15C)
    use(held, first, "4 2 36")
    held.leave(first)
    second = held.open(Model.HP15C)
    assert second.desk.state.stack[0] == 42
    use(held, second, "4 3 36")
    held.save()
    assert saved.load(tmp_path / "memory.json").stack[0] == 43


def test_memory_is_kept_when_its_calculator_is_dropped(tmp_path: Path) -> None:
    watch = Watch()
    held = Sessions(watch, tmp_path / "memory.json", idle=60)
    use(held, held.open(Model.HP15C), "4 2 36")
    watch.now += 100
    assert held.open(Model.HP15C).desk.state.stack[0] == 42


def test_a_page_of_the_other_model_leaves_the_memory_alone(tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    saved.save(State.fresh(Model.HP15C), file)
    before = file.read_bytes()
    held = Sessions(Watch(), file)
    use(held, held.open(Model.HP11C), "5 36")
    held.save()
    assert file.read_bytes() == before


def test_a_foreign_file_is_refused_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "memory.json"
    file.write_text("{}")
    with pytest.raises(InputError):
        Sessions(Watch(), file)
    assert file.read_text() == "{}"


def test_a_memory_that_cannot_be_written_is_said_and_the_calculator_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()
    held = Sessions(Watch(), place / "memory.json")
    session = held.open(Model.HP15C)
    place.rmdir()
    use(held, session, "4 2 36")
    held.save()
    assert "memory.json" in held.trouble
    place.mkdir()
    held.save()
    assert held.trouble == ""
    assert saved.load(place / "memory.json").stack[0] == 42
    with pytest.raises(InputError, match="no directory"):
        Sessions(Watch(), tmp_path / "nowhere" / "memory.json")
