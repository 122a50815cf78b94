"""The folder of the page without a server: pages, files, Python, manifest and service worker."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.guide.chapters import ORDER
from programs.web import guide, page
from programs.web.folder import pyodide
from programs.web.folder.code import CODE, READ_LATER, archive

MARK: Final = "hp15c-page.json"
"""A folder that holds this file was built here and may be replaced."""

INDEX: Final = {Model.HP15C: "index.html", Model.HP11C: "11c.html"}
LATER: Final = ("python/python_stdlib.zip", "python/code.zip")
"""The files for browsers that cannot start from the picture of the memory."""


@dataclass(frozen=True, slots=True)
class BuiltFolder:
    """The result of a build: the folder, and the bytes that a first visit loads, uncompressed and
    compressed.
    """

    folder: Path
    bytes: int


def build(out: Path, given: Path | None) -> BuiltFolder:
    """Write the folder. InputError when it holds something else, or when a tool is missing."""
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / MARK).is_file())):
        raise InputError(f"{out}: this folder holds something else; name a new or an empty one")
    node, source = pyodide.node(), pyodide.folder(given)
    for old in out.iterdir() if out.exists() else ():
        shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
    assets = out / "assets"
    python = assets / "python"
    python.mkdir(parents=True)
    for name in page.assets():
        shutil.copyfile(page.STATIC / name, assets / name)
    for name in pyodide.FILES:
        shutil.copyfile(source / name, python / name)
    _leave_out_packages(python / "pyodide-lock.json")
    (python / "code.zip").write_bytes(archive(CODE))
    (python / "files.zip").write_bytes(archive(READ_LATER))
    _prepare(node, source, python)
    digest = _digest(assets)
    assets = assets.rename(out / f"assets-{digest}")
    _write_pages(out, assets.name)
    loaded = _write_offline(out, assets.name, digest)
    (out / MARK).write_text(json.dumps({"built": "hp15c page", "digest": digest}) + "\n")
    return BuiltFolder(out, sum((out / name).stat().st_size for name in loaded))


def _leave_out_packages(lock: Path) -> None:
    """Reduce Pyodide's list of packages to the facts about Python itself, because the page loads no
    packages.
    """
    listed = json.loads(lock.read_text("utf-8"))
    lock.write_text(json.dumps({"info": listed["info"], "packages": {}}), "utf-8")


def _prepare(node: str, source: Path, python: Path) -> None:
    """Have node load the calculator and write the memory to a file."""
    script = files("programs.web.folder").joinpath("prepare.mjs")
    with tempfile.TemporaryDirectory() as work:
        names = ("code.zip", "files.zip", "memory.gz")
        places = [source, *(python / name for name in names), work]
        done = subprocess.run(
            [node, str(script), *map(str, places)], capture_output=True, text=True, check=False
        )
    if done.returncode:
        raise InputError(f"node could not load the calculator: {done.stderr.strip()[-600:]}")


def _digest(folder: Path) -> str:
    whole = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            whole.update(path.name.encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()[:16]


def _write_pages(out: Path, assets: str) -> None:
    faces = {Model.HP15C: "./", Model.HP11C: INDEX[Model.HP11C]}
    place = page.PageAddresses(
        f"./{assets}",
        "worker",
        faces,
        page.policy("worker-src 'self'", "manifest-src 'self'"),
        "manifest.webmanifest",
        "guide-{}.html",
    )
    for chapter in ORDER:
        (out / place.guide.format(chapter)).write_text(guide.render(chapter, place), encoding="utf-8")
    for model, name in INDEX.items():
        (out / name).write_text(page.render(model, place), encoding="utf-8")
    manifest = {
        "name": "HP-15C",
        "short_name": "HP-15C",
        "description": "The HP-15C and HP-11C: keys, programs, debugging and Mastermind.",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#26211d",
        "theme_color": "#26211d",
        "icons": [{"src": f"./{assets}/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
    }
    (out / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1) + "\n")


def _write_offline(out: Path, assets: str, digest: str) -> list[str]:
    """Write the service worker. The files that it fetches at the first visit."""
    later = [f"{assets}/{name}" for name in LATER]
    names = [path.relative_to(out).as_posix() for path in sorted(out.rglob("*")) if path.is_file()]
    first = [name for name in names if name not in later]
    listed = ["./" if name == INDEX[Model.HP15C] else name for name in first]
    text = files("programs.web.folder").joinpath("offline.js").read_text("utf-8")
    text = text.replace("@version@", f"hp15c {digest}")
    text = text.replace('["@files@"]', json.dumps(listed)).replace('["@later@"]', json.dumps(later))
    (out / "offline.js").write_text(text, encoding="utf-8")
    return first
