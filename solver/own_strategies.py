"""Strategies of one's own: `module:name` names a function that ranks guesses, or a class that chooses them.

The module is looked for where Python looks, and in the current folder. A function is a `PartitionKey` and a
class makes a `RegionChooser`. Both are called as they stand here, and what they raise is told with its line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import lru_cache
from importlib import import_module
from inspect import iscoroutinefunction, signature
from numbers import Real
from operator import index
from os import getcwd
from os.path import basename
from typing import Any, NoReturn, Protocol

from solver.codes import Code, Game, GameError
from solver.errors import StrategyError


class PartitionKey(Protocol):
    """A function that ranks a guess by the partition that it makes of the codes still possible.

    `parts` are the sizes of the parts, largest first. When the guess is `possible`, it is itself a part of 1.
    The guess with the least key is made. Keys are all numbers or all tuples of numbers. Equal arguments must
    give equal keys, because the function is called once for each partition. Guesses that tell nothing are
    left out.
    """

    def __call__(self, parts: Sequence[int], possible: bool, /) -> Any:
        """The key of a guess."""
        ...


class RegionChooser(Protocol):
    """A class whose object chooses the guesses of one game."""

    def __init__(self, game: Game) -> None: ...

    def choose(self, codes: Sequence[Code], /) -> Code:
        """The guess when these codes are still possible. They are 3 or more, in ascending order.

        It may be any code of the game that leaves fewer of them, whatever the answer.
        """
        ...


class _Last:
    """The key of guesses that tell nothing: no key is above it."""

    def __lt__(self, other: Any) -> bool:
        return False

    def __gt__(self, other: Any) -> bool:
        return other is not self


_LAST = _Last()


def is_own(strategy: str) -> bool:
    """Whether a strategy is named as one's own, by module and name."""
    return ":" in strategy


@lru_cache(maxsize=16)
def load(strategy: str) -> Any:
    """The function or class that `module:name` names. StrategyError when there is none."""
    module_name, _, name = strategy.partition(":")
    if not module_name or module_name.startswith(".") or not name:
        raise StrategyError(f'strategy "{strategy}": name one as module:function, such as my_rank:rank')
    folder = getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found = getattr(import_module(module_name), name, None)
    except ModuleNotFoundError as error:
        if error.name != module_name.partition(".")[0] and error.name != module_name:
            _fail(strategy, error)
        raise StrategyError(
            f'strategy "{strategy}": there is no module {module_name}; name it as in `import`, without .py'
        ) from None
    except (Exception, SystemExit) as error:
        _fail(strategy, error)
    if not callable(found):
        raise StrategyError(
            f'strategy "{strategy}": {module_name} has no function or class of the name "{name}"'
        )
    if isinstance(found, type) and not callable(getattr(found, "choose", None)):
        raise StrategyError(f'strategy "{strategy}": the class {name} has no method `choose`')
    if isinstance(found, type):
        _require_call(strategy, found, ("game",), "`def __init__(self, game)`")
    else:
        _require_call(strategy, found, ("parts", "possible"), f"`def {name}(parts, possible)`")
    return found


def _require_call(strategy: str, called: Callable[..., Any], given: tuple[str, ...], form: str) -> None:
    """Raise StrategyError when something cannot be called with the arguments `given`, or only awaited."""
    if iscoroutinefunction(called):
        raise StrategyError(f'strategy "{strategy}": an async function gives no key or guess: write {form}')
    try:
        signature(called).bind(*given)
    except TypeError as error:
        raise StrategyError(
            f'strategy "{strategy}": it is called with {" and ".join(given)} ({error}): write {form}'
        ) from None
    except ValueError:
        pass  # compiled code may not tell what it takes


def chooses(strategy: str) -> bool:
    """Whether one's own strategy is a class that chooses guesses, and no function that ranks them."""
    return isinstance(load(strategy), type)


@lru_cache(maxsize=16)
def key_of(strategy: str) -> Callable[[tuple[int, ...], bool], Any]:
    """The key of one's own strategy, called once for each partition. What it raises is a StrategyError."""
    function, forms = load(strategy), set[bool]()

    @lru_cache(maxsize=1 << 18)
    def key(parts: tuple[int, ...], possible: bool) -> Any:
        if len(parts) == 1 and not possible:
            return _LAST
        try:
            found = function(parts, possible)
        except (Exception, SystemExit) as error:
            _fail(strategy, error)
        several = isinstance(found, tuple)
        forms.add(several)
        numbers = found if several else (found,)
        if not all(isinstance(one, Real | Decimal) and one == one for one in numbers) or len(forms) > 1:
            raise StrategyError(
                f'strategy "{strategy}": the key of the parts {parts} is {found!r}:'
                " return a number, or a tuple of numbers each time"
            )
        return found

    return key


class OwnChooser:
    """One's own chooser for a game, whose guesses are checked."""

    def __init__(self, game: Game, strategy: str) -> None:
        self._game, self._strategy = game, strategy
        try:
            self._chooser = load(strategy)(game)
        except (Exception, SystemExit) as error:
            _fail(strategy, error)
        _require_call(strategy, self._chooser.choose, ("codes",), "`def choose(self, codes)`")

    def choose(self, codes: Sequence[Code]) -> Code:
        """The guess for the codes still possible. StrategyError when it is no code of the game."""
        try:
            found = self._chooser.choose(codes)
        except (Exception, SystemExit) as error:
            _fail(self._strategy, error)
        try:
            return self._game.check(tuple(map(index, found)))
        except GameError as error:
            raise StrategyError(f'strategy "{self._strategy}": {error}') from error
        except TypeError as error:
            raise StrategyError(
                f'strategy "{self._strategy}": `choose` returned {found!r}:'
                " return a code as a tuple of colours from 0, such as one of those given"
            ) from error

    def refuse_useless(self, guess: Code, left: int) -> NoReturn:
        """Raise StrategyError for a guess that tells none of the codes left apart."""
        raise StrategyError(
            f'strategy "{self._strategy}": {self._game.text(guess)} tells none of {left:,} codes apart'
        )


def _fail(strategy: str, error: BaseException) -> NoReturn:
    """Raise StrategyError with the line of one's own code where it failed."""
    import traceback

    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename != __file__]
    own = [one for one in frames if "importlib" not in one.filename]
    where = f" ({basename(own[-1].filename)}, line {own[-1].lineno})" if own else ""
    said = " ".join(str(error).split())
    raise StrategyError(f'strategy "{strategy}": {type(error).__name__}: {said}{where}') from error
