"""The checker of certificates: its reasons against the definitions, and certificates that are damaged."""

from __future__ import annotations

import ast
import lzma
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import pytest

from solver import check_certificate
from solver.atlas import read
from solver.check_certificate import DIGITS, Board, Refused, bits, check, least_totals
from solver.codes import Game
from solver.optimal.search import OptimalSearch
from tests.support.naive_solver import naive_score
from tests.support.shares import share

CHECKER = Path(check_certificate.__file__)
CERTIFICATES = sorted((Path(__file__).parents[1] / "data" / "certificates").glob("*.xz"))
GAMES = [(3, 4, True, True), (2, 6, True, False), (3, 5, False, True), (5, 2, True, True), (2, 3, True, True)]
ROWS = {row.game: row for row in read()}
QUICK = 100


def text_of(name: str) -> str:
    return lzma.decompress(next(path for path in CERTIFICATES if path.stem == name).read_bytes()).decode()


def verdict(text: str) -> str:
    return check(iter(text.splitlines(keepends=True)))


def sealed(lines: list[str]) -> str:
    """A certificate of these lines with their digest after them, as somebody would write who forges one."""
    text = "".join([f"{line}\n" for line in lines])
    return f"{text}end {sha256(text.encode()).hexdigest()}\n"


def lines_before_digest(name: str) -> list[str]:
    lines = text_of(name).splitlines()
    assert lines.pop().startswith("end ")
    return lines


def game_of(path: Path) -> Game:
    pegs, colours = map(int, path.stem.split("-")[:2])
    return Game(pegs, colours, "no-repeats" not in path.stem, "blacks-only" not in path.stem)


