"""Locals that may have no value where they are read are refused, and no others behind a loop with `else`."""

from __future__ import annotations

import pytest

from generator.compiler import front
from generator.compiler.choosing import quick_code
from tests.support.searched import agree

HEAD = "from generator.language import program\n@program('A')\ndef f(x, y):\n"
LOOP = "    found = 0\n    for i in range(4):\n        if i > x:\n            found = 1\n            at = i\n"
ASKED = "    if found == 1:\n        return at\n    return -1\n"


def test_a_name_that_tells_of_a_break_tells_what_has_a_value() -> None:
    (function,) = front.parse(HEAD + LOOP + "            break\n" + ASKED).functions.values()
    assert any("at" in str(one.targets) for one in function.body[:2] if hasattr(one, "targets"))
    front.parse(HEAD + LOOP + "            break\n    if not found:\n        return -1\n    return at\n")
    front.parse(HEAD + LOOP.replace("= 1", "= True") + "            break\n" + ASKED.replace(" == 1", ""))


def test_registers_keep_what_they_hold() -> None:
    """A register that each break assigns has a value before the loop."""
    module = front.parse(
        "from generator.language import program, register\nr = register()\n@program('A')\ndef f(x):\n"
        "    global r\n    for i in range(4):\n        if i == x:\n            r = z = i\n            break\n"
        "    else:\n        z = r\n    return z\n"
    )
    agree(module, quick_code(module).program)
    with pytest.raises(front.SourceError, match="at may have no value here"):  # a function may change r
        front.parse(
            "from generator.language import program, register\nr = register()\ndef g():\n    global r\n"
            "    r = 1\n@program('A')\ndef f(x, y):\n    global r\n    r = 0\n    for i in range(4):\n"
            "        g()\n        if i > x:\n            r = 1\n            at = i\n            break\n"
            "    if r == 1:\n        return at\n    return y\n"
        )


@pytest.mark.parametrize(
    "body",
    [
        LOOP + "            break\n    if not found:\n        return at\n    return -1\n",
        LOOP + ASKED,
        LOOP + "            if i == y:\n                found = 0\n            break\n" + ASKED,
        LOOP + "            break\n    found = 1\n" + ASKED,
        LOOP + "            break\n" + ASKED.replace("return -1", "return at"),
        "    for i in range(4):\n        if i > x:\n            break\n        at = i\n"
        "    else:\n        y = 1\n    return at\n",
    ],
    ids=[
        "the other way round",
        "it goes on",
        "it is 0 again",
        "it is 1 in any case",
        "read in the other case",
        "before the break",
    ],
)
def test_others_are_refused(body: str) -> None:
    with pytest.raises(front.SourceError, match="at may have no value here"):
        front.parse(HEAD + body)
