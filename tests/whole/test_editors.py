"""Editors with the settings of the guide, started without a screen. Each shows what the server finds."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
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


def in_terminal(
    command: list[str], folder: Path, environment: dict[str, str], ended: Callable[[], bool]
) -> None:
    """Run an editor in a terminal until it ends or `ended` holds, for 90 seconds at most."""
    main, side = pty.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def drain() -> None:
        try:
            while os.read(main, 1 << 16):
                pass
        except OSError:  # the terminal was closed
            return

    threading.Thread(target=drain, daemon=True).start()
    with subprocess.Popen(
        [sys.executable, "-c", OWNS_TERMINAL, *command],
        cwd=folder,
        env=environment,
        stdin=side,
        stdout=side,
        stderr=side,
        start_new_session=True,
    ) as editor:
        until = time.monotonic() + 90
        while time.monotonic() < until and editor.poll() is None and not ended():
            time.sleep(0.2)
        editor.kill()
    os.close(side)
    os.close(main)


OWNS_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""

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

    def found() -> bool:
        return log.exists() and "there is no LBL 5" in log.read_text("utf-8", "replace")

    in_terminal(["hx", "-vv", "--log", str(log), "test.15c"], tmp_path, environment, found)
    assert found()


EMACS_ASKS = """
(defvar asks-until (+ (float-time) 60))
(defun asks-tell ()
  (with-current-buffer "test.15c"
    (let ((found (and (fboundp 'eglot-current-server) (eglot-current-server) (flymake-diagnostics))))
      (when (or found (> (float-time) asks-until))
        (goto-char (point-min))
        (forward-line 1)
        (let ((mode (symbol-name major-mode))
              (hover (and found (jsonrpc-request (eglot-current-server) :textDocument/hover
                                                 (eglot--TextDocumentPositionParams)))))
          (with-temp-file "told.json"
            (insert (json-encode (list (cons 'mode mode)
                                       (cons 'found (vconcat (mapcar #'flymake-diagnostic-text found)))
                                       (cons 'hover hover))))))
        (kill-emacs)))))
(run-with-timer 1 0.3 #'asks-tell)
"""


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("emacs") is None or not any(Path("/usr/share/emacs").rglob("eglot.el*")),
    reason="Emacs with Eglot is not installed",
)
def test_emacs_shows_what_the_server_finds(tmp_path: Path, environment: dict[str, str]) -> None:
    place = Path(environment["HOME"]) / ".emacs.d"
    place.mkdir()
    (place / "init.el").write_text(settings("elisp") + EMACS_ASKS, "utf-8")
    (tmp_path / "test.15c").write_text(TEXT, "utf-8")
    in_terminal(["emacs", "-nw", "test.15c"], tmp_path, environment, lambda: False)
    told = json.loads((tmp_path / "told.json").read_text("utf-8"))
    assert told["mode"] == "hp15c-mode"
    assert [text.rpartition(": ")[2] for text in told["found"]] == ["there is no LBL 5"]
    assert told["hover"]["contents"]["value"].startswith("**g x²** (line 002)")


VIM_ASKS = """
let g:ale_hover_to_preview = 1
let g:asks = 0
func! Tell(timer)
  let g:asks += 1
  let shown = winnr('$') > 1 ? getbufline(winbufnr(1), 1, '$') : []
  if g:asks > 200 || !empty(shown)
    call writefile([json_encode(#{found: getloclist(0), hover: shown, type: &filetype})], 'told.json')
    qa!
  elseif !empty(getloclist(0)) && g:asks % 10 == 0
    call cursor(2, 1)
    ALEHover
  endif
endfunc
call timer_start(300, 'Tell', #{repeat: -1})
"""


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("vim") is None or not Path("/usr/share/vim-ale").exists(),
    reason="Vim with ALE is not installed",
)
def test_vim_shows_what_the_server_finds(tmp_path: Path, environment: dict[str, str]) -> None:
    (Path(environment["HOME"]) / ".vimrc").write_text(settings("vim"), "utf-8")
    (tmp_path / "asks.vim").write_text(VIM_ASKS, "utf-8")
    (tmp_path / "test.15c").write_text(TEXT, "utf-8")
    in_terminal(["vim", "-S", "asks.vim", "test.15c"], tmp_path, environment, lambda: False)
    told = json.loads((tmp_path / "told.json").read_text("utf-8"))
    assert [(one["lnum"], one["text"]) for one in told["found"]] == [(3, "no-label: there is no LBL 5")]
    assert told["hover"][0] == "**g x²** (line 002)"
