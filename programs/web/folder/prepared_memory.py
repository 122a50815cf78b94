"""Preparing Python's memory before it is written to a file: everything that will be needed is loaded.

Runs in Pyodide when the folder is built. A module that is imported later would not find its file in the
browser.
"""

from __future__ import annotations

import gc
import json
import shutil
import sys
import zipfile
import zipimport
from base64 import b64encode
from importlib import import_module
from importlib.abc import FileLoader

from hp15c.listing.writers.formats import FORMATS
from hp15c.table.models import Model
from programs.web.worker import Worker

MODULES = (
    "shutil",
    "zipfile",
    "difflib",
    "random",
    "zlib",
    "gzip",
    "html",
    "unicodedata",
    "programs.web.hints.plain",
    "encodings.ascii",
    "encodings.latin_1",
    "encodings.utf_16_be",
    "encodings.utf_16_le",
)
LISTING = "LBL A\nRAN#\n1\n+\nSTO 1\nRTN"


def warm_worker() -> Worker:
    """A worker with a fresh calculator, after keys have been pressed on each model."""
    worker = Worker()
    for model in Model:
        worker.open(model.value, None)
        _press(worker)
    fresh = Worker()
    fresh.open(Model.HP15C.value, fresh.write())
    _forget_files()
    gc.collect()
    return fresh


def write_rest(files: str, target: str) -> None:
    """Load all that a page can need besides, and write an archive of the modules that came with it.

    It begins with the archive `files`. `modules.txt` in it names the modules, those first that others need.
    """
    before = set(sys.modules)
    for name in MODULES:
        import_module(name)
    worker = Worker()
    for model in Model:
        worker.open(model.value, None)
        _use(worker)
    added = [(name, one.__spec__) for name, one in sys.modules.items() if name not in before]
    shutil.copyfile(files, target)
    with zipfile.ZipFile(target, "a") as written:
        for name, spec in added:
            if spec is not None and isinstance(spec.loader, FileLoader | zipimport.zipimporter):
                inner = "/__init__" if spec.submodule_search_locations is not None else ""
                data = spec.loader.get_data(str(spec.origin))
                written.writestr(zipfile.ZipInfo(f"{name.replace('.', '/')}{inner}.pyc"), data)
        written.writestr(zipfile.ZipInfo("modules.txt"), "\n".join(name for name, _ in added))


def _forget_files() -> None:
    """Let Python forget the files that it has seen, because none of them will be there."""
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    sys.path_importer_cache.clear()


def _ask(worker: Worker, operation: str, **data: object) -> None:
    worker.ask(operation, json.dumps(data))


def _press(worker: Worker) -> None:
    _ask(worker, "keys", events=[["down", "2"], ["up", "2"], ["down", "11"], ["up", "11"]])
    for operation in ("look", "program", "undo", "redo"):
        _ask(worker, operation)


def _use(worker: Worker) -> None:
    _ask(worker, "load", name="x", data=b64encode(LISTING.encode()).decode())
    _ask(worker, "check", text="LBL A\nFOO 5\n", name="x")
    _ask(worker, "control", do="over")
    for name in FORMATS:
        _ask(worker, "download", format=name)
    _ask(worker, "put", name="X", value="2")
    _ask(worker, "link")
    _ask(worker, "new_game", kind="maker", digits=4, colours=6, secret="1234")
    _finish(worker)
    _ask(worker, "hint")
    _ask(worker, "guess", guess="1122")
    _finish(worker)
    _ask(worker, "hint")
    _ask(worker, "give_up")
    _ask(worker, "analysis")
    _ask(worker, "undo")
    _ask(worker, "new_game", kind="breaker", secret="1234")


def _finish(worker: Worker) -> None:
    while worker.due is not None:
        worker.work()
