"""Pictures of the loop over pairs: arrows for dependences, red ones for those that an order breaks."""

from __future__ import annotations

import random
import xml.etree.ElementTree as Xml
from itertools import product

import pytest

from generator.codemaker.model import score
from generator.codemaker.pictures import Dependences, rows
from hp15c.errors import InputError
from tests import ROOT

SVG = "{http://www.w3.org/2000/svg}"
PICTURES = ROOT / "programs" / "guide" / "pictures"


def count(svg: str, tag: str, colour: str = "") -> int:
    found = Xml.fromstring(svg).iter(f"{SVG}{tag}")
    return sum(1 for one in found if colour in (one.get("stroke") or ""))


@pytest.mark.parametrize("digits", range(1, 9))
def test_an_arrow_for_each_dependence(digits: int) -> None:
    one = Dependences(digits)
    assert len(one.pairs) == 2 * digits * (digits - 1) == sum(one.distances.values())
    assert count(one.space().svg, "path") == len(one.pairs)
    assert count(one.space().svg, "circle") == digits**2
    assert count(one.path().svg, "path") == 0
    assert one.faults == []
    assert "no fault" in one._repr_html_()
    assert one._repr_svg_() == one.path().svg


def test_red_arrows_are_the_broken_dependences() -> None:
    wrong = Dependences(4, rows(4))
    assert count(wrong.path().svg, "path", "#c00000") == len(wrong.broken_dependences) == len(wrong.faults)
    html = wrong._repr_html_()
    assert all(one in html for one in wrong.faults)


@pytest.mark.slow
def test_orders_without_a_broken_dependence_score_alike() -> None:
    """The claim after the arrows, tried: legal orders agree on all codes, and every broken arrow matters."""
    chance, codes = random.Random(3), list(product(range(1, 4), repeat=3))
    truth = {both: score(*both, Dependences(3).order) for both in product(codes, codes)}
    seen = {True: 0, False: 0}
    for turn in range(60):
        order = list(rows(3))
        chance.shuffle(order)
        if turn % 2:
            order.sort(key=lambda pair: not pair.main)
        legal = not Dependences(3, order).broken_dependences
        agrees = all(score(*both, order) == truth[both] for both in truth)
        assert agrees is legal
        seen[legal] += 1
    assert min(seen.values()) > 5


def test_each_front_touches_a_digit_once_and_follows_the_arrows() -> None:
    for one in (Dependences(5), Dependences(4, rows(4))):
        front_of = {pair: number for number, front in enumerate(one.wavefronts) for pair in front}
        for front in one.wavefronts:
            assert len({pair.j for pair in front}) == len({pair.k for pair in front}) == len(front)
        if not one.broken_dependences:
            assert all(front_of[earlier] < front_of[later] for earlier, later in one.pairs)
        assert one.diagonals().svg.count("<g ") == len(one.wavefronts)


def test_what_cannot_be_drawn() -> None:
    for digits in (0, 9):
        with pytest.raises(InputError, match="there are 1 to 8"):
            Dependences(digits)
    assert "(0, 0) is visited twice" in Dependences(1, [(0, 0), (0, 0)]).faults


def test_the_pictures_of_the_guide_are_these() -> None:
    """To write them again: `Dependences(4).space().write(...)` and so on."""
    drawn = {
        "space.svg": Dependences(4).space(),
        "rows.svg": Dependences(4, rows(4)).path(),
        "diagonals.svg": Dependences(4).diagonals(),
    }
    for name, picture in drawn.items():
        assert (PICTURES / name).read_text("utf-8") == picture.svg
