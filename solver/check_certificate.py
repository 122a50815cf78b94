"""Check a certificate of optimal play: `python -I solver/check_certificate.py FILE`. It needs Python alone.

A certificate says that no play of a game of Mastermind takes fewer turns in all than a number, summed over
every secret once, and that a tree takes so many. It is text, packed with xz or not:

    mastermind certificate 1
    game 4 6                            or with no-repeats or blacks-only behind it
    total 5625
    tree 1123 1145 ...                  the guesses of the tree, see `replay`
    11 1123:02,2314:11 2114:01=3 ...    claims, one a line, counted from 1
    5625 - 1111:00=12,10=17/1243/123465 ...

A claim is a bound, a path and entries. The path has guesses with their answers, black and white, or is `-`
for none. The claim is that the codes which agree with the path, its region, take the bound or more turns.
The last claim has no path, and its bound is the total.

An entry is a guess and some answers to it. The part of the region that such an answer leaves takes as many
turns as the region of the earlier claim whose number follows. If they differ, a symmetry follows that maps
the part onto that region: an order of the pegs, and the new colours for 1, 2, 3 and so on. A claim holds if
no guess takes fewer turns. That needs an entry except for these reasons, which are found here:

- A guess takes a turn for each code. Its parts take at least the turns that so many codes take, whatever they
  are (`least_totals`). n codes take 2 n turns or more if none of them tells all others apart.
- A symmetry that leaves every guess of the path alone maps the guess onto one that was refused.
- The guess makes the same parts as one that was refused, or one part only, which leaves the region as it was.

Exit status: 0 when the certificate holds, 1 when it is refused, 2 when the file cannot be read.
"""

from __future__ import annotations

import lzma
import re
import sys
from collections.abc import Iterator
from functools import lru_cache, reduce
from itertools import islice, permutations, product
from operator import itemgetter, or_
from time import perf_counter

HEAD = re.compile(
    r"mastermind certificate 1\ngame (\d) (\d\d?)( no-repeats)?( blacks-only)?\ntotal (\d+)\ntree ?(.*)\n"
)
DIGITS = "123456789abcdef"
CODES_AT_MOST = 20_000
TURNS_AT_MOST = 100

Code = tuple[int, ...]
Path = tuple[tuple[int, int], ...]  # guesses and answers, by their places in the lists of them
Parts = list[list[int]]  # the codes of each part, by the place of the answer
State = tuple[tuple[int, ...], dict[int, int] | list[tuple[int, ...]]]  # see Board._states


class Refused(Exception):
    """Raised when a certificate does not hold. The text says where and why."""


