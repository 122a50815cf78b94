"""What the functions of `listings` find, as the protocol's data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lsprotocol import types

from programs.editors.listings import colours
from programs.editors.listings.code_lenses import Lens
from programs.editors.listings.completions import Completion
from programs.editors.listings.document import Document
from programs.editors.listings.findings import Finding, Weight
from programs.editors.listings.outline import Part, folds, outline
from programs.editors.listings.places import Edit, Fix
from programs.editors.listings.stack_hints import Hint
from programs.editors.server.open_texts import Positions

SOURCE: Final = "hp15c"
LEGEND: Final = types.SemanticTokensLegend(token_types=list(colours.KINDS), token_modifiers=[])
RUN, TEST = "hp15c.run", "hp15c.test"
_KINDS: Final = {
    "instruction": types.CompletionItemKind.Keyword,
    "label": types.CompletionItemKind.Function,
    "register": types.CompletionItemKind.Variable,
    "operand": types.CompletionItemKind.Value,
}


def diagnostic(finding: Finding, positions: Positions) -> types.Diagnostic:
    """A finding, as the protocol shows it."""
    unused = finding.weight is Weight.UNUSED
    return types.Diagnostic(
        range=positions.range(finding.span),
        message=finding.message,
        severity=types.DiagnosticSeverity(finding.weight.value),
        code=finding.kind,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if unused else None,
    )


def text_edits(edits: Iterable[Edit], positions: Positions) -> list[types.TextEdit]:
    """Changes of one text, as the protocol sends them."""
    return [types.TextEdit(positions.range(span), text) for span, text in edits]


def code_action(
    uri: str, fix: Fix, kind: types.CodeActionKind, positions: Positions, finding: Finding | None = None
) -> types.CodeAction:
    """A fix, with the finding that it mends."""
    title = f"{fix.title} ({fix.proof.partition(':')[0]})" if fix.proof else fix.title
    return types.CodeAction(
        title=title,
        kind=kind,
        edit=types.WorkspaceEdit(changes={uri: text_edits(fix.edits, positions)}),
        diagnostics=[diagnostic(finding, positions)] if finding is not None else None,
    )


def inlay_hint(hint: Hint, positions: Positions) -> types.InlayHint:
    """A hint after a line, with the whole of it as its tooltip."""
    return types.InlayHint(
        position=positions.position(hint.line, hint.column),
        label=hint.text,
        padding_left=True,
        tooltip=hint.whole,
    )


def completion_item(found: Completion, positions: Positions, place: int) -> types.CompletionItem:
    """Something to write, in the order in which it was found."""
    return types.CompletionItem(
        label=found.shown,
        kind=_KINDS[found.kind],
        detail=found.about,
        filter_text=found.typed,
        sort_text=f"{place:04d}",
        text_edit=types.TextEdit(positions.range(found.edit.span), found.edit.text),
    )


def symbols(document: Document, positions: Positions) -> list[types.DocumentSymbol]:
    """The parts of a listing."""
    return [_symbol(part, positions) for part in outline(document)]


def _symbol(part: Part, positions: Positions) -> types.DocumentSymbol:
    kind = types.SymbolKind.Function if part.pressed else types.SymbolKind.Key
    return types.DocumentSymbol(
        name=f"LBL {part.label}",
        detail=part.note,
        kind=kind,
        range=positions.range(part.span),
        selection_range=positions.range(part.name),
    )


def folding_ranges(document: Document) -> Iterator[types.FoldingRange]:
    """The stretches that can be folded."""
    for first, last, kind in folds(document):
        yield types.FoldingRange(first - 1, last - 1, kind=types.FoldingRangeKind(kind))


def semantic_tokens(document: Document, positions: Positions) -> types.SemanticTokens:
    """The pieces of a listing, each counted from the one before as the protocol wants it."""
    data: list[int] = []
    line = column = 0
    for piece in sorted(colours.pieces(document)):
        begin = positions.position(piece.line, piece.column)
        end = positions.position(piece.line, piece.column + piece.length)
        if begin.line != line:
            column = 0
        kind = colours.KINDS.index(piece.kind)
        data += (begin.line - line, begin.character - column, end.character - begin.character, kind, 0)
        line, column = begin.line, begin.character
    return types.SemanticTokens(data=data)


def code_lens(uri: str, lens: Lens, positions: Positions) -> types.CodeLens:
    """A text above a line, with its command."""
    command = {"run": RUN, "test": TEST}.get(lens.action, "")
    arguments = [uri, lens.keys] if lens.action == "run" else [uri]
    begin = positions.position(lens.line, 0)
    return types.CodeLens(
        range=types.Range(begin, begin),
        command=types.Command(title=lens.text, command=command, arguments=arguments if command else None),
    )
