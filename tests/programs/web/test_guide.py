"""The chapters of the guide as pages: complete, linked, and with nothing that the policy forbids."""

from __future__ import annotations

import re

import pytest

from hp15c.errors import InputError
from programs.guide.chapters import ORDER
from programs.web import guide, page

PLACE = page.PageAddresses("./assets", "worker", {}, "default-src 'none'", "", "guide-{}.html")


@pytest.mark.parametrize("name", ORDER)
def test_links_between_chapters_lead_to_pages(name: str) -> None:
    text = guide.render(name, PLACE)
    linked = re.findall(r'href="([^"#:]+)(?:#[^"]*)?"', text)
    pages = {f"guide-{one}.html" for one in ORDER}
    assert pages <= set(linked)
    assert {one for one in linked if not one.startswith("./assets/")} == pages
    assert text.count("<h1") == 1
    assert " style=" not in text
    assert "<!-- made:" not in text


def test_tables_and_code_are_laid_out_and_html_is_shown_as_text() -> None:
    found = guide._html("# A b\n\n| x |\n|--:|\n| `y` |\n\n<b>z</b> [n](keys.md#top)\n", PLACE)
    assert '<h1 id="a-b">' in found
    assert "<td><code>y</code></td>" in found
    assert "&lt;b&gt;z" in found
    assert 'href="guide-keys.html#top"' in found


def test_a_picture_of_a_chapter_is_in_its_page() -> None:
    text = guide.render("transformations", PLACE)
    assert text.count('<svg xmlns="http://www.w3.org/2000/svg"') == 3
    assert "<img" not in text


def test_an_unknown_chapter_is_refused() -> None:
    with pytest.raises(InputError, match="no chapter"):
        guide.render("nothing", PLACE)
