"""Listings that have a name: the files NAME.15c and NAME.11c of a folder."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path

from hp15c.errors import InputError
from hp15c.table.models import Model

_SUFFIXES = {model: f".{model.value.lower()}" for model in Model}


@dataclass(frozen=True, slots=True)
class Collection:
    """The listings in a folder, each called by its file's name without the suffix."""

    folder: Path

    def paths(self) -> list[Path]:
        """All files, by name, the HP-15C's before the HP-11C's."""
        files = [path for suffix in _SUFFIXES.values() for path in self.folder.glob(f"*{suffix}")]
        return sorted(files, key=lambda path: path.stem)

    def names(self) -> list[str]:
        """The names, each once."""
        return list(dict.fromkeys(path.stem for path in self.paths()))

    def path(self, name: str, model: Model) -> Path | None:
        """The file of a name ('counter', or 'counter.11c'). None when there is none.

        A name without a suffix means the listing for `model`, or where there is none the listing for the
        other model.
        """
        if Path(name).name != name:
            return None
        if Path(name).suffix.lower() in _SUFFIXES.values():
            path = self.folder / name
            return path if path in self.paths() else None
        models = [model, *(other for other in Model if other is not model)]
        paths = (self.folder / f"{name}{_SUFFIXES[one]}" for one in models)
        return next((path for path in paths if path.is_file()), None)

    def unknown(self, name: str) -> InputError:
        """The error for a text that is neither a file nor a name, with the nearest name."""
        stem = name.removesuffix(".15c").removesuffix(".11c")
        near = difflib.get_close_matches(stem, self.names(), 1)
        hint = f"did you mean {near[0]!r}?" if near else "hp15c list shows the programs"
        return InputError(f"{name}: there is no such file and no program of this name; {hint}")
