"""Each citation "BEHAVIOUR 4.3" or "MATH 21.5" names a section that the documents have."""

from __future__ import annotations

import re

import pytest

from tests import ROOT

REFERENCE = ROOT / "hp15c" / "reference"
DOCUMENTS = {"BEHAVIOUR": ("BEHAVIOUR.md",), "MATH": ("MATH.md", "MATH-2.md")}
HEADING = re.compile(r"^#+ (?:(\d+(?:\.\d+)?)\.? |(Appendix [A-Z])\.)", re.M)
SECTION = r"(?:\d+(?:\.\d+)*|appendix [A-Z])\b"
BETWEEN = r", and |, | and | to "
CITATION = re.compile(rf"\b(BEHAVIOUR|MATH)(?:\.md)? ({SECTION}(?:(?:{BETWEEN}){SECTION})*)", re.I)
FILES = sorted(
    path
    for folder in ("hp15c", "generator", "solver", "programs", "tests")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".md", ".lark")
)


def sections(document: str) -> set[str]:
    """The numbers of all sections of a document, and its appendices."""
    text = "".join((REFERENCE / name).read_text("utf-8") for name in DOCUMENTS[document])
    return {number or appendix.lower() for number, appendix in HEADING.findall(text)}


def citations(text: str) -> list[tuple[str, str]]:
    """Each document and section that a text cites, wherever its lines break."""
    joined = re.sub(r"\s*\n\s*#? *", " ", text)
    return [
        (document, section.lower())
        for document, cited in CITATION.findall(joined)
        if document in DOCUMENTS
        for section in re.split(BETWEEN, cited)
    ]


def test_the_documents_have_sections() -> None:
    assert {"0.5", "4.3", "10.2", "appendix a"} <= sections("BEHAVIOUR")
    assert {"1.5", "19", "21.5", "26"} <= sections("MATH")
    assert "27" not in sections("MATH")


def test_citations_are_found_where_they_stand() -> None:
    text = '"""One (BEHAVIOUR 4.3, 4.8,\n    9.1 and appendix A)."""\n# MATH 21.4 to\n# 21.6, three of them\n'
    assert citations(text) == [
        *(("BEHAVIOUR", section) for section in ("4.3", "4.8", "9.1", "appendix a")),
        *(("MATH", section) for section in ("21.4", "21.6")),
    ]


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_cited_section_exists(document: str) -> None:
    known = sections(document)
    cited = [
        (path.relative_to(ROOT), section)
        for path in FILES
        for name, section in citations(path.read_text("utf-8"))
        if name == document
    ]
    assert len(cited) > 80
    assert not [(str(path), section) for path, section in cited if section not in known]
