"""The guide beside the calculator: each chapter as a page of its own."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hp15c.listing.writers.markup import template
from programs.guide.chapters import chapter, chapters
from programs.web.page import PageAddresses

_CHAPTER: Final = re.compile(r"([\w-]+)\.md(#.*)?")
_SCROLLED: Final = re.compile("<(pre|table)>")
"""Elements that may be wider than a small screen. The keyboard can reach and scroll them."""


@cache
def render(name: str, place: PageAddresses) -> str:
    """The page of a chapter. InputError, naming them all, when there is none of this name."""
    chosen = chapter(name)
    return _page(chosen.title, _html(chosen.text, place), chosen.name, place)


def render_refusal(title: str, message: str, place: PageAddresses) -> str:
    """The page that says why an address shows nothing. The calculator and the chapters are one step away."""
    return _page(title, f"<h1>{escape(title)}</h1>\n<p>{escape(message)}</p>", "", place)


def _page(title: str, text: str, name: str, place: PageAddresses) -> str:
    return template("programs.web", "guide.html.j2").render(
        title=title, text=text, name=name, chapters=chapters(), place=place
    )


def _html(text: str, place: PageAddresses) -> str:
    """CommonMark with tables as HTML. What looks like HTML in it is shown as text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            before.attrSet("id", re.sub(r"[^\w]+", "-", token.content.lower()).strip("-"))
        token.attrs.pop("style", None)  # the alignment of a column, which the policy forbids
        for child in token.children or ():
            _lead(child, place)
    made = str(markdown.renderer.render(tokens, markdown.options, {}))
    return _SCROLLED.sub(r'<\1 tabindex="0">', made)


def _lead(token: Token, place: PageAddresses) -> None:
    """Lead a link to another chapter's file to its page, and put a picture in its place as SVG."""
    if token.type == "image":
        name = str(token.attrGet("src") or "").rpartition("/")[2]
        svg = files("programs.guide").joinpath("pictures", name).read_text(encoding="utf-8")
        token.type, token.tag, token.content, token.children = "html_inline", "", svg, None
        return
    link = _CHAPTER.fullmatch(str(token.attrGet("href") or ""))
    if token.type == "link_open" and link:
        token.attrSet("href", place.guide.format(link[1]) + (link[2] or ""))
