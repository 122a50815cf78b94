"""The makes of the HP-15C: what their manuals say of memory, and that nothing else differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hp15c import Calculator
from hp15c.engines import NAMES as ENGINES
from hp15c.engines import select
from hp15c.errors import InputError, Unsupported
from hp15c.inspect.lint import report_on
from hp15c.listing.program import Program
from hp15c.shell.cli_shared import machine_option
from hp15c.store import saved
from hp15c.table.instructions import step
from hp15c.table.machines import MACHINES, NAMES, machine_named
from hp15c.table.models import Model
from programs.shell import main


def _mem(calculator: Calculator) -> str:
    """What MEM shows while it is held."""
    calculator.press("g")
    calculator.key_down("45")
    shown = calculator.display
    calculator.key_up()
    return shown.strip()


def _lines(count: int) -> Program:
    return Program(Model.HP15C, (step("ENTER"),) * count)


def hp15c(*args: str) -> Result:
    return CliRunner().invoke(main, args)


@pytest.mark.parametrize(
    ("name", "shown"),
    [  # the manuals' own displays after a memory reset. None is printed for ce-192: 192 - 18 are free
        ("15c", "19 46  0-0"),
        ("le", "19 46  0-0"),
        ("ce", "19 78 00-0"),
        ("ce-192", "19 174 0-0"),
        ("dm15", "19 46  0-0"),
        ("dm15-m80", "19 110 0-0"),
        ("dm15-m1b", "19 211 0-0"),
    ],
)
def test_mem_after_a_memory_reset(name: str, shown: str) -> None:
    assert _mem(Calculator(machine=name)) == shown


@pytest.mark.parametrize(
    ("name", "highest", "size"), [("15c", 65, 448), ("ce", 97, 672), ("dm15-m80", 129, 896)]
)
def test_memory_is_all_data_or_all_program(name: str, highest: int, size: int) -> None:
    calculator = Calculator(machine=name)
    calculator.press(f"{highest + 1} DIM (i)")
    assert calculator.error == "Error 10"
    calculator.press(f"CLx {highest} DIM (i) {highest} STO I 7 STO (i) CLx RCL (i)")
    assert calculator.error is None
    assert str(calculator.x) == "7"
    calculator.press("1 DIM (i)")
    calculator.load(_lines(size))
    assert _mem(calculator).split() == ["1", "0", f"{size // 7}-0"]
    with pytest.raises(Unsupported):
        calculator.load(_lines(size + 1))
    calculator.press("P/R +")
    assert calculator.error == "Error 4"


def test_no_program_has_more_than_999_lines() -> None:
    calculator = Calculator(machine="dm15-m1b")
    calculator.press("1 DIM (i)")
    with pytest.raises(Unsupported, match="1000 lines"):
        calculator.load(_lines(1000))
    calculator.load(_lines(999))
    calculator.press("P/R +")
    assert calculator.error == "Error 4"


def test_mem_never_needs_more_than_ten_cells() -> None:
    calculator = Calculator(machine="dm15-m1b")
    for lines, highest in ((0, 1), (700, 100), (7, 228), (600, 19)):
        calculator.load(_lines(0))
        calculator.press(f"CLx {highest} DIM (i)")
        calculator.load(_lines(lines))
        assert len(_mem(calculator)) <= 10


def test_a_memory_reset_leaves_the_make() -> None:
    calculator = Calculator(machine="ce")
    calculator.press_keycodes("41+30 36")
    assert calculator.machine == MACHINES["ce"]
    assert _mem(calculator) == "19 78 00-0"


@pytest.mark.parametrize("name", NAMES)
def test_a_state_reads_back_with_its_make(name: str) -> None:
    calculator = Calculator(machine=name)
    if calculator.model is Model.HP15C:
        calculator.press(f"{calculator.machine.pool} DIM (i)")
    again = saved.from_json(json.loads(json.dumps(saved.to_json(calculator.state))))
    assert again == calculator.state
    assert again.machine == calculator.machine
    assert again.copy().machine == calculator.machine


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("model", list(Model))
def test_states_of_older_versions_are_of_the_first_make(version: int, model: Model) -> None:
    data = saved.to_json(Calculator(model).state)
    del data["machine"]
    assert saved.from_json(data | {"version": version}) == Calculator(model).state


def test_a_state_with_more_memory_than_its_make_is_refused() -> None:
    calculator = Calculator(machine="ce")
    calculator.press("97 DIM (i)")
    data = saved.to_json(calculator.state)
    with pytest.raises(InputError, match="registers"):
        saved.from_json(data | {"machine": "15c"})
    with pytest.raises(InputError, match="machine"):
        saved.from_json(data | {"machine": "11c"})


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_has_the_memory_of_the_make(name: str) -> None:
    import numpy as np

    program = Program.parse("LBL A\nDIM (i)\nSTO I\nSTO (i)\nRCL (i)\nRTN", model="15C")
    calculator = Calculator(machine="dm15-m80")
    calculator.load(program)
    batch = select(name).batch(program, [calculator.state.copy() for _ in range(3)])
    batch.enter(np.array([128, 129, 19]), "A")
    outcome = batch.run()
    assert outcome.stops.mantissas.tolist() == [1280000000, 1290000000, 1900000000]
    assert outcome.reasons.tolist() == [0, 1, 0]  # 128 registers beside one of the program. No 129th
    assert batch.state(0).machine == calculator.machine
    assert batch.state(0).highest_register == 128


def test_check_knows_the_make() -> None:
    program = _lines(600)
    assert any("holds 448" in problem for problem in report_on(program).problems)
    assert report_on(program, MACHINES["ce"]).problems == ()
    assert report_on(program, MACHINES["ce"]).pool is not None
    assert any("holds 999" in one for one in report_on(_lines(1000), MACHINES["ce-192"]).problems)


def test_names_are_read_in_any_case_and_unknown_ones_refused() -> None:
    assert machine_named("DM15_M80") is MACHINES["dm15-m80"]
    with pytest.raises(InputError, match="ce-192"):
        machine_named("ce-191")
    with pytest.raises(InputError, match="HP-11C"):
        Calculator("11C", machine="ce")


def test_the_option_names_every_make() -> None:
    @machine_option
    def command() -> None: ...

    assert all(name in command.__click_params__[0].help for name in NAMES)  # type: ignore[attr-defined]


@pytest.mark.slow
def test_the_verbs_take_a_machine(tmp_path: Path) -> None:
    state = f"{tmp_path}/s.json"
    assert hp15c("press", "97 DIM (i)", "--machine", "ce", "--state", state).exit_code == 0
    refused = hp15c("press", "1", "--machine", "15c", "--state", state)
    assert refused.exit_code == 2
    assert "this is the machine ce, not 15c" in refused.output
    assert hp15c("press", "97 DIM (i)").exit_code == 1
    assert "holds 448" in hp15c("check", "--machine", "15c", _file(tmp_path, 600)).output
    assert "problem" not in hp15c("check", "--machine", "ce", _file(tmp_path, 600)).output
    assert hp15c("convert", "--machine", "15c", _file(tmp_path, 600)).exit_code == 2
    assert hp15c("convert", "--machine", "ce", _file(tmp_path, 600)).exit_code == 0
    ran = hp15c("run", "--machine", "ce", _file(tmp_path, 500), "--keys", "7 R/S")
    assert (ran.exit_code, ran.output.strip()) == (0, "7.0000")
    assert "hp15c convert" in hp15c("run", "--machine", "11c", _file(tmp_path, 3)).output
    assert "not known" in hp15c("list", "--machines").output


def _file(folder: Path, lines: int) -> str:
    path = f"{folder}/{lines}.15c"
    _lines(lines).write(path)
    return path


def test_a_new_page_has_the_make_asked_for(tmp_path: Path) -> None:
    """A calculator that is kept goes on if it is of this make."""
    pytest.importorskip("starlette")
    from programs.web.sessions import Sessions

    def opened(machine: str | None) -> tuple[str, bool]:
        sessions = Sessions(lambda: 0.0, tmp_path / "page.sqlite", machine=machine and MACHINES[machine])
        session, kept = sessions.open(Model.HP15C)
        session.desk.load(Program.parse("LBL A\nRTN"))  # one that was never used is not kept
        session.unsaved = True
        sessions.close()
        return str(session.desk.state.machine), kept

    assert opened(None) == ("15c", False)
    assert opened("ce") == ("ce", False)
    assert opened("ce") == ("ce", True)
    assert opened(None)[1]
