"""The reference of the Python interface, made from signatures and docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from typing import Any, Final

PARTS: Final = (
    ("The calculator", "hp15c", ("Calculator", "Program", "Number", "Descriptor")),
    ("Pictures", "hp15c.keys.picture", ("Picture",)),
    ("Errors", "hp15c", ("InputError", "UnknownKey", "ListingError", "Unsupported", "CalculatorError")),
    ("Saved states", "hp15c", ("State",)),
    ("Keys with all that shows", "hp15c.inspect.session", ("Session", "Event")),
    ("Mastermind: games and scores", "solver.codes", ("Game",)),
    ("", "solver.scores", ("Score", "score")),
    ("Mastermind: guesses and trees", "solver.games.next_guess", ("next_guess", "partition", "Suggestion")),
    ("", "solver.trees.tree", ("play_all",)),
    ("", "solver.trees.plan", ("Tree",)),
)
"""Headings, modules, and the names of each module that the reference shows."""


def api() -> str:
    """The reference as Markdown: a section for each part, an entry for each name."""
    return "\n\n".join(_lines())


def _lines() -> Iterator[str]:
    for heading, module, names in PARTS:
        if heading:
            yield f"## {heading}"
        for name in names:
            yield from _entry(module, name, getattr(import_module(module), name))


def _entry(module: str, name: str, thing: Any) -> Iterator[str]:
    """A class with its public members, or a function."""
    yield f"### `{module}.{name}`"
    if inspect.isclass(thing):
        yield _text(thing)
        for member, value in vars(thing).items():
            if not member.startswith("_"):
                yield from _member(name, member, value)
    else:
        yield f"`{name}{_signature(thing)}`"
        yield _text(thing)


def _member(owner: str, name: str, value: Any) -> Iterator[str]:
    """A method with its signature, or a property."""
    if isinstance(value, property | cached_property):
        yield f"**`{owner}.{name}`**: {_text(value)}"
    elif isinstance(value, classmethod | staticmethod):
        yield f"**`{owner}.{name}{_signature(value.__func__)}`**: {_text(value.__func__)}"
    elif inspect.isfunction(value):
        yield f"**`{owner}.{name}{_signature(value)}`**: {_text(value)}"


def _signature(function: Any) -> str:
    """The parameters with types and defaults, without self, and what is returned."""
    signature = inspect.signature(function)
    shown = [_parameter(one) for one in signature.parameters.values() if one.name not in ("self", "cls")]
    stars = [one.name for one in signature.parameters.values() if one.kind is one.KEYWORD_ONLY]
    if stars:
        shown.insert(next(place for place, text in enumerate(shown) if text.startswith(stars[0])), "*")
    return f"({', '.join(shown)}) -> {signature.return_annotation}"


def _parameter(one: inspect.Parameter) -> str:
    default = "" if one.default is one.empty else f" = {one.default!r}"
    return f"{one.name}: {one.annotation}{default}"


def _text(thing: Any) -> str:
    return inspect.getdoc(thing) or ""
