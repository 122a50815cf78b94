"""The language server, spoken to as editors do: over standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from hp15c import Program
from tests.support.editor import SERVER, Editor, applied, document, range_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = """\
#L7:square plus three
#R1:side
001 LBL A
002 STO 1
003 RCL 1
004 x²
005 3
006 +
007 GSB 7
008 RTN
009 LBL 7
010 x²
011 3
012 +
013 RTN
"""


@pytest_lsp.fixture(config=SERVER, scope="module")
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await Editor(lsp_client).begin()
    yield
    await lsp_client.shutdown_session()


@pytest.fixture(scope="module")
def editor(client: LanguageClient) -> Editor:
    return Editor(client)


async def test_faults_are_shown_and_the_rest_is_read(editor: Editor) -> None:
    uri = await editor.open("LBL A\nsqrt\nnonsense here\nx^2\nGTO 5\n")
    found = editor.client.diagnostics[uri]
    assert [(one.range.start.line, one.code) for one in found] == [(2, "unreadable"), (4, "no-label")]
    assert found[0].message.startswith('unknown instruction "nonsense here"')
    hints = {one.position.line: one.label for one in await editor.hints(uri)}
    assert hints[1] == "√x  y  z  t"
    assert hints[3] == "x²  y  z  t"  # after a line of which nothing is known
    assert 2 not in hints


async def test_a_change_is_read_and_its_findings_follow(editor: Editor) -> None:
    uri = await editor.open("LBL A\nx²\nGTO 5\n")
    assert editor.client.diagnostics[uri][0].code == "no-label"
    editor.change(uri, 2, ((2, 4, 2, 5), "A"), ((1, 0, 1, 2), "√x"))
    assert await editor.findings(uri, 2) == []
    assert (await editor.hints(uri))[1].label == "√x  y  z  t"


async def test_the_setting_stack_says_how_many_levels_are_shown(editor: Editor) -> None:
    uri = await editor.open("LBL A\nENTER\n+\n")
    words = "copies X up: the next number overwrites X"
    for levels, labels in (
        ("x", ["x", "2 × x"]),
        ("off", [None, None]),
        ("words", [words, "2 × x"]),
        ("all", ["x  x  y  z", "2 × x  y  z  z"]),
    ):
        settings = {"hp15c": {"stack": levels}}
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
        hints = {one.position.line: one.label for one in await editor.hints(uri)}
        assert [hints.get(line) for line in (1, 2)] == labels


async def test_a_fix_is_offered_with_its_finding(editor: Editor) -> None:
    uri = await editor.open("LBL A\nGTO 5\n")
    actions = await editor.actions(uri, 1, 1)
    fix = actions["Add LBL 5 and RTN at the end"]
    assert fix.kind == types.CodeActionKind.QuickFix
    assert fix.edit is not None
    assert fix.edit.changes is not None
    text = applied("LBL A\nGTO 5\n", list(fix.edit.changes[uri]))
    assert str(Program.parse(text)[3]) == "LBL 5"


async def test_proved_changes_are_offered(editor: Editor) -> None:
    uri = await editor.open(TEXT)
    actions = await editor.actions(uri, 5, 7)
    title = "Extract lines 004 to 006 as a subroutine, LBL 0, called 2 times (proved equal for all numbers)"
    assert actions[title].kind == types.CodeActionKind.RefactorExtract


async def test_a_line_that_a_selection_only_reaches_is_not_in_it(editor: Editor) -> None:
    uri = await editor.open(TEXT)
    offered = await editor.actions_on(uri, range_of(5, 0, 8, 0))
    assert [one for one in offered if one.startswith("Extract lines 004 to 006 ")]


async def test_only_the_kinds_of_actions_that_an_editor_wants(editor: Editor) -> None:
    uri = await editor.open(TEXT)
    for kind, many in ((types.CodeActionKind.QuickFix, False), (types.CodeActionKind.Refactor, True)):
        context = types.CodeActionContext([], only=[kind])
        wanted = types.CodeActionParams(document(uri), range_of(5, 0, 7, 0), context)
        assert bool(await editor.client.text_document_code_action_async(wanted)) is many


async def test_hover_definition_references_and_rename(editor: Editor) -> None:
    uri = await editor.open(TEXT)
    at = types.Position(8, 8)  # the 7 of GSB 7
    hover = await editor.client.text_document_hover_async(types.HoverParams(document(uri), at))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.value.startswith("**LBL 7**: square plus three")
    found = await editor.client.text_document_definition_async(types.DefinitionParams(document(uri), at))
    assert [one.range.start.line for one in _locations(found)] == [10]
    context = types.ReferenceContext(include_declaration=True)
    used = await editor.client.text_document_references_async(
        types.ReferenceParams(context, document(uri), at)
    )
    assert [one.range.start.line for one in _locations(used)] == [0, 8, 10]
    edit = await editor.client.text_document_rename_async(types.RenameParams(document(uri), at, ".2"))
    assert edit is not None
    assert edit.changes is not None
    program = Program.parse(applied(TEXT, list(edit.changes[uri])))
    assert (str(program[7]), str(program[9]), program.labels) == (
        "GSB .2",
        "LBL .2",
        {".2": "square plus three"},
    )


async def test_a_name_that_is_taken_is_refused_with_the_reason(editor: Editor) -> None:
    uri = await editor.open(TEXT)
    wanted = types.RenameParams(document(uri), types.Position(8, 8), "A")
    with pytest.raises(Exception, match="label A is used already, on line 001"):
        await editor.client.text_document_rename_async(wanted)


def _locations(found: Any) -> list[types.Location]:
    return [one for one in found if isinstance(one, types.Location)]


async def test_outline_folding_lenses_and_colours(editor: Editor) -> None:
    uri = await editor.open(TEXT)
    symbols = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document(uri))
    )
    assert [(one.name, one.range.end.line) for one in symbols or ()] == [("LBL A", 9), ("LBL 7", 14)]
    folds = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(document(uri)))
    assert [(one.start_line, one.end_line) for one in folds or ()] == [(2, 9), (10, 14), (0, 1)]
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(document(uri)))
    titles = [one.command.title for one in lenses or () if one.command]
    assert titles[0].startswith("program: 13 lines, 13 bytes, ")
    assert titles[2] == "run"
    tokens = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(document(uri))
    )
    assert tokens is not None
    assert len(tokens.data) % 5 == 0
    assert list(tokens.data[:5]) == [0, 0, 4, 1, 0]  # the tag of a note


async def test_formatting_completes_numbers_and_spellings(editor: Editor) -> None:
    text = "001 lbl a\n2   x^2\n003 rtn   \n"
    uri = await editor.open(text)
    options = types.FormattingOptions(4, True)
    edits = await editor.client.text_document_formatting_async(
        types.DocumentFormattingParams(document(uri), options)
    )
    assert applied(text, list(edits or ())) == "001 f LBL A\n002 g x²\n003 g RTN\n"


async def test_completion_knows_spellings_labels_and_notes(editor: Editor) -> None:
    text = TEXT + "sq\nGTO \nRCL \n"
    uri = await editor.open(text)

    async def offered(line: int, column: int) -> dict[str, types.CompletionItem]:
        wanted = types.CompletionParams(document(uri), types.Position(line, column))
        found = await editor.client.text_document_completion_async(wanted)
        assert isinstance(found, types.CompletionList)
        return {one.label: one for one in found.items}

    every = await offered(15, 2)
    assert every["sqrt"].text_edit is not None
    assert every["sqrt"].text_edit.new_text == "√x"
    labels = await offered(16, 4)
    assert list(labels)[:2] == ["7", "square plus three"]
    registers = await offered(17, 4)
    assert registers["side"].text_edit is not None
    assert registers["side"].text_edit.new_text == "RCL 1"


async def test_run_and_test_show_what_the_calculator_shows(editor: Editor) -> None:
    uri = await editor.open("#D:Test: 3 GSB A shows 9.0000\nLBL A\nx²\nRTN\n")
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(document(uri)))
    commands = {one.command.title: one.command for one in lenses or () if one.command}
    run = commands["run"]
    told = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(run.command, run.arguments)
    )
    assert str(told).startswith("GSB A: 0.0000 (")
    test = commands["test: 1 case"]
    told = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams(test.command, test.arguments)
    )
    assert told == "1 of 1 cases pass"


@pytest.mark.slow
async def test_a_module_of_the_language_has_faults_and_compiled_lines(editor: Editor) -> None:
    text = 'from generator.language import program\n\n\n@program("A")\ndef f(x):\n    return x @ 2\n'
    uri = await editor.open(text, "f.py")
    assert [one.range.start.line for one in editor.client.diagnostics[uri]] == [5]
    editor.change(uri, 2, (None, text.replace("@ 2", "** 2")))
    assert await editor.findings(uri, 2) == []
    for _ in range(300):
        hints = await editor.hints(uri)
        if hints:
            break
        await asyncio.sleep(0.1)
    assert {one.position.line: one.label for one in hints} == {4: "001 f LBL A", 5: "002 g x², 003 g RTN"}


async def test_what_is_not_open_is_answered_with_nothing(editor: Editor) -> None:
    uri = "file:///none/never-opened.15c"
    editor.change(uri, 2, ((0, 0, 0, 0), "x"))
    assert await editor.hints(uri) == []
    assert await editor.actions(uri, 0, 9) == {}
    at = types.Position(0, 0)
    assert await editor.client.text_document_hover_async(types.HoverParams(document(uri), at)) is None
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document(uri)))
    await _still_answers(editor)


async def test_a_closed_file_is_forgotten(editor: Editor) -> None:
    uri = await editor.open("LBL A\nGTO 5\n")
    editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document(uri)))
    editor.change(uri, 2, ((0, 0, 0, 0), "x"))
    assert await editor.hints(uri) == []
    assert list(editor.client.diagnostics[uri]) == []
    await _still_answers(editor)


async def test_a_change_of_a_past_version_is_dropped(editor: Editor) -> None:
    uri = await editor.open("LBL A\nx²\n")
    editor.change(uri, 5, ((1, 0, 1, 2), "√x"))
    await editor.findings(uri, 5)
    editor.change(uri, 3, (None, "LBL A\nLN\n"))
    assert (await editor.hints(uri))[1].label == "√x  y  z  t"


async def test_places_outside_of_the_text_do_no_harm(editor: Editor) -> None:
    uri = await editor.open("LBL A\nx²\n")
    at = types.Position(4_000, 4_000)
    assert await editor.client.text_document_hover_async(types.HoverParams(document(uri), at)) is None
    assert await editor.client.text_document_completion_async(types.CompletionParams(document(uri), at))
    editor.change(uri, 2, ((900, 7, 950, 9), "√x\n"), ((1, 9, 0, 2_000), ""))
    assert await editor.findings(uri, 2) == []
    assert [one.label for one in await editor.hints(uri)] == ["A(x)", "√x  y  z  t"]


@pytest.mark.parametrize(
    "text",
    [
        "\0\1\2\x0b\x0c\x1c\u2028\ufeff" * 300,
        "x" * 1_200_000,
        "LBL A\n" * 30_000,
        "🧮 LBL A\n√x 🧮\r\r\n\n\x85",
        "| a | b |\n|---|\n" * 500,
        "{" * 5_000 + "\n" + "001 { 42 21" * 200,
    ],
    ids=["binary", "one long line", "many lines", "odd signs", "a table", "braces"],
)
async def test_no_text_ends_the_server(editor: Editor, text: str) -> None:
    uri = await editor.open(text)
    assert 0 < len(editor.client.diagnostics[uri]) <= 101
    await editor.hints(uri)
    await editor.actions(uri, 0, 3)
    await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document(uri)))
    await _still_answers(editor)


async def test_signs_outside_of_the_basic_plane_count_as_the_editor_counts_them(editor: Editor) -> None:
    uri = await editor.open("# 🧮🧮\nLBL A\nx²  ; 🧮 and\n")
    for version, columns, end in ((2, (8, 12), 11), (3, (6, 8), 9)):
        editor.change(uri, version, ((2, columns[0], 2, columns[1]), " so" if version == 2 else ""))
        await editor.findings(uri, version)
        assert [one.position.character for one in await editor.hints(uri)] == [5, end]


@pytest.mark.slow
async def test_messages_that_make_no_sense_do_not_end_the_server(editor: Editor) -> None:
    messages: list[bytes] = [
        b"{no json",
        b"[]",
        b'{"jsonrpc": "2.0"}',
        b'{"jsonrpc": "2.0", "id": "a", "method": "textDocument/hover", "params": {"textDocument": 5}}',
        b'{"jsonrpc": "2.0", "id": "b", "method": "textDocument/nothingLikeThis", "params": {}}',
        b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"contentChanges": 1}}',
        b'{"jsonrpc": "2.0", "id": "c", "method": "workspace/executeCommand", "params":'
        b' {"command": "hp15c.run", "arguments": [1, 2, 3]}}',
        b'{"jsonrpc": "2.0", "id": "d", "method": "workspace/executeCommand", "params": {"command": "none"}}',
    ]
    for message in messages:
        writer = editor.client.protocol.writer
        assert writer is not None
        await _sent(writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(message), message)))
    for settings in (None, 7, {"hp15c": "all"}, {"hp15c": {"stack": ["x"]}}):
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
    await _still_answers(editor)


async def _sent(told: Any) -> None:
    """Wait for a writer that is asynchronous."""
    if asyncio.iscoroutine(told):
        await told


async def _still_answers(editor: Editor) -> None:
    """A server that was not ended, and not started again either, knows its files and settings."""
    uri = await editor.open("LBL A\nENTER\n+\n")
    assert [one.label for one in await editor.hints(uri)][-1] == "2 × x  y  z  z"
