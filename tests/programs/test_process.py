"""Where the console script runs: folders that cannot be written, Ctrl-C inside a compiler."""

from __future__ import annotations

import ctypes
import io
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import process
from programs.process import CACHE, LATER, hear_ctrl_c, open_streams, place_compiled_code


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No folder can be written but this one, the temporary one."""
    monkeypatch.setenv(CACHE, "")
    monkeypatch.delenv(CACHE)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(process.os, "access", lambda path, mode: Path(path) == tmp_path)
    return tmp_path


def test_compiled_code_goes_to_a_temporary_folder_when_nothing_else_can_be_written(read_only: Path) -> None:
    place_compiled_code()
    [made] = read_only.iterdir()
    assert os.environ[CACHE] == str(made)


def test_compiled_code_stays_at_home_where_that_can_be_written(
    read_only: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(read_only / "not yet there"))
    place_compiled_code()
    assert CACHE not in os.environ
    assert list(read_only.iterdir()) == []


def test_a_folder_that_the_user_names_is_left_alone(read_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, "/of/the/user")
    place_compiled_code()
    assert os.environ[CACHE] == "/of/the/user"


def test_without_any_folder_the_rest_works(read_only: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(read_only / "none"))
    place_compiled_code()
    assert CACHE not in os.environ


@pytest.fixture(autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """What the shell starts in its background ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def pressed_in_a_callback() -> None:
    """A KeyboardInterrupt where ctypes lets no exception out, as in numba's compiler."""

    @ctypes.CFUNCTYPE(None)
    def callback() -> None:
        raise KeyboardInterrupt

    callback()


def test_ctrl_c_in_a_callback_is_repeated() -> None:
    before = sys.unraisablehook
    heard = False
    try:
        with hear_ctrl_c():
            pressed_in_a_callback()
            for _ in range(6_000):  # two minutes at most. A long sleep would not be woken
                time.sleep(0.02)
    except KeyboardInterrupt:
        heard = True
    assert heard
    assert sys.unraisablehook is before


def test_it_is_repeated_until_it_is_heard() -> None:
    """The first repetition falls into a callback again."""
    heard = times = 0
    try:
        with hear_ctrl_c():
            pressed_in_a_callback()
            pressed_in_a_callback()
            for times in range(1, 4):
                try:
                    for _ in range(6_000):
                        time.sleep(0.02)
                except KeyboardInterrupt:
                    if times == 3:
                        raise
    except KeyboardInterrupt:
        heard = times
    assert heard == 3


def test_a_compiler_that_gives_up_after_ctrl_c_is_a_ctrl_c() -> None:
    heard = False
    try:
        with hear_ctrl_c():
            pressed_in_a_callback()
            raise RuntimeError("no compiled object yet")
    except KeyboardInterrupt as key:
        heard = isinstance(key.__cause__, RuntimeError)
    time.sleep(3 * LATER)  # and it is not repeated
    assert heard


def test_an_error_of_the_compiler_is_no_ctrl_c() -> None:
    with pytest.raises(RuntimeError), hear_ctrl_c():
        raise RuntimeError("no compiled object yet")


def test_a_character_that_the_output_lacks_becomes_a_question_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, "ascii"))
    open_streams()
    print("π")
    sys.stdout.flush()
    assert written.getvalue() == b"?\n"
