"""Folders that a person publishes: a build replaces what the last one wrote, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hp15c.errors import InputError
from programs.publishing import publish, require_room

MANIFEST = "built.json"


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def held(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


def test_what_a_build_did_not_write_stays(tmp_path: Path) -> None:
    out = written(tmp_path / "out", {".git/config": "mine", "CNAME": "calculator.test", "a-1/notes.txt": "n"})
    publish(
        written(tmp_path / "one", {"index.html": "1", "a-1/x.js": "x", "b-1/deep/y.js": "y"}),
        out,
        MANIFEST,
        {},
    )
    publish(written(tmp_path / "two", {"index.html": "2", "a-2/x.js": "z"}), out, MANIFEST, {"built": "so"})
    assert held(out) == {
        ".git/config": "mine",
        "CNAME": "calculator.test",
        "a-1/notes.txt": "n",
        "index.html": "2",
        "a-2/x.js": "z",
    }
    assert not (out / "b-1").exists()
    assert json.loads((out / MANIFEST).read_text()) == {"built": "so", "files": ["a-2/x.js", "index.html"]}


def test_a_file_of_somebody_else_is_not_replaced(tmp_path: Path) -> None:
    out = written(tmp_path / "out", {"index.html": "mine"})
    with pytest.raises(InputError, match=r"index\.html would be replaced"):
        publish(written(tmp_path / "made", {"a.html": "a", "index.html": "ours"}), out, MANIFEST, {})
    assert held(out) == {"index.html": "mine"}
    assert not (out / MANIFEST).exists()


@pytest.mark.parametrize(
    "names", [["../mine.txt"], ["/etc/passwd"], ["a/../../mine.txt"], "mine.txt", [1], ["..\\mine.txt"], [""]]
)
def test_a_manifest_leads_nowhere_else(tmp_path: Path, names: object) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    out = written(tmp_path / "out", {MANIFEST: json.dumps({"files": names})})
    with pytest.raises(InputError, match="damaged"):
        publish(written(tmp_path / "made", {"a.html": "a"}), out, MANIFEST, {})
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_folder_of_an_older_version_is_explained_and_stays(tmp_path: Path) -> None:
    out = written(tmp_path / "out", {MANIFEST: '{"built": "hp15c page", "digest": "0"}', "index.html": "old"})
    with pytest.raises(InputError, match="older versions did not"):
        publish(written(tmp_path / "made", {"index.html": "new"}), out, MANIFEST, {})
    assert held(out) == {"index.html": "old"}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(InputError, match="name a folder"):
        publish(written(tmp_path / "made", {"a": "a"}), tmp_path / "out", MANIFEST, {})
    assert (tmp_path / "out").read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_refused_before_anything_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(InputError, match="file: this is a file"):
        require_room(tmp_path / "file" / "out", MANIFEST)
    require_room(tmp_path / "new" / "deep", MANIFEST)
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(InputError, match="this folder cannot be written"):
        require_room(tmp_path / "new" / "deep", MANIFEST)
