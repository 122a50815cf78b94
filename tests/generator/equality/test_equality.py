"""Programs proved equal, and programs that are different: none of them is ever proved."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner

import programs
from generator.equality import certificate as files
from generator.equality.check import NotProved, check
from generator.equality.claims import Certificate, Observe, Pair
from generator.equality.difference import difference
from generator.equality.search import Wish, prove
from generator.equality.verdict import Verdict, compare, contract
from hp15c import Program
from hp15c.errors import InputError
from hp15c.table.instructions import step
from hp15c.terms import input_of
from programs.shell import main
from tests.support.shares import few, firsts, share
from tests.support.variants import mutant, other_labels, other_registers, variant

FOLDER = Path(programs.__file__).parent
FIRST = [FOLDER / name for name in ("counter.15c", "higher-lower.15c", "routines.15c", "counter.11c")]
COMPILED = sorted((FOLDER / "compiled").glob("[a-bd-z]*.15c"))
SMALL = FIRST + COMPILED


def verdict(old: str, new: str, **wish: object) -> Verdict:
    return compare(Program.parse(old), Program.parse(new), Wish(**wish), effort=500_000)  # type: ignore[arg-type]


@pytest.mark.first
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LBL A\nSTO 1\nRCL 1\nx²\nRTN", "LBL A\nSTO 2\nENTER\n×\nRTN"),
        ("LBL A\n2\n×\nRTN", "LBL A\nENTER\n+\nRTN"),
        ("LBL A\nGSB 1\nGSB 1\nRTN\nLBL 1\nx²\n1\n+\nRTN", "LBL A\nx²\n1\n+\nx²\n1\n+\nRTN"),
        (
            "LBL A\nSTO I\nCLx\nLBL 1\n2\n+\nDSE I\nGTO 1\nRTN",
            "LBL A\nSTO 5\n0\nLBL 7\n2\n+\nDSE 5\nGTO 7\nRTN",
        ),
        ("LBL A\n3\nR/S\n×\nRTN", "LBL A\n3\nR/S\nx↔y\n×\nRTN"),
        (
            "LBL A\nSOLVE 1\nRTN\n1\nCHS\n√x\nRTN\nLBL 1\nx²\n2\n−\nRTN",
            "LBL A\nSOLVE 2\nRTN\n1\nCHS\n√x\nRTN\nLBL 2\nENTER\n×\n2\n−\nRTN",
        ),
        ("LBL A\nRCL MATRIX A\nMATRIX 9\nRTN", "LBL A\nx↔y\nx↔y\nRCL MATRIX A\nMATRIX 9\nRTN"),
        ("LBL A\nx²\nRTN", "LBL A\nLBL A\nx²\nRTN"),  # of two labels the first one is found
        ("LBL A\n2\n×\nSTO A\nRTN", "LBL A\nENTER\n+\nSTO A\nRTN"),  # other numbers in LAST X
    ],
)
def test_equal_programs_are_proved(old: str, new: str) -> None:
    found = verdict(old, new)
    assert found.name == "equal", found.reason


@pytest.mark.slow
def test_loops_that_begin_behind_lines_that_terms_do_not_follow_are_proved() -> None:
    """One program comes to its loop from MATRIX 1 at once, the other one sets registers before."""
    begin = "LBL A\n2\nENTER\nDIM A\nMATRIX 1\n"
    old = "LBL 9\nRCL 0\nRCL 1\nx≠y\nCLx\nx=y\nEEX\nu STO A\nGTO 9\n" + "u RCL A\nPSE\n" * 8
    loop = "LBL 1\nRCL 2\nx=0\nGTO 0\nRCL 3\nx=y\nGTO 0\n0\nGTO 2\nLBL 0\n1\nLBL 2\n"
    store = "CF 7\nu STO A\nSF 7\nRCL 0\nSTO 2\nRCL 1\nSTO 3\nF? 7\nGTO 1\n"
    new = "1\nSTO 2\nSTO 3\n" + loop + store + "CF 7\nu RCL A\nSF 7\nSTO 2\nF? 7\nPSE\n" * 8
    found = verdict(begin + old + "RTN", begin + new + "RTN")
    assert found.name == "equal", found.reason
    changed = verdict(begin + old + "RTN", begin + new.replace("0\nGTO 2", "1\nGTO 2") + "RTN")
    assert changed.name != "equal"


@pytest.mark.slow
def test_what_one_program_decides_and_the_other_does_not_is_proved_by_ranges() -> None:
    """ABS is the same as a sign that is changed below 0."""
    found = verdict("LBL A\nx<0\nCHS\nRTN", "LBL A\nABS\nRTN")
    assert found.certificate is not None
    assert found.certificate.exact


@pytest.mark.first
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LBL A\n1\n+\nRTN", "LBL A\n2\n+\nRTN"),
        ("LBL A\nx≤y\nCLx\nRTN", "LBL A\nx>y\nCLx\nRTN"),
        ("LBL A\nRCL 1\nRTN", "LBL A\nRCL 2\nRTN"),
        ("LBL A\nPSE\nx²\nRTN", "LBL A\nx²\nPSE\nRTN"),
        ("LBL A\nSTO 1\nRTN\nLBL B\nRCL 1\nRTN", "LBL A\nSTO 2\nRTN\nLBL B\nRCL 1\nRTN"),
        ("LBL A\n+\n+\nRTN", "LBL A\nx↔y\nR↓\n+\nx↔y\nR↑\n+\nRTN"),
        ("LBL A\nFIX 2\nRTN", "LBL A\nFIX 3\nRTN"),
        *(  # LAST X and T are what the function left
            (
                f"LBL A\n{line} 1\n{after}\nRTN\nLBL 1\n2\n−\nRTN",
                f"LBL A\n{line} 1\n{after}\nRTN\nLBL 1\n{other}\nRTN",
            )
            for line, after, other in (
                ("SOLVE", "LSTx\nLSTx", "2\nCHS\n+"),
                ("∫", "LSTx", "2\nCHS\n+"),
                ("SOLVE", "R↑\nR↑", "2\n−\n0\nx↔y"),
            )
        ),
        (
            "LBL A\nSOLVE 1\nRTN\nLBL 1\nLSTx\n−\nRTN",
            "LBL A\n3\n+\nLSTx\n−\nSOLVE 1\nRTN\nLBL 1\nLSTx\n−\nRTN",
        ),
        (  # two elements of a matrix are two numbers
            "LBL A\n1\nENTER\nRCL g A\nABS\n2\nENTER\nRCL g A\nABS\n−\nRTN",
            "LBL A\n1\nENTER\nRCL g A\nABS\n2\nENTER\nRCL g A\nABS\nCLx\nRTN",
        ),
        (  # and so are the numbers keyed in at two stops
            "LBL A\nR/S\nSTO 1\nR/S\nRCL − 1\nRTN",
            "LBL A\nR/S\nSTO 1\nR/S\nCLx\nRTN",
        ),
        ("LBL A\n1/x\nRTN", "LBL A\nx≠0\n1/x\nRTN"),
        (
            "LBL A\nSTO I\nLBL 1\n1\n+\nDSE I\nGTO 1\nRTN",
            "LBL A\nSTO I\nLBL 1\nDSE I\nGTO 2\nRTN\nLBL 2\n1\n+\nGTO 1",
        ),
    ],
)
def test_different_programs_are_shown_to_be(old: str, new: str) -> None:
    found = verdict(old, new)
    assert found.name == "different"
    assert found.difference is not None
    assert found.difference.old != found.difference.new


def test_an_overflow_that_one_register_keeps_to_itself_shows() -> None:
    """The sum in R1 is never recalled. Only huge numbers make it overflow, and the display blink."""
    kept = "LBL A\nSTO 0\nx²\nSTO + 1\nRCL 0\nRTN"
    found = verdict(kept, kept.replace("STO + 1\n", ""))
    assert found.name == "different"
    assert found.difference is not None
    assert "blinking" in found.difference.old


def test_sums_in_another_order_are_not_equal() -> None:
    """In ten digits (x + y) + z is not x + (y + z)."""
    assert verdict("LBL A\n+\n+\nRTN", "LBL A\nR↓\n+\nR↑\n+\nRTN").name != "equal"


@pytest.mark.slow
def test_what_is_observed_decides() -> None:
    old, new = "LBL A\nx²\nRTN", "LBL A\nENTER\n×\nRTN"
    assert verdict(old, new).name == "equal"
    assert verdict(old, new, observe=Observe.STACK).name == "different"
    scratch = "LBL A\nSTO 3\nRTN", "LBL A\nRTN"
    assert verdict(*scratch, observe=Observe.STACK).name == "equal"
    assert verdict(*scratch, observe=Observe.ALL).name == "different"
    assert verdict(*scratch, keep=(3,)).name == "undecided"


def test_what_a_run_leaves_on_the_stack_counts_where_the_next_run_uses_it() -> None:
    """Both programs show x. The first leaves x in Y for the next A, the second leaves y."""
    old, new = "LBL A\n+\nENTER\nENTER\nRTN", "LBL A\n+\nRTN"
    found = verdict(old, new)
    assert found.name == "different"
    assert found.difference is not None
    assert found.difference.keys.count("GSB A") > 1


def test_an_entry_may_have_another_label() -> None:
    old, new = "LBL A\nx²\nRTN", "LBL B\nx²\nRTN"
    proved = verdict(old, new, entries={"A": "B"})
    assert proved.name == "equal"
    assert "After GSB A (GSB B in the new program), pressed" in proved.reason
    found = verdict(old, new)
    assert found.name == "different"
    assert found.reason == "the new program has no LBL A; --entry A=B names the label that stands for it"
    assert found.difference is not None
    assert found.difference.new == "Error  4"


def test_a_register_that_is_renamed_throughout_is_told() -> None:
    old = "LBL A\nSTO 1\nRTN\nLBL B\nRCL 1\nSTO + 1\nRTN"
    found = verdict(old, old.replace("1", "4"))
    assert found.name == "equal"
    assert "the new program uses R1 as R4" in found.reason


def test_two_numbers_at_most_are_keyed_in_at_a_stop() -> None:
    assert (
        "Up to two numbers are keyed in at a stop"
        in verdict("LBL A\nR/S\n+\nRTN", "LBL A\nR/S\n+\nRTN").reason
    )


def test_a_variant_keeps_the_registers_that_are_read_first() -> None:
    program = Program.parse("LBL A\nSTO 1\nSTO 2\nRCL 2\nRTN\nLBL B\nRCL 1\nRTN")
    drawn = [other_registers(program, random.Random(seed)) for seed in range(20)]
    assert {str(one.steps[1]) for one in drawn} == {"STO 1"}
    assert len({str(one.steps[2]) for one in drawn}) > 5


@pytest.mark.slow
@pytest.mark.parametrize("path", few(SMALL), ids=lambda path: path.stem)
def test_variants_of_a_program_are_proved(path: Path) -> None:
    program, draw = Program.read(path), random.Random(path.stem)
    proved = 0
    for _ in range(3):
        other = variant(program, draw)
        with suppress(NotProved):
            check(prove(program, other), program, other)
            proved += 1
    assert proved >= 2


@pytest.mark.parametrize("path", firsts(SMALL[:6]), ids=lambda path: path.stem)
def test_the_proof_of_a_program_does_not_hold_for_its_mutants(path: Path) -> None:
    """The checker by itself: a proof made for another program is refused wherever the programs differ."""
    program, draw = Program.read(path), random.Random(path.stem)
    own = prove(program, program)
    refused = 0
    for _ in range(share(12)):
        other = mutant(program, draw)
        if difference(program, other, effort=50_000) is not None:
            with pytest.raises(NotProved):
                check(own, program, other)
            refused += 1
    assert refused


def weaker(found: Certificate, draw: random.Random) -> Certificate:
    """A certificate with one pair left out, or with two variables of a relation taken for one."""
    pairs = list(found.relations)
    pair: Pair = draw.choice(pairs)
    relations = dict(found.relations)
    if draw.random() < 0.3:
        del relations[pair]
        return replace(found, relations=relations)
    old, new = relations[pair]
    names = [name for name, value in new.places.items() if value.op == "input"]
    one, other = draw.sample(names, 2)
    changed = replace(new, places={**new.places, one: new.places[other]})
    relations[pair] = old, changed
    return replace(found, relations=relations)


def test_a_certificate_names_the_lines_at_which_a_person_enters() -> None:
    """GSB A leads to line 2 of the other program, whatever the certificate says of line 1."""
    program, other = (Program.parse(text) for text in ("LBL A\nx²\nRTN", "x²\nLBL A\nRTN"))
    own = prove(program, program)
    with pytest.raises(NotProved, match="lines 001 and 001 are not where a person enters both"):
        check(own, program, other)
    with pytest.raises(NotProved, match="lines 002 and 002 are not where a person enters both"):
        check(replace(own, entries=((2, 2),)), program, program)


@pytest.mark.slow
def test_a_proof_of_different_programs_cannot_be_forged_by_a_stronger_relation() -> None:
    program = Program.parse("LBL A\nSTO 1\nx↔y\nSTO 2\nLBL 1\nRCL 1\nRCL + 2\nPSE\nDSE 1\nGTO 1\nRTN")
    other = Program.parse("LBL A\nSTO 1\nx↔y\nSTO 2\nLBL 1\nRCL 2\nRCL + 2\nPSE\nDSE 1\nGTO 1\nRTN")
    own, draw = prove(program, program), random.Random(5)
    for _ in range(200):
        with pytest.raises(NotProved):
            check(weaker(own, draw), program, other)


def test_a_relation_cannot_name_a_number_that_is_keyed_in_later() -> None:
    """The certificate says that Y is the number of the next stop: the programs would both show 0."""
    old = Program.parse("LBL A\nSTO 1\nLBL 1\nR/S\nRCL − 1\nGTO 1")
    own = prove(old, old)
    pair = next(one for one in own.relations if one.old.line == 3)
    sides = [
        replace(values, registers={**values.registers, 1: input_of("fresh 1 number 0")})
        for values in own.relations[pair]
    ]
    with pytest.raises(NotProved, match="a name that only the checker gives"):
        check(replace(own, relations={**own.relations, pair: (sides[0], sides[1])}), old, old)


POOLED = """LBL A\nGSB 1\nRTN\nLBL 1\nDSE I\nGSB 2\nx²\nRTN\nLBL 2\nDSE I\nGSB 1\n2\n×\nRTN\nLBL 3\nGTO I"""


@pytest.mark.slow
def test_calls_of_unknown_depth_are_pooled() -> None:
    """Each of two subroutines calls the other, and GTO I may go to any line with calls pending."""
    old = Program.parse(POOLED)
    new = old.with_steps((*old.steps[:11], step("ENTER"), step("+"), *old.steps[13:]))
    proof = prove(old, new)
    assert proof.pending
    assert files.read(files.write(proof, old, new), old, new) == proof
    for pair in proof.pending:
        with pytest.raises(NotProved):
            check(replace(proof, pending=proof.pending - {pair}), old, new)
    other = Program.parse(POOLED.replace("2\n×", "3\n×"))
    with pytest.raises(NotProved):
        prove(old, other)


CHOSEN = "LBL A\n1\nGTO 9\nLBL B\n2\nLBL 9\nSTO I\nx↔y\nSTO 0\nGSB I\nRCL 0\n+\nRTN\n"
CHOICES = ("LBL 1\nRCL 0\nSIN\nRTN\n", "LBL 2\nRCL 0\nCOS\nRTN\n")


@pytest.mark.slow
def test_a_call_by_i_is_proved_where_each_way_to_it_knows_the_label() -> None:
    """The subroutines have changed places, so that their line numbers differ."""
    old, new = (Program.parse(CHOSEN + "".join(order)) for order in (CHOICES, CHOICES[::-1]))
    prove(old, new)
    with pytest.raises(NotProved):
        prove(old, Program.parse(CHOSEN + CHOICES[0] + CHOICES[1].replace("COS", "TAN")))


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param("codebreaker.15c", marks=pytest.mark.slow), "codebreaker.11c"])
def test_the_codebreakers_are_proved_equal_to_themselves(name: str) -> None:
    program = Program.read(FOLDER / name)
    assert prove(program, program).relations


def test_a_certificate_reads_back_equal_and_is_refused_for_other_programs() -> None:
    old, new = Program.parse("LBL A\n2\n×\nFIX 3\nRTN"), Program.parse("LBL A\nENTER\n+\nFIX 3\nRTN")
    found = prove(old, new)
    text = files.write(found, old, new)
    assert files.read(text, old, new) == found
    with pytest.raises(InputError, match="the certificate is for another new program"):
        files.read(text, old, old)
    with pytest.raises(InputError, match="the certificate is damaged"):
        files.read(text.replace('"cuts"', '"cut"'), old, new)
    with pytest.raises(InputError, match="the certificate is damaged"):
        files.read(text[:-9], old, new)
    with pytest.raises(InputError, match="the certificate is damaged"):
        files.read(json.dumps(json.loads(text) | {"keep": [float("inf")]}), old, new)


def test_the_commands_prove_check_and_refuse(tmp_path: Path) -> None:
    for name, listing in (
        ("old", "LBL A\n2\n×\nRTN"),
        ("new", "LBL A\nENTER\n+\nRTN"),
        ("bad", "LBL A\n3\n×\nRTN"),
    ):
        (tmp_path / f"{name}.15c").write_text(listing)
    old, new, bad, proof = (str(tmp_path / name) for name in ("old.15c", "new.15c", "bad.15c", "proof.json"))
    run = CliRunner().invoke
    proved = run(main, ["equal", old, new, "--certificate", proof])
    assert (proved.exit_code, proved.output[:6]) == (0, "equal:")
    assert run(main, ["prove", "--check", proof, old, new]).output.startswith("the certificate holds")
    assert run(main, ["prove", "--check", proof, old, bad]).exit_code == 2
    shown = run(main, ["equal", old, bad, "--json"])
    found = json.loads(shown.output)
    assert shown.exit_code == 1
    assert set(found) == {"verdict", "observed", "reason", "counterexample"}
    keys = found["counterexample"]["keys"]
    assert run(main, ["run", old, "--keys", keys]).output != run(main, ["run", bad, "--keys", keys]).output
    assert "two labels, such as A=B" in run(main, ["equal", old, new, "--entry", "A"]).output
    unknown = run(main, ["equal", old, new, "--entry", "Z=A"])
    assert unknown.exit_code == 2
    assert "has no label 'Z' that a person presses; it has A" in unknown.output
    assert "numbers of registers" in run(main, ["equal", old, new, "--keep", "x"]).output
    assert "from 0 to 65" in run(main, ["equal", old, new, "--keep", "0,66"]).output


def test_numbers_that_are_keyed_in_and_blinking_can_be_left_to_the_user() -> None:
    old = Program.parse("LBL A\n+\nENTER\nENTER\nR↓\nR/S\n+\nRTN")
    new = Program.parse("LBL A\n+\nSTO 0\nR/S\nRCL + 0\nRTN")
    with pytest.raises(NotProved):
        prove(old, new)
    wish = Wish(typed={"A": 2}, stops=((7, 1),), blinks=False)
    found = prove(old, new, wish)
    assert files.read(files.write(found, old, new), old, new) == found
    told = contract(found, old, new)
    assert "(at least 2 before GSB A)" in told
    assert "at a stop, 1 before line 007." in told
    assert "Blinking after an overflow is not compared." in told
    with pytest.raises(NotProved):
        check(replace(found, typed=()), old, new)
    with pytest.raises(NotProved):
        check(replace(found, stops=()), old, new)


def test_overflows_of_the_hp_11c_can_be_left_to_the_user() -> None:
    old = Program.parse("LBL A\nSTO 0\nx²\nSTO + 0\nRCL 0\nRTN", "11C")
    new = Program.parse("LBL A\nENTER\nx²\n+\nRTN", "11C")
    with pytest.raises(NotProved):
        prove(old, new)
    told = contract(prove(old, new, Wish(blinks=False)), old, new)
    assert "Nothing is said of numbers that overflow in one of them" in told


def test_a_cut_at_which_only_one_program_is_stays_out() -> None:
    old = Program.parse("LBL A\nx=0\nRTN\nx<0\nCHS\n√x\nRTN")
    new = Program.parse("LBL A\nx=0\nGTO 1\nx<0\nCHS\n√x\nLBL 1\nRTN")
    assert prove(old, new).relations


def test_part_of_a_program_is_compared() -> None:
    old = Program.parse("LBL A\nx²\nRTN\nLBL B\nSIN\nRTN")
    new = Program.parse("LBL A\nENTER\n×\nRTN")
    with pytest.raises((InputError, NotProved)):
        prove(old, new)
    assert len(prove(old, new, Wish(only=frozenset("A"))).entries) == 1


@pytest.mark.parametrize(
    ("path", "count"),
    [
        *(pytest.param(path, 4, marks=pytest.mark.slow, id=path.stem) for path in FIRST),
        *(pytest.param(path, 10, marks=pytest.mark.long, id=f"{path.stem}-more") for path in SMALL),
    ],
)
def test_no_mutant_that_differs_is_proved(path: Path, count: int) -> None:
    program, draw = Program.read(path), random.Random(f"mutants of {path.stem}")
    different = 0
    for _ in range(count):
        other = mutant(program, draw)
        shown = difference(program, other, effort=500_000)
        different += shown is not None
        if shown is not None:
            with pytest.raises((NotProved, InputError)):
                prove(program, other)
    assert different >= 0.4 * count


def test_a_proof_says_where_the_memory_has_to_suffice() -> None:
    """A program that is a line longer leaves less memory for matrices, and DIM may end in Error 10."""
    plain, matrix = Program.parse("LBL A\nx²\nRTN"), Program.parse("LBL A\n2\nENTER\nDIM A\nRTN")
    assert "memory" not in contract(prove(plain, plain), plain, plain)
    longer = Program.parse("LBL A\n2\nENTER\nDIM A\nRTN\nRTN")
    assert "The memory suffices in both." in contract(prove(matrix, longer), matrix, longer)


def test_a_variant_does_not_give_a_label_the_name_of_one_that_is_missing() -> None:
    """GTO 5 ends in Error 4, whatever the other labels are called."""
    program = Program.parse("LBL A\nGSB 1\nGTO 5\nRTN\nLBL 1\nx²\nRTN")
    drawn = {other_labels(program, random.Random(seed)).steps[4].operand for seed in range(200)}
    assert len(drawn) > 10
    assert "5" not in drawn


MATRICES = "LBL A\n2\nENTER\n2\nDIM A\nDIM B\nRCL MATRIX A\nRCL MATRIX B\n{}\n+\nRTN"


def test_result_may_be_chosen_at_another_place() -> None:
    """A descriptor is pushed, and RESULT is chosen, wherever that stands before the line that needs it."""
    new = "LBL A\nRESULT C\n2\nENTER\n2\nDIM A\nDIM B\nRCL MATRIX A\nRCL MATRIX B\n+\nRTN"
    assert verdict(MATRICES.format("RESULT C"), new).name == "equal"


@pytest.mark.slow
@pytest.mark.parametrize("other", few(["RESULT D", "R↓\nRCL MATRIX A\nRESULT C"]))
def test_another_result_or_another_matrix_is_not_equal(other: str) -> None:
    assert verdict(MATRICES.format("RESULT C"), MATRICES.format(other)).name != "equal"


def test_a_loop_that_begins_at_a_pressed_label_meets_one_that_begins_behind_it() -> None:
    """One program goes on alone from the beginning of its loop, where the other one is at none yet."""
    old = Program.parse("LBL B\nSTO + 1\n×\nSTO + 2\nR/S\nGTO B")
    new = Program.parse("LBL B\nLBL 0\nSTO + 1\n×\nSTO + 2\nR/S\nGTO 0")
    wrong = Program.parse("LBL B\nSTO + 1\nLBL 0\n×\nSTO + 2\nR/S\nGTO 0")
    check(prove(old, new), old, new)
    check(prove(new, old), new, old)
    with pytest.raises(NotProved):
        prove(old, wrong)


def test_a_loop_whose_first_turn_stands_before_it_is_the_same_loop() -> None:
    """Each turn ends at a pause. In the new program the first one does not pass the label of the loop."""
    old = Program.parse("LBL A\nLBL 1\n2\n×\nPSE\nSTO 1\nGTO 1")
    new = Program.parse("LBL A\n2\n×\nPSE\nLBL 1\nSTO 1\n2\n×\nPSE\nGTO 1")
    check(prove(old, new), old, new)


def test_a_jump_behind_a_stop_leads_to_a_loop_that_begins_at_a_pressed_label() -> None:
    """After the stop one program is at its loop, the other one at the jump to its own."""
    old = Program.parse("LBL A\n4\nLBL 1\nu RCL C\nGTO 2\nRTN\nLBL 2\nR/S\nGTO 1")
    new = Program.parse("LBL 0\nR/S\nLBL A\nCF 7\nu RCL C\nGTO 0\nRTN")
    wrong = Program.parse("LBL 0\nR/S\nMATRIX 1\nLBL A\nCF 7\nu RCL C\nGTO 0\nRTN")
    check(prove(old, new, Wish(blinks=False)), old, new)
    with pytest.raises(NotProved):
        prove(old, wrong, Wish(blinks=False))


@pytest.mark.slow
def test_a_loop_without_an_end_is_given_up_soon() -> None:
    """The new program never counts, so that each turn makes its terms longer. It took minutes."""
    listing = "LBL A\nSTO I\nLBL 1\nRCL (i)\n×\nLSTx\n+\n{}\nRTN"
    old, new = (Program.parse(listing.format(end)) for end in ("DSE I\nGTO 1", "GTO 1\nDSE I"))
    begun = process_time()
    with pytest.raises(NotProved):
        prove(old, new)
    assert process_time() - begun < 20
