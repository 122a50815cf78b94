"""The pages of the folder, without its Python."""

from __future__ import annotations

from pathlib import Path

from programs.web.folder.build import _named_by_content


def test_a_folder_is_named_by_what_it_holds(tmp_path: Path) -> None:
    names = []
    for content in ("one", "two", "one"):
        folder = tmp_path / f"at{len(names)}" / "assets"
        folder.mkdir(parents=True)
        (folder / "file.txt").write_text(content, "utf-8")
        names.append(_named_by_content(folder).name)
    assert names[0] == names[2] != names[1]
    assert names[0].startswith("assets")
