"""Templates of HTML, and HTML in a simulator's notes made safe: few tags stay, the rest is text."""

from __future__ import annotations

from functools import cache
from html import escape
from html.parser import HTMLParser
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

_PAIRED: Final = frozenset(
    [
        "b",
        "i",
        "u",
        "em",
        "strong",
        "sub",
        "sup",
        "code",
        "pre",
        "p",
        "ul",
        "ol",
        "li",
        "h1",
        "h2",
        "h3",
        "h4",
    ]
)
_SINGLE: Final = frozenset(("br", "hr"))
_DROPPED: Final = frozenset(("script", "style"))


@cache
def template(package: str, name: str) -> Template:
    """A template of HTML in a package. What is put into it is escaped."""
    return Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template(name)


def safe(text: str) -> Markup:
    """The text as HTML: tags of the list above kept, without attributes and closed, all else escaped.

    The content of a script or style is left out.
    """
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.parts += [f"</{tag}>" for tag in reversed(reader.open)]
    return Markup("".join(reader.parts))  # every part is a tag of the list or escaped


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[str] = []
        self._dropped = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if any(value is None for _, value in attrs):  # 'x<b and y>c' is no tag
            self._text(self.get_starttag_text() or "")
        elif tag in _DROPPED:
            self._dropped += 1
        elif tag in _SINGLE:
            self.parts.append(f"<{tag}>")
        elif tag in _PAIRED:
            self.open.append(tag)
            self.parts.append(f"<{tag}>")
        else:
            self._text(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in _DROPPED:
            self._dropped = max(0, self._dropped - 1)
        elif tag in self.open:
            while self.open[-1] != tag:
                self.parts.append(f"</{self.open.pop()}>")
            self.parts.append(f"</{self.open.pop()}>")

    def handle_data(self, data: str) -> None:
        self._text(data)

    def _text(self, text: str) -> None:
        if not self._dropped:
            self.parts.append(escape(text, quote=False))
