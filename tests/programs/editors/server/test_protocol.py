"""Messages of a wrong shape are answered with the errors that the protocol names."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

HOVER = "textDocument/hover"
PARSE, INVALID, UNKNOWN, FIELDS = -32700, -32600, -32601, -32602


def request(known: object, method: object, **more: object) -> dict[str, object]:
    """A request of an editor."""
    return {"jsonrpc": "2.0", "id": known, "method": method, **more}


CASES: list[tuple[object, object, int]] = [
    (request(1, HOVER, params={"textDocument": 5}), 1, FIELDS),
    (request("two", HOVER), "two", FIELDS),
    (request(3, "no/such"), 3, UNKNOWN),
    (request(4, 5), 4, INVALID),
    (request([5], HOVER, params={}), None, INVALID),
    ({"id": 6, "method": "shutdown"}, 6, INVALID),
    ({**request(7, "shutdown"), "jsonrpc": "1.0"}, 7, INVALID),
    ([1], None, INVALID),
    (None, None, INVALID),
    (b"{bad", None, PARSE),
    (b"[" * 100_000, None, PARSE),
]
"""What an editor sends, the id in the answer, and the error's number."""


@pytest.mark.slow
def test_every_message_of_a_wrong_shape_is_answered() -> None:
    ends = [request(8, "shutdown"), request(9, "shutdown"), {"jsonrpc": "2.0", "method": "exit"}]
    begin = request(0, "initialize", params={"capabilities": {}})
    sent = [begin, *(case[0] for case in CASES), *ends]
    bodies = [one if isinstance(one, bytes) else json.dumps(one).encode() for one in sent]
    done = subprocess.run(
        [sys.executable, "-m", "hp15c", "lsp"],
        input=b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies),
        capture_output=True,
        timeout=60,
        check=False,
    )
    answers = [
        json.loads(one) for one in re.split(r"Content-Length.*\r\n.*\r\n\r\n", done.stdout.decode())[1:]
    ]
    got = [(one["id"], one["error"]["code"]) for one in answers if "error" in one]
    assert got == [*((known, code) for _, known, code in CASES), (9, INVALID)]
    assert not any("method" in one for one in answers)
    assert "Traceback" not in done.stderr.decode()