def test_it_is_one_short_file_of_the_standard_library() -> None:
    source = CHECKER.read_text()
    assert len(source.splitlines()) <= 400
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module if isinstance(node, ast.ImportFrom) else node.names[0].name for node in nodes}
    assert {str(name).split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_those_of_the_definition(game: tuple[int, int, bool, bool]) -> None:
    board = Board(*game)
    assert board.codes == Game(*game).codes()
    for guess, code in enumerate(board.codes):
        sets = board.split(board.sets[guess])
        for secret, other in enumerate(board.codes):
            black, white = naive_score(code, other)
            answer = f"{black}{white if game[3] else 0}"
            place = board.rows[guess][secret]
            assert [*board.answers, f"{game[0]}0"][place] == answer
            assert [n for n, some in enumerate(sets) if some >> secret & 1] == (
                [place] if guess != secret else []
            )


@pytest.mark.parametrize("rooms", [(0, 1, 2, 3, 4), (0, 1, 3, 3, 9), (0, 1, 14, 100), (0, 1, 1)])
def test_least_totals_count_the_codes_that_are_not_found_yet(rooms: tuple[int, ...]) -> None:
    expected = [sum(max(0, count - found) for found in rooms) for count in range(rooms[-1] + 1)]
    assert least_totals(rooms) == expected


SMALL = [
    (2, 4, True, True),
    (3, 3, True, True),
    (2, 5, False, True),
    (3, 4, False, False),
    (2, 4, True, False),
]
"""Games whose plays can all be tried."""


class EveryPlay:
    """What plays of a small game find, and what they take, with all guesses tried. It knows no bounds."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.found = lru_cache(None)(self._found)
        self.takes = lru_cache(None)(self._takes)

    def parts(self, guess: int, codes: frozenset[int]) -> list[frozenset[int]]:
        rows = self.board.rows[guess]
        return [frozenset(one for one in codes if rows[one] == n) for n in range(self.board.perfect)]

    def _found(self, codes: frozenset[int], turns: int) -> int:
        """The most codes that so many turns find."""
        if turns == 0 or len(codes) <= 1:
            return len(codes) if turns else 0
        return max(
            (guess in codes) + sum(self.found(part, turns - 1) for part in self.parts(guess, codes))
            for guess in range(len(self.board.codes))
        )

    def with_guess(self, guess: int, codes: frozenset[int]) -> int:
        """The least total of turns with this guess, and more than any total if it tells nothing."""
        parts = self.parts(guess, codes)
        return 999 if codes in parts else len(codes) + sum(self.takes(part) for part in parts if part)

    def _takes(self, codes: frozenset[int]) -> int:
        """The least total of turns."""
        if len(codes) == 1:
            return 1
        return min(self.with_guess(guess, codes) for guess in range(len(self.board.codes)))


def paths_of(board: Board, rng: random.Random, count: int) -> list[tuple[tuple[int, int], ...]]:
    """Paths of one or two random guesses with the answers of a random secret."""
    paths, codes = list[tuple[tuple[int, int], ...]](), range(len(board.codes))
    while len(paths) < count:
        secret, guesses = rng.choice(codes), rng.sample(codes, rng.randint(1, 2))
        if secret not in guesses:
            paths.append(tuple((guess, board.rows[guess][secret]) for guess in guesses))
    return paths


@pytest.mark.parametrize("game", SMALL)
def test_no_play_finds_more_codes_than_the_rooms(game: tuple[int, int, bool, bool]) -> None:
    board, rng = Board(*game), random.Random(str(game))
    plays = EveryPlay(board)
    for path in paths_of(board, rng, 12):
        region = frozenset(bits(board.region(path)))
        members, _, rooms = board.survey(path)
        assert set(members) == region
        for turns in range(5):
            assert plays.found(region, turns) <= rooms[-1][turns]
        for guess in rng.sample(range(len(board.codes)), 6):
            for known, part in zip(rooms, plays.parts(guess, region), strict=False):
                assert all(plays.found(part, turns) <= known[turns] for turns in range(4))


@pytest.mark.parametrize("game", SMALL)
def test_no_guess_that_takes_fewer_turns_is_left_out(game: tuple[int, int, bool, bool]) -> None:
    """A guess of fewer turns than the bound is told, or one with parts that a symmetry makes the same."""
    board, rng = Board(*game), random.Random(str(game))
    plays, told = EveryPlay(board), 0
    for path in paths_of(board, rng, 12):
        region, past = frozenset(bits(board.region(path))), tuple(guess for guess, _ in path)
        values = [plays.with_guess(guess, region) for guess in range(len(board.codes))]
        planes = board.survey(path)[1]
        for guess, value in enumerate(values):
            beyond = sum((plane >> guess & 1) << place for place, plane in enumerate(planes))
            assert beyond + 3 * len(region) - 2 - board.perfect <= value
        for bound in range(plays.takes(region), plays.takes(region) + 4):
            found = list(board.hard_guesses(path, bound))
            splits = {frozenset(parts) for _, parts in found}
            told += len(found)
            parts = [frozenset(board.parts(guess, sorted(region))) for guess in range(len(values))]
            alike = {board.key(past, guess) for guess, split in enumerate(parts) if split in splits}
            for guess, value in enumerate(values):
                assert value >= bound or board.key(past, guess) in alike
    assert told


@pytest.mark.parametrize("game", GAMES)
def test_guesses_of_one_key_leave_parts_of_the_same_sizes(game: tuple[int, int, bool, bool]) -> None:
    board, rng = Board(*game), random.Random(str(game))
    for length in (0, 1, 2):
        past = tuple(rng.randrange(len(board.codes)) for _ in range(length))
        counted: dict[object, set[object]] = {}
        for guess in range(len(board.codes)):
            rows = [board.rows[one] for one in (*past, guess)]
            counts = Counter(zip(*rows, strict=True))
            counted.setdefault(board.key(past, guess), set()).add(frozenset(counts.items()))
        assert all(len(some) == 1 for some in counted.values())


def test_parts_that_one_code_tells_apart() -> None:
    board = Board(3, 4, True, True)
    rng = random.Random(7)
    for _ in range(300):
        part = tuple(sorted(rng.sample(range(64), rng.randint(0, 9))))
        rows = [[naive_score(board.codes[guess], board.codes[one]) for one in part] for guess in part]
        apart = any(len(set(row)) == len(part) for row in rows)
        expected = 2 * len(part) - 1 + (not apart) if len(part) > 2 else (0, 1, 3)[len(part)]
        assert board.bound_of(part, (0, 1, *[64] * 19)) == expected


DEAR = ("3-10-blacks-only", "2-13-no-repeats-blacks-only", "3-8-no-repeats-blacks-only")
"""Certificates that take more than 10 s to check: the long run has them."""


def test_there_is_a_certificate_for_every_row_to_1296_codes() -> None:
    wanted = {game for game, row in ROWS.items() if row.codes <= 1296 and row.is_proved}
    assert {game_of(path) for path in CERTIFICATES} == wanted


def costly(path: Path) -> pytest.MarkDecorator | tuple[()]:
    """The mark of a certificate's check, by the time that it takes."""
    if path.stem in DEAR:
        return pytest.mark.long
    return () if game_of(path).size < QUICK else pytest.mark.slow


@pytest.mark.first
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=costly(path)) for path in CERTIFICATES],
    ids=lambda path: path.stem,
)
def test_certificates_hold_for_the_rows_of_the_atlas(path: Path) -> None:
    text = text_of(path.stem)
    row = ROWS[game_of(path)]
    head = f"{row.codes:,} codes take {row.least:,} turns at least"
    assert head in verdict(text)


