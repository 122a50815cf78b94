"""What the worker answers is what the server answers."""

from __future__ import annotations

import json
from typing import Any

from programs.web.worker import Worker


def ask(worker: Worker, operation: str, **data: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(worker.ask(operation, json.dumps(data)))
    return found


def opened(kept: str | None = None) -> Worker:
    worker = Worker()
    worker.open("15C", kept)
    return worker


def press(worker: Worker, keys: str) -> dict[str, Any]:
    return ask(worker, "keys", events=[[what, key] for key in keys.split() for what in ("down", "up")])


def finish(worker: Worker) -> None:
    while worker.due is not None:
        worker.work()


def test_what_is_unknown_is_refused_and_what_acts_answers_with_the_face() -> None:
    worker = opened()
    assert ask(worker, "fly") == {"error": "there is nothing called 'fly'"}
    assert press(worker, "2 36 3 40")["stack"]["X"] == "5"
    assert ask(worker, "undo")["stack"]["X"] == "3"
    assert "stack" not in ask(worker, "program")
