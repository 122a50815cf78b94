"""Guess trees as text: each form reads back equal, replays, and says where it is wrong."""

import json
from dataclasses import replace

import pytest

from solver.codes import Game
from solver.symmetry import Symmetries
from solver.trees.file import FORMS, TreeError, read, read_unfinished, verify, write, write_unfinished
from solver.trees.plan import Stopped, Tree, TreePlan, Unfinished
from solver.trees.tree import play_all


@pytest.fixture(scope="module")
def tree() -> Tree:
    return play_all(Game(3, 4), first=(0, 0, 1), tier="stdlib")


TREES = [
    play_all(Game(1, 3), tier="stdlib"),
    play_all(Game(2, 12), "random-consistent", tier="stdlib", seed=-4),
    play_all(Game(3, 4, False), "entropy", "obvious-first", tier="stdlib", case_equivalence=False),
    play_all(Game(4, 3), "most-parts", first=(2, 2, 0, 0), tier="stdlib", peg_symmetry=False),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("tree", TREES, ids=lambda tree: str(tree.plan.game))
def test_what_is_written_reads_back_equal_and_replays(tree: Tree, form: str) -> None:
    text = write(tree, form)
    again = read(text)
    assert again == tree
    assert write(again, form) == text
    verify(again)


def test_lines_are_for_reading(tree: Tree) -> None:
    lines = write(tree, "txt").splitlines()
    assert lines[0].startswith(
        "# mastermind tree: pegs=3 colours=4 repeats=true strategy=knuth rules=published"
    )
    assert lines[1] == "112"
    assert lines[2] == "  00 133"
    assert [line for line in lines if line.startswith("  30")] == []


def test_graphviz_draws_every_guess_and_answer(tree: Tree) -> None:
    text = write(tree, "dot")
    assert text.count(" -> ") == len(tree.guesses) - 1
    assert text.count('[label="112"]') == 1
    assert text.splitlines()[-1] == "}"


def test_json_has_the_figures(tree: Tree) -> None:
    facts = json.loads(write(tree, "json"))
    assert facts["total_turns"] == tree.total_turns
    assert facts["max_turns"] == tree.max_turns
    assert facts["histogram"] == list(tree.histogram)


def changed(tree: Tree, node: int, guess: int) -> Tree:
    guesses = list(tree.guesses)
    guesses[node] = guess
    return replace(tree, guesses=guesses)


def test_a_tree_that_misses_a_secret_is_refused(tree: Tree) -> None:
    leaf = next(n for n in range(len(tree.guesses) - 1, 0, -1) if n not in tree.parents)
    with pytest.raises(TreeError, match="no guess for that"):
        verify(changed(tree, leaf, tree.guesses[0]))
    short = replace(tree, guesses=tree.guesses[:-1], parents=tree.parents[:-1], ordinals=tree.ordinals[:-1])
    with pytest.raises(TreeError, match="no guess for that"):
        verify(short)


def test_a_guess_for_nobody_and_a_wrong_histogram_are_refused(tree: Tree) -> None:
    spare = replace(
        tree,
        guesses=[*tree.guesses, 0],
        parents=[*tree.parents, len(tree.guesses) - 1],
        ordinals=[*tree.ordinals, 1],
    )
    with pytest.raises(TreeError, match="for no secret"):
        verify(spare)
    with pytest.raises(TreeError, match="replayed"):
        verify(replace(tree, histogram=(1, *tree.histogram[1:-1], tree.histogram[-1] + 1)))


WRONG_LINES = {
    "txt": [
        ("# mastermind tree:", "# a tree:", "line 1: a guess tree begins"),
        ("pegs=3", "pegs=33", "line 1: 33 pegs"),
        ("strategy=knuth ", "", 'line 1: "strategy" is missing'),
        ("seed=0", "seed=x", "line 1: \"seed\" is 'x': a whole number is wanted"),
        ("\n112\n", "\n115\n", "line 2: the code"),
        ("\n  00 133", "\n  40 133", "line 3: 4 black"),
        ("\n  00 133", "\n  21 133", "line 3: 2 black, 1 white is impossible"),
        ("\n  00 133", "\n      00 133", "line 3: it belongs to no guess"),
        ("\n  00 133", "\n  133", "line 3:"),
        ("\n  00 133", "\n  00: 133", "line 3:"),
    ],
    "dot": [
        ('  1 [label="133"];', '  7 [label="133"];', "line 5: node 7 where 1 is expected"),
        ('  0 -> 1 [label="00"];', '  0 -> 2 [label="00"];', "line 6: the edge to 2"),
        ('  0 -> 1 [label="00"];', '  1 -> 1 [label="00"];', "its parent is 1"),
        ("digraph mastermind {", "graph {", "neither a node nor an edge"),
    ],
}


@pytest.mark.parametrize(
    ("form", "old", "new", "said"), [(form, *one) for form, wrong in WRONG_LINES.items() for one in wrong]
)
def test_lines_that_are_wrong_are_named(tree: Tree, form: str, old: str, new: str, said: str) -> None:
    text = write(tree, form)
    assert text.count(old) == 1
    with pytest.raises(TreeError, match=said):
        read(text.replace(old, new))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("parents", [5], "not a guess tree"),
        ("histogram", [1, 2], "the nodes make"),
        ("pegs", "3", "pegs"),
        ("colours", 99, "99 colours"),
        ("guesses", None, 'not a guess tree: "guesses" is None: a list is wanted'),
        ("guesses", ["112"], "not as long as each other"),
        ("seed", 1e400, '"seed" is inf: a whole number is wanted'),
        ("peg_symmetry", 1, "true or false is wanted"),
    ],
)
def test_json_that_is_wrong_is_named(tree: Tree, key: str, value: object, said: str) -> None:
    facts = json.loads(write(tree, "json"))
    facts[key] = value
    with pytest.raises(TreeError, match=said):
        read(json.dumps(facts))


