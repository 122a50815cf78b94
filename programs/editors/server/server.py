"""The language server: it reads what an editor sends, asks `listings`, and answers. No rule stands here."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcParseError
from pygls.lsp.server import LanguageServer

from hp15c import __version__
from hp15c.errors import InputError
from hp15c.listing.program import Program
from programs.editors.listings import changes, code_lenses, formatting, hovers, names
from programs.editors.listings.completions import completions
from programs.editors.listings.document import Document, Operand
from programs.editors.listings.sources import compiled_lines, is_source, refusal
from programs.editors.listings.stack_hints import Hint, Levels, hints
from programs.editors.server import answers
from programs.editors.server.open_texts import Opened, Positions, apply_changes, open_text
from programs.editors.server.protocol import AnsweringProtocol

_PAUSE: Final = 0.7
"""Seconds without a change before a module is compiled."""


@dataclass(frozen=True, slots=True)
class CompiledText:
    """What became of a module: the compiled lines after those of its text, or the fault in words."""

    hints: tuple[Hint, ...] = ()
    fault: str = ""


class Compiler:
    """Compiles modules by their addresses. When a text changes, its last compilation ends."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def drop(self, uri: str) -> None:
        """End the compilation of a module, if one is running."""
        before = self._tasks.pop(uri, None)
        if before is not None:
            before.cancel()

    def compile(self, uri: str, text: str, done: Callable[[CompiledText], None]) -> None:
        """Begin to compile a text. `done` is called with what became of it, unless it is dropped before."""
        self.drop(uri)
        self._tasks[uri] = asyncio.get_running_loop().create_task(_work(text, done))


async def _work(text: str, done: Callable[[CompiledText], None]) -> None:
    await asyncio.sleep(_PAUSE)
    done(await compile_text(text))


async def compile_text(text: str) -> CompiledText:
    """What `hp15c compile` makes of a module. The process ends when this is cancelled."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "hp15c", "compile", "-", "--json"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        output, told = await process.communicate(text.encode())
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        return CompiledText(fault=told.decode(errors="replace").strip().removeprefix("Error: "))
    found = json.loads(output)
    program = Program.parse(found["listing"])
    return CompiledText(tuple(compiled_lines(text, program, found["source_lines"])))


OTHERS: Final = (types.CodeActionKind.Refactor, types.CodeActionKind.RefactorRewrite)


class ListingServer(LanguageServer):
    """The server with the files that are open, by their addresses, and the editor's settings."""

    protocol: AnsweringProtocol

    def __init__(self) -> None:
        super().__init__("hp15c", __version__, protocol_cls=AnsweringProtocol)
        self.files: dict[str, Opened] = {}
        self.levels = Levels.ALL
        self.compiler = Compiler()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Show an error in the editor. One of a message stands in its answer, or else in the log only."""
        if source is not JsonRpcException:
            super().report_server_error(error, source)
        elif not isinstance(error, JsonRpcException):
            self.protocol.refuse(JsonRpcParseError())

    def positions(self, opened: Opened) -> Positions:
        """The places of a file as this editor counts them."""
        return Positions(opened.lines, self.workspace.position_codec)

    def listing(self, uri: str) -> tuple[Document, Positions] | None:
        """An open listing. None for a file that is not open or is no listing."""
        opened = self.files.get(uri)
        if opened is None or opened.document is None:
            return None
        return opened.document, self.positions(opened)

    def operand(self, uri: str, position: types.Position) -> tuple[Document, Positions, Operand] | None:
        """The label or register at a place of an open listing. None where there is none."""
        listing = self.listing(uri)
        if listing is None:
            return None
        document, positions = listing
        found = names.at(document, *positions.place(position))
        return (document, positions, found) if found is not None else None

    def take(self, uri: str, text: str, version: int | None) -> None:
        """Read a text that was opened or changed, and send its findings."""
        before = self.files.get(uri)
        opened = open_text(uri, text, version)
        if opened.is_python and before is not None and len(before.lines) == len(opened.lines):
            opened.compiled = before.compiled
        self.files[uri] = opened
        self.send_findings(uri, opened)
        if opened.is_python and is_source(text) and not opened.findings:
            self.compiler.compile(uri, text, lambda made: self.take_compiled(uri, made))
        else:
            self.compiler.drop(uri)

    def take_compiled(self, uri: str, made: CompiledText) -> None:
        """Show what the compiler made of a module, or why it made nothing."""
        opened = self.files[uri]
        opened.compiled = made.hints
        if made.fault:
            opened.findings = (refusal(made.fault),)
            self.send_findings(uri, opened)
        self.refresh_hints()

    def send_findings(self, uri: str, opened: Opened) -> None:
        """Send the findings of a file."""
        positions = self.positions(opened)
        found = [answers.diagnostic(one, positions) for one in opened.findings]
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version=opened.version)
        )

    def refresh_hints(self) -> None:
        """Ask the editor to ask for the hints again, where it can."""
        workspace = self.client_capabilities.workspace
        support = workspace.inlay_hint if workspace is not None else None
        if support is not None and support.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def set_levels(self, settings: Any) -> None:
        """Take the setting `stack` (off, x or all). Other settings and values are left as they are."""
        wanted = settings.get("stack") if isinstance(settings, dict) else None
        if wanted in [one.value for one in Levels]:
            self.levels = Levels(wanted)

    def say(self, text: str, *, fault: bool = False) -> None:
        """Let the editor show a message, as an error where it is a `fault`."""
        kind = types.MessageType.Error if fault else types.MessageType.Info
        self.window_show_message(types.ShowMessageParams(kind, text))


server = ListingServer()


@server.feature(types.INITIALIZE)
def initialize(ls: ListingServer, params: types.InitializeParams) -> None:
    """Take the editor's settings."""
    ls.set_levels(params.initialization_options)


