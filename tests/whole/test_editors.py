"""Editors with the settings of the guide, started without a screen. Each shows what the server finds."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from programs.guide.chapters import chapter

TEXT = "LBL A\nx²\nGTO 5\n"


def settings(language: str) -> str:
    """The settings in a language that the chapter shows."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", chapter("editor").text, re.MULTILINE | re.DOTALL)
    return str(block)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home without other settings, and the command hp15c on the path."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "hp15c").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hp15c "$@"\n')
    (home / "hp15c").chmod(0o755)
    places = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "PATH": f"{home}:{os.environ['PATH']}",
    }
    return {**os.environ, **places, "XDG_CACHE_HOME": str(home / "cache"), "TERM": "xterm-256color"}


ASKS = """
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
local found = {}
for _, one in ipairs(vim.diagnostic.get(0)) do table.insert(found, { one.lnum, one.message }) end
local place = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 1, character = 0 } }
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", place, 20000)
local hover = ""
for _, one in pairs(answers or {}) do hover = one.result.contents.value end
vim.fn.writefile({ vim.fn.json_encode({ found = found, hover = hover }) }, "told.json")
vim.cmd("qa!")
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_shows_what_the_server_finds(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "init.lua").write_text(settings("lua"), "utf-8")
    (tmp_path / "asks.lua").write_text(ASKS, "utf-8")
    (tmp_path / "test.15c").write_text(TEXT, "utf-8")
    done = subprocess.run(
        ["nvim", "--headless", "-u", "init.lua", "test.15c", "-c", "luafile asks.lua"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (tmp_path / "told.json").exists(), done.stderr
    told = json.loads((tmp_path / "told.json").read_text("utf-8"))
    assert told["found"] == [[2, "there is no LBL 5"]]
    assert told["hover"].startswith("**g x²** (line 002)")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("hx") is None, reason="Helix is not installed")
def test_helix_shows_what_the_server_finds(tmp_path: Path, environment: dict[str, str]) -> None:
    place = Path(environment["XDG_CONFIG_HOME"]) / "helix"
    place.mkdir(parents=True)
    (place / "languages.toml").write_text(settings("toml"), "utf-8")
    (tmp_path / "test.15c").write_text(TEXT, "utf-8")
    health = subprocess.run(
        ["hx", "--health", "hp15c"], env=environment, capture_output=True, text=True, timeout=60, check=True
    )
    assert "hp15c" in health.stdout
    log = tmp_path / "log"
    main, side = pty.openpty()
    with subprocess.Popen(
        ["hx", "-vv", "--log", str(log), "test.15c"],
        cwd=tmp_path,
        env=environment,
        stdin=side,
        stdout=side,
        stderr=side,
    ) as editor:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until and not (
                log.exists() and "there is no LBL 5" in log.read_text("utf-8", "replace")
            ):
                time.sleep(0.2)
        finally:
            editor.kill()
            os.close(main)
            os.close(side)
    assert "there is no LBL 5" in log.read_text("utf-8", "replace")
