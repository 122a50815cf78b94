"""The folder of the page without a server: pages, files, Python, manifest and service worker.

The name of every file that is loaded holds a hash of its content, or its folder's name does. So a visitor
keeps what has not changed: Pyodide stays when only the calculator is another one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from hp15c.errors import InputError
from hp15c.table.models import Model
from programs import publishing
from programs.guide.chapters import ORDER
from programs.web import guide, page
from programs.web.folder import packing, pyodide
from programs.web.folder.code import CODE, READ_LATER, archive

MANIFEST: Final = "hp15c-page.json"
"""The file that names all files of the folder, so that the next build replaces those and nothing else."""

INDEX: Final = {Model.HP15C: "index.html", Model.HP11C: "11c.html"}
MODULE, PROGRAM = "pyodide.asm.mjs", "pyodide.asm.wasm"
LATER: Final = (MODULE, PROGRAM, "python_stdlib.zip", "code.zip")
"""The files for browsers that cannot start from the picture of the memory."""

PLACES: Final = "places.js"
"""The script that tells the page where the files of Python are, and how large."""


@dataclass(frozen=True, slots=True)
class BuiltFolder:
    """The result of a build: the folder, and the bytes that a first visit loads uncompressed."""

    folder: Path
    bytes: int


def build(out: Path, given: Path | None) -> BuiltFolder:
    """Write the folder. What the last build did not write stays.

    InputError when such a file is in the way, or when a tool is missing.
    """
    publishing.require_room(out, MANIFEST)
    node, source = pyodide.node(), pyodide.folder(given)
    with tempfile.TemporaryDirectory() as place:
        made = Path(place) / "made"
        program = _program(made, source)
        python = _python(made, node, source)
        assets = _assets(made, program, python)
        _write_pages(made, assets)
        first = _write_offline(made)
        size = sum((made / name).stat().st_size for name in first)
        publishing.publish(made, out, MANIFEST, {"built": "hp15c page"})
    return BuiltFolder(out, size)


def _program(made: Path, source: Path) -> Path:
    """Pyodide, and beside it the two large files as the page loads them."""
    folder = made / "pyodide"
    folder.mkdir(parents=True)
    for name in pyodide.FILES:
        shutil.copyfile(source / name, folder / name)
    _leave_out_packages(folder / "pyodide-lock.json")
    (folder / "module.lzma").write_bytes(packing.pack((folder / MODULE).read_bytes()))
    try:
        bare = packing.without_data((folder / PROGRAM).read_bytes())
        packing.first_data((folder / PROGRAM).read_bytes())
    except (ValueError, IndexError) as error:
        raise InputError(f"{source / PROGRAM}: {error}") from None
    (folder / "program.lzma").write_bytes(packing.pack(bare))
    return _named_by_content(folder)


def _leave_out_packages(lock: Path) -> None:
    """Reduce Pyodide's list of packages to the facts about Python: the page loads no packages."""
    listed = json.loads(lock.read_text("utf-8"))
    lock.write_text(json.dumps({"info": listed["info"], "packages": {}}), "utf-8")


def _python(made: Path, node: str, source: Path) -> Path:
    """The calculator: its code, Python's memory as far as keys need it, an archive of the rest."""
    folder = made / "python"
    folder.mkdir()
    (folder / "code.zip").write_bytes(archive(CODE))
    memory, rest = _memory(node, source, folder / "code.zip")
    (folder / "memory.lzma").write_bytes(packing.pack(memory, packing.WORDS))
    (folder / "rest.lzma").write_bytes(packing.pack(rest))
    data = packing.first_data((source / PROGRAM).read_bytes())
    (folder / "data.lzma").write_bytes(packing.pack(packing.difference(data, memory), packing.WORDS))
    return _named_by_content(folder)


def _memory(node: str, source: Path, code: Path) -> tuple[bytes, bytes]:
    """Have node load the calculator. Returns the memory of Python, and an archive of what is not in it."""
    script = files("programs.web.folder").joinpath("prepare.mjs")
    with tempfile.TemporaryDirectory() as place:
        memory, rest, work, given = (Path(place) / name for name in ("memory", "rest", "work", "files.zip"))
        work.mkdir()
        given.write_bytes(archive(READ_LATER, zipfile.ZIP_STORED))
        done = subprocess.run(
            [node, str(script), *map(str, (source, code, given, memory, rest, work))],
            env={**os.environ, "TZ": "UTC"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise InputError(f"node could not load the calculator: {done.stderr.strip()[-600:]}")
        return memory.read_bytes(), rest.read_bytes()


def _assets(made: Path, *python: Path) -> Path:
    """The files of the page itself, and where the others are."""
    folder = made / "assets"
    folder.mkdir()
    for name in page.assets():
        shutil.copyfile(page.STATIC / name, folder / name)
    places = {
        path.name: {"at": f"../{path.relative_to(made).as_posix()}", "bytes": path.stat().st_size}
        for one in python
        for path in sorted(one.iterdir())
    }
    (folder / PLACES).write_text(f"export const PLACES = {json.dumps(places, indent=1)};\n", "utf-8")
    return _named_by_content(folder)


def _named_by_content(folder: Path) -> Path:
    """The folder with a hash of its content in its name."""
    return folder.rename(folder.with_name(f"{folder.name}-{page.digest_of(folder)}"))


def _write_pages(made: Path, assets: Path) -> None:
    faces = {Model.HP15C: "./", Model.HP11C: INDEX[Model.HP11C]}
    place = page.PageAddresses(
        f"./{assets.name}",
        "worker",
        faces,
        page.policy("worker-src 'self'", "manifest-src 'self'"),
        "manifest.webmanifest",
        "guide-{}.html",
    )
    for chapter in ORDER:
        (made / place.guide.format(chapter)).write_text(guide.render(chapter, place), encoding="utf-8")
    for model, name in INDEX.items():
        (made / name).write_text(page.render(model, place), encoding="utf-8")
    manifest = {
        "name": "HP-15C",
        "short_name": "HP-15C",
        "description": "The HP-15C and HP-11C: keys, programs, debugging and Mastermind.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#26211d",
        "theme_color": "#26211d",
        "icons": [
            {"src": f"./{assets.name}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": f"./{assets.name}/icon.png", "sizes": "180x180", "type": "image/png"},
        ],
    }
    (made / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1) + "\n")


def _write_offline(made: Path) -> list[str]:
    """Write the service worker. Returns the files that a first visit loads."""
    names = [path.relative_to(made).as_posix() for path in sorted(made.rglob("*")) if path.is_file()]
    later = [name for name in names if Path(name).name in LATER]
    first = [name for name in names if name not in later]
    pages = ["./" if name == INDEX[Model.HP15C] else name for name in first if "/" not in name]
    lists: Mapping[str, list[str]] = {
        "pages": pages,
        "files": [name for name in first if "/" in name],
        "later": later,
    }
    text = files("programs.web.folder").joinpath("offline.js").read_text("utf-8")
    text = text.replace("@version@", page.digest_of(made))
    for name, listed in lists.items():
        text = text.replace(f'["@{name}@"]', json.dumps(listed))
    (made / "offline.js").write_text(text, encoding="utf-8")
    return first
