"""Files replaced whole, whatever stands at the path."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from hp15c.errors import InputError
from hp15c.files import read_bytes, read_json, read_text, replace, require_folder


def test_a_file_is_written_and_replaced_with_its_permissions_kept(tmp_path: Path) -> None:
    path = tmp_path / "listing.15c"
    replace(path, b"one")
    path.chmod(0o640)
    replace(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_replaces_no_other(tmp_path: Path) -> None:
    path = tmp_path / "listing.15c"
    replace(path, b"one", new=True)
    with pytest.raises(FileExistsError) as caught:
        replace(path, b"two", new=True)
    assert (caught.value.filename, path.read_bytes()) == (str(path), b"one")
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"one")
    link.symlink_to(target)
    replace(link, b"two")
    assert link.is_symlink()
    assert target.read_bytes() == b"two"


def test_a_link_that_leads_to_itself_is_refused_and_stays(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(OSError, match="this link leads to itself"):
        replace(link, b"two")
    assert link.is_symlink()


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


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system does not name open files")
def test_a_pipe_without_a_name_of_its_own_is_written_to() -> None:
    out, into = os.pipe()
    replace(f"/dev/fd/{into}", b"keys")
    assert os.read(out, 9) == b"keys"
    os.close(out)
    os.close(into)


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


def test_a_text_has_no_mark_and_newlines_of_one_kind(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes("\ufeffä\r\nb\rc\n".encode())
    assert read_text(path, "a text") == "ä\nb\nc\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{\xff}", "byte 2 is no UTF-8 text"),
        (b"[1,\n 2", "no JSON from line 2, column 3 on"),
        (b"[" * 100_000, "lists nest too deeply"),
        (b"1" * 5_000, "a number is too long, or lists nest too deeply"),
        (b" " * 200_001, "it has more than 200,000 bytes"),
    ],
)
def test_what_is_no_json_is_one_error_with_the_files_name(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_bytes(content)
    with pytest.raises(InputError) as refused:
        read_json(path, "a checkpoint", 200_000)
    assert str(refused.value).startswith(f"{path}: this is not a checkpoint: ")
    assert str(refused.value).endswith(said)


def test_a_folder_without_permission_is_refused_and_a_device_in_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_folder(tmp_path / "new.15c")
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    with pytest.raises(PermissionError, match=f"the folder {tmp_path} may not be written in") as caught:
        require_folder(tmp_path / "new.15c")
    assert caught.value.filename == str(tmp_path / "new.15c")
    require_folder("/dev/null")


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is in use cannot be deleted there")
def test_a_current_folder_that_was_deleted_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(FileNotFoundError, match="the current folder was deleted") as caught:
        replace("listing.15c", b"one")
    assert caught.value.filename == "listing.15c"
