"""Python's memory before it is written to a file."""

from __future__ import annotations

import json

from programs.web.folder.prepared_memory import warm_worker


def test_the_calculator_computes_afterwards_and_finds_its_files() -> None:
    worker = warm_worker()
    shown = json.loads(worker.ask("keys", json.dumps({"events": [["down", "2"], ["up", "2"]]})))
    assert shown["stack"]["X"] == "2"
    assert shown["undoable"] == 1
