"""The READMEs and the guide, run: each command and example is held literally to what is shown."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from programs.shell import main

BLOCK = re.compile(r"^```(?P<language>\w+)\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)
SAVED = re.compile(r"Save this as `([^`]+)`:\s*$")
NEEDS = re.compile(r"needs? the extra `(\w+)`", re.IGNORECASE)
ONCE = "compiling for this machine, once"
"""What is printed only when the compiled code is not yet there."""

ENGINES = re.compile(r" on (?:every engine|the engines [a-z, ]+)(?=, \d)")
"""The engines of a check, which depend on what is installed."""

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


@dataclass(frozen=True)
class Example:
    """A block of a document, the name of the file that it is saved as, and the extra that it needs.

    The extra is named between the block before and this one.
    """

    language: str
    body: str
    saved: str
    extra: str

    @property
    def file(self) -> str:
        """The file that a reader saves the block as: the text says so, or a comment on the first line."""
        named = re.match(r"# (\S+\.py)\n", self.body) if self.language == "python" else None
        return self.saved or (named[1] if named else "")


def examples(text: str) -> Iterator[Example]:
    """The blocks of a document in order."""
    end = 0
    for block in BLOCK.finditer(text):
        before, end = text[end : block.start()], block.end()
        saved, extra = SAVED.search(before), NEEDS.search(before)
        yield Example(block["language"], block["body"], saved[1] if saved else "", extra[1] if extra else "")


def commands(body: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block with the output that is shown below it."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output


def printed(command: str) -> list[str]:
    """What a command prints, standard error after standard output. It may be fed by printf."""
    words = shlex.split(command)
    fed = None
    if words[0] == "printf":
        fed, words = words[1].replace("\\n", "\n"), words[3:]
    assert words[0] == "hp15c", command
    result = CliRunner().invoke(main, words[1:], input=fed)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    lines = (result.stdout + result.stderr).rstrip().splitlines()
    return [ENGINES.sub("", line.rstrip()) for line in lines if ONCE not in line]


def check_command(command: str, output: str, lacking: str = "") -> None:
    """Hold a command to what the document shows. `...` stands for the rest of its lines.

    Where its extra is `lacking`, the command has to end with the one sentence that names it.
    """
    lines = printed(command)
    if lacking:
        assert f"hp15c[{lacking}]" in lines[-1], f"{command}: {lines[-1]}"
        assert lines[-1].startswith("Error: "), command
        return
    wanted = [ENGINES.sub("", line.rstrip()) for line in output.rstrip().splitlines()]
    if wanted[-1:] == ["..."]:
        lines, wanted = lines[: len(wanted) - 1], wanted[:-1]
    assert lines == wanted, f"the document shows something else than the command prints: {command}"


def run(text: str, folder: Path, *, base: bool = False) -> int:
    """Run a document whose files are written into a folder, the working one. Returns how many examples ran.

    In the `base` install an example that needs an extra has to say so: its commands are refused with the name
    of the extra, and its Python is left out.
    """
    parser = doctest.DocTestParser()
    values: dict[str, object] = {"__name__": "__main__"}
    count = 0
    for number, example in enumerate(examples(text)):
        lacking = example.extra if base else ""
        if name := example.file:
            (folder / name).write_text(example.body, "utf-8")
        elif example.language in ("pycon", "python") and not lacking:
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            one = parser.get_doctest(example.body, values, f"example {number}", "", 0)
            runner.run(one, clear_globs=False)
            values.update(one.globs)
            assert runner.failures == 0
            count += 1
        elif example.language == "console":
            for command, output in commands(example.body):
                check_command(command, output, lacking)
                count += 1
    return count
