"""The server: what it answers, what it refuses, and that a refusal changes nothing."""

from __future__ import annotations

import base64
import hashlib
import json
import time
from pathlib import Path
from typing import Any

import pytest

from hp15c import Program
from programs.web.sessions import Sessions
from tests import TESTS
from tests.programs.web.test_desk import Watch
from tests.support.loops import PATIENCE

starlette = pytest.importorskip("starlette.testclient", reason="the extra web is not installed")

from programs.web import page  # noqa: E402
from programs.web.answers import MOST_EVENTS  # noqa: E402
from programs.web.server import create_app  # noqa: E402

HOST = "http://127.0.0.1:8015"
GOLDEN = TESTS / "golden" / "listings"


def opened(client: Any, model: str = "15C") -> str:
    answer = client.post("/api", json={"model": model})
    assert answer.status_code == 200
    return f"/api/{answer.json()['session']}"


def press(client: Any, base: str, keys: str) -> dict[str, Any]:
    events = [[what, key] for key in keys.split() for what in ("down", "up")]
    answer = client.post(f"{base}/keys", json={"events": events})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ask(client: Any, base: str, operation: str, **fields: Any) -> Any:
    return client.post(f"{base}/{operation}", json=fields)


def look(client: Any, base: str) -> dict[str, Any]:
    face: dict[str, Any] = ask(client, base, "look").json()
    return face


def load(client: Any, base: str, text: str, name: str = "mine.15c") -> Any:
    return ask(client, base, "load", name=name, data=base64.b64encode(text.encode()).decode())


