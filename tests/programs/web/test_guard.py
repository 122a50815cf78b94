"""What the server refuses, and the head lines of its answers."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("starlette.testclient", reason="the extra web is not installed")
from starlette.requests import Request
from starlette.types import Message

from programs.web.fields import LARGEST_LISTING, RequestRefused
from programs.web.guard import LARGEST_BODY, HostNames, body, host_name
from tests.programs.web.test_server import HOST, asset, load, look, opened


def test_every_answer_carries_the_policy(client: Any) -> None:
    for path in ("/", "/11C", asset("page.js"), asset("face.css"), "/api/x", "/nothing/there"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://[::"},
        {"origin": "ftp://127.0.0.1:8015"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "http://127.0.0.1:8015.evil.example"},
        {"host": "evil.example"},
        {"host": "evil.example:8015"},
        {"host": "127.0.0.1:8015@evil.example"},
        {"host": ""},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_foreign_origins_and_hosts_are_refused(client: Any, headers: dict[str, str]) -> None:
    base = opened(client)
    answer = client.post(f"{base}/keys", json={"events": [["down", "5"]]}, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"]
    assert look(client, base)["stack"]["X"] == "0"


def test_our_own_origin_is_welcome(client: Any) -> None:
    answer = client.post(
        "/api", json={"model": "15C"}, headers={"origin": HOST, "sec-fetch-site": "same-origin"}
    )
    assert answer.status_code == 200
    answer = client.post("/api", json={"model": "15C"}, headers={"host": "localhost:8015"})
    assert answer.status_code == 200


def test_names_of_the_host() -> None:
    assert "localhost" in HostNames.of("127.0.0.1")
    assert "192.168.1.5" not in HostNames.of("127.0.0.1")
    assert "calc.lan" in HostNames.of("calc.lan")
    assert "192.168.1.5" in HostNames.of("0.0.0.0")
    assert "fe80::1" in HostNames.of("[::]")
    assert host_name("[::1]:80") == "::1"
    assert host_name("a:b") == ""
    assert "evil.example" not in HostNames.of("0.0.0.0")
    assert "my-laptop.local" in HostNames.of("0.0.0.0")
    assert "my-laptop.local" not in HostNames.of("127.0.0.1")


def test_bodies_that_are_no_json_or_too_large_are_refused(client: Any) -> None:
    base = opened(client)
    json_headers = {"content-type": "application/json"}
    for content, status in (
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 50_000, 400),
        (b" " * (LARGEST_BODY + 1), 413),
    ):
        answer = client.post(f"{base}/keys", content=content, headers=json_headers)
        assert answer.status_code == status, content[:20]
        assert answer.json()["error"]
    assert client.post(f"{base}/keys", content=b'{"events": []}').status_code == 415
    assert load(client, base, "x" * (LARGEST_LISTING + 5)).status_code == 400


def test_a_request_that_ends_too_early_is_refused() -> None:
    """Each was once a traceback in the terminal of the server."""

    async def leave() -> Message:
        return {"type": "http.disconnect"}

    with pytest.raises(RequestRefused, match="not whole"):
        body(Request({"type": "http", "headers": []}, leave), LARGEST_BODY).send(None)


def test_a_long_address_is_shown_in_part(client: Any) -> None:
    for method, path in (("GET", "/" + "a" * 5000), ("G" * 5000, "/a/" * 5000)):
        answer = client.request(method, path)
        assert answer.status_code == 404
        assert 20 < len(answer.text) < 250


@pytest.mark.parametrize(
    ("path", "host", "status", "said"),
    [
        ("/nowhere", "127.0.0.1:8015", 404, "/nowhere leads nowhere: the calculators are /15C and /11C."),
        ("/no/page", "127.0.0.1:8015", 404, "GET /no/page is not answered here."),
        ("/guide/none", "127.0.0.1:8015", 404, "none"),
        ("/%3Cscript%3E", "127.0.0.1:8015", 404, "/&lt;script&gt; leads nowhere"),
        ("/", "evil.example", 403, "evil.example"),
    ],
)
def test_a_person_at_a_wrong_address_reads_a_page(
    client: Any, path: str, host: str, status: int, said: str
) -> None:
    """A browser asks for text/html. The page itself asks for JSON and gets it."""
    shown = client.get(path, headers={"host": host, "accept": "text/html,*/*;q=0.8"})
    assert shown.status_code == status
    assert shown.headers["content-type"].startswith("text/html")
    assert said in shown.text
    assert '<a class="back" href="/15C">' in shown.text
    other = client.get(path, headers={"host": host})
    assert other.status_code == status
    assert other.json()["error"]