@pytest.mark.slow
def test_as_a_command(tmp_path: Path) -> None:
    def run(path: Path) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", str(CHECKER), str(path)], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    good = next(path for path in CERTIFICATES if path.stem == "2-8")
    assert run(good)[0] == 0
    said = run(good)[1]
    assert said.startswith("VERIFIED 2 pegs, 8 colours: 64 codes take 284 turns at least")
    assert f"digest {text_of('2-8').splitlines()[-1][4:20]}" in said
    plain = tmp_path / "plain"
    plain.write_text(text_of("2-8"))
    assert run(plain)[0] == 0
    plain.write_text(text_of("2-8").replace("total 284", "total 283"))
    assert run(plain) == (1, "REFUSED the tree takes 284 turns and not 283\n")
    cut = tmp_path / "cut.xz"
    cut.write_bytes(good.read_bytes()[:-20])
    assert run(cut)[0] == 2
    assert run(tmp_path / "missing") == (2, f"{tmp_path / 'missing'}: No such file or directory\n")
    assert run(tmp_path) == (2, f"{tmp_path}: Is a directory\n")
    assert run(tmp_path / "red\x1b[31m") == (2, f"{tmp_path}/red\\x1b[31m: No such file or directory\n")


def test_a_line_that_is_no_claim_is_said() -> None:
    """Two certificates in one file: the digest of the first stands where a claim is expected."""
    text = text_of("2-3")
    with pytest.raises(Refused, match=r"claim \d+ cannot be read"):
        verdict(text + text)


@pytest.mark.parametrize(
    ("old", "new"),
    [("total 45", f"total {'9' * 5000}"), ("\n45 -", f"\n4 {','.join(['11:00'] * 5000)}\n45 -")],
    ids=["total", "path"],
)
def test_what_is_endless_is_refused(old: str, new: str) -> None:
    text = "\n".join(lines_before_digest("2-4"))
    assert old in text
    with pytest.raises(Refused):
        verdict(sealed(text.replace(old, new, 1).split("\n")))


def test_a_part_without_codes_proves_nothing() -> None:
    """2 pegs, 2 colours: no code has 0 black and 1 white against 11, so that part must not count."""
    lines = lines_before_digest("2-3")
    words = lines[-1].split()
    board = Board(2, 3, True, True)
    guess = board.index["11"]
    empty = [n for n, part in enumerate(board.parts(guess, range(9))) if not part]
    assert empty
    for answer in empty:
        wrong = [*lines[:-1], " ".join([*words, f"11:{board.answers[answer]}+9"])]
        with pytest.raises(Refused, match="no code agrees"):
            verdict(sealed(wrong))


@pytest.mark.parametrize("number", ["0", "12", "99"])
def test_a_claim_rests_on_earlier_claims_only(number: str) -> None:
    """The last of the 12 claims of 2 pegs, 9 colours may not name itself, a later one or none."""
    lines = lines_before_digest("2-9")
    assert len(lines) == 4 + 12
    lines[-1] = re.sub(r"=\d+", f"={number}", lines[-1])
    with pytest.raises(Refused, match="claim"):
        verdict(sealed(lines))


Damage = Callable[[list[str], int, random.Random], None]


def change_character(lines: list[str], n: int, rng: random.Random) -> None:
    n = rng.randrange(len(lines))
    place = rng.randrange(len(lines[n]))
    lines[n] = lines[n][:place] + rng.choice(DIGITS + "0:,=+/- ") + lines[n][place + 1 :]


