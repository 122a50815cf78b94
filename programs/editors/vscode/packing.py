"""The extension as one file (.vsix), with the library that speaks the protocol fetched by npm."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr

from hp15c import __version__
from hp15c.errors import InputError
from programs.editors.vscode.contents import NAME, PUBLISHER, made_files, package
from programs.publishing import zip_archive

FOLDER: Final = Path(__file__).parent
WRITTEN: Final = ("extension.js", "README.md")
"""The files that are written by hand. The others are made."""

_DETAILS: Final = "Microsoft.VisualStudio.Services.Content.Details"
_TYPES: Final = {
    "json": "application/json",
    "js": "application/javascript",
    "md": "text/markdown",
    "vsixmanifest": "text/xml",
}


def write_made(folder: Path = FOLDER) -> list[str]:
    """Write the files that are made from the tables. Returns their names."""
    for name, text in made_files().items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    return list(made_files())


def pack() -> bytes:
    """The package. InputError where npm is missing or cannot fetch the library."""
    npm = shutil.which("npm")
    if npm is None:
        raise InputError("npm is not installed: packaging the extension needs Node.js with npm")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        write_made(folder)
        for name in WRITTEN:
            shutil.copyfile(FOLDER / name, folder / name)
        _fetch(npm, folder)
        return archive(folder)


def _fetch(npm: str, folder: Path) -> None:
    done = subprocess.run(
        [npm, "install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise InputError(f"npm could not fetch vscode-languageclient: {done.stderr.strip()[-300:]}")
    (folder / "package-lock.json").unlink(missing_ok=True)


def archive(folder: Path) -> bytes:
    """A folder with the extension as a package. The same files give the same bytes."""
    return zip_archive(_entries(folder))


def _entries(folder: Path) -> Iterator[tuple[str, bytes]]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    suffixes = {path.suffix.removeprefix(".") for path in files if path.suffix}
    yield "[Content_Types].xml", _content_types(suffixes).encode()
    yield "extension.vsixmanifest", _manifest().encode()
    for path in files:
        yield f"extension/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _content_types(suffixes: set[str]) -> str:
    rows = "".join(
        f'<Default Extension=".{one}" ContentType="{_TYPES.get(one, "application/octet-stream")}"/>'
        for one in sorted(suffixes | {"vsixmanifest"})
    )
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>\n'
    )


def _manifest() -> str:
    """What the package holds, as VS Code reads it before it unpacks it."""
    facts = package()
    identity = f'Language="en-US" Id="{NAME}" Version="{__version__}" Publisher="{PUBLISHER}"'
    engine = quoteattr(facts["engines"]["vscode"])
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity {identity}/>
    <DisplayName>{facts["displayName"]}</DisplayName>
    <Description xml:space="preserve">{facts["description"]}</Description>
    <Categories>{",".join(facts["categories"])}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
    </Properties>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="{_DETAILS}" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""