@pytest.mark.parametrize(
    "text", ["", "\n", "{", "{}", "[]", "// mastermind tree:", "\0\1", "110\n  00 222\n"]
)
def test_what_is_no_tree_is_refused(text: str) -> None:
    with pytest.raises(TreeError):
        read(text)


def test_unknown_forms_are_refused(tree: Tree) -> None:
    with pytest.raises(TreeError, match="json, dot, txt"):
        write(tree, "svg")


def test_what_is_unfinished_reads_back_and_resumes() -> None:
    def interrupt(found: int, secrets: int) -> None:
        if found == 20:
            raise KeyboardInterrupt

    game = Game(4, 3)
    with pytest.raises(Stopped) as stopped:
        play_all(game, "entropy", "obvious-first", None, "stdlib", progress=interrupt)
    text = write_unfinished(stopped.value.unfinished)
    again = read_unfinished(text)
    assert again == stopped.value.unfinished
    whole = play_all(game, "entropy", "obvious-first", None, "stdlib")
    assert play_all(game, tier="stdlib", resume=again).guesses == whole.guesses
    empty = Unfinished(TreePlan(game, first=(0, 0, 1, 1), seed=5, use=Symmetries(False, True)), ())
    assert read_unfinished(write_unfinished(empty)) == empty


UNFINISHED = json.loads(write_unfinished(Unfinished(TreePlan(Game(4, 6)), ())))["unfinished"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it cannot be read as JSON .line 1, column 1."),
        ('{"unfinished":', "it cannot be read as JSON .line 1, column 15."),
        ("9" * 10_000, "it cannot be read as JSON$"),
        ("[" * 100_000, "it cannot be read as JSON$"),
        ("[1]", "it is JSON, but no object with names"),
        ("null", "it is JSON, but no object with names"),
        ("{}", '"unfinished" is missing'),
        ('{"unfinished": [1]}', '"unfinished" is .1.: an object is wanted'),
        ('{"unfinished": {"pegs": 3}}', '"colours" is missing'),
        *(
            (json.dumps({"unfinished": UNFINISHED | {name: value}}), said)
            for name, value, said in (
                ("pegs", 400, "400 pegs: a game has 1 to 9"),
                ("seed", 1e400, '"seed" is inf: a whole number is wanted'),
                ("guesses", 7, '"guesses" is 7: a list is wanted'),
                ("guesses", [7], "the guess 7 is no text"),
                ("guesses", ["11"], "4 are wanted"),
                ("later", [[1, 2]], "no node, answer and guesses"),
                ("later", [[1, 2, "1122"]], "no node, answer and guesses"),
            )
        ),
    ],
)
def test_what_cannot_be_resumed_is_refused_in_our_words(text: str, said: str) -> None:
    with pytest.raises(TreeError, match=f"not a game to resume, as a stopped `tree` leaves it: .*{said}"):
        read_unfinished(text)
