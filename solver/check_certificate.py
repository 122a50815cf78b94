"""Check a certificate of optimal play: `python -I solver/check_certificate.py FILE`. It needs Python alone.

It says that no play of a game takes fewer turns in all, summed over the secrets, than a number, and that
a tree takes so many. It is text, packed with xz or not:

    mastermind certificate 2
    game 4 6                            or with no-repeats or blacks-only after it
    total 5625
    tree 1123 1145 ...                  the guesses of the tree, see `replay`
    41 1123:02 2314:01=3,11+2 ...       claims, one a line, counted from 1
    5625 - 1111:00=12,10=17/1243/123465 ...
    end 5f1c...                         the SHA-256 digest of all lines before, in hexadecimal

A claim is a bound, a path and entries. The path has guesses with their answers, black and white, or is `-`
for none. The claim is that the codes which agree with the path, its region, take the bound or more turns.
The last claim has no path, and its bound is the total. The digest names the certificate and shows damage.
It is no part of the proof.

An entry is a guess and some answers to it. The part of the region that such an answer leaves takes as many
turns as the region of the earlier claim after `=`. If they differ, a symmetry follows that maps the part
onto that region: an order of the pegs, and the new colours for 1, 2, 3 and so on. Or `+` tells how many more
turns the part takes than the least for so many codes, which needs no entry. A claim holds if no guess takes
fewer turns than its bound. That needs an entry except for these reasons, which are found here:

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
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from hashlib import sha256
from itertools import islice, permutations, product
from operator import eq, itemgetter, or_
from time import perf_counter

HEAD = re.compile(
    r"mastermind certificate 2\ngame (\d) (\d\d?)( no-repeats)?( blacks-only)?\ntotal (\d+)\ntree ?(.*)\n"
)
NEED = re.compile(r"(\d\d)(?:\+(\d+)|=(\d+)(?:/(\d+)/([1-9a-f]+))?)", re.ASCII)
DIGITS = "123456789abcdef"
CODES_AT_MOST, TURNS_AT_MOST = 20_000, 100

Code = tuple[int, ...]
Path = tuple[tuple[int, int], ...]  # guesses and answers, by their places in the lists of them
Parts = list[tuple[int, ...]]  # the codes of each part, by the place of the answer
State = tuple[tuple[int, ...], dict[int, int] | list[tuple[int, ...]]]  # see Board._states


class Refused(Exception):
    """Raised when a certificate does not hold. The text says where and why."""


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a number."""
    return (one.start() for one in re.finditer("1", bin(mask)[:1:-1]))