@server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
def did_change_configuration(ls: ListingServer, params: types.DidChangeConfigurationParams) -> None:
    """Take changed settings, those under `hp15c` where they stand there."""
    given = params.settings
    ls.set_levels(given.get("hp15c", given) if isinstance(given, dict) else None)
    ls.refresh_hints()


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(ls: ListingServer, params: types.DidOpenTextDocumentParams) -> None:
    """Take a file that was opened."""
    ls.take(params.text_document.uri, params.text_document.text, params.text_document.version)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: ListingServer, params: types.DidChangeTextDocumentParams) -> None:
    """Change an open file. Changes of a file that is not open, and of a version that is past, are dropped."""
    opened = ls.files.get(params.text_document.uri)
    version = params.text_document.version
    if opened is None or (opened.version is not None and version <= opened.version):
        return
    text = apply_changes(opened.text, params.content_changes, ls.workspace.position_codec)
    ls.take(params.text_document.uri, text, version)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: ListingServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a file that was closed, and its findings."""
    uri = params.text_document.uri
    ls.compiler.drop(uri)
    if ls.files.pop(uri, None) is not None:
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(ls: ListingServer, params: types.HoverParams) -> types.Hover | None:
    """What the instruction or the label at a place means. None at another place."""
    listing = ls.listing(params.text_document.uri)
    if listing is None:
        return None
    document, positions = listing
    found = hovers.hover(document, *positions.place(params.position))
    if found is None:
        return None
    text = types.MarkupContent(types.MarkupKind.Markdown, found[1])
    return types.Hover(text, positions.range(found[0]))


@server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
@server.thread()
def inlay_hint(ls: ListingServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    """The stack beside the lines that are shown, or the compiled lines beside those of a module."""
    opened = ls.files.get(params.text_document.uri)
    if opened is None:
        return []
    positions = ls.positions(opened)
    first, last = params.range.start.line + 1, params.range.end.line + 1
    if opened.document is not None:
        found = list(hints(opened.document, ls.levels, first, last))
    else:
        found = [one for one in opened.compiled if first <= one.line <= last]
    return [answers.inlay_hint(one, positions) for one in found]


@server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "]))
def completion(ls: ListingServer, params: types.CompletionParams) -> types.CompletionList:
    """What can stand at the cursor."""
    listing = ls.listing(params.text_document.uri)
    if listing is None:
        return types.CompletionList(False, [])
    document, positions = listing
    found = completions(document, *positions.place(params.position))
    items = [answers.completion_item(one, positions, place) for place, one in enumerate(found)]
    return types.CompletionList(False, items)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def definition(ls: ListingServer, params: types.DefinitionParams) -> list[types.Location]:
    """Where a label or register is defined."""
    found = ls.operand(params.text_document.uri, params.position)
    if found is None:
        return []
    document, positions, operand = found
    spans = names.definitions(document, operand)
    return [types.Location(params.text_document.uri, positions.range(span)) for span in spans]


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
def references(ls: ListingServer, params: types.ReferenceParams) -> list[types.Location]:
    """Where a label or register is used."""
    found = ls.operand(params.text_document.uri, params.position)
    if found is None:
        return []
    document, positions, operand = found
    spans = names.references(document, operand, with_definition=params.context.include_declaration)
    return [types.Location(params.text_document.uri, positions.range(span)) for span in spans]


@server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare_rename(ls: ListingServer, params: types.PrepareRenameParams) -> types.Range | None:
    """The part of the text that would be renamed. None where that is no label and no register."""
    found = ls.operand(params.text_document.uri, params.position)
    if found is None:
        return None
    _, positions, operand = found
    return positions.range(operand.span) if operand.span is not None else None


@server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
def rename(ls: ListingServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Another name for a label or register. JsonRpcInvalidParams says where that is not possible, and why."""
    found = ls.operand(params.text_document.uri, params.position)
    if found is None:
        return None
    document, positions, operand = found
    try:
        edits = names.rename(document, operand, params.new_name)
    except InputError as error:
        raise JsonRpcInvalidParams(message=str(error)) from None
    return types.WorkspaceEdit(changes={params.text_document.uri: answers.text_edits(edits, positions)})


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbol(ls: ListingServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The parts by label."""
    listing = ls.listing(params.text_document.uri)
    return answers.symbols(*listing) if listing is not None else []


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def folding_range(ls: ListingServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """What can be folded."""
    listing = ls.listing(params.text_document.uri)
    return list(answers.folding_ranges(listing[0])) if listing is not None else []


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def format_(ls: ListingServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """The listing in shape."""
    listing = ls.listing(params.text_document.uri)
    if listing is None:
        return []
    document, positions = listing
    return answers.text_edits(formatting.format_edits(document), positions)


@server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, answers.LEGEND)
def semantic_tokens(ls: ListingServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """The colours of the whole text, as the protocol numbers them."""
    listing = ls.listing(params.text_document.uri)
    return answers.semantic_tokens(*listing) if listing is not None else types.SemanticTokens([])


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions([types.CodeActionKind.QuickFix, *OTHERS, types.CodeActionKind.RefactorExtract]),
)
@server.thread()
def code_action(ls: ListingServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """The fixes of the findings in a range, and the changes that were proved."""
    opened = ls.files.get(params.text_document.uri)
    if opened is None or opened.document is None:
        return []
    uri, positions, wanted = params.text_document.uri, ls.positions(opened), params.context.only
    first, last = positions.span(params.range).lines
    found = []
    if _wants(wanted, types.CodeActionKind.QuickFix):
        for one in opened.findings:
            if one.span.line <= last and one.span.last_line >= first:
                found += [
                    answers.code_action(uri, fix, types.CodeActionKind.QuickFix, positions, one)
                    for fix in one.fixes
                ]
    if _wants(wanted, types.CodeActionKind.RefactorRewrite):
        for fix in changes.changes(opened.document, first, last):
            extract = fix.title.startswith("Extract")
            kind = types.CodeActionKind.RefactorExtract if extract else types.CodeActionKind.RefactorRewrite
            found.append(answers.code_action(uri, fix, kind, positions))
    return found


def _wants(only: Any, kind: str) -> bool:
    """Whether an editor asks for a kind of actions. It may name all kinds or the first word of this one."""
    group = kind.partition(".")[0]
    return not only or any(str(getattr(one, "value", one)).partition(".")[0] == group for one in only)


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def code_lens(ls: ListingServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Sizes and times, and what can be run."""
    listing = ls.listing(params.text_document.uri)
    if listing is None:
        return []
    document, positions = listing
    return [
        answers.code_lens(params.text_document.uri, one, positions)
        for one in code_lenses.code_lenses(document)
    ]


@server.command(answers.RUN)
@server.thread()
def run(ls: ListingServer, uri: str, keys: str) -> str | None:
    """Press keys on a new calculator with a listing, and show what it shows. None where that fails."""
    return _tell(ls, uri, lambda document: code_lenses.run(document, keys))


@server.command(answers.TEST)
@server.thread()
def test(ls: ListingServer, uri: str) -> str | None:
    """Try the test cases in the notes of a listing, and show the result. None where that fails."""
    return _tell(ls, uri, code_lenses.case_results)


def _tell(ls: ListingServer, uri: str, work: Any) -> str | None:
    listing = ls.listing(uri)
    if listing is None:
        return None
    try:
        told = str(work(listing[0]))
    except InputError as error:
        ls.say(str(error), fault=True)
        return None
    ls.say(told)
    return told
