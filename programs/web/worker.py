"""The calculator in a browser: a worker hands every message to it and sends the answer back.

It gives the same answers as the server. JSON text goes in and out. The page keeps the state in the browser's
storage as one text.
"""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

from hp15c.errors import InputError
from hp15c.table.models import Model
from programs.web import answers, snapshot
from programs.web.answers import Later
from programs.web.desk import Desk
from programs.web.fields import Fields, RequestRefused


class Worker:
    """The calculator of a page. `due` is the seconds until it has to be called again, None for never."""

    def __init__(self) -> None:
        self.desk = Desk(Model.HP15C, perf_counter)
        self.due: float | None = None

    def open(self, model: str, kept: str | None) -> str:
        """Begin with the calculator that the browser kept, if any. Returns the face, as for any question."""
        said, is_kept = "", False
        self.desk = Desk(Model.of(model), perf_counter)
        if kept is not None:
            try:
                desk = snapshot.restore(kept, perf_counter)
                if desk.model is self.desk.model:
                    self.desk, is_kept = desk, True
            except InputError as error:
                said = f"The calculator that this browser kept cannot be read: {error}. This is a new one."
        return self._answer_act({"found": is_kept, "said": said})

    def facts(self, kept: str) -> str:
        """What a kept calculator shows, as JSON. {"error": ...} when it cannot be read."""
        try:
            desk = snapshot.restore(kept, perf_counter)
        except InputError as error:
            return json.dumps({"error": str(error)})
        shown, lines = desk.display.text.strip(), len(desk.state.program)
        return json.dumps({"model": desk.model.value, "shown": shown, "lines": lines})

    def ask(self, operation: str, data: str) -> str:
        """Answer one question of the page, as JSON. {"error": ...} when it is refused."""
        try:
            return self._answer(operation, Fields(json.loads(data)))
        except RequestRefused as refused:
            return json.dumps({"error": refused.message})
        except InputError as error:
            return json.dumps({"error": answers.message(error)})

    def work(self) -> None:
        """Let the calculator go on as far as it is due, and look at its game."""
        self.due = self.desk.work()
        answers.look_at_game(self.desk)

    def write(self) -> str:
        """The calculator as the browser keeps it."""
        return snapshot.write(self.desk)

    def _answer(self, operation: str, fields: Fields) -> str:
        handler, acts = answers.handler(operation)
        answer = handler(self.desk, fields)
        facts = answer.then(answer.work()) if isinstance(answer, Later) else answer or {}
        return self._answer_act(facts) if acts else json.dumps(facts, ensure_ascii=False)

    def _answer_act(self, more: dict[str, Any]) -> str:
        self.due = self.desk.work()
        return json.dumps({**answers.face(self.desk), "trouble": "", **more}, ensure_ascii=False)
