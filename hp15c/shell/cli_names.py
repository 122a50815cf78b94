"""Programs called by name: where they are, which file a name means, and how a shell completes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from hp15c.listing.collection import Collection
    from hp15c.table.machines import Machine
    from hp15c.table.models import Model

    _Parameter = click.ParamType[Machine]
else:
    _Parameter = click.ParamType  # without parameters in click 8.1


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


class MachineName(_Parameter):
    """The name of a make of the calculator, as `hp15c.table.machines` has it. The shell completes it."""

    name = "machine"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Machine:
        """The Machine of this name."""
        from hp15c.errors import InputError
        from hp15c.table.machines import Machine, machine_named

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
        from hp15c.table.machines import NAMES

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
    from hp15c.errors import InputError

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
