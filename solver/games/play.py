"""Two conversations: you guess the computer's secret, or it guesses yours. A line comes in, text goes out.

There is no I/O here.

Both know `help`, `undo`, `codes`, `table CODE` and `quit`. An impossible answer is refused at once. Answers
that contradict each other are followed by the single changes that would mend them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from solver.codes import Code, Game, check_size
from solver.errors import SolverError, StrategyError
from solver.games.assist import (
    CODES_AT_MOST,
    HistoryError,
    answer_text,
    changes,
    check_answer,
    codes_said,
    explain_changes,
    parse_answer,
    possible_codes,
)
from solver.games.next_guess import Suggestion, explain, next_guess
from solver.messages import number_of
from solver.scores import History, Score, score
from solver.strategies import KNUTH, PUBLISHED, check

Adviser = Callable[[History], Code]
"""The guess that a strategy makes after this history. At least one code must be possible."""

LISTED_AT_MOST = 60
CONTRADICTED = "the answers contradict each other: change N ANSWER, or undo"
_WIDTH = 72
OPTIMAL = "optimal"
CONSISTENT_RANKS = "optimal play takes any code as a guess: --consistent goes with the other strategies"
PATIENCE = 20.0
"""Seconds that a player waits for a proof. After that there is a message that there is none."""


class Conversation(ABC):
    """The base of both kinds: the history, the codes still possible, and the words about them."""

    HELP = ""

    def __init__(self, game: Game, turns: int, advise: Adviser, zero: bool = False) -> None:
        if turns < 1:
            raise HistoryError(f"{turns} turns: a game has at least 1")
        self.game = game
        self.turns = turns
        self.zero = zero
        self.history: list[tuple[Code, Score]] = []
        self.over = False
        self._advise = advise

    @property
    def is_won(self) -> bool:
        """Whether the last guess was the secret."""
        return bool(self.history) and self.history[-1][1].black == self.game.pegs

    @abstractmethod
    def greeting(self) -> str:
        """The text before the first turn."""

    def reply(self, line: str) -> str:
        """The reply to a line. An error is a reply too, and changes nothing."""
        words = line.split()
        if not words:
            return ""
        try:
            return self._reply(words)
        except SolverError as error:
            return str(error)

    def result(self) -> dict[str, Any]:
        """The game so far, for JSON."""
        turns = [{"guess": self.text(guess), "black": a.black, "white": a.white} for guess, a in self.history]
        return {"won": self.is_won, "turns": len(turns), "history": turns}

    def text(self, code: Code) -> str:
        """The code as this player writes it."""
        return self.game.text(code, self.zero)

    def possible(self) -> list[Code]:
        """The codes that agree with all answers."""
        return possible_codes(self.game, self.history)

    def _reply(self, words: list[str]) -> str:
        word, rest = words[0].lower(), words[1:]
        if word in ("help", "?"):
            return self.HELP
        if word in ("quit", "exit"):
            self.over = True
            return self._farewell()
        if word == "undo":
            return self._undo()
        if word == "codes":
            return self.list_codes(self.possible())
        if word == "table":
            return self.table(self.game.parse(rest[0], self.zero) if rest else self._propose())
        return self._play(words)

    def explanation(self, guess: Code) -> Suggestion:
        """The partition that a guess makes of the possible codes. HistoryError when no code is possible."""
        codes = self.possible()
        if not codes:
            raise HistoryError(CONTRADICTED)
        return explain(self.game, guess, [self.game.index(code) for code in codes])

    @abstractmethod
    def _play(self, words: list[str]) -> str:
        """Take a line that is a move: a guess or an answer."""

    @abstractmethod
    def _undo(self) -> str:
        """Take the last turn back."""

    @abstractmethod
    def _farewell(self) -> str:
        """The text at the end."""

    def _propose(self) -> Code:
        return self._advise(self.history)

    def list_codes(self, codes: list[Code]) -> str:
        """The codes, or the first of them, in columns."""
        each = max(1, _WIDTH // (self.game.pegs + 1))
        texts = [self.text(code) for code in codes[:LISTED_AT_MOST]]
        lines = [" ".join(texts[place : place + each]) for place in range(0, len(texts), each)]
        if len(codes) > LISTED_AT_MOST:
            lines.append(f"and {codes_said(len(codes) - LISTED_AT_MOST)} more")
        return "\n".join([f"{codes_said(len(codes))} possible", *lines])

    def table(self, guess: Code) -> str:
        """The partition that a guess makes of the possible codes, a line for each answer."""
        worth = self.explanation(guess)
        inside = "is possible itself" if worth.is_possible else "is not possible itself"
        lines = [
            f"{self.text(guess)} {inside} and splits {codes_said(worth.codes)} into {_parts_said(worth)},"
            f" {worth.expected_size:.2f} codes on average:"
        ]
        return "\n".join(
            lines + [f"  {answer_text(answer)}  {count:6,}" for answer, count in worth.parts.items()]
        )

    def why(self, guess: Code) -> str:
        """The guess and its partition in one line."""
        worth = self.explanation(guess)
        if worth.codes == 1:
            return f"{self.text(guess)} (the only code left)"
        inside = "still possible" if worth.is_possible else "not possible"
        return (
            f"{self.text(guess)} ({inside}; splits {codes_said(worth.codes)} into {_parts_said(worth)},"
            f" the largest {worth.largest_part:,})"
        )


class Guessing(Conversation):
    """The conversation in which you guess: a line is a guess, and is answered with black and white pegs."""

    HELP = (
        "Type a guess. hint: what the strategy would guess. table CODE: the parts a guess makes"
        "\n(table: of the hint). codes: what is still possible. undo: take the last guess back. quit: give"
        " up."
    )

    def __init__(self, game: Game, secret: Code, turns: int, advise: Adviser, zero: bool = False) -> None:
        super().__init__(game, turns, advise, zero)
        self._secret = game.check(secret)

    def greeting(self) -> str:
        """The text before the first turn."""
        alphabet = self.game.alphabet(self.zero)
        return (
            f"A secret of {self.game} ({alphabet[0]} to {alphabet[-1]})."
            f" You have {number_of(self.turns, 'turn')}; help lists the words I know."
        )

    def result(self) -> dict[str, Any]:
        """The state of the game and its secret, for JSON."""
        return super().result() | {"secret": self.text(self._secret)}

    def _play(self, words: list[str]) -> str:
        if [word.lower() for word in words] == ["hint"]:
            return self.why(self._propose())
        guess = self.game.parse("".join(words), self.zero)
        answer = score(guess, self._secret)
        self.history.append((guess, answer))
        turn = len(self.history)
        if self.is_won:
            self.over = True
            found = f"Found in {turn} of {number_of(self.turns, 'turn')}."
            return f"{turn}. {self.text(guess)}: {answer_text(answer)}. {found}"
        if turn == self.turns:
            self.over = True
            return f"{turn}. {self.text(guess)}: {answer_text(answer)}. {self._farewell()}"
        return f"{turn}. {self.text(guess)}: {answer_text(answer)}"

    def _undo(self) -> str:
        if not self.history:
            return "There is no guess to take back."
        guess, _ = self.history.pop()
        return f"{self.text(guess)} is taken back; turn {len(self.history) + 1} is next."

    def _farewell(self) -> str:
        return f"The secret was {self.text(self._secret)}."


class Answering(Conversation):
    """The conversation in which the computer guesses: a line answers it, or is another guess answered.

    It may begin in the middle of a game, even with answers that contradict each other. `guess` waits for its
    answer. It is None when the game is over or the answers contradict.
    """

    HELP = (
        "Type the answer, black then white: 12. CODE ANSWER: you played that instead. table: the parts"
        "\nof my guess (table CODE: of another). codes: what is still possible. change N ANSWER: correct"
        "\nanswer N. undo: take the last answer back. quit: stop."
    )

    def __init__(self, game: Game, history: History, turns: int, advise: Adviser, zero: bool = False) -> None:
        super().__init__(game, turns, advise, zero)
        self.history = list(history)
        self.guess: Code | None = None
        self._said = self._next()

    @property
    def contradicting(self) -> bool:
        """Whether no code agrees with all answers."""
        return not self.possible()

    def greeting(self) -> str:
        """The text before the first turn."""
        return self._said

    def result(self) -> dict[str, Any]:
        """The state of the game, the guess and the possible codes, for JSON."""
        shown = super().result() | {"guess": None if self.guess is None else self.text(self.guess)}
        codes = self.possible()
        if self.guess is not None:
            worth = self.explanation(self.guess)
            shown["possible"] = worth.is_possible
            shown["parts"] = [
                {"black": answer.black, "white": answer.white, "codes": count}
                for answer, count in worth.parts.items()
            ]
        shown["codes"] = len(codes)
        if self.history and not codes:
            shown["changes"] = [
                {
                    "turn": one.turn + 1,
                    "black": one.answer.black,
                    "white": one.answer.white,
                    "codes": one.codes,
                }
                for one in changes(self.game, self.history)
            ]
        return shown

    def _propose(self) -> Code:
        if self.guess is None:
            raise HistoryError(CONTRADICTED if self.contradicting else "I have no guess: CODE ANSWER.")
        return self.guess

    def _play(self, words: list[str]) -> str:
        if words[0].lower() == "change":
            return self._change(words[1:])
        if len(words) > 1 and len(words[0]) == self.game.pegs > 1:
            guess, answer = self.game.parse(words[0], self.zero), parse_answer(self.game, " ".join(words[1:]))
        else:
            guess, answer = self._propose(), parse_answer(self.game, " ".join(words))
        check_answer(self.game, guess, answer)
        self.history.append((guess, answer))
        return self._next()

    def _change(self, words: list[str]) -> str:
        if len(words) < 2 or not words[0].isdecimal() or not 1 <= int(words[0]) <= len(self.history):
            raise HistoryError(f"change N ANSWER: N from 1 to {len(self.history)}, such as change 1 12")
        turn = int(words[0]) - 1
        guess, _ = self.history[turn]
        answer = parse_answer(self.game, " ".join(words[1:]))
        check_answer(self.game, guess, answer)
        self.history[turn] = (guess, answer)
        return self._next()

    def _undo(self) -> str:
        if not self.history:
            return "There is no answer to take back."
        guess, answer = self.history.pop()
        return f"{answer_text(answer)} to {self.text(guess)} is taken back.\n{self._next()}"

    def _farewell(self) -> str:
        return f"Stopped after {len(self.history)} of {number_of(self.turns, 'turn')}."

    def _next(self) -> str:
        """Decide on the next guess, and say it."""
        self.guess = None
        codes = self.possible()
        if self.is_won and codes:
            self.over = True
            used = f"{len(self.history)} of {number_of(self.turns, 'turn')}"
            return f"Found: {self.text(self.history[-1][0])} in {used}."
        if not codes:
            fitting = changes(self.game, self.history)
            return (
                explain_changes(self.game, self.history, fitting, self.zero) + "\nchange N ANSWER, or undo."
            )
        if len(self.history) >= self.turns:
            self.over = True
            all_used = "The only turn is" if self.turns == 1 else f"All {self.turns} turns are"
            return f"{all_used} used, and {codes_said(len(codes))} would still be possible."
        try:
            self.guess = self._advise(self.history)
        except SolverError as error:
            return f"{error}.\nPlay a guess of your own: CODE ANSWER."
        return f"{len(self.history) + 1}. I guess {self.why(self.guess)}. Answer?"


def _parts_said(suggestion: Suggestion) -> str:
    return number_of(len(suggestion.parts), "part")


def adviser(
    game: Game,
    strategy: str = KNUTH,
    rules: str = PUBLISHED,
    tier: str | None = None,
    seed: int = 0,
    consistent: bool = False,
) -> Adviser:
    """A function that gives the strategy's guess after any history.

    With `consistent` it guesses only codes that are still possible.

    GameError when the answers contradict each other or the game has more than 20 million codes, StrategyError
    for an unknown strategy or for consistent optimal play. For `optimal` see the errors of
    `solver.optimal.search.OptimalSearch`.
    """
    check_size(game, "following a game", CODES_AT_MOST)
    if consistent and strategy == OPTIMAL:
        raise StrategyError(CONSISTENT_RANKS)
    if strategy == OPTIMAL:
        from solver.optimal.search import OptimalSearch

        search = OptimalSearch(game)
        return lambda history: search.guess(history, PATIENCE)
    check(strategy, rules)

    def advise(history: History) -> Code:
        return next_guess(game, history, strategy, rules, tier, seed, consistent).guess

    return advise
