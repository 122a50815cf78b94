"""The fields of a request."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette.testclient", reason="the extra web is not installed")
from programs.web.answers import MOST_EVENTS
from tests.programs.web.test_server import look, opened

MALFORMED: list[tuple[str, Any]] = [
    ("keys", None),
    ("keys", []),
    ("keys", {}),
    ("keys", {"events": "5"}),
    ("keys", {"events": [["down", "5"], ["down", "99"]]}),
    ("keys", {"events": [["down", "5"], ["sideways", "5"]]}),
    ("keys", {"events": [["down", "5"], ["down", 5]]}),
    ("keys", {"events": [["down", "5"], {}]}),
    ("keys", {"events": [["down", "5"]] * (MOST_EVENTS + 1)}),
    ("control", {"do": "explode"}),
    ("control", {"do": ["run"]}),
    ("control", {"do": "to", "line": 7}),
    ("breakpoint", {"line": 1, "on": True}),
    ("breakpoint", {"line": "1", "on": True}),
    ("breakpoint", {"line": True, "on": True}),
    ("breakpoint", {"line": 1}),
    ("watch", {"places": "R1"}),
    ("watch", {"places": [1]}),
    ("watch", {"places": ["somewhere"]}),
    ("pace", {"real": "yes"}),
    ("undo", {}),
    ("redo", {}),
    ("paste", {"text": "no key at all"}),
    ("paste", {"text": "1 " * 300}),
    ("put", {"name": "X", "value": "many"}),
    ("put", {"name": "R99", "value": "1"}),
    ("put", {"name": "A1,1", "value": "1"}),
    ("insert", {"after": 0, "text": "NONSENSE"}),
    ("insert", {"after": 5, "text": "ENTER"}),
    ("delete", {"line": 1}),
    ("load", {"name": "x", "data": "*"}),
    ("load", {"name": "x", "data": 5}),
    ("load_ours", {"name": "../cli.py"}),
    ("load_ours", {"name": "no such.15c"}),
    ("load_ours", {"name": 5}),
    ("ours", {"name": "../cli.py"}),
    ("open_link", {"fragment": "AAAA"}),
    ("open_link", {"fragment": "eJw!"}),
    ("download", {"format": "nonsense"}),
    ("new_game", {"kind": "maker", "digits": 99, "colours": 4, "secret": None}),
    ("new_game", {"kind": "maker", "digits": "4", "colours": 4, "secret": None}),
    ("new_game", {"kind": "maker", "digits": 4, "colours": 4, "secret": "9999"}),
    ("new_game", {"kind": "maker", "digits": 4, "colours": 40, "secret": None}),
    ("new_game", {"kind": "breaker", "secret": "7777"}),
    ("new_game", {"kind": "other"}),
    ("guess", {"guess": "1122"}),
    ("answer", {"black": 1, "white": 1}),
    ("give_up", {}),
    ("hint", {}),
    ("analysis", {}),
    ("nothing", {}),
]


@pytest.mark.first
@pytest.mark.parametrize(("operation", "data"), MALFORMED)
def test_malformed_requests_are_refused_and_change_nothing(client: Any, operation: str, data: Any) -> None:
    base = opened(client)
    before = look(client, base)
    answer = client.post(f"{base}/{operation}", json=data)
    assert 400 <= answer.status_code < 500
    assert len(answer.json()["error"]) > 10
    assert look(client, base) == before