def change_bound(lines: list[str], n: int, rng: random.Random) -> None:
    bound, rest = lines[n].split(maxsplit=1)
    lines[n] = f"{int(bound) + rng.choice([-2, -1, 1, 2])} {rest}"


def drop_claim(lines: list[str], n: int, rng: random.Random) -> None:
    del lines[n]


def exchange_claims(lines: list[str], n: int, rng: random.Random) -> None:
    other = rng.randrange(4, len(lines))
    lines[n], lines[other] = lines[other], lines[n]


def drop_word(lines: list[str], n: int, rng: random.Random) -> None:
    words = lines[n].split()
    del words[rng.randrange(len(words))]
    lines[n] = " ".join(words)


def drop_need(lines: list[str], n: int, rng: random.Random) -> None:
    needs = list(re.finditer(r"[:,]\d\d[+=][^, ]+", lines[n]))
    if needs:
        one = rng.choice(needs)
        lines[n] = lines[n][: one.start()] + lines[n][one.end() :]


def change_need(lines: list[str], n: int, rng: random.Random) -> None:
    needs = list(re.finditer(r"(?<=[+=])\d+", lines[n]))
    if needs:
        one = rng.choice(needs)
        lines[n] = lines[n][: one.start()] + str(rng.randint(1, len(lines) - 4)) + lines[n][one.end() :]


def exchange_guesses_of_the_tree(lines: list[str], n: int, rng: random.Random) -> None:
    words = lines[3].split()
    one, two = rng.randrange(1, len(words)), rng.randrange(1, len(words))
    words[one], words[two] = words[two], words[one]
    lines[3] = " ".join(words)


def change_one(pattern: str, change: Callable[[str, random.Random], str]) -> Damage:
    """Damage that changes one match of a pattern in a claim, if there is any."""

    def damage(lines: list[str], n: int, rng: random.Random) -> None:
        found = list(re.finditer(pattern, lines[n]))
        if found:
            one = rng.choice(found)
            lines[n] = lines[n][: one.start()] + change(one[0], rng) + lines[n][one.end() :]

    return damage


def exchange_two(text: str, rng: random.Random) -> str:
    one, two = sorted(rng.sample(range(len(text)), 2))
    return text[:one] + text[two] + text[one + 1 : two] + text[one] + text[two + 1 :]


def raise_by_one(lines: list[str], n: int, rng: random.Random) -> None:
    """A claim that says one turn more, and so does what is needed of a part in each of its entries."""
    bound, path, *entries = lines[n].split()
    entries = [re.sub(r"\+(\d+)", lambda gain: f"+{int(gain[1]) + 1}", entry, count=1) for entry in entries]
    lines[n] = " ".join([str(int(bound) + 1), path, *entries])


def exchange_entries(lines: list[str], n: int, rng: random.Random) -> None:
    """What shows one guess is written to another guess."""
    words = lines[n].split()
    if len(words) > 3:
        one, two = rng.sample(range(2, len(words)), 2)
        (guess, _, needs), (other, _, more) = words[one].partition(":"), words[two].partition(":")
        words[one], words[two] = f"{guess}:{more}", f"{other}:{needs}"
        lines[n] = " ".join(words)


def claim_another_game(lines: list[str], n: int, rng: random.Random) -> None:
    pegs, colours, *rules = lines[1].split()[1:]
    other = [[*rules, "blacks-only"], [*rules, "no-repeats"], rules[:-1]]
    game = [pegs, str(int(colours) + rng.choice([-1, 1])), *rules]
    lines[1] = " ".join(["game", *rng.choice([game, *[[pegs, colours, *some] for some in other]])])


change_symmetry = change_one(r"(?<=/)[1-9a-f]{2,}", exchange_two)
change_answer = change_one(
    r"(?<=[:,])\d\d(?=[+=])", lambda text, rng: f"{rng.randrange(4)}{rng.randrange(4)}"
)
change_path = change_one(r"(?<= )[1-9a-f]+(?=:\d\d[ ,]|:\d\d$)", exchange_two)
change_guess = change_one(r"(?<= )[1-9a-f]+(?=:\d\d[+=])", exchange_two)

