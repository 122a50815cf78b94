"""Word times by line add up to what the run spent."""

from __future__ import annotations

from hp15c import machine, timing
from hp15c.profile import Profile
from tests.small_programs import loaded, steps


def test_lines_add_up_to_the_run() -> None:
    state = loaded("LBL A; 3; STO 0; LBL 1; √x; DSE 0; GTO 1; RTN")
    machine.keyboard(state, steps("GSB A")[0])
    before, profile = state.word_times, Profile.of(state)
    stop = machine.run(state, observer=profile)
    assert profile.word_times == state.word_times - before - timing.display_cost(state)
    assert {line: times.runs for line, times in profile.lines.items()} == {
        1: 1, 2: 1, 3: 1, 4: 3, 5: 3, 6: 3, 7: 2, 8: 1
    }  # fmt: skip
    assert sum(times.runs for times in profile.lines.values()) == stop.lines
    assert profile.lines[5].word_times > profile.lines[4].word_times
