"""The small HTML in notes: a few tags stay, nothing of it can act."""

from __future__ import annotations

import pytest

from hp15c.listing.program import Program
from hp15c.listing.writers.formats import write
from hp15c.listing.writers.markup import safe


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("1 < 2\n& more", "1 &lt; 2\n&amp; more"),
        ("<b>bold</b>, <i>open", "<b>bold</b>, <i>open</i>"),
        ("<b><i>crossed</b></i>", "<b><i>crossed</i></b>"),
        ("x<sub>1</sub> &lt;tag&gt;<br>", "x<sub>1</sub> &lt;tag&gt;<br>"),
        ("x<b and y>c", "x&lt;b and y&gt;c"),
        ('<b onclick="act()">a</b>', "<b>a</b>"),
        ("<script>act()</script>kept", "kept"),
        ("</div></b>kept", "kept"),
    ],
)
def test_notes_on_the_page(text: str, page: str) -> None:
    assert str(safe(text)) == page


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=act()>",
        "<svg/onload=act()>",
        "<a href='javascript:act()'>x</a>",
        "<<b>script>act()</script>",
        "<scr<script>ipt>act()</script>",
        "<style>*{}</style><iframe src=x>",
        "<b style='x' onclick='act()'>",
    ],
)
def test_nothing_can_act(text: str) -> None:
    page = str(safe(text)).lower()
    for part in page.split("<")[1:]:
        assert part.split(">")[0].lstrip("/") in ("b", "i")
    assert "<b style" not in page


def test_the_sheet_shows_it() -> None:
    program = Program.parse("#D:<b>Squares</b> of <script>x</script>n\nLBL A\nx²\nRTN", model="15C")
    assert '<div class="description"><b>Squares</b> of n</div>' in write(program, "html")
