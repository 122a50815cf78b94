"""The verb `test`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.hp15c.conftest import CASES
from tests.hp15c.inspect.test_cases import hp15c


def test_the_verb(folder: Path) -> None:
    file = str(folder / "test_square.toml")
    passed = hp15c("test", file)
    assert (passed.exit_code, passed.output) == (0, "2 of 2 cases pass\n")
    Path(file).write_text(CASES.replace('shows = "16.00"', 'shows = "17.00"'), "utf-8")
    failed = hp15c("test", file)
    assert failed.exit_code == 1
    assert "case 2" in failed.output
    assert "expected 17.00, shown 16.00" in failed.output
    assert failed.output.endswith("1 of 2 cases pass\n")
    facts = json.loads(hp15c("test", "--json", file).output)
    assert (facts["passed"], facts["failed"], facts["cases"][1]["shown"]) == (1, 1, ["16.00", "16.00"])
    Path(file).write_text("x", "utf-8")
    assert hp15c("test", file).exit_code == 2
    assert hp15c("test", str(folder / "none.toml")).exit_code == 2


def test_the_verb_takes_a_listing_and_a_program_by_name(folder: Path) -> None:
    listing = folder / "square.15c"
    refused = hp15c("test", str(listing))
    assert refused.exit_code == 2
    assert "Test: KEYS shows DISPLAY" in refused.output
    text = listing.read_text("utf-8")
    listing.write_text("#D:Test: 3 GSB A shows 9.0000\n" + text, "utf-8")
    assert hp15c("test", str(listing)).output == "1 case passes\n"
    above = folder / "above.txt"
    above.write_text("Test: 3 GSB A shows 9.0000\nLBL A\nx²\nRTN\n", "utf-8")
    assert hp15c("test", str(above)).output == "1 case passes\n"
    above.write_text("Test: 3 GSB A\nLBL A\nx²\nRTN\n", "utf-8")
    assert f"{above}: 'Test: 3 GSB A': a test in the notes is" in hp15c("test", str(above)).output
    named = folder / "counter.toml"
    named.write_text('listing="counter"\n[[case]]\nkeys="1.002 GSB A"\nshows="2."', "utf-8")
    assert hp15c("test", str(named)).exit_code == 0
    named.write_text('listing="counted"\n[[case]]\nkeys="1.002 GSB A"\nshows="2."', "utf-8")
    assert "did you mean 'counter'" in hp15c("test", str(named)).output
