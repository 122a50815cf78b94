"""The progress of a long command, as lines."""

from __future__ import annotations

from itertools import pairwise

import pytest

from solver.shell.cli_progress import FIRST, LONGEST, Bar, duration


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which a test sets. Standard error is no terminal."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: False)
    return [0.0]


def test_lines_come_now_and_then(clock: list[float], capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bar("pairs", clock=lambda: clock[0])
    times, first = [], ""
    for second in range(300):
        clock[0] = float(second)
        bar(10 * second, 9000)
        if told := capsys.readouterr().err:
            times.append(second)
            first = first or told
    assert times[0] == FIRST
    gaps = [after - before for before, after in pairwise(times)]
    assert gaps == sorted(gaps)
    assert max(gaps) == LONGEST
    assert first == "pairs: 50 of 9,000 (0.56%), 10/s, about 15 minutes left\n"


def test_the_rate_does_not_count_what_is_compiled_before_the_first_pair(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    bar = Bar("pairs", begun=100, clock=lambda: clock[0])
    clock[0] = 35.0
    bar(101, 9100)
    clock[0] = 95.0
    bar(701, 9100)
    assert capsys.readouterr().err.splitlines() == [
        "pairs: 101 of 9,100 (1.11%)",
        "pairs: 701 of 9,100 (7.70%), 10/s, about 14 minutes left",
    ]


def test_a_note_stands_in_place_of_the_rate_and_what_is_left(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    bar = Bar("parts", clock=lambda: clock[0])
    bar(1, 8, "200 turns or more")
    clock[0] = 600.0
    bar(2, 8, "210 to 230 turns")
    assert capsys.readouterr().err == "parts: 2 of 8 (25.00%), 210 to 230 turns\n"


def test_patience_ends_like_ctrl_c(clock: list[float]) -> None:
    bar = Bar("secrets found", patience=2, clock=lambda: clock[0])
    bar(1, 10)
    clock[0] = 2.5
    bar(10, 10)
    with pytest.raises(KeyboardInterrupt):
        bar(2, 10)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(89.4, "89 s"), (90, "2 minutes"), (5399, "90 minutes"), (36_000, "10.0 hours"), (864_000, "10 days")],
)
def test_a_duration_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text
