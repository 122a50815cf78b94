"""The list of kept calculators, which terminals and pages share."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hp15c.errors import InputError
from hp15c.table.machines import OF_MODEL
from hp15c.table.models import Model
from programs.shell import main
from programs.terminal.memory import CalculatorList, FileMemory, ListedMemory
from programs.web import snapshot
from programs.web.calculators import answer_question
from programs.web.desk import Desk
from programs.web.fields import Fields
from programs.web.sessions import Sessions
from tests.programs.web.test_desk import type_keys

MACHINE = OF_MODEL[Model.HP15C]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "hp15c"


def calc(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["calc", *arguments])


def used(keys: str, title: str | None = None) -> ListedMemory:
    """A calculator of the list with which something was done, still open."""
    memory = CalculatorList().open_listed(MACHINE, title)
    type_keys(memory.desk, keys)
    memory.write(snapshot.write(memory.desk))
    return memory


def listed() -> list[str]:
    return [row.title for row, _ in CalculatorList().rows()]


def pages(home: Path) -> Sessions:
    home.mkdir(exist_ok=True)
    return Sessions(time.monotonic, home / "page.sqlite")


def ask(sessions: Sessions, do: str, **more: Any) -> Any:
    return answer_question(sessions, Fields({"do": do, "owner": "", **more}))["calculators"]


def test_a_second_terminal_has_a_calculator_of_its_own(home: Path) -> None:
    first, second = used("4 2 36"), used("7 36")
    assert (first.called, second.called) == ("Calculator 1", "Calculator 2")
    with pytest.raises(InputError, match="is open elsewhere"):
        CalculatorList().open_listed(MACHINE, "Calculator 1")
    first.let_go()
    again = CalculatorList().open_listed(MACHINE, None)
    assert (again.called, again.desk.state.x) == ("Calculator 1", 42)


def test_what_was_never_used_is_not_kept(home: Path) -> None:
    memory = CalculatorList().open_listed(MACHINE, None)
    memory.write(snapshot.write(memory.desk))
    memory.let_go()
    assert listed() == []
    assert "No calculator is kept yet" in calc("--list").stderr


def test_the_list_says_what_each_shows(home: Path) -> None:
    first, second = used("4 2 36"), used("7 36")
    first.let_go()
    lines = calc("--list").output.splitlines()
    assert lines[0].startswith("Calculator 2  HP-15C, shows 7.0000, no program, 20")
    assert [line.endswith(", open") for line in lines] == [True, False]
    second.let_go()


def test_a_calculator_is_named_opened_and_deleted(home: Path) -> None:
    memory = used("4 2 36")
    refused = calc("--delete", "calc")
    assert refused.exit_code == 2
    assert "Calculator 1 is open" in refused.output
    other = used("7 36")
    memory.let_go()
    other.let_go()
    assert calc("--rename", "calculator 2", "Taxes").exit_code == 0
    assert "another calculator has this title" in calc("--rename", "Taxes", "Calculator 1").output
    opened = CalculatorList().open_listed(MACHINE, "tax")
    assert (opened.called, opened.desk.state.x) == ("Taxes", 7)
    opened.let_go()
    assert "no calculator has this title" in calc("--open", "Nobody").output
    assert calc("--delete", "Taxes").output == "deleted Taxes\n"
    assert listed() == ["Calculator 1"]


def test_all_are_saved_to_a_file_and_read_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used("4 2 36").let_go()
    file = tmp_path / "all.json"
    assert calc("--save-all", str(file)).exit_code == 0
    assert json.loads(file.read_text("utf-8"))["kind"] == "hp15c calculators"
    assert calc("--read", str(file)).output == "added Calculator 2\n"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    assert calc("--read", str(file)).output == "added Calculator 1\n"
    memory = CalculatorList().open_listed(MACHINE, None)
    assert memory.desk.state.x == 42
    memory.let_go()
    file.write_text("[]", "utf-8")
    assert "no file of saved calculators" in calc("--read", str(file)).output


def test_a_page_and_a_terminal_show_one_list(home: Path) -> None:
    memory = used("4 2 36")
    server = pages(home)
    rows = ask(server, "list")
    assert [(row["title"], row["open"], row["terminal"]) for row in rows] == [("Calculator 1", True, True)]
    fresh, kept = server.open(Model.HP15C)
    assert (kept, fresh.title) == (False, "Calculator 2")
    name = ask(server, "list")[0]["name"]
    assert server.take(name, "") is None
    memory.let_go()
    taken = server.take(name, "")
    assert taken is not None
    assert taken.desk.state.x == 42
    with pytest.raises(InputError, match="is open elsewhere"):
        CalculatorList().open_listed(MACHINE, "Calculator 1")
    server.close()
    CalculatorList().open_listed(MACHINE, "Calculator 1").let_go()


def test_a_page_that_comes_back_finds_what_a_terminal_has_not_taken(home: Path) -> None:
    server = pages(home)
    session, _ = server.open(Model.HP15C)
    type_keys(session.desk, "4 2 36")
    session.unsaved = True
    server.save(session)
    server.leave(session)
    assert server.find(session.name) is session
    server.leave(session)
    memory = CalculatorList().open_listed(MACHINE, None)
    assert memory.desk.state.x == 42
    assert server.find(session.name) is None
    type_keys(memory.desk, "7 36")
    memory.write(snapshot.write(memory.desk))
    memory.let_go()
    again, kept = server.open(Model.HP15C)
    assert (kept, again.desk.state.x) == (True, 7)
    server.close()


def test_a_file_of_the_terminal_of_1_1_is_taken_up(home: Path) -> None:
    desk = Desk(Model.HP15C, time.monotonic)
    type_keys(desk, "4 2 36")
    home.mkdir(exist_ok=True)
    file = home / "calculator-15c.json"
    file.write_text(snapshot.write(desk), "utf-8")
    found = calc("--list")
    assert "The file is kept as calculator-15c.json.old" in found.output
    assert "Calculator 1  HP-15C, shows 42.0000" in found.output
    assert [path.name for path in home.glob("calculator*")] == ["calculator-15c.json.old"]


def test_a_file_that_another_terminal_has_is_refused(tmp_path: Path) -> None:
    memory = FileMemory(tmp_path / "own.json", MACHINE)
    found = calc("--memory", str(tmp_path / "own.json"))
    assert found.exit_code == 2
    assert "open elsewhere" in found.output
    memory.let_go()