def least_totals(answers: int, count: int) -> list[int]:
    """The least totals of turns for 0 to `count` codes.

    The first turn finds one code at most, each later turn `answers` times as many as the turn before.
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
        if carries:
            columns += [[]] * (place + 2 - len(columns))
            columns[place + 1] += carries
    return planes


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
        self.pegs, self.colours = pegs, colours
        self.apart = repeats and not whites  # the colours may be exchanged on each peg by itself
        self.all = (1 << len(self.codes)) - 1
        self.texts = ["".join([DIGITS[colour] for colour in code]) for code in self.codes]
        self.index = {text: place for place, text in enumerate(self.texts)}
        counts = [tuple([code.count(colour) * whites for colour in names]) for code in self.codes]
        hits = {one: {other: sum(map(min, one, other)) for other in {*counts}} for one in {*counts}}
        rows = [
            self._scores(code, counts, hits[count]) for code, count in zip(self.codes, counts, strict=True)
        ]
        scores = sorted(set().union(*map(set, rows)))  # black pegs times ten, and hits of both kinds
        self.answers = [f"{score // 10}{score % 10 - score // 10 if whites else 0}" for score in scores[:-1]]
        self.perfect = len(self.answers)
        table = bytes.maketrans(bytes(scores), bytes(range(len(scores))))
        self.rows = [row.translate(table) for row in rows]
        self.sets = [self._sets(row) for row in self.rows]
        self.least = least_totals(self.perfect, len(self.codes))
        self.bound_of = lru_cache(1 << 16)(self._bound_of)
        self.states = lru_cache(1 << 10)(self._states)

    def _scores(self, guess: Code, counts: list[Code], hits: dict[Code, int]) -> bytes:
        """Ten times the black pegs, and all hits by the secret's pegs of each colour, against a guess."""
        secrets = zip(self.codes, counts, strict=True)
        return bytes([10 * sum(map(eq, guess, secret)) + hits[count] for secret, count in secrets])

    def _sets(self, row: bytes) -> list[int]:
        """The sets of secrets by answers, from the answers of all secrets."""
        ones = [bytes([48] * place + [49] + [48] * (255 - place)) for place in range(self.perfect)]
        return [int(row[::-1].translate(one), 2) for one in ones]

    def region(self, path: Path) -> int:
        """The set of codes that agree with a path."""
        return reduce(lambda found, step: found & self.sets[step[0]][step[1]], path, self.all)

    def parts(self, guess: int, members: Sequence[int]) -> Parts:
        """The parts of a region by the imperfect answers to a guess."""
        parts: list[list[int]] = [[] for _ in range(self.perfect + 1)]
        row = self.rows[guess]
        for secret in members:
            parts[row[secret]].append(secret)
        return list(map(tuple, parts[:-1]))

    def _bound_of(self, part: tuple[int, ...]) -> int:
        """The bound of a part that is found without a claim. `bound_of` remembers the last ones."""
        if not 3 <= len(part) <= self.perfect + 1:
            return self.least[len(part)]
        told = (len(set(itemgetter(*part)(self.rows[guess]))) for guess in part)
        return self.least[len(part)] + (len(part) not in told)

    def key(self, past: tuple[int, ...], guess: int) -> tuple[object, ...]:
        """A key that guesses share if a symmetry maps one onto the other and leaves the past alone."""
        code = self.codes[guess]
        if not past and not self.apart:
            return tuple(sorted(map(code.count, set(code))))
        return min([self._name(state, code)[0] for state in self.states(past)])

    def _states(self, past: tuple[int, ...]) -> list[State]:
        """The symmetries that leave guesses alone, each with what it has made of them.

        They are orders of the pegs, with colours named by first use. With no more colours than pegs they are
        orders of the colours, with the pegs sorted. With colours apart only the pegs are sorted.
        """
        if not past:
            if self.apart:
                return [((), [()] * self.pegs)]
            if self.colours <= self.pegs:
                return [(order, [()] * self.pegs) for order in permutations(range(self.colours))]
            return [(order, {}) for order in permutations(range(self.pegs))]
        named = [self._name(state, self.codes[past[-1]]) for state in self.states(past[:-1])]
        least = min([text for text, _ in named])
        return [state for text, state in named if text == least]

    def _name(self, state: State, code: Code) -> tuple[tuple[object, ...], State]:
        """What a symmetry makes of one more guess, and its state after it."""
        order, before = state
        if isinstance(before, dict):
            names = dict(before)
            return tuple([names.setdefault(code[peg], len(names)) for peg in order]), (order, names)
        pegs = [(*peg, order[c] if order else c) for peg, c in zip(before, code, strict=True)]
        return tuple(sorted(pegs if order else [tuple(map(peg.index, peg)) for peg in pegs])), (order, pegs)

    def open_guesses(self, members: Sequence[int], bound: int) -> int:
        """The set of guesses to a region that the sizes of the parts do not refuse.

        A part of m codes takes 2 m - 1 turns, and one more for each code beyond the first `most`, which two
        turns can find. So n codes take 3 n turns less one for each part, less 2 if the guess is one of them,
        and these codes beyond. They and the answers without a part are counted for all guesses at once.
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
            columns += [list[int]() for _ in planes[len(columns) :]]
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
        limit = min(max(limit, 0), 1 << len(planes))
        found, equal = (self.all, 0) if limit >> len(planes) else (0, self.all)
        for place in range(len(planes) - 1, -1, -1):
            ones = equal & planes[place]
            found, equal = (found | equal ^ ones, ones) if limit >> place & 1 else (found, equal ^ ones)
        return found

    def hard_guesses(
        self, path: Path, members: Sequence[int], bound: int, *refused: set[object]
    ) -> Iterator[tuple[int, Parts]]:
        """The guesses that need an entry, with parts. `refused` are keys and parts of those that have one."""
        seen, splits = refused or (set[object](), set[object]())
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
                small.sort(key=len, reverse=True)
                more = (part for part in small if self.bound_of(part) > self.least[len(part)])
                missing -= len(list(islice(more, missing)))
            split = frozenset(parts)
            if missing and split not in splits:
                splits.add(split)
                yield guess, parts


class Checker:
    """The claims of a certificate, checked one after the other."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.claims: list[tuple[int, Path]] = []
        self._answers = {answer: place for place, answer in enumerate(board.answers)}

    def check(self, line: str) -> None:
        """Check the next claim. Refused if it does not hold."""
        try:
            bound, path, *entries = line.split()
            steps = [] if path == "-" else [step.split(":") for step in path.split(",")]
            read = tuple([(self._board.index[guess], self._answers[answer]) for guess, answer in steps])
            self._verify(int(bound), read, entries)
        except Refused as error:
            raise Refused(f"claim {len(self.claims) + 1}: {error}") from error
        except (IndexError, KeyError, ValueError) as error:
            raise Refused(f"claim {len(self.claims) + 1} cannot be read: {error}") from error
        self.claims.append((int(bound), read))

    def _verify(self, bound: int, path: Path, entries: list[str]) -> None:
        board, seen, splits = self._board, set[object](), set[object]()
        members = list(bits(board.region(path)))
        for entry in entries:
            text, _, needs = entry.partition(":")
            guess = self._board.index[text]
            parts = board.parts(guess, members)
            bounds = [board.bound_of(part) for part in parts]
            for need in needs.split(","):
                read = NEED.fullmatch(need)
                if not read:
                    raise Refused(f'"{need}" cannot be read')
                answered, gain, number, order, colours = read.groups()
                answer = self._answers[answered]
                part = (*path, (guess, answer))
                if gain:
                    bounds[answer] = board.least[len(parts[answer])] + int(gain)
                    self._require_none(part, parts[answer], bounds[answer])
                    continue
                bounds[answer], known = self.claims[int(number) - 1]
                if int(number) < 1 or board.region(self._image(part, order, colours)) != board.region(known):
                    raise Refused(f"a part that {text} leaves is not the region of claim {number}")
            if len(members) + sum(bounds) < bound:
                raise Refused(f"{text} is shown to take {len(members) + sum(bounds)} turns and not {bound}")
            seen.add(board.key(tuple([one for one, _ in path]), guess))
            splits.add(frozenset(parts))
        self._require_none(path, members, bound, seen, splits)

    def _require_none(self, path: Path, members: Sequence[int], bound: int, *refused: set[object]) -> None:
        """Refused if a guess needs an entry for a bound of a region, or the region has no codes."""
        if not members:
            raise Refused("no code agrees with a path")
        for guess, _ in self._board.hard_guesses(path, members, bound, *refused):
            raise Refused(f"{self._board.texts[guess]} is not shown to take {bound} turns")

    def _image(self, path: Path, order: str | None, colours: str) -> Path:
        """A path as a symmetry maps it."""
        if not order:
            return path
        board, count = self._board, self._board.colours
        pegs, names = [int(digit) - 1 for digit in order], [DIGITS.index(digit) for digit in colours]
        maps = [names[start : start + count] for start in range(0, len(names), count)]
        right = len(maps) in (1, board.pegs if board.apart else 1) and sorted(pegs) == list(range(board.pegs))
        if not right or any(sorted(one) != list(range(count)) for one in maps):
            raise Refused(f"{order}/{colours} is no symmetry")
        maps *= board.pegs // len(maps)
        codes = [[board.codes[guess][peg] for peg in pegs] for guess, _ in path]
        texts = ["".join([DIGITS[one[c]] for one, c in zip(maps, code, strict=True)]) for code in codes]
        return tuple([(board.index[text], answer) for text, (_, answer) in zip(texts, path, strict=True)])


