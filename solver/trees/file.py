"""Guess trees as text: JSON for machines, GraphViz to draw, indented lines to read. Each reads back equal.

An answer is written as two digits, black and white. A code is written as in `solver.codes`, with colours from
1. All three begin with the same facts: the game, the strategy, its rules and seed, the symmetries used, the
scores computed. `verify` replays a tree with the plain definition of the score. Nothing here opens a file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, TypeVar

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
_NUMBERS = ("pegs", "colours", "seed", "scores")
_KINDS = {int: "a whole number", bool: "true or false", str: "a text", list: "a list", dict: "an object"}
Kind = TypeVar("Kind", int, bool, str, list[Any], dict[str, Any])
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
        facts = _field(_read_object(text), "unfinished", dict)
        plan = _plan(facts)
        later = dict(_read_later(plan.game, row) for row in _field(facts, "later", list, []))
        return Unfinished(plan, _indices(plan.game, _field(facts, "guesses", list)), later)
    except SolverError as error:
        raise TreeError(f"not a game to resume, as a stopped `tree` leaves it: {error}") from error


def _read_later(game: Game, row: Any) -> tuple[tuple[int, int], tuple[int, ...]]:
    if not isinstance(row, list) or [type(cell) for cell in row] != [int, int, list]:
        raise TreeError(f'"later" has {row!r:.40}, which is no node, answer and guesses')
    return (row[0], row[1]), _indices(game, row[2])


def _read_object(text: str) -> dict[str, Any]:
    """The object that a text of JSON holds. TreeError for another text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        at = (
            f" (line {error.lineno}, column {error.colno})" if isinstance(error, json.JSONDecodeError) else ""
        )
        raise TreeError(f"it cannot be read as JSON{at}") from error
    if not isinstance(found, dict):
        raise TreeError("it is JSON, but no object with names")
    return found


def _field(facts: dict[str, Any], name: str, kind: type[Kind], default: Kind | None = None) -> Kind:
    """The value of a name. TreeError when it is missing and has no default, or is of another kind."""
    value = facts.get(name, default)
    if name not in facts and default is None:
        raise TreeError(f'"{name}" is missing')
    if type(value) is not kind:
        raise TreeError(f'"{name}" is {value!r:.40}: {_KINDS[kind]} is wanted')
    return value


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
    game = Game(
        _field(facts, "pegs", int),
        _field(facts, "colours", int),
        _field(facts, "repeats", bool),
        _field(facts, "whites", bool, True),
    )
    return TreePlan(
        game,
        _field(facts, "strategy", str),
        _field(facts, "rules", str),
        game.parse(_field(facts, "first", str)) if "first" in facts else None,
        _field(facts, "seed", int),
        Symmetries(_field(facts, "case_equivalence", bool), _field(facts, "peg_symmetry", bool)),
        _field(facts, "consistent", bool, False),
    )


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
        facts = _read_object(text)
        plan, scores = _plan(facts), _field(facts, "scores", int)
        columns = [_field(facts, name, list) for name in ("parents", "answers", "guesses")]
    except SolverError as error:
        raise TreeError(f"not a guess tree: {error}") from error
    if len(set(map(len, columns))) > 1:
        raise TreeError('not a guess tree: "parents", "answers" and "guesses" are not as long as each other')
    tree = _assemble(plan, scores, [(0, *row) for row in zip(*columns, strict=True)])
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
        facts = {
            name: _value(name, value) for name, _, value in (word.partition("=") for word in match[1].split())
        }
        return _plan(facts), _field(facts, "scores", int)
    except SolverError as error:
        raise TreeError(f"line 1: {error}") from error


def _value(name: str, word: str) -> str | int | bool:
    """The value that a word of the first line stands for."""
    if name in _NUMBERS and re.fullmatch(r"-?[0-9]{1,40}", word):
        return int(word)
    return word == "true" if word in ("true", "false") else word


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
        except (GameError, ScoreError, TreeError) as error:
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


def _indices(game: Game, guesses: list[Any]) -> tuple[int, ...]:
    return tuple(_index(game, guess) for guess in guesses)


def _index(game: Game, guess: Any) -> int:
    if not isinstance(guess, str):
        raise TreeError(f"the guess {guess!r:.40} is no text")
    return game.index(game.parse(guess))


def _ordinal(game: Game, answer: Any) -> int:
    if not isinstance(answer, str) or not re.fullmatch(r"\d\d", answer):
        raise TreeError(f"the answer {answer!r:.40} is not two digits, black and white")
    return Score(int(answer[0]), int(answer[1])).check(game.pegs).ordinal(game.pegs)
