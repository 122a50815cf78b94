"""Modules of the language, compiled beside the editor in a process of their own."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from hp15c.listing.program import Program
from programs.editors.listings.hints import Hint
from programs.editors.listings.sources import compiled_lines

_PAUSE: Final = 0.7
"""Seconds without a change before a module is compiled."""


@dataclass(frozen=True, slots=True)
class CompiledText:
    """What became of a module: the compiled lines after those of its text, or the fault in words."""

    hints: tuple[Hint, ...] = ()
    fault: str = ""


class Compiler:
    """Compiles modules by their addresses. A change ends what is compiled from the text before."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def drop(self, uri: str) -> None:
        """End the compilation of a module, if one is running."""
        before = self._tasks.pop(uri, None)
        if before is not None:
            before.cancel()

    def compile(self, uri: str, text: str, done: Callable[[CompiledText], None]) -> None:
        """Begin to compile a text. `done` is called with what became of it, unless it is dropped before."""
        self.drop(uri)
        self._tasks[uri] = asyncio.get_running_loop().create_task(_work(text, done))


async def _work(text: str, done: Callable[[CompiledText], None]) -> None:
    await asyncio.sleep(_PAUSE)
    done(await compile_text(text))


async def compile_text(text: str) -> CompiledText:
    """What `hp15c compile` makes of a module. The process ends when this is cancelled."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "hp15c", "compile", "-", "--json"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        output, told = await process.communicate(text.encode())
    except asyncio.CancelledError:
        process.kill()
        raise
    if process.returncode:
        return CompiledText(fault=told.decode(errors="replace").strip().removeprefix("Error: "))
    found = json.loads(output)
    program = Program.parse(found["listing"])
    return CompiledText(tuple(compiled_lines(text, program, found["source_lines"])))