DAMAGES: tuple[Damage, ...] = (
    raise_by_one,
    exchange_entries,
    claim_another_game,
    change_symmetry,
    change_answer,
    change_path,
    change_guess,
    change_character,
    change_bound,
    drop_claim,
    exchange_claims,
    drop_word,
    drop_need,
    change_need,
    exchange_guesses_of_the_tree,
)


def turns_of_tree(game: Game, guesses: list[str]) -> int:
    """The total of turns of a tree in the form of certificates, another way than the checker's."""
    waiting = iter(guesses)

    def turns(codes: list[tuple[int, ...]], turn: int) -> int:
        if len(codes) == 1:
            return turn
        guess = game.parse(next(waiting))
        parts: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for code in codes:
            parts.setdefault(answered(game, guess, code), []).append(code)
        won = len(parts.pop((game.pegs, 0), []))
        return turn * won + sum(turns(parts[answer], turn + 1) for answer in sorted(parts))

    return turns(game.codes(), 1)


@lru_cache(1)
def search_of(game: Game) -> OptimalSearch:
    pytest.importorskip("llvmlite")
    return OptimalSearch(game)


def is_true(game: Game, bound: int, path: str) -> bool:
    """Whether the codes that agree with a path take so many turns, as the search says."""
    steps = [] if path == "-" else [step.split(":") for step in path.split(",")]
    codes: Iterable[tuple[int, tuple[int, ...]]] = enumerate(game.codes())
    for guess, answer in steps:
        right = {(int(answer[0]), int(answer[1]))}
        codes = [one for one in codes if answered(game, game.parse(guess), one[1]) in right]
    past = tuple([game.index(game.parse(guess)) for guess, _ in steps])
    return search_of(game).least_total([place for place, _ in codes], past, bound - 1) >= bound


def answered(game: Game, guess: tuple[int, ...], secret: tuple[int, ...]) -> tuple[int, int]:
    black, white = naive_score(guess, secret)
    return black, white if game.whites else 0


def says_what_is_true(game: Game, damaged: str, text: str) -> bool:
    """Whether the claims of a damaged certificate are old or true, and its tree has the total."""
    old, new = text.splitlines(), damaged.splitlines()
    if old[1:3] != new[1:3] or turns_of_tree(game, new[3].split()[1:]) != int(old[2].split()[1]):
        return False
    known = {tuple(line.split()[:2]) for line in old[4:]}
    claims = {tuple(line.split()[:2]) for line in new[4:]} - known
    return all(is_true(game, int(bound), path) for bound, path in claims)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "2-7-no-repeats-blacks-only",
        "2-10",
        "7-2",
        "2-10-blacks-only",
        pytest.param("3-7", marks=pytest.mark.long),
        pytest.param("4-5", marks=pytest.mark.long),
    ],
)
def test_damaged_certificates_are_refused(name: str) -> None:
    """Damages of quick certificates, and as many of slow ones. The digest refuses each of them.

    Where the digest is written anew, nearly all are refused by the claims and the tree. The others hold for
    another reason: they have another tree of the same total, another entry that shows the same, or a claim
    that is as true as the one before. The search, which shares no code with the checker, must agree.
    """
    text, whole, rng = text_of(name), lines_before_digest(name), random.Random(name)
    game = game_of(next(path for path in CERTIFICATES if path.stem == name))
    refused, held, count = 0, 0, share(250)
    while refused + held < count:
        lines = list(whole)
        rng.choice(DAMAGES)(lines, rng.randrange(4, len(lines)), rng)
        damaged = "".join([f"{line}\n" for line in [*lines, text.splitlines()[-1]]])
        if damaged == text:
            continue
        with pytest.raises(Refused):
            verdict(damaged)
        if damaged.split() == text.split():
            continue
        try:
            verdict(sealed(lines))
        except Refused:
            refused += 1
            continue
        held += 1
        assert says_what_is_true(game, "\n".join(lines), "\n".join(whole)), damaged
    assert refused >= 0.88 * count


@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: text + "\n", lambda text: text * 2])
def test_nothing_may_be_missing_at_the_end_or_follow(change: Callable[[str], str]) -> None:
    text = text_of("2-5")
    assert verdict(text)
    with pytest.raises(Refused):
        verdict(change(text))
