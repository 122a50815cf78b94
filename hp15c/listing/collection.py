"""Listings that have a name: the files NAME.15c and NAME.11c of a folder and of the folders in it."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from hp15c.errors import InputError
from hp15c.table.models import Model

_MOST_NAMED = 3
_NEAR = 0.7
"""How alike two names are, of 1 (difflib's ratio), so that one is taken for the other's misspelling."""
_SUFFIXES = tuple(model.suffix for model in Model)


def name_of(file: str | Path) -> str:
    """The name of a file: without folder and suffix, with hyphens where the file has underscores."""
    return Path(file).stem.replace("_", "-")


@dataclass(frozen=True, slots=True)
class Collection:
    """The listings in a folder and in the folders in it, each called by the name of its file."""

    folder: Path

    def paths(self) -> list[Path]:
        """All files, by name, the HP-15C's before the HP-11C's."""
        files = [
            path
            for suffix in _SUFFIXES
            for pattern in (f"*{suffix}", f"*/*{suffix}")
            for path in self.folder.glob(pattern)
        ]
        return sorted(files, key=name_of)

    def names(self) -> list[str]:
        """The names, each once."""
        return list(dict.fromkeys(name_of(path) for path in self.paths()))

    def path(self, name: str, model: Model) -> Path | None:
        """The file of a name ('counter', or 'counter.11c'). None when there is none.

        A name without a suffix means the listing for `model`, or where there is none the listing for the
        other model. An underscore counts as a hyphen.
        """
        if Path(name).name != name or not name:
            return None
        wanted = Path(name).suffix.lower()
        models = [model, *(other for other in Model if other is not model)]
        suffixes = [wanted] if wanted in _SUFFIXES else [one.suffix for one in models]
        stem = name_of(name) if wanted in _SUFFIXES else name.replace("_", "-")
        files = {(name_of(path), path.suffix): path for path in self.paths()}
        return next((files[stem, one] for one in suffixes if (stem, one) in files), None)

    def unknown(self, name: str) -> InputError:
        """The error for a text that is neither a file nor a name, with the names that it is a word of.

        Otherwise it tells the nearest name. Where the text is nearest to the first words of names, as
        codemakr is, it tells the shortest of these. The name of a file, with another suffix, is near to none.
        """
        stem = name.removesuffix(".15c").removesuffix(".11c").replace("_", "-")
        begun = {
            "-".join(words[:end])
            for words in (one.split("-") for one in self.names())
            for end in range(1, len(words) + 1)
        }
        near = [one for one in self.names() if stem in one.split("-")]
        like = difflib.get_close_matches(stem, sorted(begun), 1, _NEAR)
        if like and not near and not Path(stem).suffix:
            near = [one for one in self.names() if f"{one}-".startswith(f"{like[0]}-")]
        told = sorted(near, key=len)[:_MOST_NAMED]
        more = " (hp15c list shows the others)" if len(near) > len(told) else ""
        meant = f"did you mean {' or '.join(map(repr, told))}?{more}"
        hint = meant if near else "hp15c list shows the programs"
        return InputError(f"{name}: there is no such file and no program of this name; {hint}")