def settled(client: Any, base: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        face: dict[str, Any] = look(client, base)
        if not face["running"]:
            return face
        time.sleep(0.01)
    raise AssertionError("the program did not end")


def test_a_sum(client: Any) -> None:
    face = press(client, opened(client), "2 36 3 40")
    assert face["text"] == " 5.0000     "
    assert face["cells"][1] == "acdfg."
    assert face["stack"]["X"] == "5"


def test_two_sessions_do_not_mix(client: Any) -> None:
    one, other = opened(client), opened(client)
    press(client, one, "7 36")
    assert look(client, other)["stack"]["X"] == "0"
    assert look(client, one)["stack"]["X"] == "7"


def test_a_page_comes_back_to_its_calculator(client: Any) -> None:
    base = opened(client)
    press(client, base, "7 36")
    name = base.rpartition("/")[2]
    back = client.post("/api", json={"model": "15C", "session": name}).json()
    assert (back["session"], back["found"], back["stack"]["X"]) == (name, True, "7")
    other = client.post("/api", json={"model": "11C", "session": name}).json()
    assert (other["found"], other["stack"]["X"]) == (False, "0")


def test_a_page_that_comes_back_holds_no_key(client: Any) -> None:
    base = opened(client)
    press(client, base, "43")
    held = ask(client, base, "keys", events=[["down", "45"]]).json()
    assert held["text"] == " 19 46  0-0"
    back = client.post("/api", json={"model": "15C", "session": base.rpartition("/")[2]}).json()
    assert (back["found"], back["text"]) == (True, " 0.0000     ")


def asset(name: str) -> str:
    return f"/assets-{page.digest()}/{name}"


def test_files_are_cached_by_their_hash_and_pages_are_not(client: Any) -> None:
    assert asset("page.js") in client.get("/").text
    assert "immutable" in client.get(asset("page.js")).headers["cache-control"]
    assert client.get("/").headers["cache-control"] == "no-store"
    for path in ("/assets-0123456789abcdef/page.js", asset("none.js"), asset("..%2fserver.py")):
        assert client.get(path).status_code == 404


def test_addresses_answer_to_their_own_methods_only(client: Any) -> None:
    base = opened(client)
    refused = client.get(f"{base}/keys")
    assert (refused.status_code, refused.headers["allow"]) == (405, "POST")
    assert client.delete(f"{base}/keys").status_code == 405
    assert client.get(base).status_code == 404


def test_a_session_that_is_gone(client: Any) -> None:
    answer = client.post("/api/nobody/look", json={})
    assert answer.status_code == 404
    assert "load the page again" in answer.json()["error"]


def test_half_a_character_names_no_calculator(tmp_path: Path) -> None:
    with starlette.TestClient(create_app(memory=tmp_path / "kept"), base_url=HOST) as client:
        for name, value in (
            ("session", "\ud800"),
            ("take", "\ud800"),
            ("owner", "a\udc00"),
            ("shown", ["\ud800"]),
        ):
            answer = client.post(
                "/api",
                content=json.dumps({"model": "15C", name: value}),
                headers={"content-type": "application/json"},
            )
            assert (answer.status_code, name in answer.json()["error"]) == (400, True)


def test_no_room_is_said() -> None:
    full = create_app(sessions=Sessions(Watch(), most=1))
    with starlette.TestClient(full, base_url=HOST) as client:
        opened(client)
        answer = client.post("/api", json={"model": "15C"})
    assert answer.status_code == 503
    assert answer.json()["error"]


def test_a_listing_is_loaded_run_and_downloaded_in_every_format(client: Any) -> None:
    base = opened(client)
    text = (GOLDEN / "area.15c").read_text("utf-8")
    face = load(client, base, text).json()
    assert face["warnings"] == []
    program = ask(client, base, "program").json()
    assert len(program["lines"]) == len(Program.parse(text))
    assert program["lines"][0]["mnemonic"] == "f LBL A"
    for format in program["formats"]:
        answer = ask(client, base, "download", format=format["name"])
        assert answer.status_code == 200
        if format["name"] != "html":
            assert Program.parse(answer.json()["text"]).steps == Program.parse(text).steps
    names = [ask(client, base, "download", format=one).json()["name"] for one in ("simulator", "markdown")]
    assert [Path(name).suffix for name in names] == [".15c", ".md"]


def test_the_policy_allows_the_style_of_the_sheet_and_no_other(client: Any) -> None:
    base = opened(client)
    sheet = ask(client, base, "download", format="html").json()["text"]
    style = sheet.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = client.get("/").headers["content-security-policy"]
    assert style
    assert f"style-src 'self' 'sha256-{digest}';" in policy


def test_a_listing_with_faults_or_for_the_other_model_leaves_the_program(client: Any) -> None:
    base = opened(client)
    load(client, base, "LBL A\n√x\nRTN")
    before = ask(client, base, "program").json()
    bad = load(client, base, "LBL A\nNONSENSE 5\nRTN")
    assert bad.status_code == 400
    assert "mine.15c:2" in bad.json()["error"]
    other = load(client, base, (GOLDEN / "dice.11c").read_text("utf-8"), "dice.11c")
    assert other.status_code == 400
    assert "11C" in other.json()["error"]
    assert ask(client, base, "program").json() == before


def test_a_listing_full_of_faults_is_answered_shortly(client: Any) -> None:
    answer = load(client, opened(client), "LBL A\n" + "NONSENSE\n" * 200)
    assert answer.status_code == 400
    assert answer.json()["error"].endswith("and 190 more faults")


def test_run_break_step_and_go_on(client: Any) -> None:
    base = opened(client)
    load(client, base, "LBL A\n2\n×\nRTN")
    press(client, base, "5 36")
    ask(client, base, "breakpoint", line=3, on=True)
    face = ask(client, base, "control", do="run").json()
    assert (face["broken"], face["line"], face["breakpoints"]) == (True, 3, {"3": ""})
    face = ask(client, base, "control", do="step").json()
    assert (face["line"], face["stack"]["X"]) == (4, "10")
    ask(client, base, "control", do="run")
    assert settled(client, base)["line"] == 0


def test_a_program_that_never_ends_does_not_keep_the_server_from_answering(client: Any) -> None:
    base, other = opened(client), opened(client)
    load(client, base, "LBL A\n1\n+\nGTO A")
    ask(client, base, "control", do="run")
    first = look(client, base)
    assert first["running"]
    assert press(client, other, "2 36 3 ×".replace("×", "20"))["stack"]["X"] == "6"
    end = time.monotonic() + PATIENCE
    while look(client, base)["seconds"] <= first["seconds"]:
        assert time.monotonic() < end
    assert not press(client, base, "31")["running"]
    assert not look(client, base)["running"]


def test_keys_that_take_their_time_wait_up_to_a_limit(client: Any) -> None:
    base = opened(client)
    ask(client, base, "pace", real=True)
    face = press(client, base, "3 0 23")
    assert (face["busy"], face["stack"]["X"]) == (True, "0")
    full = {"events": [["down", "36"], ["up", "36"]] * (MOST_EVENTS // 2)}
    answers = [client.post(f"{base}/keys", json=full) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 429, 429]
    assert "wait" in answers[-1].json()["error"]
    face = ask(client, base, "pace", real=False).json()
    assert (face["busy"], face["stack"]["T"]) == (False, "0.5")


def test_mastermind_by_requests(client: Any) -> None:
    base = opened(client)
    ask(client, base, "new_game", kind="maker", digits=3, colours=3, secret="231")
    settled(client, base)
    assert ask(client, base, "hint").json()["remaining"] == 27
    for guess in ("123", "231"):
        assert ask(client, base, "guess", guess=guess).status_code == 200
        settled(client, base)
    game = look(client, base)["game"]
    assert game["rows"] == [["123", 0, 3], ["231", 3, 0]]
    assert game["won"]
    assert game["verdict"].startswith("You have won in 2 turns.")
    assert ask(client, base, "guess", guess="111").status_code == 400
    worth = ask(client, base, "analysis").json()["rows"]
    assert [(row["before"], row["after"]) for row in worth] == [(27, 2), (2, 1)]
