"""The guide as a site of static pages, made by mkdocs with the theme Material."""

from __future__ import annotations

import json
import logging
import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from programs import publishing
from programs.guide.chapters import Chapter, chapters

MANIFEST: Final = "hp15c-guide.json"
"""The file that names all files of the site, so that the next build replaces those and nothing else."""

HOME: Final = "index.md"
"""The name that mkdocs gives to its first page."""

PICTURES: Final = Path(__file__).parent / "pictures"
"""The pictures that chapters show."""


def build(out: Path) -> Path:
    """Write the site into a folder. Returns the page to open first.

    What the last build did not write stays. InputError when such a file is in the way, ModuleNotFoundError
    without the extra `docs`.
    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    from mkdocs.commands.build import build as make
    from mkdocs.config import load_config

    publishing.require_room(out, MANIFEST)
    logging.getLogger("mkdocs").setLevel(logging.ERROR)
    with TemporaryDirectory() as folder:
        sources, made = Path(folder) / "docs", Path(folder) / "site"
        sources.mkdir()
        for name, text in pages().items():
            (sources / name).write_text(text, "utf-8")
        shutil.copytree(PICTURES, sources / PICTURES.name)
        settings = Path(folder) / "mkdocs.yml"
        settings.write_text(json.dumps(_settings(sources, made)), "utf-8")
        make(load_config(str(settings)))
        publishing.publish(made, out, MANIFEST, {"built": "hp15c guide --site"})
    return out / "index.html"


def pages() -> dict[str, str]:
    """The files of the site: the first chapter is its home."""
    first = chapters()[0].name
    return {_file(one): one.text.replace(f"({first}.md", f"({HOME}") for one in chapters()}


def _file(chapter: Chapter) -> str:
    return HOME if chapter is chapters()[0] else f"{chapter.name}.md"


def _settings(sources: Path, made: Path) -> dict[str, object]:
    """The settings of mkdocs: no file is loaded from elsewhere, and a link that leads nowhere is an error."""
    return {
        "site_name": "hp15c",
        "docs_dir": str(sources),
        "site_dir": str(made),
        "use_directory_urls": False,
        "strict": True,
        "nav": [{one.title: _file(one)} for one in chapters()],
        "plugins": ["search"],
        "markdown_extensions": ["tables", "fenced_code", {"toc": {"permalink": True}}],
        "theme": {
            "name": "material",
            "font": False,
            "features": ["navigation.footer", "content.code.copy"],
            "palette": [{"scheme": "default", "primary": "black"}],
        },
    }
