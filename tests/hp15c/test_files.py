"""Files replaced whole, whatever stands at the path."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hp15c.files import read_bytes, replace


def test_a_file_is_written_and_replaced_with_its_permissions_kept(tmp_path: Path) -> None:
    path = tmp_path / "listing.15c"
    replace(path, b"one")
    path.chmod(0o640)
    replace(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"one")
    link.symlink_to(target)
    replace(link, b"two")
    assert link.is_symlink()
    assert target.read_bytes() == b"two"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace(path, b"two")
        assert os.read(reader, 10) == b"two"
    finally:
        os.close(reader)
    assert path.is_fifo()


def test_a_write_that_fails_names_the_file_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "listing.15c"
    path.write_bytes(b"one")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        replace(path, b"two")
    assert caught.value.filename == str(path)
    assert path.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "listing.15c"
    with pytest.raises(FileNotFoundError) as caught:
        replace(path, b"one")
    assert caught.value.filename == str(path)


def test_a_file_is_read_up_to_a_limit_and_named_when_it_cannot_be(tmp_path: Path) -> None:
    path = tmp_path / "listing.15c"
    path.write_bytes(b"12345")
    assert [read_bytes(path, most) for most in (3, 4, 5)] == [b"1234", b"12345", b"12345"]
    with pytest.raises(FileNotFoundError) as missing:
        read_bytes(tmp_path / "none", 3)
    assert missing.value.filename == str(tmp_path / "none")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no such device here")
def test_a_device_that_fails_while_it_is_read_is_named() -> None:
    with pytest.raises(OSError, match="Input/output error") as failed:
        read_bytes("/proc/self/mem", 3)
    assert failed.value.filename == "/proc/self/mem"


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "file"
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere; make it first") as told:
        replace(path, b"one")
    assert told.value.filename == str(path)
