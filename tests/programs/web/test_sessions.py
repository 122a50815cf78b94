"""The calculators of all pages: apart from each other, let go when idle, all of them kept in a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.table.models import Model
from programs.web.kept_calculators import KeptRow
from programs.web.sessions import UNATTENDED, Full, PageSession, Sessions
from tests.programs.web.test_desk import Watch, type_keys


def use(held: Sessions, session: PageSession, keys: str) -> None:
    type_keys(session.desk, keys)
    session.unsaved = True
    held.save(session)


def opened(held: Sessions, model: Model = Model.HP15C) -> PageSession:
    return held.open(model)[0]


def test_calculators_do_not_mix() -> None:
    held = Sessions(Watch())
    one, other = opened(held), opened(held)
    type_keys(one.desk, "4 36")
    assert other.desk.state.stack[0] == 0
    assert held.find(one.name) is one
    assert held.find("nobody") is None
    assert one.name != other.name


def test_idle_ones_are_dropped_and_those_in_use_are_not() -> None:
    watch = Watch()
    held = Sessions(watch, idle=60)
    one, other = opened(held), opened(held, Model.HP11C)
    watch.now += 50
    held.find(other.name)
    watch.now += 20
    held.drop_idle()
    assert held.find(one.name) is None
    assert held.find(other.name) is other


def test_there_is_an_end_to_the_room() -> None:
    watch = Watch()
    held = Sessions(watch, idle=60, most=2)
    opened(held)
    opened(held)
    with pytest.raises(Full):
        opened(held)
    watch.now += 61
    opened(held)
    assert len(held) == 1


def test_a_calculator_that_was_left_makes_room_and_is_found_again(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory", most=1)
    one = opened(held)
    use(held, one, "4 2 36")
    with pytest.raises(Full):
        opened(held, Model.HP11C)
    held.leave(one)
    other = opened(held, Model.HP11C)
    held.leave(other)
    again = held.find(one.name)
    assert again is not None
    assert again.desk.state.stack[0] == 42


def test_a_calculator_that_was_left_makes_room_without_a_file_too() -> None:
    held = Sessions(Watch(), most=2)
    one, other = opened(held), opened(held)
    held.leave(one)
    third = opened(held)
    assert [held.find(each.name) for each in (one, other, third)] == [None, other, third]
    with pytest.raises(Full):
        opened(held)


def test_a_calculator_that_nobody_looks_at_makes_room_where_the_file_has_it(tmp_path: Path) -> None:
    watch = Watch()
    held = Sessions(watch, tmp_path / "memory", most=1)
    one = opened(held)
    use(held, one, "4 2 36")
    watch.now += UNATTENDED + 1
    opened(held, Model.HP11C)
    watch.now += UNATTENDED + 1
    again = held.find(one.name)
    assert again is not None
    assert again.desk.state.stack[0] == 42


def test_every_tab_finds_its_calculator_after_a_restart(tmp_path: Path) -> None:
    """Nothing is closed before the second server begins: as after kill -9."""
    file = tmp_path / "memory"
    held = Sessions(Watch(), file)
    one, other = opened(held), opened(held)
    use(held, one, "4 2 36")
    use(held, other, "7 36")
    del held
    later = Sessions(Watch(), file)
    for name, x in ((one.name, 42), (other.name, 7)):
        found = later.find(name)
        assert found is not None
        assert found.desk.state.stack[0] == x


def test_a_new_tab_goes_on_with_the_calculator_used_last(tmp_path: Path) -> None:
    file = tmp_path / "memory"
    held = Sessions(Watch(), file)
    one, other = opened(held), opened(held)
    use(held, other, "7 36")
    use(held, one, "4 2 36")
    del held
    session, kept = Sessions(Watch(), file).open(Model.HP15C)
    assert kept
    assert session.desk.state.stack[0] == 42
    assert session.name != one.name


def test_memory_goes_to_the_next_page_when_the_first_is_left(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory")
    first = opened(held)
    use(held, first, "4 2 36")
    assert opened(held).desk.state.stack[0] == 0
    for session in list(held._held.values()):
        held.leave(session)
    assert opened(held).desk.state.stack[0] == 42


def test_the_models_have_memories_of_their_own(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory")
    use(held, opened(held, Model.HP11C), "5 36")
    session, kept = held.open(Model.HP15C)
    assert (kept, session.desk.state.stack[0]) == (False, 0)
    assert held.kept_model is Model.HP11C


def test_a_foreign_file_is_refused_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "memory"
    file.write_text("{}" * 1000)
    with pytest.raises(InputError, match="name another"):
        Sessions(Watch(), file)
    assert file.read_text() == "{}" * 1000
    with pytest.raises(InputError, match="no directory"):
        Sessions(Watch(), tmp_path / "nowhere" / "memory")


def test_a_memory_that_cannot_be_written_is_said_and_the_calculator_goes_on(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory")
    session = opened(held)
    assert held._kept is not None
    held._kept.close()
    use(held, session, "4 2 36")
    assert "memory" in held.trouble
    assert session.desk.state.stack[0] == 42


def test_a_damaged_calculator_is_said_and_a_new_one_begins(tmp_path: Path) -> None:
    file = tmp_path / "memory"
    held = Sessions(Watch(), file)
    assert held._kept is not None
    held._kept.put(KeptRow("somebody", "15C", "{}"))
    session, kept = held.open(Model.HP15C)
    assert (kept, session.desk.state.stack[0]) == (False, 0)
    assert "cannot be read" in held.trouble


def test_a_lesson_is_where_new_calculators_begin_and_each_goes_its_own_way(tmp_path: Path) -> None:
    program = Program.parse("LBL A\n2\n×\nRTN")
    held = Sessions(Watch(), tmp_path / "memory", private=False, lesson=program)
    one, other = held.open(Model.HP15C, "one")[0], held.open(Model.HP15C, "other")[0]
    assert [session.desk.state.program for session in (one, other)] == [program, program]
    assert held.kept_for("one") == []
    one.desk.load(Program.parse("LBL B\nRTN"))
    one.unsaved = True
    held.leave(one)
    assert len(other.desk.state.program) == 4
    again, kept = held.open(Model.HP15C, "one", [])
    assert (kept, len(again.desk.state.program)) == (True, 2)
    assert again.desk.lesson == program
    assert len(held.open(Model.HP11C, "one")[0].desk.state.program) == 0
