"""Rules of instructions drawn at random, in a table of their own: do all engines end in equal States?

    PYTHONPATH=FOLDER:. python -m tests.support.random_rules SEED COUNT PROGRAMS

FOLDER has a copy of the package hp15c whose table `table_with_rules` wrote, with the same seed and count. A
rule computes first and then changes the calculator, as those of the book do. What else it does is left to
chance: it reads a register again, stores a result twice, skips or sets flags beside an overflow.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from random import Random

from hp15c.engines import select
from hp15c.listing.program import Program
from hp15c.numbers.number import MINUS_ZERO, ZERO
from hp15c.state.state import State
from hp15c.table.instructions import Step, step
from hp15c.table.models import Model
from tests.support import odd_programs

_TWO = ("+", "−", "×", "÷", "yˣ", "%", "Δ%")
_ONE = ("√x", "x²", "1/x", "INT", "FRAC", "ABS", "LN", "x!")
_LEVELS = ("m.x", "m.y", "m.z", "m.t")
_PLAIN = (
    *("ENTER", "CLx", "x↔y", "R↓", "LSTx", "STO 0", "RCL 1", "STO 1", "RCL 0", "+", "×", "1", "5"),
    *("CHS", "EEX", "x=0", "RCL I", "STO I", "SF 1", "RTN", "π"),
)
_BEGUN = "TABLE: Final[tuple[Instruction, ...]] = (\n"
_FIRST = '    _row("digit"'
_HEAD = """def _n{}(m: Any) -> None:
    for one in (m.x, m.y, m.z, m.t, m.last_x, m.i, m.register(0), m.register(1)):
        if m.holds(m.is_matrix(one)):
            m.fail(1)
"""


def _rule(chance: Random, number: int) -> str:
    """The text of a rule as a function."""
    computed: list[str] = []
    changes: list[str] = []
    values = [*_LEVELS, "m.last_x", "m.i"]

    def let(formula: str) -> None:
        values.append(f"v{len(values)}")
        computed.append(f"{values[-1]} = {formula}")

    def result(name: str, *operands: str) -> None:
        values.append(f"v{len(values)}")
        given = ", ".join((repr(name), *operands))
        computed.extend((f"{values[-1]}, overflowed = m.compute({given})", "m.overflow_if(overflowed)"))

    for _ in range(chance.randint(1, 5)):
        a, b, c, d = chance.choices(values, k=4)
        condition = f"m.{chance.choice(('below', 'equal'))}({a}, {b})"
        match chance.choices(range(11), (6, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1))[0]:
            case 0:
                result(chance.choice(_TWO), a, b)
            case 1:
                result(chance.choice(_ONE), a)
            case 2:
                let(f"m.negate({a})")
            case 3:
                let(f"m.register({chance.randint(0, 1)})")
            case 4:
                changes.append(f"m.store({chance.randint(0, 1)}, {a})")
            case 5:
                changes.append(f"m.skip_if({condition})")
            case 6:
                let(f"m.choose({condition}, {c}, {d})")
            case 7:
                changes.append(f"m.move({', '.join(str(chance.randrange(4)) for _ in _LEVELS)})")
            case 8:
                changes.append(f"m.set_flag({chance.randrange(2)}, {chance.random() < 0.5})")
            case 9:
                values.append(f"v{len(values)}")
                downwards = chance.random() < 0.5
                computed.append(f"{values[-1]}, ends = m.count({a}, downwards={downwards})")
                changes.append("m.skip_if(ends)")
            case _:
                changes.append("if m.holds(m.lift):\n        m.move(0, 0, 1, 2)")
        if chance.random() < 0.4:
            changes.append(f"{chance.choice((*_LEVELS, 'm.i'))} = {chance.choice(values)}")
    skips = [line for line in changes if "skip_if" in line]
    changes = [line for line in changes if line not in skips[1:]]
    changes.append(f"{chance.choice(_LEVELS)} = {values[-1]}")
    return _HEAD.format(number) + "".join(f"    {line}\n" for line in (*computed, *changes))


def table_with_rules(table: str, seed: int, count: int) -> str:
    """The text of the table of instructions with so many rows more, each with its rule. At most 100."""
    chance = Random(seed)
    rules = [_rule(chance, number) for number in range(count)]
    rows = []
    for number, rule in enumerate(rules):
        last = f"{number // 10} {number % 10}"
        more = ", role=Role.TESTS" if "skip_if" in rule and chance.random() < 0.9 else ""
        more += f", lift=Lift.{chance.choice(('ENABLE', 'NEUTRAL', 'DISABLE'))}"
        rows.append(
            f'    _row("N{number}", "44 34 {last}", also="44 33 {last}", rule=_n{number}, '
            f"costs=(300, 250, 50){more}),\n"
        )
    assert table.count(_BEGUN) == table.count(_FIRST) == 1
    written = table.replace(_BEGUN, "\n\n".join([*rules, _BEGUN])).replace(_FIRST, "".join(rows) + _FIRST)
    return written.replace("import Final\n", "import Any, Final\n", 1)


def _program(chance: Random, model: Model, count: int) -> Program:
    lines: list[Step] = []
    for _ in range(chance.choice((1, 2, 3, 6, 12))):
        name, _, operand = chance.choice(_PLAIN).partition(" ")
        if chance.random() < 0.5:
            name, operand = f"N{chance.randrange(count)}", ""
        lines.append(step("digit", name) if name.isdigit() else step(name, operand))
    return Program(model=model, steps=tuple(lines))


def _state(chance: Random, program: Program) -> State:
    """A running calculator with real numbers. Words of lanes have no negative zero."""
    while True:
        state = odd_programs.state(chance, program)
        state.running, state.entry = True, None
        state.stack[:] = [ZERO if value == MINUS_ZERO else value for value in state.stack]
        if not state.complex and state.solve is None and state.integral is None:
            return state


def main(seed: int, count: int, programs: int) -> None:
    """Compare the engines on programs of new rules and others. AssertionError where they do not agree."""
    chance = Random(seed)
    engines = ("source", "lanes") if find_spec("llvmlite") else ("source",)
    for _ in range(programs):
        program = _program(chance, chance.choice(list(Model)), count)
        states = [_state(chance, program) for _ in range(6)]
        reference, limit = select("reference").batch(program, states), chance.choice((1, 3, 20, 60))
        reference.run(limit)
        for engine in engines:
            batch = select(engine).batch(program, states)
            batch.run(limit)
            for index, begun in enumerate(states):
                ends = reference.state(index), batch.state(index)
                assert ends[0] == ends[1], (engine, [*map(str, program.steps)], begun, *ends)
                if engine != "source":
                    assert ends[0].word_times == ends[1].word_times, (
                        engine,
                        [*map(str, program.steps)],
                        begun,
                    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
