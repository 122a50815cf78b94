"""Listings in: every format, every fault named, and nothing that a damaged file can do but be refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hp15c.errors import InputError, ListingError
from hp15c.listing.decoding import decode, encode
from hp15c.listing.program import Program
from hp15c.listing.reader import parse, read
from hp15c.listing.writers.formats import FORMATS, write
from hp15c.table.instructions import step
from hp15c.table.models import Model
from tests import TESTS
from tests.support.shares import few

HERE = TESTS
SHIPPED = sorted([*HERE.glob("golden/listings/*.1?c"), *HERE.parent.glob("programs/**/*.1?c")])

TABLE = "| line | keycodes | mnemonic |\n|---|---|---|\n| 1 | 42.21.11 | LBL A |\n| 2 | 44,1 | `STO .1` |"


def spelled(text: str, model: str = "15C") -> list[str]:
    return [("u " if one.user else "") + str(one) for one in Program.parse(text, model).steps]


def faults(text: str, model: Model = Model.HP15C) -> list[tuple[int, str, str]]:
    with pytest.raises(ListingError) as caught:
        parse(text, model, "x.txt")
    return [
        (one.line, one.text[one.column : one.column + one.width], one.hint) for one in caught.value.faults
    ]


def test_there_are_listings() -> None:
    assert len(SHIPPED) >= 3


@pytest.mark.parametrize("path", few(SHIPPED), ids=lambda path: path.name)
def test_shipped_listings_are_read_without_a_warning(path: Path) -> None:
    listing = read(path)
    assert listing.warnings == ()
    assert listing.format == "simulator"
    assert listing.program.title
    assert str(listing.program.model).lower() == path.suffix[1:]


def test_notes() -> None:
    program = read(HERE / "golden/listings/area.15c").program
    assert program.title == "Area under a polygon"
    assert program.description.split("\n")[1:] == [
        "",
        "The first is given again at the end; GSB B shows the area.",
    ]
    assert list(program.labels) == ["A", "B", "1", ".3"]
    assert list(program.registers) == ["0", "1", ".2", "I", "(i)"]
    assert program.flags == {"0": "set after the first corner"}


def test_an_older_description_is_one_line() -> None:
    program = read(HERE / "golden/listings/column.15c").program
    assert program.description.count("\n") == 1
    assert "\\n" not in program.description


def test_user_steps() -> None:
    program = read(HERE / "golden/listings/column.15c").program
    assert program.steps[8] == step("RCL", "A", user=True)
    assert program.steps[18] == step("STO", "B", user=True)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("   004 {    44 48  3 } STO .3", ["STO .3"]),
        ("   004 {       44 .3 } STO .3", ["STO .3"]),
        ("   001 {    44 ,3 }", ["STO .3"]),
        ("001 { 42 21 11 }\n002 {  44 11 u } u STO A", ["LBL A", "u STO A"]),
        ("{ 42 21 48 3 }", ["LBL .3"]),
        ("42 21 11\n44 .3\n5\n10\n44 11 u", ["LBL A", "STO .3", "5", "÷", "u STO A"]),
        ("1 42 21 11\n2 36\n3 10", ["LBL A", "ENTER", "÷"]),
        ("001-42,21,11\n002-    10\n003u 44 11\n004-42, 7, 4\n005-42,21, .5", "LBL A|÷|u STO A|FIX 4|LBL .5"),
        ("000\n001 42 21 11\n002 48", ["LBL A", "."]),
        ("LBL A\nRv\nx<>y\nx<=y\nSTO+ 9\nRAN#\nE+\n1\n.\n5", "LBL A|R↓|x↔y|x≤y|STO + 9|RAN#|Σ+|1|.|5"),
        ("f RAN\u2009#\nf RAN\u00a0#\nf RAN\u202f#", ["RAN#"] * 3),
        ("001 f LBL A\n002 STO 13\n003 -\n004 /", ["LBL A", "STO .3", "−", "÷"]),
        ("1 LBL A\n2 5\n3 RTN", ["LBL A", "5", "RTN"]),
        ("1 LBL A\n2 1/x\n3 10^x\n4 u STO A\n5 .", "LBL A|1/x|10ˣ|u STO A|."),
        ("1. LBL A ; start\n2. ENTER // twice\n3. -", ["LBL A", "ENTER", "−"]),
        ("- LBL A\n\n• ENTER\n* *\n- - ; minus", ["LBL A", "ENTER", "×", "−"]),
        ("-\n*\n+\n/", ["−", "×", "+", "÷"]),
        (TABLE, "LBL A|STO .1"),
        ("Prose\n\n| Step | Keys |\n|:--|--:|\n| 1 | 44 .1 |\n| 2 | 42.21.,1 |\n\nProse", "STO .1|LBL .1"),
        ("| 001 | 42 21 11 | LBL A |\n| 002 | 10 | ÷ |", "LBL A|÷"),
        ("1 | 44.40.1 | STO + 1\n2 | 44,40,1 | STO + 1\n3 | 44.40,1 | STO + .1", "STO + 1|STO + 1|STO + .1"),
        ("| Instruction |\n|---|\n| x&lt;y |\n| **×** |\n\n| Register |\n|---|\n| 3 |", "x<y|×"),
        ("f LBL A\r\n5\rRTN", ["LBL A", "5", "RTN"]),
    ],
)  # fmt: skip
def test_formats(text: str, meant: str | list[str]) -> None:
    listing = parse(text)
    assert [("u " if one.user else "") + str(one) for one in listing.program.steps] == (
        meant.split("|") if isinstance(meant, str) else meant
    )


def test_hp11c_keycodes_and_spellings() -> None:
    header = "# HEWLETT·PACKARD 11C Simulator program\n"
    assert spelled(header + "001 { 42 10 }\n002 { 42 25 }\n003 { 42 5 } f DSE\n004 { 42 4 } f x↔I") == [
        "x≤y",
        "RCL I",
        "DSE I",
        "x↔ I",
    ]


def test_where_the_model_comes_from(tmp_path: Path) -> None:
    (tmp_path / "a.11c").write_text("42 10\n", encoding="utf-8")
    (tmp_path / "b.11c").write_text("# HP-15C program\n43 10\n", encoding="utf-8")
    assert Program.read(tmp_path / "a.11c").model is Model.HP11C
    assert Program.read(tmp_path / "b.11c").model is Model.HP15C
    assert Program.parse("42 10", "11C").model is Model.HP11C
    assert Program.parse("#D:better than the HP-11C program\n10").model is Model.HP15C


@pytest.mark.parametrize(
    "data",
    [
        encode(write(read(HERE / "golden/listings/area.15c").program), "simulator"),
        b"\xef\xbb\xbf" + write(read(HERE / "golden/listings/area.15c").program).encode(),
        "\ufeff".encode("utf-16-be")
        + write(read(HERE / "golden/listings/area.15c").program).encode("utf-16-be"),
    ],
)
def test_encodings(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "program.15c"
    path.write_bytes(data)
    assert read(path).program == read(HERE / "golden/listings/area.15c").program


def test_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "program.15c"
    path.write_bytes("#T:Größe\n   001 {          10 } ÷\n".encode("latin-1"))
    assert read(path).program.title == "Größe"


def test_the_simulators_encoding() -> None:
    data = encode("a\nb\n", "simulator")
    assert data == b"\xff\xfea\0\r\0\n\0b\0\r\0\n\0"


def test_empty_braces_are_of_line_000_only() -> None:
    with pytest.raises(ListingError) as caught:
        parse("   000 {  }\n   001 { } STO 5\n   002 { } foo\n")
    assert [(fault.line, fault.message, fault.hint) for fault in caught.value.faults] == [
        (2, "only line 000 has empty braces", "STO 5 is 44 5"),
        (3, "only line 000 has empty braces", ""),
    ]


def test_every_fault_is_named_with_its_place() -> None:
    assert faults("001 f LBL A\n002 g x=<y\n003 STO 4\n004 LBLX 7\n005 {42 99}\n006 P/R") == [
        (2, "=<y", 'did you mean "g x≤y"?'),
        (4, "X 7", 'did you mean "f LBL 7"?'),
        (5, "42 99", ""),
        (6, "P/R", ""),
    ]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("001 { 42 21 11", ""),
        ("001 { 42 x }", "x"),
        ("001 { 422 }", "422"),
        ("001 { }", " "),
        ("000 { 42 21 11 }", "000"),
        ("001 { 44 1 u }", "44 1 u"),
        ("LBL A\nRTN\n10\nENTER", "10"),
        ("LBL A\n10 ENTER\nRTN", "10 ENTER"),
        ("STO i", "i"),
        ("", ""),
        ("; nothing\n\n", ""),
        ("||||||\n||||", ""),
        ("|" * 200, "|" * 60),
        ("x" * 1000, "x" * 60),
    ],
)
def test_what_is_refused(text: str, place: str) -> None:
    assert [one[1] for one in faults(text)] == [place]


def test_what_the_model_lacks_is_refused() -> None:
    assert [one[0] for one in faults("LBL A\nSOLVE 1\nRCL + 2\nRTN", Model.HP11C)] == [2, 3]
    assert [one[1] for one in faults("# HP-11C program\n44 11 u\n42 10 3")] == ["44 11 u", "42 10 3"]


def test_hints_for_keycodes() -> None:
    assert [one[2] for one in faults("42 21 99\n43 4 48 1\n42 23")] == [
        "LBL takes 0 to 9, .0 to .9, A to E",
        "SF takes 0 to 9, I",
        "DIM takes A to E, (i), I",
    ]
    assert faults("001 { 44 99 } STO 9")[0][2] == "STO 9 is 44 9"
    assert faults("42 7 25", Model.HP11C)[0][2] == "FIX takes 0 to 9"
    assert faults("42 16 3", Model.HP11C)[0][2] == "on the HP-15C it is f MATRIX 3"
    assert faults("42 5", Model.HP15C)[0][2] == "DSE takes 0 to 9, .0 to .9, I, (i), A to E"


def test_the_marker_stands_under_the_place() -> None:
    with pytest.raises(ListingError) as caught:
        parse("LBL A\n  017 g x=<y", source="game.15c")
    assert str(caught.value).split("\n") == [
        'game.15c:2: unknown instruction "g x=<y"',
        "      017 g x=<y",
        '             ^~~ did you mean "g x≤y"?',
    ]


def test_keycodes_win_over_mnemonics() -> None:
    listing = parse(
        "001 { 44 3 } STO 4\n002 { 44 5 } STO 5\n003 { 42 9 3 } f SCI 3\n004 { 36 } twice", source="x.15c"
    )
    assert [str(one) for one in listing.program.steps] == ["STO 3", "STO 5", "ENG 3", "ENTER"]
    assert [one.line for one in listing.warnings] == [1, 4]
    assert 'the mnemonic says "STO 4"' in str(listing.warnings[0])


def test_a_line_number_out_of_turn_is_a_warning() -> None:
    listing = parse("001 { 10 }\n003 { 20 }\n004 { 30 }")
    assert len(listing.program) == 3
    assert [one.line for one in listing.warnings] == [2]


def test_tags_that_mean_nothing_are_warnings() -> None:
    listing = parse("#L-9:x\n#L20:x\n#R99:x\n#F10:x\n#T:a\n#T:b\n10")
    assert [one.line for one in listing.warnings] == [1, 2, 3, 4, 6]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        read(tmp_path / "none.15c")
    (tmp_path / "odd.15c").write_bytes(b"\xff\xfea\0b")
    with pytest.raises(InputError, match="UTF-16"):
        read(tmp_path / "odd.15c")
    with pytest.raises(InputError, match="too many"):
        parse("10\n" * 30_000)
    with pytest.raises(InputError, match="too many"):
        decode(b"1" * 5_000_000, "x")


def test_another_calculators_listing_is_refused_by_its_header() -> None:
    with pytest.raises(ListingError, match="HP-12C") as caught:
        parse("# HEWLETT·PACKARD 12C Simulator program\n   001 {       43 11 } g x²\n")
    (fault,) = caught.value.faults
    assert (fault.line, fault.text[fault.column : fault.column + fault.width]) == (1, "12C")


def damaged(data: bytes, chance: random.Random) -> bytes:
    """One to five random injuries: to bytes, to lines, to the encoding."""
    lines = data.split(b"\n")
    for _ in range(chance.randint(1, 5)):
        at = chance.randrange(len(lines))
        injury = chance.randrange(8)
        if injury == 0:
            del lines[at]
        elif injury == 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        elif injury == 2:
            lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
        elif injury == 3:
            lines[at] = bytes(chance.choice(b" {}0123456789.,|#;/-u`") for _ in range(chance.randrange(80)))
        elif injury == 4:
            lines[at] = lines[at] + lines[chance.randrange(len(lines))]
        elif injury == 5:
            lines[at] = lines[at] * chance.choice((2, 50))
        else:
            changed = bytearray(lines[at] or b" ")
            changed[chance.randrange(len(changed))] = chance.randrange(256)
            lines[at] = bytes(changed)
        if not lines:
            lines = [b""]
    return b"\n".join(lines)


def test_text_in_utf_32_is_one_error_and_the_end_sign_of_dos_is_none() -> None:
    with pytest.raises(InputError, match=r"^x: byte 3 is 0, so this is no text"):
        decode("LBL A\n".encode("utf-32"), "x")
    assert decode(b"LBL A\r\nRTN\r\n\x1a", "x") == "LBL A\r\nRTN\r\n"


@pytest.mark.slow
@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_damaged_listings(count: int) -> None:
    """Read, or refused with a place: never anything else."""
    chance = random.Random(15)
    originals = [
        (program, format, encoding)
        for path in SHIPPED
        for program in [read(path).program]
        if len(program) < 300
        for format in FORMATS
        if format != "jrpn" or program.model is Model.HP15C
        for encoding in ("utf-8", "simulator")
    ]
    outcomes = {"read": 0, "refused": 0}
    unplaced = 0
    for _ in range(count):
        program, format, encoding = chance.choice(originals)
        data = damaged(encode(write(program, format), encoding), chance)
        if chance.random() < 0.05:
            data = data[: chance.randrange(len(data) + 1)]
        try:
            program = parse(decode(data, "x")).program
        except InputError as error:
            outcomes["refused"] += 1
            unplaced += isinstance(error, ListingError) and not all(fault.line for fault in error.faults)
        else:
            assert parse(write(program)).program == program
            outcomes["read"] += 1
    assert min(outcomes.values()) > count / 10
    assert unplaced == 0
