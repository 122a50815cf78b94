"""A document run where no extra is installed: `python -m tests.support.base_install FILE`."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

from tests import ROOT


def modules_of_extras() -> set[str]:
    """The modules that come with the extras of the project."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {
        need.partition(">")[0].partition("[")[0].lower()
        for extra, needs in project["optional-dependencies"].items()
        if extra != "test"
        for need in needs
    }
    needed = {one.partition(">")[0].lower() for one in project["dependencies"]}
    return {
        module
        for module, distributions in packages_distributions().items()
        if not {one.lower() for one in distributions}.isdisjoint(names - needed)
    }


class Missing:
    """Finds no module of an extra, as where it is not installed."""

    modules = modules_of_extras()

    @classmethod
    def find_spec(cls, name: str, path: object = None, target: object = None) -> None:
        """ModuleNotFoundError for a module of an extra."""
        if name.partition(".")[0] in cls.modules:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def find_spec(name: str, package: str | None = None) -> object:
    """The same as importlib's, and None for a module of an extra."""
    return None if name.partition(".")[0] in Missing.modules else _find_spec(name, package)


_find_spec = importlib.util.find_spec

if __name__ == "__main__":
    sys.meta_path.insert(0, Missing)
    importlib.util.find_spec = find_spec  # type: ignore[assignment]
    from solver import code_files
    from tests.support.documents import run

    code_files.folders = list  # no code that was compiled where the extra is installed
    sys.path.insert(0, str(Path.cwd()))
    print(run(Path(sys.argv[1]).read_text("utf-8"), Path.cwd(), base=True))
