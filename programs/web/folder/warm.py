"""Preparing Python's memory before it is written to a file: everything that will be needed is loaded.

Runs in Pyodide when the folder is built. A module that is imported later would not find its file in the
browser.
"""

from __future__ import annotations

import gc
import json
import sys
import zipimport
from base64 import b64encode
from importlib import import_module

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
    """A worker with a fresh calculator, after each kind of operation has been done once."""
    for name in MODULES:
        import_module(name)
    worker = Worker()
    for model in Model:
        worker.open(model.value, None)
        _use(worker)
    fresh = Worker()
    fresh.open(Model.HP15C.value, fresh.write())
    _forget_files()
    gc.collect()
    return fresh


def _forget_files() -> None:
    """Let Python forget the files that it has seen, because none of them will be there."""
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
    sys.path_importer_cache.clear()


def _use(worker: Worker) -> None:
    def ask(operation: str, **data: object) -> None:
        worker.ask(operation, json.dumps(data))

    ask("keys", events=[["down", "2"], ["up", "2"], ["down", "11"], ["up", "11"]])
    ask("load", name="x", data=b64encode(LISTING.encode()).decode())
    ask("check", text="LBL A\nFOO 5\n", name="x")
    ask("control", do="over")
    for name in FORMATS:
        ask("download", format=name)
    ask("put", name="X", value="2")
    ask("link")
    ask("new_game", kind="maker", digits=4, colours=6, secret="1234")
    _finish(worker)
    ask("hint")
    ask("guess", guess="1122")
    _finish(worker)
    ask("hint")
    ask("give_up")
    ask("analysis")
    ask("undo")
    ask("new_game", kind="breaker", secret="1234")


def _finish(worker: Worker) -> None:
    while worker.due is not None:
        worker.work()
