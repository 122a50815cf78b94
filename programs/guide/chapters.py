"""The chapters of the guide in their order. Parts that are made from the code are filled in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

from hp15c.errors import InputError
from programs.guide import reference, tables

ORDER: Final = (
    *("start", "page", "programs", "keys", "listings", "machines", "testing", "understood", "editor"),
    "owners",
    *("notebook-calculator", "notebook-programs", "notebook-mastermind", "researchers"),
    *("compiler", "codemaker", "transformations", "own-program", "exact", "engines", "api"),
)
"""The names of the chapters. A chapter is the file of this name with the suffix .md beside this module."""

MADE: Final[dict[str, Callable[[], str]]] = {
    "<!-- made: instructions -->": tables.instructions,
    "<!-- made: formats -->": tables.formats,
    "<!-- made: machines -->": tables.machines,
    "<!-- made: unknown -->": tables.unknown,
    "<!-- made: catalogue -->": tables.catalogue,
    "<!-- made: api -->": reference.api,
}
"""The marks in chapters that are replaced by text from the code, which is never out of date."""


@dataclass(frozen=True)
class Chapter:
    """A chapter: its name, which is that of its file, its title, and its text as it is written."""

    name: str
    title: str
    written: str

    @cached_property
    def text(self) -> str:
        """The text in CommonMark, with the parts that are made from the code. It is made when it is read."""
        text = self.written
        for line, make in MADE.items():
            if line in text:
                text = text.replace(line, make().strip())
        return text


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters in their order."""
    return tuple(_read_chapter(name) for name in ORDER)


def chapter(name: str) -> Chapter:
    """The chapter of this name. InputError, naming them all, when there is none."""
    match = next((one for one in chapters() if one.name == name.lower().removesuffix(".md")), None)
    if match is None:
        raise InputError(f"the guide has no chapter {name!r}; there are {', '.join(ORDER)}")
    return match


def _read_chapter(name: str) -> Chapter:
    text = files("programs.guide").joinpath(f"{name}.md").read_text(encoding="utf-8")
    return Chapter(name, text.partition("\n")[0].removeprefix("# "), text)
