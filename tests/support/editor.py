"""An editor that speaks to the language server over its standard input and output."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

SERVER = ClientServerConfig(server_command=[sys.executable, "-m", "hp15c", "lsp"])


class Editor:
    """An editor with a client. `uri` names a file that it has opened, whose text may be nowhere else."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self._count = 0

    async def begin(self, **options: Any) -> types.InitializeResult:
        """Start the session as VS Code would, with settings."""
        capabilities = client_capabilities("visual-studio-code")
        return await self.client.initialize_session(
            types.InitializeParams(capabilities=capabilities, initialization_options=options or None)
        )

    async def open(self, text: str, name: str = "test.15c") -> str:
        """Open a text as a new file, and wait for its findings."""
        self._count += 1
        uri = f"file:///none/{self._count}/{name}"
        item = types.TextDocumentItem(uri, "hp15c", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await self.findings(uri)
        return uri

    async def findings(self, uri: str, version: int = 1) -> list[types.Diagnostic]:
        """The next findings about a version of a file."""
        while True:
            wanted = self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
            told = await asyncio.wait_for(wanted, 20)
            if told.uri == uri and told.version == version:
                return list(told.diagnostics)

    def change(self, uri: str, version: int, *changes: tuple[tuple[int, int, int, int] | None, str]) -> None:
        """Change parts of a file, each given as line, column, last line, last column. None: all of it."""
        made: list[types.TextDocumentContentChangeEvent] = []
        for place, text in changes:
            if place is None:
                made.append(types.TextDocumentContentChangeWholeDocument(text))
            else:
                made.append(types.TextDocumentContentChangePartial(range_of(*place), text))
        item = types.VersionedTextDocumentIdentifier(version, uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(item, made))

    async def hints(self, uri: str, first: int = 0, last: int = 1000) -> list[types.InlayHint]:
        """The hints of some lines."""
        wanted = types.InlayHintParams(document(uri), range_of(first, 0, last, 0))
        return list(await self.client.text_document_inlay_hint_async(wanted) or ())

    async def actions(self, uri: str, first: int, last: int) -> dict[str, types.CodeAction]:
        """What the editor offers for some whole lines, by title."""
        return await self.actions_on(uri, range_of(first, 0, last, 9_999))

    async def actions_on(self, uri: str, chosen: types.Range) -> dict[str, types.CodeAction]:
        """What the editor offers for a part of the text, by title."""
        wanted = types.CodeActionParams(document(uri), chosen, types.CodeActionContext([]))
        found = await self.client.text_document_code_action_async(wanted) or ()
        return {one.title: one for one in found if isinstance(one, types.CodeAction)}


def document(uri: str) -> types.TextDocumentIdentifier:
    """A file by its address."""
    return types.TextDocumentIdentifier(uri)


def range_of(line: int, column: int, last_line: int, last_column: int) -> types.Range:
    """A part of a text as the protocol counts it."""
    return types.Range(types.Position(line, column), types.Position(last_line, last_column))


def applied(text: str, edits: list[Any]) -> str:
    """A text in ASCII with the protocol's changes, made from the end on as an editor makes them."""
    lines = text.split("\n")
    for edit in sorted(
        edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True
    ):
        begin, end = edit.range.start, edit.range.end
        before = lines[begin.line][: begin.character]
        behind = lines[end.line][end.character :]
        lines[begin.line : end.line + 1] = (before + edit.new_text + behind).split("\n")
    return "\n".join(lines)
