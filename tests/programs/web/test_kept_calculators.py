"""What a browser keeps, read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.web import snapshot
from programs.web.kept_calculators import Kept
from tests.programs.web.test_answers import ask, finish, opened
from tests.programs.web.test_desk import desk, work_out

CALLS = "LBL A; 1; GSB B; 2; ×; RTN; LBL B; 5; +; RTN"


@pytest.mark.slow
def test_what_the_browser_keeps_is_read_back_whole() -> None:
    worker = opened()
    ask(worker, "new_game", kind="maker", digits=4, colours=6, secret="3654")
    finish(worker)
    ask(worker, "guess", guess="1122")
    finish(worker)
    ask(worker, "breakpoint", line=5, on=True, condition="X > 999999")
    again = opened(worker.write())
    before, after = ask(worker, "look"), ask(again, "look")
    for same in ("stack", "registers", "line", "breakpoints", "game", "text"):
        assert after[same] == before[same], same
    ask(again, "guess", guess="3654")
    finish(again)
    assert ask(again, "look")["game"]["won"]


def test_a_link_holds_program_and_memory() -> None:
    made, watch = desk(CALLS)
    made.press("4 STO 3 GSB A")
    work_out(made, watch)
    fragment = snapshot.link(made.state)
    assert len(fragment) < 1500
    assert snapshot.opened_link(fragment, Model.HP15C) == made.state
    with pytest.raises(InputError, match="HP-15C"):
        snapshot.opened_link(fragment, Model.HP11C)
    with pytest.raises(InputError, match="cut off"):
        snapshot.opened_link(fragment[:-9], Model.HP15C)


def test_a_memory_that_cannot_be_opened_is_not_called_one_of_another_kind(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be opened or written"):
        Kept(tmp_path)
