"""The verb compile, as a person types it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from generator.compiler import front
from generator.compiler.checking import check as checking
from generator.compiler.code.search import ScheduleSearch
from hp15c.listing.program import Program
from programs.shell import main
from tests.support.searched import agree

GCD = '''"""Greatest common divisor."""
from generator.language import program


@program("A")
def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a


EXAMPLES = ((("12", "44"), ("4",)), (("17", "5"), ("1",)))
'''
HALF = """from generator.language import program


@program("A")
def half(a):
    return a / 2


EXAMPLES = ((("12",), ("6",)), (("5",), ("2.5",)))
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "gcd.py"
    path.write_text(GCD, "utf-8")
    return path


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What `--json --check 20` tells of the greatest common divisor."""
    path = tmp_path_factory.mktemp("compiled") / "gcd.py"
    path.write_text(GCD, "utf-8")
    result = call(path, "--json", "--check", 20)
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A source that is compiled in no time."""
    path = tmp_path / "half.py"
    path.write_text(HALF, "utf-8")
    return path


def call(*arguments: object, **options: object) -> Result:
    return CliRunner().invoke(main, ["compile", *map(str, arguments)], **options)  # type: ignore[arg-type]


@pytest.mark.slow
def test_what_an_earlier_compilation_searched_is_not_searched_again_but_with_fresh(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = call(small)
    runs: list[object] = []
    run = ScheduleSearch.run
    monkeypatch.setattr(ScheduleSearch, "run", lambda self: (runs.append(self), run(self))[1])
    assert call(small).stdout == first.stdout
    assert not runs
    assert "earlier compilations" in call(small, "--explain").stderr
    assert call(small, "--fresh").stdout == first.stdout
    assert call(small, "--fresh", "--explain").stderr == ""
    assert runs


def test_a_listing_comes_out_with_its_sources(facts: dict[str, Any]) -> None:
    program = Program.parse(facts["listing"])
    assert program.title == "Greatest common divisor."
    assert program.labels["A"] == "gcd"
    assert "a ENTER b GSB A" in program.description
    assert "# 7: while b != 0:" in facts["listing"]


@pytest.mark.slow
def test_json_tells_the_figures(facts: dict[str, Any]) -> None:
    program = Program.parse(facts["listing"])
    assert (facts["lines"], facts["bytes"]) == (len(program), program.bytes)
    assert len(facts["source_lines"]) == facts["lines"]
    assert set(facts["source_lines"]) <= set(range(6, 10))
    assert facts["seconds"] > 0.5
    assert facts["check"]["examples"] == 2
    assert facts["check"]["compared"] >= 20
    assert facts["check"]["disagreement"] is None


@pytest.mark.slow
def test_check_reports_and_ends_with_1_on_a_wrong_example(small: Path) -> None:
    result = call(small, "--check", 10)
    assert result.exit_code == 0
    assert "2 examples" in result.stderr
    small.write_text(HALF.replace('("2.5",)', '("2",)'), "utf-8")
    result = call(small, "--check", 10)
    assert result.exit_code == 1
    assert "X is 2.5, not 2" in result.stderr


@pytest.mark.slow
def test_a_check_that_compares_nothing_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_EMPTY", 10)  # each call goes on until it is cut off
    endless = tmp_path / "endless.py"
    loop = "    while x == x:\n        x += 1\n    return x\n"
    endless.write_text(
        f'from generator.language import program\n\n@program("A")\ndef entry(x):\n{loop}', "utf-8"
    )
    result = call(endless, "--check", 1)
    assert result.exit_code == 1
    assert "nothing was compared" in result.stderr


@pytest.mark.slow
def test_a_file_and_a_format(small: Path, tmp_path: Path) -> None:
    output = tmp_path / "half.txt"
    result = call(small, "-o", output, "--format", "mnemonics")
    assert result.exit_code == 0
    assert Program.parse(output.read_text("utf-8")).steps == Program.parse(call(small).stdout).steps


@pytest.mark.parametrize("effort", [("--effort", 60), ()])
def test_a_search_that_is_stopped_leaves_the_shortest_listing_so_far(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, effort: tuple[object, ...]
) -> None:
    """The first listing is there before the search looks at its first way."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.compiler.choosing._trials", stop)
    output = tmp_path / "gcd.15c"
    result = call(source, "-o", output, *effort)
    assert result.exit_code == 1
    assert "stopped: the shortest listing so far" in result.stderr
    program = Program.read(output)
    agree(front.read(source), program, calls=20, seed=3)
    assert Program.parse(call(source, *effort).stdout) == program
    assert json.loads(call(source, "--json").stdout)["lines"] == len(program)


def test_the_file_has_the_first_listing_while_the_search_goes_on(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "gcd.15c"
    seen: list[Program] = []

    def look(*_: object) -> None:
        seen.append(Program.read(output))
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.compiler.choosing._trials", look)
    result = call(source, "-o", output)
    assert seen == [Program.read(output)]
    assert result.stderr.count("gcd.15c: ") == 1


@pytest.mark.slow
def test_the_least_number_of_lines_stands_beside_the_lines(small: Path, tmp_path: Path) -> None:
    result = call(small, "--json", "-o", tmp_path / "half.15c")
    facts = json.loads(result.stdout)
    assert 1 < facts["least_lines"] <= facts["lines"]
    assert f"half.15c: {facts['lines']} lines" in result.stderr
    assert f"no listing of these operations has fewer than {facts['least_lines']} lines" in result.stderr
    assert f"at least {facts['least_lines']}" in call(small, "--explain").stdout
    assert json.loads(call(small, "--json", "--goal", "fast").stdout)["least_lines"] is None


def test_standard_input() -> None:
    result = call("-", "--show", "ir", input=GCD)
    assert result.exit_code == 0
    assert "    7      while b != 0:" in result.stdout


def test_faults_end_with_2_all_of_them(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text(GCD.replace("a % b", "lambda: [a]").replace("return a", "return c"), "utf-8")
    result = call(path)
    assert result.exit_code == 2
    assert "bad.py:8:19: a lambda is a function, no number" in result.output
    assert "bad.py:9:12: nothing is called c" in result.output
    assert call(tmp_path / "none.py").exit_code == 2
    path.write_bytes(b"\xff\xfe\xff")
    assert call(path).exit_code == 2


def test_a_listing_is_no_source_and_a_source_is_no_listing(source: Path) -> None:
    listing = source.with_name("listing.15c")
    listing.write_text("LBL A\nRTN\n", "utf-8")
    for verb, file, instead in (("compile", listing, "decompile"), ("run", source, "compile")):
        result = CliRunner().invoke(main, [verb, str(file)])
        assert result.exit_code == 2
        assert f"hp15c {instead}" in result.stderr.splitlines()[-1]


def test_what_does_not_fit_is_said_once() -> None:
    text = (
        "from generator.language import array, program\n\na = array(30)\n\n"
        '@program("A")\ndef last(n):\n    t = 0\n    for i in range(n):\n        t += a[i]\n    return t\n'
    )
    result = call("-", "--model", "11C", input=text)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    reason = "registers up to 29 are wanted, it has 20 and I"
    assert f"the HP-11C cannot hold this program: {reason}" in result.stderr


@pytest.mark.slow
def test_a_program_that_is_too_long_says_how_many_lines_its_registers_leave() -> None:
    body = "".join(f"    t = a[{i}] / t + {1234567890 + 1111111 * i}\n" for i in range(10))
    text = (
        "from generator.language import array, program\n\na = array(18, at=1)\n\n"
        f'@program("A")\ndef last(t):\n{body}    return t\n'
    )
    result = call("-", "--model", "11C", "--effort", 0.1, input=text)
    assert (result.exit_code, result.stdout) == (2, "")
    lines = re.search(r"(\d+) lines, \d+ bytes, too much: registers up to (\d+) are wanted", result.stderr)
    assert lines is not None
    assert int(lines[2]) >= 18
    free = (203 - int(lines[1])) // 7  # BEHAVIOUR 9.4: a register more for each seven lines less
    assert f"and {lines[1]} lines leave room up to {free - 1};" in result.stderr
    assert f"beside these registers is room for {203 - 7 * (int(lines[2]) + 1)} lines" in result.stderr


def test_what_does_not_go_together(source: Path) -> None:
    assert call(source, "--show", "ir", "--json").exit_code == 2
    assert call(source, "--explain", "--check", "3").exit_code == 2
    for options in (["--seed", "1"], ["--seed", "1", "--check", "0"]):
        refused = call(source, *options)
        assert (refused.exit_code, "--seed goes with --check N" in refused.output) == (2, True)


def test_help_tells_the_language() -> None:
    text = call("--help").output
    for word in (
        "@program",
        "register",
        "array",
        "ask",
        "unordered",
        "assume",
        "EXAMPLES",
        "polar",
        "--check",
    ):
        assert word in text


def long_polynomial(terms: int) -> str:
    """A function of so many terms, each with a number of ten digits."""
    lines = ['"""A long polynomial."""', "from generator.language import program", "", '@program("A")']
    lines += ["def poly(x):", "    y = x"]
    lines += [f"    y = y * x + {1234567890 + 1111111 * term}" for term in range(terms)]
    return "\n".join([*lines, "    return y", ""])


@pytest.mark.slow
def test_a_program_is_taken_that_fits_when_its_lines_are_shared(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    path.write_text(long_polynomial(26), "utf-8")
    taken = call(path)
    assert taken.exit_code == 0, taken.output
    assert Program.parse(taken.stdout).bytes < 26 * 13 - 15


@pytest.mark.long
def test_a_make_with_more_memory_takes_a_larger_program(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    path.write_text(long_polynomial(44), "utf-8")
    refused = call(path)
    assert refused.exit_code == 2
    assert "the HP-15C cannot hold this program" in refused.stderr
    taken = call(path, "--machine", "ce")
    assert taken.exit_code == 0, taken.output
    assert 448 < Program.parse(taken.stdout).bytes <= 672
    contradiction = call(path, "--machine", "ce", "--model", "11C")
    assert contradiction.exit_code == 2
    assert "not an HP-11C" in contradiction.stderr


def test_the_source_is_not_overwritten(source: Path) -> None:
    result = call(source, "-o", source.parent / "." / source.name)
    assert (result.exit_code, "exists already" in result.output) == (2, True)
    assert source.read_text("utf-8") == GCD


def test_a_suffix_without_a_format_is_refused_before_the_search(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*_: object) -> None:
        raise AssertionError("searched")

    monkeypatch.setattr("generator.shell.cli_compile._compile", search)
    result = call(source, "-o", tmp_path / "gcd.exe")
    assert result.exit_code == 2
    assert "no format has the suffix .exe" in result.stderr


def test_two_texts_at_once_are_refused(source: Path) -> None:
    result = call(source, "--show", "ir", "--explain")
    assert (result.exit_code, "give one of them" in result.output) == (2, True)


def test_explain_as_json_has_the_figures_and_the_lines(small: Path) -> None:
    told = json.loads(call(small, "--explain", "--json").stdout)
    assert told["explanation"] == call(small, "--explain").stdout.splitlines()
    assert told["lines"] == len(told["source_lines"])


def test_a_proof_is_written_beside_the_listing_and_checked_again(small: Path) -> None:
    listing, proof = small.with_suffix(".15c"), small.with_suffix(".proof.json")
    result = call(small, "--output", listing)
    assert result.exit_code == 0, result.output
    assert "proven for all inputs: GSB A does" in result.stderr
    holds = CliRunner().invoke(main, ["prove", "--check", str(proof), str(small), str(listing)])
    assert holds.output.startswith("the certificate holds: GSB A does")
    other = small.with_name("other.15c")
    other.write_text("LBL A\nx↔y\nRTN\n", "utf-8")
    wrong = CliRunner().invoke(main, ["prove", "--check", str(proof), str(small), str(other)])
    assert wrong.exit_code == 2
    assert "another listing" in wrong.output


def test_a_certificate_that_exists_is_replaced_with_force_only(small: Path) -> None:
    proof = small.with_suffix(".proof.json")
    proof.write_text("mine", "utf-8")
    result = call(small, "--output", small.with_suffix(".15c"))
    assert result.exit_code == 2
    assert "half.proof.json exists already" in result.output
    assert proof.read_text("utf-8") == "mine"
    assert not small.with_suffix(".15c").exists()
    assert call(small, "--output", small.with_suffix(".15c"), "--no-prove").exit_code == 0
    assert proof.read_text("utf-8") == "mine"


def test_json_tells_how_far_the_listing_is_proved(small: Path) -> None:
    told = json.loads(call(small, "--json").stdout)
    assert told["proof"] == "proven"
    assert "digit for digit" in told["proof_reason"]
    assert "proof" not in json.loads(call(small, "--json", "--no-prove").stdout)
