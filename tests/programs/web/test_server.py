"""The server: what it answers, what it refuses, and that a refusal changes nothing."""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hp15c import Program
from hp15c.table.models import Model
from programs.web.sessions import Sessions
from tests import ROOT, TESTS
from tests.programs.web.test_desk import Watch
from tests.support.loops import PATIENCE

starlette = pytest.importorskip("starlette.testclient", reason="the extra web is not installed")

from programs.web import page  # noqa: E402
from programs.web.answers import MOST_EVENTS  # noqa: E402
from programs.web.fields import LARGEST_LISTING  # noqa: E402
from programs.web.guard import LARGEST_BODY, HostNames, host_name  # noqa: E402
from programs.web.server import create_app  # noqa: E402

HOST = "http://127.0.0.1:8015"
GOLDEN = TESTS / "golden" / "listings"


@pytest.fixture
def client() -> Iterator[Any]:
    with starlette.TestClient(create_app(), base_url=HOST) as client:
        yield client


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


def test_the_smallest_game_is_named_in_good_english() -> None:
    shown = page.render(Model.HP15C)
    assert "1 digit: only the 1" in shown
    assert "2 digits, each 1 to 2" in shown
    assert "1 digits" not in shown


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


def test_every_answer_carries_the_policy(client: Any) -> None:
    for path in ("/", "/11C", asset("page.js"), asset("face.css"), "/api/x", "/nothing/there"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def asset(name: str) -> str:
    return f"/assets-{page.digest()}/{name}"


def test_files_are_cached_by_their_hash_and_pages_are_not(client: Any) -> None:
    assert asset("page.js") in client.get("/").text
    assert "immutable" in client.get(asset("page.js")).headers["cache-control"]
    assert client.get("/").headers["cache-control"] == "no-store"
    for path in ("/assets-0123456789abcdef/page.js", asset("none.js"), asset("..%2fserver.py")):
        assert client.get(path).status_code == 404


def test_the_page_names_nothing_on_the_network(client: Any) -> None:
    static = ROOT / "programs" / "web" / "static"
    scripts = [path.read_text("utf-8") for path in static.iterdir() if path.suffix != ".png"]
    texts = [client.get("/").text, *scripts]
    assert len(texts) > 6
    for text in texts:
        outside = [
            part for part in text.replace("http://www.w3.org/2000/svg", "").split('"') if "://" in part
        ]
        assert not outside


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
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


@pytest.mark.parametrize(("operation", "data"), MALFORMED)
def test_malformed_requests_are_refused_and_change_nothing(client: Any, operation: str, data: Any) -> None:
    base = opened(client)
    before = look(client, base)
    answer = client.post(f"{base}/{operation}", json=data)
    assert 400 <= answer.status_code < 500
    assert len(answer.json()["error"]) > 10
    assert look(client, base) == before


def test_addresses_answer_to_their_own_methods_only(client: Any) -> None:
    base = opened(client)
    assert client.get(f"{base}/keys").status_code == 405
    assert client.delete(f"{base}/keys").status_code == 405
    assert client.get(base).status_code == 404


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


def test_a_session_that_is_gone(client: Any) -> None:
    answer = client.post("/api/nobody/look", json={})
    assert answer.status_code == 404
    assert "load the page again" in answer.json()["error"]


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


def test_matrices_and_imaginary_parts_are_told(client: Any) -> None:
    base = opened(client)
    face = press(client, base, "2 36 1 42 23 12 42 16 1 7 44 12")
    assert face["matrices"] == {"B": {"rows": [["7"], ["0"]], "lu": False}}
    assert "RESULT" in face["modes"]
    face = press(client, base, "3 36 4 16 42 25")
    assert face["stack"]["X"] == "3\n− 4 i"
    assert press(client, base, "42 16 0")["matrices"] == {}


def test_an_lu_form_says_so(client: Any) -> None:
    base = opened(client)
    press(client, base, "2 36 42 23 11 3 44 16 11 42 26 13 45 16 11 42 16 9")
    face = look(client, base)
    assert {name: matrix["lu"] for name, matrix in face["matrices"].items()} == {"A": False, "C": True}


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


def test_the_11c_has_its_face_and_its_calculator(client: Any) -> None:
    page = client.get("/11C").text
    assert 'data-model="11C"' in page
    assert page.count('data-key="') == 39
    base = opened(client, "11C")
    face = press(client, base, "43 45")
    assert face["levels"] == 4
    assert client.get("/12C").status_code == 404


def test_the_first_page_shows_the_calculator_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"
    with starlette.TestClient(create_app(memory=file), base_url=HOST) as client:
        press(client, opened(client, "11C"), "5")
    with starlette.TestClient(create_app(memory=file), base_url=HOST) as client:
        assert 'data-model="11C"' in client.get("/").text
    with starlette.TestClient(create_app(memory=file, shown_first=Model.HP15C), base_url=HOST) as client:
        assert 'data-model="15C"' in client.get("/").text
