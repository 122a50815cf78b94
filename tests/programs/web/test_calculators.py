"""The list of kept calculators: whose they are, which is open, and that none is lost or shown to others."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.web.calculators import answer_question
from programs.web.fields import Fields, RequestRefused
from programs.web.sessions import UNATTENDED, PageSession, Sessions
from tests.programs.web.test_desk import Watch, type_keys


def used(held: Sessions, keys: str = "4 2 36", owner: str = "", fresh: bool = False) -> PageSession:
    session = held.open(Model.HP15C, owner, fresh=fresh)[0]
    type_keys(session.desk, keys)
    session.unsaved = True
    held.save(session)
    return session


def ask(held: Sessions, do: str, owner: str = "", **more: Any) -> Any:
    return answer_question(held, Fields({"do": do, "owner": owner, **more}))["calculators"]


def test_the_list_names_each_and_what_it_shows(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory")
    used(held)
    other = used(held, "7 36", fresh=True)
    rows = ask(held, "list")
    assert [(row["title"], row["shown"], row["open"]) for row in rows] == [
        ("Calculator 2", "7.0000", True),
        ("Calculator 1", "42.0000", True),
    ]
    held.leave(other)
    assert [row["open"] for row in ask(held, "list")] == [False, True]
    ask(held, "rename", name=other.name, title="Taxes")
    assert ask(held, "list")[0]["title"] == "Taxes"
    with pytest.raises(RequestRefused, match="is open"):
        ask(held, "remove", name=ask(held, "list")[1]["name"])
    ask(held, "remove", name=other.name)
    assert [row["title"] for row in ask(held, "list")] == ["Calculator 1"]
    with pytest.raises(RequestRefused, match="not kept any more"):
        ask(held, "remove", name=other.name)


def test_what_was_never_used_is_not_kept(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory")
    for _ in range(3):
        session = held.open(Model.HP15C)[0]
        session.unsaved = True
        held.save(session)
    assert ask(held, "list") == []


def test_after_a_crash_of_the_browser_a_new_tab_goes_on(tmp_path: Path) -> None:
    """The browser says that none of its tabs is open. Another browser has to wait until the server knows."""
    watch = Watch()
    held = Sessions(watch, tmp_path / "memory")
    used(held, owner="one")
    other = held.open(Model.HP15C, "two", [])[0]
    assert other.desk.state.stack[0] == 0
    session, kept = held.open(Model.HP15C, "one", [])
    assert (kept, session.desk.state.stack[0], session.title) == (True, 42, "Calculator 1")
    watch.now += UNATTENDED + 1
    assert held.open(Model.HP15C, "two", [])[0].desk.state.stack[0] == 42


def test_a_calculator_that_is_taken_is_in_one_place(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory")
    first = used(held)
    taken = held.take(first.name, "")
    assert taken is not None
    assert taken.desk.state.stack[0] == 42
    assert held.find(first.name) is None
    first.unsaved = True
    assert [row["name"] for row in ask(held, "list")] == [taken.name]
    assert held.take("nobody", "") is None


def test_on_a_network_each_browser_has_its_own(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory", private=False)
    first = used(held, owner="one")
    held.leave(first)
    assert held.open(Model.HP15C, "two", [])[1] is False
    assert held.open(Model.HP15C, "", None)[1] is False
    assert [ask(held, "list", owner) for owner in ("two", "")] == [[], []]
    assert held.take(first.name, "two") is None
    with pytest.raises(RequestRefused, match="not kept any more"):
        ask(held, "remove", "two", name=first.name)
    session, kept = held.open(Model.HP15C, "one", [])
    assert (kept, session.desk.state.stack[0]) == (True, 42)


def test_all_are_saved_and_read_again(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "memory")
    used(held)
    used(held, "7 36", fresh=True)
    saved = ask(held, "save")
    later = Sessions(Watch(), tmp_path / "other")
    for one in reversed(saved):
        ask(later, "add", title=one["title"], snapshot=one["snapshot"])
    assert [(row["title"], row["shown"]) for row in ask(later, "list")] == [
        ("Calculator 2", "7.0000"),
        ("Calculator 1", "42.0000"),
    ]
    with pytest.raises(InputError, match="not the memory of a page"):
        ask(later, "add", title="x", snapshot="{}")


def test_a_file_of_an_older_version_is_read(tmp_path: Path) -> None:
    held = Sessions(Watch(), tmp_path / "new")
    used(held)
    text = ask(held, "save")[0]["snapshot"]
    with sqlite3.connect(tmp_path / "memory") as file:
        file.execute(
            "CREATE TABLE calculators (name TEXT PRIMARY KEY, model TEXT, used INTEGER, snapshot TEXT)"
        )
        file.execute("INSERT INTO calculators VALUES ('old', '15C', 1, ?)", (text,))
    file.close()
    later = Sessions(Watch(), tmp_path / "memory")
    found = later.find("old")
    assert found is not None
    assert found.desk.state.stack[0] == 42
    later.leave(found)
    session, kept = later.open(Model.HP15C)
    assert (kept, session.title) == (True, "Calculator 1")


def test_a_server_without_a_file_says_that_it_keeps_nothing(tmp_path: Path) -> None:
    def keeps(held: Sessions) -> bool:
        return bool(answer_question(held, Fields({"do": "list", "owner": "me"}))["keeps"])

    assert keeps(Sessions(Watch(), tmp_path / "memory"))
    assert not keeps(Sessions(Watch()))
