"""Listings by their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from hp15c.listing.collection import Collection, name_of
from hp15c.table.models import Model


@pytest.fixture
def files(tmp_path: Path) -> Collection:
    for name in ("counter.15c", "counter.11c", "inner/big_sum.15c", "letter.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    return Collection(tmp_path)


def test_each_name_once_also_from_inner_folders(files: Collection) -> None:
    assert files.names() == ["big-sum", "counter"]
    assert name_of("a/big_sum.15c") == "big-sum"


@pytest.mark.parametrize(
    ("name", "model", "found"),
    [
        ("counter", Model.HP11C, "counter.11c"),
        ("counter.15c", Model.HP11C, "counter.15c"),
        ("big_sum", Model.HP11C, "big_sum.15c"),
        ("none", Model.HP15C, None),
        ("../counter", Model.HP15C, None),
    ],
)
def test_the_file_of_a_name(files: Collection, name: str, model: Model, found: str | None) -> None:
    path = files.path(name, model)
    assert (path.name if path else None) == found


def test_the_nearest_name_is_told(files: Collection) -> None:
    assert "did you mean 'counter'?" in str(files.unknown("conter"))
    assert "hp15c list" in str(files.unknown("xyz"))
    assert "did you mean 'counter'?" in str(files.unknown("conter.15c"))
    assert "hp15c list shows the programs" in str(files.unknown("conter.txt")), "the name of a file"


def test_a_word_of_a_name_tells_it(tmp_path: Path) -> None:
    for name in ("lunar-lander", "slander"):
        (tmp_path / f"{name}.15c").write_text("RTN\n")
    assert str(Collection(tmp_path).unknown("lander")).endswith("did you mean 'lunar-lander'?")


def test_a_name_that_is_nearest_to_the_first_word_of_others(tmp_path: Path) -> None:
    for name in ("codebreaker", "codemaker-fast", "codemaker-small"):
        (tmp_path / f"{name}.15c").write_text("RTN\n")
    told = str(Collection(tmp_path).unknown("codemakr"))
    assert told.endswith("did you mean 'codemaker-fast' or 'codemaker-small'?")


def test_of_many_names_that_begin_alike_the_shortest_are_told(tmp_path: Path) -> None:
    for end in ("by-value", "fast", "fast-4", "plain", "small"):
        (tmp_path / f"codemaker-{end}.15c").write_text("RTN\n")
    told = str(Collection(tmp_path).unknown("codemakr"))
    named = "'codemaker-fast' or 'codemaker-plain' or 'codemaker-small'"
    assert told.endswith(f"did you mean {named}? (hp15c list shows the others)")
