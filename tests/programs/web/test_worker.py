"""The worker in a browser."""

from __future__ import annotations

import json

from programs.web.worker import Worker


def test_a_damaged_memory_is_said_and_a_new_calculator_begins() -> None:
    worker = Worker()
    for text in ("{}", "[", '{"kind": "hp15c page", "version": 1}'):
        face = json.loads(worker.open("15C", text))
        assert "cannot be read" in face["said"]
        assert face["text"] == " 0.0000     "
