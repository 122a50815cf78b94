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


def test_what_is_left_follows_from_a_share_where_one_is_known(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    bar = Bar("parts", clock=lambda: clock[0])
    bar(1, 8, 0.01)
    for at, share in ((300.0, 0.01), (600.0, 0.5)):
        clock[0] = at
        bar(2, 8, share)
    assert capsys.readouterr().err.splitlines() == [
        "parts: 2 of 8 (25.00%)",
        "parts: 2 of 8 (25.00%), about 10 minutes left",
    ]


def test_a_share_that_was_done_before_tells_nothing_of_the_rate(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    """Ten minutes for a fifth of the work: the last three tenths take fifteen."""
    bar = Bar("parts", clock=lambda: clock[0])
    bar(1, 8, 0.5)
    clock[0] = 600.0
    bar(2, 8, 0.7)
    assert capsys.readouterr().err == "parts: 2 of 8 (25.00%), about 15 minutes left\n"


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
