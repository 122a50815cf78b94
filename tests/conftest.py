"""What the tests share: the same random examples in every run, and what the tests of the page are given.

That is a browser, servers, and pages in windows of all sizes. All of it is made when the first test asks for
it.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.support import shares
from tests.support.pages import CHROMIUM, KINDS, SERVE, SIZES, Face, Windows, places, serving, static

Addresses = Callable[[str], str]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # inherited from a shell. Tests press Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)


BUILDS_THE_PAGE = "test_loading.py"


def keep_bytecode(config: pytest.Config) -> None:
    """Where no bytecode may stand beside the sources, keep it in the folder of pytest's cache.

    Otherwise each process, and each program that a test starts, compiles all the sources again.
    """
    cache = getattr(config, "cache", None)
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", "") and cache is not None:
        sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(cache.mkdir("bytecode"))
        sys.dont_write_bytecode = False


def pytest_configure(config: pytest.Config) -> None:
    """Take the same random examples in every run, and fewer of them where slow tests are left out.

    `pytest --hypothesis-profile=default` draws new ones.
    """
    keep_bytecode(config)
    gc.disable()  # nearly all that is made up to the end of the collection stays
    chosen: str = config.getoption("markexpr")
    if "not slow" in chosen:
        shares.fewer = shares.EIGHTH
    elif runs_in_ci(chosen):
        shares.fewer = shares.FOURTH
    settings.register_profile(
        "same", derandomize=True, deadline=None, max_examples=shares.share(settings().max_examples)
    )
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("same")


def runs_in_ci(chosen: str) -> bool:
    """Whether -m chooses what CI runs: slow tests, and none that are `long`."""
    return bool(chosen) and "not slow" not in chosen and ("not long" in chosen or "long" not in chosen)


def spread_pages(files: Iterable[Path]) -> dict[Path, float]:
    """The places of files, in which those of the page are spread among the others.

    A test of the page waits for a browser now and then. Two processes that wait leave a core idle.
    """
    groups: dict[bool, list[Path]] = {True: [], False: []}
    for file in files:
        groups[file.parent.name == "page"].append(file)
    return {file: place / len(some) for some in groups.values() for place, file in enumerate(some)}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `long` when -m chooses tests and does not speak of them: -m "not slow".

    The examples after the first one of a test marked `first` are slow, and CI runs all of them.

    In CI most of many slow examples of one test are left out, too, and one of the two kinds of page (see
    `shares`).

    Files with slow tests come first, so that no process has one of them to itself in the end. The very first
    one builds the page, for which others would wait. The other files of the page are spread among them.
    """
    for item in shares.behind_first(items):
        item.add_marker(pytest.mark.slow)
        item.add_marker(pytest.mark.each)
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    places = spread_pages(dict.fromkeys(item.path for item in items if item.path in slow))
    items.sort(key=lambda item: (item.path.name != BUILDS_THE_PAGE, places.get(item.path, len(places))))
    chosen: str = config.getoption("markexpr")
    left_out: list[pytest.Item] = []
    if chosen and "long" not in chosen:
        left_out += [item for item in items if item.get_closest_marker("long")]
    if runs_in_ci(chosen):
        left_out += shares.beyond_share(items) + shares.other_kind(items)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        away = set(left_out)
        items[:] = [item for item in items if item not in away]


def pytest_collection_finish() -> None:
    """Look for garbage again, less often: what is loaded by now stays, and a test leaves little after."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    gc.enable()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without a server."""
    import fcntl

    from hp15c.errors import InputError
    from programs.web.folder import pyodide
    from programs.web.folder.build import MANIFEST, build

    try:
        pyodide.node()
        pyodide.folder(None)
    except InputError as error:
        pytest.skip(str(error))
    place = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        place = place.parent
    out = place / "page"
    with (place / "page.lock").open("w") as lock:  # one process builds it, the others wait
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / MANIFEST).exists():
            build(out, None)
    return out


@pytest.fixture(scope="session")
def addresses(request: pytest.FixtureRequest) -> Iterator[Addresses]:
    """The address of a server of its own, started as a user would, or of a static one with the folder."""
    known: dict[str, str] = {}
    with ExitStack() as running:

        def address(kind: str) -> str:
            if kind not in known:
                command = [*SERVE, "--port", "0", "--no-memory"]
                if kind == "folder":
                    command = static(request.getfixturevalue("folder"))
                known[kind] = running.enter_context(serving(command))[1]
            return known[kind]

        yield address


@pytest.fixture(scope="session")
def playwright_of() -> Iterator[Any]:
    """Playwright, which starts browsers."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright_of: Any) -> Iterator[Any]:
    """Debian's Chromium. It compiles Pyodide once, not a second time for speed: no test runs for long."""
    arguments = ["--no-sandbox", "--js-flags=--liftoff-only"]
    browser = playwright_of.chromium.launch(executable_path=CHROMIUM, args=arguments)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def windows(browser: Any) -> Windows:
    """Windows of that browser."""
    return Windows(browser)


def _page(request: pytest.FixtureRequest, windows: Windows, addresses: Addresses) -> Iterator[Face]:
    kind, size = request.param
    with windows.open(addresses(kind), size) as face:
        yield face


@pytest.fixture(params=places(KINDS, ["screen"]))
def face(request: pytest.FixtureRequest, windows: Windows, addresses: Addresses) -> Iterator[Face]:
    """A page for what is the same at every size: with both kinds of answers, on a large screen."""
    yield from _page(request, windows, addresses)


@pytest.fixture(params=places(["server"], SIZES))
def sized(request: pytest.FixtureRequest, windows: Windows, addresses: Addresses) -> Iterator[Face]:
    """A page for what depends on the size, and not on who answers."""
    yield from _page(request, windows, addresses)


@pytest.fixture(params=places(KINDS, ["phone"]))
def phone(request: pytest.FixtureRequest, windows: Windows, addresses: Addresses) -> Iterator[Face]:
    """A page for what is hardest on a small screen."""
    yield from _page(request, windows, addresses)