def score(guess: Code, secret: Code, whites: bool) -> tuple[int, int]:
    """The black and the white pegs."""
    black = sum(one == other for one, other in zip(guess, secret, strict=True))
    hits = sum(min(guess.count(colour), secret.count(colour)) for colour in set(guess))
    return black, (hits - black) * whites


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a number."""
    text = bin(mask)[:1:-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)


def least_totals(answers: int, count: int) -> list[int]:
    """The least total of turns for 0 to `count` codes, whatever they are.

    The first turn finds one at most, each later turn as many times more as there are answers that lead on.
    """
    totals, turn, room, most = [0], 1, 1, 1
    while len(totals) <= count:
        if not room:
            turn, room, most = turn + 1, most * answers, most * answers
        totals.append(totals[-1] + turn)
        room -= 1
    return totals


def sum_planes(columns: list[list[int]]) -> list[int]:
    """The sum of numbers in bit planes. Column i has planes of weight 2 to the i, the result one for each."""
    planes = []
    for place, column in enumerate(columns):
        carries = []
        while len(column) > 1:
            one, two, three = column.pop(), column.pop(), column.pop() if column else 0
            both = one ^ two
            column.append(both ^ three)
            carries.append(one & two | both & three)
        planes.append(column[0] if column else 0)
        if carries and place + 1 == len(columns):
            columns.append([])
        if carries:
            columns[place + 1] += carries
    return planes


def sum_sets(sets: list[int], more: list[int]) -> list[int]:
    """Sets of codes by a sum of numbers: sets[i] have i, more[j] have j, and codes of both i + j."""
    sums = [0] * (len(sets) + len(more) - 1)
    for first, some in enumerate(sets):
        for second, others in enumerate(more):
            sums[first + second] |= some & others
    return sums


class Board:
    """A game: its codes and answers, and for each guess and answer the set of secrets that give it.

    Sets of codes are integers with bit n for code n. Guess and secret may be exchanged in a score, so a set
    is also that of the guesses that a secret answers so. The perfect answer is last and has no set.
    """

    def __init__(self, pegs: int, colours: int, repeats: bool, whites: bool) -> None:
        names = range(colours)
        everything = product(names, repeat=pegs) if repeats else permutations(names, pegs)
        self.codes: list[Code] = list(islice(everything, CODES_AT_MOST + 1))
        if not (1 <= pegs <= 9 and 1 <= colours <= 15 and 0 < len(self.codes) <= CODES_AT_MOST):
            raise Refused(f"{pegs} pegs, {colours} colours: no such game has 1 to {CODES_AT_MOST:,} codes")
        self.pegs, self.colours, self.whites = pegs, colours, whites
        self.apart = repeats and not whites
        """Whether the colours may be exchanged on each peg by itself."""
        self.all = (1 << len(self.codes)) - 1
        self.index = {code: place for place, code in enumerate(self.codes)}
        self._has = [self._sets([code[peg] for code in self.codes], colours) for peg in range(pegs)]
        self._holds = [self._sets([code.count(one) for code in self.codes], pegs + 1) for one in names]
        found = [self._answer_sets(code) for code in self.codes]
        self.answers = sorted({answer for sets in found for answer in sets} - {(pegs, 0)})
        self.sets = [[sets.get(answer, 0) for answer in self.answers] for sets in found]
        self.perfect = len(self.answers)
        self.least = least_totals(self.perfect, len(self.codes))
        self._rows: list[bytes] = [b""] * len(self.codes)
        self._told_apart = lru_cache(1 << 17)(self._is_told_apart)
        self.states = lru_cache(1 << 10)(self._states)
        # the sets against the plain score, for one guess of each kind
        for guess in {self.key((), guess): guess for guess in range(len(self.codes))}.values():
            row = [(*self.answers, (pegs, 0))[place] for place in self._row(guess)]
            if row != [score(self.codes[guess], secret, whites) for secret in self.codes]:
                raise Refused(f"this program is wrong about the answers to {self.codes[guess]}")

    def _sets(self, numbers: list[int], count: int) -> list[int]:
        """For each number below `count` the set of codes that have it."""
        return [int("".join("01"[n == one] for n in reversed(numbers)), 2) for one in range(count)]

    def _answer_sets(self, code: Code) -> dict[tuple[int, int], int]:
        """The sets of secrets that give each answer to a guess."""
        black = hits = [self.all]
        for peg, colour in enumerate(code):
            has = self._has[peg][colour]
            black = sum_sets(black, [self.all ^ has, has])
        if not self.whites:
            return {(number, 0): found for number, found in enumerate(black) if found}
        for colour in set(code):
            most, holds = code.count(colour), self._holds[colour]
            hits = sum_sets(hits, [*holds[:most], reduce(or_, holds[most:])])
        pairs = ((b, h) for b in range(len(black)) for h in range(b, len(hits)))
        return {(b, h - b): black[b] & hits[h] for b, h in pairs if black[b] & hits[h]}

    def _row(self, guess: int) -> bytes:
        """The place of the answer of each secret to a guess."""
        if not self._rows[guess]:
            row = bytearray([self.perfect]) * len(self.codes)
            for place, secrets in enumerate(self.sets[guess]):
                for secret in bits(secrets):
                    row[secret] = place
            self._rows[guess] = bytes(row)
        return self._rows[guess]

    def region(self, path: Path) -> int:
        """The set of codes that agree with a path."""
        return reduce(lambda found, step: found & self.sets[step[0]][step[1]], path, self.all)

    def parts(self, guess: int, members: list[int]) -> Parts:
        """The parts of a region by the imperfect answers to a guess."""
        parts: Parts = [[] for _ in range(self.perfect + 1)]
        row = self._row(guess)
        for secret in members:
            parts[row[secret]].append(secret)
        return parts[:-1]

    def bound_of(self, part: list[int]) -> int:
        """The bound of a part that is found without a claim."""
        small = 3 <= len(part) <= self.perfect + 1
        return self.least[len(part)] + (small and not self._told_apart(tuple(part)))

    def _is_told_apart(self, part: tuple[int, ...]) -> bool:
        """Whether one code of the part tells all others apart."""
        answers = itemgetter(*part)
        return any(len(set(answers(self._row(guess)))) == len(part) for guess in part)

    def key(self, past: tuple[int, ...], guess: int) -> tuple[object, ...]:
        """A key that guesses share if a symmetry maps one onto the other and leaves the past alone."""
        code = self.codes[guess]
        if not past and not self.apart:
            return tuple(sorted(map(code.count, set(code))))
        return min([self._named(state, code)[0] for state in self.states(past)])

    def _states(self, past: tuple[int, ...]) -> list[State]:
        """The symmetries that leave guesses alone, each with what it has made of them.

        They are orders of the pegs, with colours named by first use. With no more colours than pegs they are
        orders of the colours, with the pegs sorted. Where each peg has its own colours there is one.
        """
        if not past:
            if self.apart:
                return [((), [()] * self.pegs)]
            if self.colours <= self.pegs:
                return [(order, [()] * self.pegs) for order in permutations(range(self.colours))]
            return [(order, {}) for order in permutations(range(self.pegs))]
        named = [self._named(state, self.codes[past[-1]]) for state in self.states(past[:-1])]
        least = min([text for text, _ in named])
        return [state for text, state in named if text == least]

    def _named(self, state: State, code: Code) -> tuple[tuple[object, ...], State]:
        """What a symmetry makes of one more guess, and its state after it."""
        order, before = state
        if isinstance(before, dict):
            names = dict(before)
            return tuple([names.setdefault(code[peg], len(names)) for peg in order]), (order, names)
        pegs = [(*peg, order[c] if order else c) for peg, c in zip(before, code, strict=True)]
        return tuple(sorted(pegs if order else [tuple(map(peg.index, peg)) for peg in pegs])), (order, pegs)

    def open_guesses(self, members: list[int], bound: int) -> int:
        """The set of guesses to a region that the sizes of the parts do not refuse.

        n codes take 3 n turns, less one for each part, less 2 if the guess is one of them, and one more at
        least for each code of a part that takes 3 turns from there, beyond the first `most`. The answers
        without a part and the codes beyond are counted, for all guesses at once.
        """
        most, columns = self.perfect + 1, [list[int]()]
        places = most.bit_length()
        offset = (1 << places) - most
        for vectors in zip(*[self.sets[secret] for secret in members], strict=True):
            if len(members) <= most:
                columns[0].append(self.all ^ reduce(or_, vectors))
                continue
            added = [list(filter(None, vectors)), *([] for _ in range(1, places))]
            for place in bits(offset):
                added[place].append(self.all)
            planes = sum_planes(added)
            columns += [[] for _ in range(len(columns), len(planes))]
            columns[0].append(self._below(planes, offset + 1))
            borrow = beyond = reduce(or_, planes[places:], 0)
            for place, plane in enumerate(planes):
                columns[place].append(plane & beyond if place < places else plane ^ borrow)
                if place >= places:
                    borrow ^= borrow & plane
        planes, limit = sum_planes(columns), bound - 3 * len(members) + self.perfect
        inside = sum(1 << secret for secret in members)
        return self._below(planes, limit) & ~inside | self._below(planes, limit + 2) & inside

    def _below(self, planes: list[int], limit: int) -> int:
        """The codes whose numbers, given in bit planes, are below a limit."""
        if limit <= 0 or limit >> len(planes):
            return 0 if limit <= 0 else self.all
        found, equal = 0, self.all
        for place in range(len(planes) - 1, -1, -1):
            ones = equal & planes[place]
            found, equal = (found | equal ^ ones, ones) if limit >> place & 1 else (found, equal ^ ones)
        return found

    def hard_guesses(
        self, path: Path, members: list[int], bound: int, seen: set[object], splits: set[object]
    ) -> Iterator[tuple[int, Parts]]:
        """The guesses that need an entry for a claim, with their parts.

        `seen` and `splits` are the keys and the parts of the guesses that were refused.
        """
        past = tuple([guess for guess, _ in path])
        for guess in bits(self.open_guesses(members, bound)):
            key = self.key(past, guess)
            if key in seen:
                continue
            seen.add(key)
            parts = self.parts(guess, members)
            missing = bound - len(members) - sum([self.least[len(part)] for part in parts])
            if missing <= 0 or max(map(len, parts)) == len(members):
                continue
            small = [part for part in parts if 3 <= len(part) <= self.perfect + 1]
            if len(small) >= missing:
                together = (
                    part for part in sorted(small, key=len, reverse=True) if self.bound_of(part) % 2 == 0
                )
                missing -= len(list(islice(together, missing)))
            split = frozenset(map(tuple, parts))
            if missing and split not in splits:
                splits.add(split)
                yield guess, parts


class Checker:
    """The claims of a certificate, checked one after the other."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.claims: list[tuple[int, Path]] = []
        self._answers = {f"{black}{white}": place for place, (black, white) in enumerate(board.answers)}
        self._texts = ["".join([DIGITS[colour] for colour in code]) for code in board.codes]
        self._guesses = {text: guess for guess, text in enumerate(self._texts)}

    def check(self, line: str) -> None:
        """Check the next claim. Refused if it does not hold."""
        try:
            bound, path, *entries = line.split()
            steps = [] if path == "-" else [step.split(":") for step in path.split(",")]
            read = tuple([(self._guesses[guess], self._answers[answer]) for guess, answer in steps])
            self._verify(int(bound), read, entries)
        except (IndexError, KeyError, TypeError, ValueError, Refused) as error:
            raise Refused(f"claim {len(self.claims) + 1}: {error}") from error
        self.claims.append((int(bound), read))

    def _verify(self, bound: int, path: Path, entries: list[str]) -> None:
        board, seen, splits = self._board, set[object](), set[object]()
        members = list(bits(board.region(path)))
        if not members:
            raise Refused("no code agrees with the path")
        for entry in entries:
            text, *needs = re.split("[:,]", entry)
            guess = self._guesses[text]
            parts = board.parts(guess, members)
            bounds = [board.bound_of(part) for part in parts]
            for need in needs:
                answered, number, *symmetry = re.split("[=/]", need)
                answer, (known, known_path) = self._answers[answered], self.claims[int(number) - 1]
                image = self._image((*path, (guess, answer)), *symmetry)
                if int(number) < 1 or board.region(image) != board.region(known_path):
                    raise Refused(f"a part that {text} leaves is not the region of claim {number}")
                bounds[answer] = max(known, bounds[answer])
            if len(members) + sum(bounds) < bound:
                raise Refused(f"{text} is shown to take {len(members) + sum(bounds)} turns and not {bound}")
            seen.add(board.key(tuple([one for one, _ in path]), guess))
            splits.add(frozenset(map(tuple, parts)))
        for guess, _ in board.hard_guesses(path, members, bound, seen, splits):
            raise Refused(f"{self._texts[guess]} is not shown to take {bound} turns")

    def _image(self, path: Path, order: str = "", colours: str = "") -> Path:
        """A path as a symmetry maps it."""
        if not order:
            return path
        board, count = self._board, self._board.colours
        pegs, names = [int(digit) - 1 for digit in order], [DIGITS.index(digit) for digit in colours]
        maps = [names[start : start + count] for start in range(0, len(names), count)]
        right = len(maps) in (1, board.pegs if board.apart else 1) and sorted(pegs) == list(range(board.pegs))
        if not right or any(sorted(one) != list(range(count)) for one in maps):
            raise Refused(f"{order}/{colours} is no symmetry")
        maps = maps * (board.pegs // len(maps))
        codes = [[board.codes[guess][peg] for peg in pegs] for guess, _ in path]
        images = [tuple([one[colour] for one, colour in zip(maps, code, strict=True)]) for code in codes]
        return tuple([(board.index[code], answer) for code, (_, answer) in zip(images, path, strict=True)])


def replay(board: Board, guesses: Iterator[str]) -> int:
    """The total of turns that a tree takes, replayed for every secret by the plain score.

    The guesses come in pre-order, the parts of a guess by their answers. A part of one code has no guess.
    """
    total, waiting = 0, [(board.codes, 1)]
    while waiting:
        codes, turn = waiting.pop()
        text = next(guesses, "") if len(codes) > 1 else ""
        guess = tuple([DIGITS.find(digit) for digit in text]) if len(codes) > 1 else codes[0]
        if guess not in board.index or turn > TURNS_AT_MOST:
            raise Refused(f'the guess "{text}" of the tree is no code, or comes after {TURNS_AT_MOST} turns')
        parts: dict[tuple[int, int], list[Code]] = {}
        for secret in codes:
            parts.setdefault(score(guess, secret, board.whites), []).append(secret)
        total += turn * len(parts.pop((board.pegs, 0), []))
        waiting += [(parts[answer], turn + 1) for answer in sorted(parts, reverse=True)]
    if next(guesses, None) is not None:
        raise Refused("the tree has guesses that no secret needs")
    return total


def check(lines: Iterator[str]) -> str:
    """What a certificate proves, in a sentence. Refused if it does not hold."""
    start = perf_counter()
    head = HEAD.fullmatch("".join(islice(lines, 4)))
    if not head:
        raise Refused("this does not begin as a certificate of form 1")
    pegs, colours, no_repeats, blacks_only, total = (
        *map(int, head.group(1, 2)),
        *head.group(3, 4),
        int(head[5]),
    )
    board = Board(pegs, colours, not no_repeats, not blacks_only)
    turns = replay(board, iter(head[6].split()))
    if turns != total:
        raise Refused(f"the tree takes {turns} turns and not {total}")
    checker = Checker(board)
    for line in lines:
        checker.check(line)
    if checker.claims[-1:] != [(total, ())]:
        raise Refused(f"the last claim is not that all codes take {total} turns")
    rules = f"{no_repeats or ''}{blacks_only or ''}"
    return (
        f"{pegs} pegs, {colours} colours{rules}: {len(board.codes):,} codes take {total:,} turns at least, and a"
        f" tree takes them. {len(checker.claims):,} claims, {perf_counter() - start:.1f} s"
    )


def lines_of(path: str) -> Iterator[str]:
    """The lines of a file, unpacked if it is packed."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\xfd7"
    with lzma.open(path, "rt", encoding="ascii") if packed else open(path, encoding="ascii") as text:
        yield from text


def main(arguments: list[str]) -> int:
    """Check the certificate that is named, and print what it proves."""
    if len(arguments) != 1:
        print("usage: python -I check_certificate.py FILE", file=sys.stderr)
        return 2
    try:
        print("VERIFIED", check(lines_of(arguments[0])))
    except Refused as error:
        print("REFUSED", error)
        return 1
    except (OSError, EOFError, UnicodeDecodeError, lzma.LZMAError) as error:
        print(f"{arguments[0]}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
