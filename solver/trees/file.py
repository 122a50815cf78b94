"""Guess trees as text: JSON for machines, GraphViz to draw, indented lines to read. Each reads back equal.

An answer is written as two digits, black and white. A code is written as in `solver.codes`, with colours from
1. All three begin with the same facts: the game, the strategy, its rules and seed, the symmetries used, the
scores computed. `verify` replays a tree with the plain definition of the score. Nothing here opens a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from solver.codes import Code, Game, GameError
from solver.errors import SolverError
from solver.scores import Score, ScoreError, answer_of
from solver.symmetry import Symmetries
from solver.trees.plan import Tree, TreePlan, Unfinished

FORMS = ("json", "dot", "txt")
_INDENT = "  "
_HEADER = re.compile(r"^(?://|#) mastermind tree: (.*)$")
_DOT_NODE = re.compile(r'^  (\d+) \[label="(\w+)"\];$')
_DOT_EDGE = re.compile(r'^  (\d+) -> (\d+) \[label="(\d\d)"\];$')
_LINE = re.compile(r"^((?:  )*)(?:(\d\d) )?(\w+)$")


class TreeError(SolverError):
    """A tree that cannot be read or misses a secret. The text says where, what is wrong, what to do."""


def write(tree: Tree, form: str) -> str:
    """The tree as text in one of FORMS. TreeError for another."""
    if form == "json":
        return _write_json(tree)
    if form == "dot":
        return _write_dot(tree)
    if form == "txt":
        return _write_lines(tree)
    raise TreeError(f'a tree cannot be written as "{form}": take one of {", ".join(FORMS)}')


def read(text: str) -> Tree:
    """The tree that `write` wrote, whatever the form. TreeError says where the text is wrong."""
    start = text.lstrip()[:1]
    if start == "{":
        return _read_json(text)
    lines = text.splitlines()
    plan, scores = _read_header(lines[0] if lines else "")
    nodes = _read_dot(lines[1:]) if start == "/" else _read_lines(lines[1:])
    return _assemble(plan, scores, nodes)


def verify(tree: Tree) -> None:
    """Play every secret by the tree. TreeError for one that it misses, or a guess that none needs."""
    game = tree.plan.game
    guesses = [game.code(int(guess)) for guess in tree.guesses]
    below = tree.children()
    visits = [0] * len(guesses)
    histogram: list[int] = []
    for secret in game.codes():
        node, turns = 0, 1
        while True:
            visits[node] += 1
            answer = answer_of(game, guesses[node], secret)
            if answer.black == game.pegs:
                break
            after = below[node].get(answer.ordinal(game.pegs))
            if after is None:
                raise TreeError(
                    f"turn {turns}: the secret {game.text(secret)} answers {game.text(guesses[node])} with"
                    f" {answer.black} black, {answer.white} white, and the tree has no guess for that"
                )
            node, turns = after, turns + 1
        histogram.extend([0] * (turns - len(histogram)))
        histogram[turns - 1] += 1
    if 0 in visits:
        raise TreeError(f"guess {visits.index(0) + 1} of the tree is made for no secret")
    if tuple(histogram) != tree.histogram:
        raise TreeError(
            f"the tree says {tree.histogram} secrets by turns: replayed they are {tuple(histogram)}"
        )


def write_unfinished(unfinished: Unfinished) -> str:
    """A game to resume, as JSON for `play_all`."""
    game = unfinished.plan.game

    def texts(guesses: Sequence[int]) -> list[str]:
        return [game.text(game.code(guess)) for guess in guesses]

    facts = {**_facts(unfinished.plan), "guesses": texts(unfinished.guesses)}
    if unfinished.later:
        facts["later"] = [[*key, texts(guesses)] for key, guesses in unfinished.later.items()]
    return json.dumps({"unfinished": facts}, indent=1) + "\n"


def read_unfinished(text: str) -> Unfinished:
    """Read a game that `write_unfinished` wrote. TreeError for another text."""
    try:
        facts = json.loads(text)["unfinished"]
        plan = _plan(facts)
        later = {
            (int(parent), int(ordinal)): tuple(_index(plan.game, guess) for guess in guesses)
            for parent, ordinal, guesses in facts.get("later", [])
        }
        return Unfinished(plan, tuple(_index(plan.game, guess) for guess in facts["guesses"]), later)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise TreeError(f"not a game to resume: {_reason(error)}") from error


def _facts(plan: TreePlan) -> dict[str, Any]:
    facts = {
        "pegs": plan.game.pegs,
        "colours": plan.game.colours,
        "repeats": plan.game.repeats,
        "strategy": plan.strategy,
        "rules": plan.rules,
        "seed": plan.seed,
        "case_equivalence": plan.use.cases,
        "peg_symmetry": plan.use.pegs,
    }
    if plan.first is not None:
        facts["first"] = plan.game.text(plan.first)
    if not plan.game.whites:
        facts["whites"] = False
    if plan.consistent:
        facts["consistent"] = True
    return facts


def _plan(facts: dict[str, Any]) -> TreePlan:
    for name, kind in (("pegs", int), ("colours", int), ("repeats", bool), ("strategy", str), ("rules", str)):
        if type(facts[name]) is not kind:
            raise TypeError(f'"{name}" is {facts[name]!r}')
    game = Game(facts["pegs"], facts["colours"], facts["repeats"], bool(facts.get("whites", True)))
    first = game.parse(facts["first"]) if "first" in facts else None
    use = Symmetries(bool(facts["case_equivalence"]), bool(facts["peg_symmetry"]))
    consistent = bool(facts.get("consistent", False))
    return TreePlan(game, facts["strategy"], facts["rules"], first, int(facts["seed"]), use, consistent)


def _rows(tree: Tree) -> list[tuple[int, str, str]]:
    """The rows of a tree: for each node its parent, the answer that led there, and the guess."""
    game = tree.plan.game
    answers = [Score.from_ordinal(n, game.pegs) for n in range(game.pegs * (game.pegs + 3) // 2 + 1)]
    return [
        (
            int(parent),
            f"{answers[ordinal].decimal:02}" if parent >= 0 else "",
            game.text(game.code(int(guess))),
        )
        for parent, ordinal, guess in zip(tree.parents, tree.ordinals, tree.guesses, strict=True)
    ]


def _write_json(tree: Tree) -> str:
    rows = _rows(tree)
    facts = {
        **_facts(tree.plan),
        "total_turns": tree.total_turns,
        "max_turns": tree.max_turns,
        "histogram": list(tree.histogram),
        "scores": tree.scores,
        "parents": [parent for parent, _, _ in rows],
        "answers": [answer for _, answer, _ in rows],
        "guesses": [guess for _, _, guess in rows],
    }
    return json.dumps(facts) + "\n"


def _read_json(text: str) -> Tree:
    try:
        facts = json.loads(text)
        plan = _plan(facts)
        rows = list(zip(facts["parents"], facts["answers"], facts["guesses"], strict=True))
        tree = _assemble(plan, int(facts["scores"]), [(0, *row) for row in rows])
    except TreeError:
        raise
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise TreeError(f"not a guess tree: {_reason(error)}") from error
    if list(tree.histogram) != facts.get("histogram"):
        raise TreeError(f'"histogram" is {facts.get("histogram")}: the nodes make {list(tree.histogram)}')
    return tree


def _header(tree: Tree) -> str:
    facts = {**_facts(tree.plan), "scores": tree.scores}
    return "mastermind tree: " + " ".join(f"{name}={_word(value)}" for name, value in facts.items())


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_header(line: str) -> tuple[TreePlan, int]:
    match = _HEADER.match(line)
    if match is None:
        raise TreeError('line 1: a guess tree begins with "mastermind tree:" and its facts, or is JSON')
    try:
        words = dict(word.split("=", 1) for word in match[1].split())
        facts: dict[str, Any] = {
            name: value == "true" if value in ("true", "false") else value for name, value in words.items()
        }
        facts.update(pegs=int(words["pegs"]), colours=int(words["colours"]))
        return _plan(facts), int(words["scores"])
    except (KeyError, TypeError, ValueError) as error:
        raise TreeError(f"line 1: {_reason(error)}") from error


def _write_dot(tree: Tree) -> str:
    lines = [f"// {_header(tree)}", "digraph mastermind {", "  node [shape=box];"]
    for node, (parent, answer, guess) in enumerate(_rows(tree)):
        lines.append(f'  {node} [label="{guess}"];')
        if parent >= 0:
            lines.append(f'  {parent} -> {node} [label="{answer}"];')
    return "\n".join([*lines, "}"]) + "\n"


def _read_dot(lines: Sequence[str]) -> list[tuple[int, int, str, str]]:
    nodes: list[tuple[int, int, str, str]] = []
    for number, line in enumerate(lines, 2):
        if match := _DOT_NODE.match(line):
            if int(match[1]) != len(nodes):
                raise TreeError(f"line {number}: node {match[1]} where {len(nodes)} is expected")
            nodes.append((number, -1, "", match[2]))
        elif match := _DOT_EDGE.match(line):
            if int(match[2]) != len(nodes) - 1:
                raise TreeError(f"line {number}: the edge to {match[2]} does not follow its node")
            nodes[-1] = (number, int(match[1]), match[3], nodes[-1][3])
        elif line not in ("digraph mastermind {", "  node [shape=box];", "}", ""):
            raise TreeError(f'line {number}: "{line}" is neither a node nor an edge of a guess tree')
    return nodes


def _write_lines(tree: Tree) -> str:
    lines = [f"# {_header(tree)}"]
    depths: list[int] = []
    for parent, answer, guess in _rows(tree):
        depths.append(depths[parent] + 1 if parent >= 0 else 0)
        lines.append(_INDENT * depths[-1] + (f"{answer} {guess}" if parent >= 0 else guess))
    return "\n".join(lines) + "\n"


def _read_lines(lines: Sequence[str]) -> list[tuple[int, int, str, str]]:
    nodes: list[tuple[int, int, str, str]] = []
    path: list[int] = []
    for number, line in enumerate(lines, 2):
        match = _LINE.match(line)
        if match is None:
            raise TreeError(f'line {number}: "{line}" is not an answer and a guess, such as "  10 1344"')
        depth = len(match[1]) // len(_INDENT)
        if depth > len(path) or (depth == 0 and nodes):
            raise TreeError(
                f"line {number}: it belongs to no guess above it; indent by {len(path)} steps at most"
            )
        del path[depth:]
        nodes.append((number, path[-1] if path else -1, match[2] or "", match[3]))
        path.append(len(nodes) - 1)
    return nodes


def _assemble(plan: TreePlan, scores: int, nodes: Sequence[tuple[int, Any, Any, Any]]) -> Tree:
    """The tree of these nodes: line (0 in JSON), parent, answer, guess. Only their order is checked."""
    game = plan.game
    guesses: list[int] = []
    parents: list[int] = []
    ordinals: list[int] = []
    for node, (line, parent, answer, guess) in enumerate(nodes):
        try:
            if type(parent) is not int or not (parent == -1 if node == 0 else 0 <= parent < node):
                raise TreeError(
                    f"its parent is {parent}: a node's parent stands before it, the first one's is -1"
                )
            guesses.append(_index(game, guess))
            parents.append(parent)
            ordinals.append(_ordinal(game, answer) if parent >= 0 else 0)
        except (GameError, ScoreError, TreeError, TypeError) as error:
            raise TreeError(f"{f'line {line}' if line else f'node {node}'}: {error}") from error
    if not nodes:
        raise TreeError("the tree has no guess at all")
    tree = Tree(plan, guesses, parents, ordinals, (), scores)
    return Tree(plan, guesses, parents, ordinals, _histogram(tree), scores)


def _histogram(tree: Tree) -> tuple[int, ...]:
    """Secrets by turns: a node finds its guess when the guess agrees with every answer on the way to it."""
    game = tree.plan.game
    codes: list[Code] = [game.code(guess) for guess in tree.guesses]
    depths: list[int] = []
    histogram: list[int] = []
    for node, parent in enumerate(tree.parents):
        depths.append(depths[parent] + 1 if parent >= 0 else 1)
        at, agrees = node, True
        while agrees and (above := tree.parents[at]) >= 0:
            agrees = answer_of(game, codes[above], codes[node]).ordinal(game.pegs) == tree.ordinals[at]
            at = above
        if agrees:
            histogram.extend([0] * (depths[-1] - len(histogram)))
            histogram[depths[-1] - 1] += 1
    return tuple(histogram)


def _index(game: Game, guess: Any) -> int:
    if not isinstance(guess, str):
        raise TypeError(f"the guess {guess!r} is no text")
    return game.index(game.parse(guess))


def _ordinal(game: Game, answer: Any) -> int:
    if not isinstance(answer, str) or not re.fullmatch(r"\d\d", answer):
        raise TypeError(f"the answer {answer!r} is not two digits, black and white")
    return Score(int(answer[0]), int(answer[1])).check(game.pegs).ordinal(game.pegs)


def _reason(error: Exception) -> str:
    return f"{error} is missing" if isinstance(error, KeyError) else str(error)
