"""The options of `verify`: the tasks that they ask for, and what contradicts each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.errors import InputError
from programs.codemaker import Colours
from programs.verify_options import LARGE, VerifyOptions


def test_a_large_sample_comes_in_pieces() -> None:
    tasks = VerifyOptions(digits=(2,), sample=120_000).tasks(Colours())
    assert [task.pairs for task in tasks[:3]] == [50_000, 50_000, 20_000]


@pytest.mark.parametrize("options", [{"every": True}, {"sample": 10}])
def test_digits_that_are_named_twice_are_done_once(options: dict[str, int]) -> None:
    twice, once = (VerifyOptions(digits=digits, **options) for digits in ((3, 2, 3), (3, 2)))
    assert twice.tasks(Colours()) == once.tasks(Colours())


@pytest.mark.parametrize(
    ("told", "usual"),
    [(None, [1, 2, 3, 4]), (range(4, 5), [4]), (range(5, 7), [5]), (range(2, 9), [2, 3, 4])],
)
def test_the_plain_run_takes_the_digits_that_the_listing_allows(told: range | None, usual: list[int]) -> None:
    assert sorted({task.digits for task in VerifyOptions().tasks(Colours(), told)}) == usual


def test_registers_that_hold_a_digit_each_bound_the_digits() -> None:
    assert {task.digits for task in VerifyOptions().tasks_drawn(Colours(), (1, 2, 3))} == {3}
    with pytest.raises(InputError, match="3 registers hold no secret of 4 digits"):
        VerifyOptions(digits=(4,)).tasks_drawn(Colours(), (1, 2, 3))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"resume": True}, "--checkpoint FILE"),
        ({"every": True, "digits": (8,)}, "too many to run"),
        ({"every": True, "sample": 5}, "exclude each other"),
        ({"every": True, "registers": "1-3"}, "secrets that are told"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        VerifyOptions(**options).require_consistent()  # type: ignore[arg-type]
    VerifyOptions(resume=True, checkpoint=Path("kept")).require_consistent()


def test_large_work_takes_several_processes_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    few, many = (VerifyOptions(digits=(2,), sample=size).tasks(Colours()) for size in (10, LARGE + 1))
    assert (VerifyOptions().processes(few), VerifyOptions().processes(many)) == (1, 8)
    assert VerifyOptions(jobs=3).processes(few) == 3