def replay(board: Board, guesses: Iterator[str]) -> int:
    """The total of turns that a tree takes. It has a guess for each 2 codes or more, in pre-order."""
    total, waiting = 0, [(tuple(range(len(board.codes))), 1)]
    while waiting:
        members, turn = waiting.pop()
        text = next(guesses, "") if len(members) > 1 else board.texts[members[0]]
        if text not in board.index or turn > TURNS_AT_MOST:
            raise Refused(f'the guess "{text}" of the tree is no code, or comes after {TURNS_AT_MOST} turns')
        parts = board.parts(board.index[text], members)
        total += turn * (len(members) - sum(map(len, parts)))
        waiting += [(part, turn + 1) for part in reversed(parts) if part]
    if next(guesses, None) is not None:
        raise Refused("the tree has guesses that no secret needs")
    return total


def check(lines: Iterator[str]) -> str:
    """What a certificate proves, in a sentence. Refused if it does not hold."""
    first = "".join(islice(lines, 4))
    head, digest = HEAD.fullmatch(first), sha256(first.encode())
    if not head:
        raise Refused("this does not begin as a certificate of form 2")
    pegs, colours, total = map(int, head.group(1, 2, 5))
    no_repeats, blacks_only = head.group(3, 4)
    board = Board(pegs, colours, not no_repeats, not blacks_only)
    turns = replay(board, iter(head[6].split()))
    if turns != total:
        raise Refused(f"the tree takes {turns} turns and not {total}")
    checker, last = Checker(board), next(lines, "")
    for line in lines:
        checker.check(last)
        digest.update(last.encode())
        last = line
    if last != f"end {digest.hexdigest()}\n":
        raise Refused("the last line is not the digest of those before: something was changed or lost")
    if checker.claims[-1:] != [(total, ())]:
        raise Refused(f"the last claim is not that all codes take {total} turns")
    game = f"{pegs} pegs, {colours} colours{no_repeats or ''}{blacks_only or ''}: {len(board.codes):,} codes"
    proved = f"{game} take {total:,} turns at least, and a tree takes them."
    claims = f"{len(checker.claims):,} claim{'s' * (len(checker.claims) != 1)}"
    return f"{proved} {claims}, digest {digest.hexdigest()[:16]}"


def lines_of(path: str) -> Iterator[str]:
    """The lines of a file, unpacked if it is packed."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\xfd7"
    with lzma.open(path, "rt", encoding="ascii") if packed else open(path, encoding="ascii") as text:
        yield from text


def main(arguments: list[str], clock: Callable[[], float] = perf_counter) -> int:
    """Check the certificate that is named, and print what it proves."""
    if len(arguments) != 1:
        print("usage: python -I check_certificate.py FILE", file=sys.stderr)
        return 2
    start = clock()
    try:
        print(f"VERIFIED {check(lines_of(arguments[0]))}, {clock() - start:.1f} s")
    except Refused as error:
        print("REFUSED", error)
        return 1
    except (OSError, EOFError, UnicodeDecodeError, lzma.LZMAError) as error:
        print(f"{arguments[0]}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
