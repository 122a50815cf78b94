"""What is given by name on the command line: programs, makes, models, engines and formats, and folders.

Each list of names stands in the module that has the things. It is loaded when a name is looked up.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from hp15c.errors import InputError
from hp15c.table.machines import NAMES, Machine, machine_named
from hp15c.table.models import Model

if TYPE_CHECKING:
    from hp15c.listing.collection import Collection

    _Parameter = click.ParamType[Machine]
    _Names = click.ParamType[str]
else:
    _Parameter = _Names = click.ParamType  # without parameters in click 8.1


class ListingFile(click.Path):
    """A file with a listing, '-', or the name of a program in the collection, which the shell completes."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, allow_dash=True)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Files, and the names that begin so."""
        collection = collection_of(ctx)
        names = collection.names() if collection else []
        items = super().shell_complete(ctx, param, incomplete)
        return items + [CompletionItem(name) for name in names if name.startswith(incomplete)]


class OutputFolder(click.Path):
    """A folder that a verb writes into. An empty name is refused, as it would mean the current folder."""

    def __init__(self, writable: bool = False) -> None:
        super().__init__(file_okay=False, writable=writable, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path of the folder. BadParameter for an empty name, and for a file."""
        if str(value) == "":
            self.fail("the name of the folder is empty", param, ctx)
        return super().convert(value, param, ctx)


class OneOf(_Names):
    """One of the names that a module lists, such as `hp15c.engines.NAMES`. The case does not matter."""

    name = "choice"

    def __init__(self, module: str, attribute: str) -> None:
        self._module, self._attribute = module, attribute

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order of the list."""
        return tuple(getattr(import_module(self._module), self._attribute))

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """The names as the help page shows them."""
        return f"[{'|'.join(self.names)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as the list has it."""
        found = next((name for name in self.names if name.lower() == str(value).lower()), None)
        if found is None:
            self.fail(f"{value!r} is not one of {', '.join(self.names)}", param, ctx)
        return found

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(name) for name in self.names if name.startswith(incomplete.lower())]


class MachineName(_Parameter):
    """The name of a make of the calculator, as `hp15c.table.machines` has it. The shell completes it."""

    name = "machine"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Machine:
        """The Machine of this name."""
        if isinstance(value, Machine):
            return value
        try:
            return machine_named(value)
        except InputError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin so."""
        return [CompletionItem(name) for name in NAMES if name.startswith(incomplete.lower())]


def collection_of(context: click.Context | None) -> Collection | None:
    """The collection of named programs that the console script has put into the context, or None."""
    folder = context.find_object(Path) if context else None
    if folder is None:
        return None
    from hp15c.listing.collection import Collection

    return Collection(folder)


def listing_path(file: str, model: Model) -> Path:
    """The path of a listing: of the file that is meant, or of the program with this name.

    InputError, with the nearest name, for a plain name that is neither.
    """
    if not file.strip():
        raise InputError("the name of the listing is empty; give a file, or a name from hp15c list")
    path = Path(file)
    collection = collection_of(click.get_current_context(silent=True))
    if collection is None or path.exists() or path.name != file:
        return path
    named = collection.path(file, model)
    if named is None:
        raise collection.unknown(file)
    return named
