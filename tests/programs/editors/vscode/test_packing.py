"""The package of the extension for VS Code, and what it does when it is started."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hp15c import __version__
from programs.editors.vscode.contents import made_files
from programs.editors.vscode.packing import FOLDER, WRITTEN, archive, pack

EDITOR = """
const { EventEmitter } = require("events");
const told = [];
const clients = [];
class LanguageClient {
  constructor(id, name, server, options) { clients.push({ server, options }); }
  async start() { if (FAILS) throw "no such command"; }
  async stop() { told.push("stopped"); }
  sendNotification(method, params) { told.push([method, params]); }
}
let changed = null;
const values = { command: ["hp15c", "lsp"], stack: "x" };
const vscode = {
  workspace: {
    getConfiguration: (section) => ({ get: (name) => section === "hp15c" ? values[name] : undefined }),
    onDidChangeConfiguration: (act) => { changed = act; return { dispose() {} }; },
  },
  window: { showErrorMessage: (text) => told.push(text) },
};
const Module = require("module");
const load = Module._load;
const known = { vscode, "vscode-languageclient/node": { LanguageClient } };
Module._load = (name, ...rest) => known[name] ?? load(name, ...rest);
(async () => {
  const { activate, deactivate } = require(EXTENSION);
  await activate({ subscriptions: [] });
  values.stack = "off";
  if (changed) changed({ affectsConfiguration: (name) => name === "hp15c.stack" });
  await deactivate();
  console.log(JSON.stringify({ client: clients[0], told }));
})();
"""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as zipped:
        return {name: zipped.read(name) for name in zipped.namelist()}


def test_the_package_has_a_manifest_and_all_files(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text(made_files()["package.json"], "utf-8")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "some.mjs").write_text("1", "utf-8")
    files = unpacked(archive(tmp_path))
    assert archive(tmp_path) == archive(tmp_path)
    assert set(files) == {
        "[Content_Types].xml",
        "extension.vsixmanifest",
        "extension/package.json",
        "extension/node_modules/some.mjs",
    }
    manifest = ElementTree.fromstring(files["extension.vsixmanifest"])
    identity = manifest.find(".//{*}Identity")
    assert identity is not None
    assert identity.attrib["Version"] == __version__
    for asset in manifest.iter("{http://schemas.microsoft.com/developer/vsx-schema/2011}Asset"):
        assert asset.attrib["Path"].removeprefix("extension/") in ("package.json", "README.md")
    types = ElementTree.fromstring(files["[Content_Types].xml"])
    assert {one.attrib["Extension"] for one in types} == {".json", ".mjs", ".vsixmanifest"}


@pytest.mark.first
@needs_node
@pytest.mark.parametrize("fails", [False, True])
def test_the_extension_starts_the_server_and_hands_it_the_settings(fails: bool) -> None:
    script = f"const EXTENSION = {json.dumps(str(FOLDER / 'extension.js'))}, FAILS = {json.dumps(fails)};"
    done = subprocess.run(
        ["node", "-e", script + EDITOR], capture_output=True, text=True, timeout=60, check=True
    )
    found = json.loads(done.stdout)
    assert found["client"]["server"] == {"command": "hp15c", "args": ["lsp"]}
    assert found["client"]["options"]["initializationOptions"] == {"stack": "x"}
    changed = ["workspace/didChangeConfiguration", {"settings": {"hp15c": {"stack": "off"}}}]
    message = (
        'HP-15C: hp15c could not be started (no such command). Install it with pip install "hp15c[lsp]", '
        "or put its whole path into the setting hp15c.command."
    )
    assert found["told"] == ([message] if fails else [changed, "stopped"])


@needs_node
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_the_whole_package_is_made_and_holds_the_client(tmp_path: Path) -> None:
    files = unpacked(pack())
    for name in (*made_files(), *WRITTEN, "node_modules/vscode-languageclient/package.json"):
        assert f"extension/{name}" in files
    with zipfile.ZipFile(io.BytesIO(pack())) as zipped:
        zipped.extractall(tmp_path)
    subprocess.run(
        ["node", "-e", "require.resolve('vscode-languageclient/node')"],
        cwd=tmp_path / "extension",
        timeout=60,
        check=True,
    )
