"""Check a certificate of optimal play: `python -I solver/check_certificate.py FILE`. It needs Python alone.

It says that no play of a game takes fewer turns in all, summed over the secrets, than a number, and that a
tree takes that number. It is text, packed with xz or not:

    mastermind certificate 3
    game 4 6                            or with no-repeats or blacks-only after it
    total 5625
    tree 1123 1145 ...                  the guesses of the tree, see `replay`
    41 1123:02 2314:01=3,11+2 ...       claims, one a line, counted from 1
    5625 - 1111:00=12,10=17/1243/123465 ...
    end 5f1c...                         the SHA-256 digest of all lines before, in hexadecimal

A claim is a bound, a path and entries. The path has guesses with their answers, black and white, or is `-`
for none. The claim is that the codes which agree with the path, its region, take the bound or more turns. The
last claim has no path, and its bound is the total. The digest names the certificate and shows damage.

An entry is a guess and some answers to it. The part of the region that such an answer leaves takes as many
turns as the region of the earlier claim after `=`. If they differ, a symmetry follows that maps the part onto
that region: an order of the pegs, and the new colours for 1, 2, 3 and so on. Or `+` tells how many more turns
the part takes than its rooms tell, which needs no entry. A claim holds if no guess takes fewer turns than its
bound. That needs an entry except for these reasons, which are found here:

- A guess takes a turn for each code, and its parts take what their rooms tell: how many codes are found in
  0, 1, 2 ... turns at most. Rooms are those of any region that the path leads through, and of all codes with
  the same answer to any guess. n codes take 2 n turns or more if none tells all others apart.
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
from itertools import accumulate, chain, filterfalse, islice, pairwise, permutations, product, zip_longest
from operator import and_, getitem, itemgetter, or_
from time import perf_counter

HEAD = re.compile(
    r"mastermind certificate 3\ngame (\d) (\d\d?)( no-repeats)?( blacks-only)?\ntotal (\d{1,9})\ntree ?(.*)\n"
)
NEED = re.compile(r"\A(\d\d)(?:\+(\d+)|=(\d+)(?:/(\d+)/([1-9a-f]+))?)\Z", re.ASCII)
DIGITS = "123456789abcdef"
CODES_AT_MOST, TURNS_AT_MOST = 20_000, 20

Code = tuple[int, ...]
Path = tuple[tuple[int, int], ...]  # guesses and answers, by their places in the lists of them
Parts = list[tuple[int, ...]]  # the codes of each part, by the place of the answer
Rooms = tuple[int, ...]
State = tuple[tuple[int, ...], dict[int, int] | list[tuple[int, ...]]]  # see Board._states


class Refused(Exception):
    """Raised when a certificate does not hold. The text says where and why."""


def bits(mask: int) -> Iterator[int]:
    """The places of the ones in a number."""
    return (one.start() for one in re.finditer("1", bin(mask)[:1:-1]))


@lru_cache(1 << 12)
def least_totals(rooms: Rooms) -> list[int]:
    """The least totals of turns for 0, 1, 2 ... codes of which no more than the rooms are found."""
    turns = [[turn] * (found - before) for turn, (before, found) in enumerate(pairwise(rooms), 1)]
    return [0, *accumulate(chain(*turns))]


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

    Sets are integers with bit n for code n, those of all answers end to end. Guess and secret may be
    exchanged, so a set is also one of guesses. The perfect answer is last and has no set.
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
        counts = [[code.count(c) * whites for code in self.codes] for c in names]
        pack, rows, size = int.from_bytes, list[bytes](), len(self.codes)
        hits = [[pack([min(n, one) for one in some]) for n in range(pegs + 1)] for some in counts]
        black = [[pack([10 * (code[p] == c) for code in self.codes]) for c in names] for p in range(pegs)]
        for code in self.codes:  # ten times the black pegs, and all hits, in a byte for each secret
            sums = sum(map(getitem, black, code)) + sum([hits[c][code.count(c)] for c in {*code}])
            rows.append(sums.to_bytes(size))
        scores = sorted(set().union(*map(set, rows)))
        self.answers = [f"{score // 10}{score % 10 - score // 10 if whites else 0}" for score in scores[:-1]]
        self.perfect = len(self.answers)
        table = bytes.maketrans(bytes(scores), bytes(range(len(scores))))
        self.rows = [row.translate(table) for row in rows]
        ones = [bytes([48] * place + [49] + [48] * (255 - place)) for place in range(self.perfect)]
        self.sets = [int(b"0" + b"".join(map(row.translate, ones))[::-1], 2) for row in self.rows]
        self.tells = lru_cache(1 << 16)(self._tells)
        self.states = lru_cache(1 << 10)(self._states)
        self.survey = lru_cache(1 << 9)(self._survey)
        unlimited = (0, 1, *[size] * (TURNS_AT_MOST - 1))
        kinds = {self.key((), guess): guess for guess in range(size)}.values()
        self.classes: list[Rooms] = [unlimited] * (self.perfect + 1)
        for _ in range(2):
            rooms = [[self.survey(((one, n),))[2][-1] for one in kinds] for n in range(self.perfect)]
            self.classes = [*[tuple(map(max, *some, some[0])) for some in rooms], unlimited]
            self.survey.cache_clear()

    def split(self, sets: int) -> list[int]:
        """Sets that lie end to end."""
        return [sets >> len(self.codes) * answer & self.all for answer in range(self.perfect)]

    def region(self, path: Path) -> int:
        """The set of codes that agree with a path."""
        return reduce(and_, [self.sets[guess] >> len(self.codes) * n for guess, n in path], self.all)

    def parts(self, guess: int, members: Sequence[int]) -> Parts:
        """The parts of a region by the imperfect answers to a guess."""
        row, parts = self.rows[guess], [list[int]() for _ in range(self.perfect + 1)]
        for secret in members:
            parts[row[secret]].append(secret)
        return list(map(tuple, parts[:-1]))

    def _tells(self, part: tuple[int, ...]) -> bool:
        """Whether a code of a part tells all others of it apart. `tells` remembers the last ones."""
        return len(part) in (len(set(itemgetter(*part)(self.rows[guess]))) for guess in part)

    def bound_of(self, part: tuple[int, ...], rooms: Rooms) -> int:
        """The bound of a part that is found without a claim."""
        least = least_totals(rooms)[len(part)]
        return least + (2 < len(part) > least // 2 and not self.tells(part))

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

    def _survey(self, path: Path) -> tuple[tuple[int, ...], list[int], list[Rooms]]:
        """The codes of a region, what each guess to it takes, the rooms of its parts and, last, its own.

        The turns of a play are the codes that are not found yet, counted before each turn. So n codes take
        3 n turns, less one for each part, less 2 if the guess is one of them, and one in each later turn for
        each code of a part above its room. What is above 3 n - 2 - `perfect` is told in bit planes. No guess
        lets the region find more in a turn more than the one with the fewest codes above the rooms.
        """
        members = tuple(bits(self.region(path)))
        above = self.survey(path[:-1])[2][path[-1][1]] if path else self.classes[-1]
        size, outside = len(members), self.all ^ sum([1 << secret for secret in members])
        sets = [self.sets[secret] for secret in members]
        missed = sum_planes([[outside, *[self.all ^ some for some in self.split(reduce(or_, sets, 0))]]])
        rooms, numbers = [0, 1, min(above[2], self.perfect + 1 - self._least(missed))], [[outside], missed]
        counts = sum_planes([sets]) if rooms[2] < size else []
        for limit in above[3:]:
            if rooms[-1] < size:
                limits = [min(known[len(rooms) - 1], rooms[-1]) for known in self.classes[:-1]]
                missed = sum_planes(list(map(self.split, self._beyond(counts, limits))))
                numbers.append(missed)
                limit = min(limit, size - self._least(missed))
            rooms.append(min(limit, size))
        planes = sum_planes(list(map(list, zip_longest(*numbers, fillvalue=0))))
        return members, planes, [tuple(map(min, rooms, known)) for known in self.classes]

    def _beyond(self, planes: list[int], limits: list[int]) -> list[int]:
        """By how much numbers are above limits, one for each answer, in bit planes of all answers."""
        borrow, found, count = 0, list[int](), len(self.codes)
        for place, plane in enumerate([*planes, *[0] * (max(limits).bit_length() - len(planes))]):
            ones = sum([self.all << count * n for n, limit in enumerate(limits) if limit >> place & 1])
            found.append(plane ^ ones ^ borrow)
            borrow = ones & borrow | (ones | borrow) & ~plane
        return [plane & ~borrow for plane in found]

    def _least(self, planes: list[int]) -> int:
        """The least of the numbers in bit planes."""
        least, codes = 0, self.all
        for plane in reversed(planes):
            least, codes = 2 * least + (not codes & ~plane), codes & ~plane or codes
        return least

    def _below(self, planes: list[int], limit: int) -> int:
        """The codes whose numbers, given in bit planes, are below a limit."""
        limit = min(max(limit, 0), 1 << len(planes))
        found, equal = (self.all, 0) if limit >> len(planes) else (0, self.all)
        for place in range(len(planes) - 1, -1, -1):
            ones = equal & planes[place]
            found, equal = (found | equal ^ ones, ones) if limit >> place & 1 else (found, equal ^ ones)
        return found

    def hard_guesses(self, path: Path, bound: int, *refused: set[object]) -> Iterator[tuple[int, Parts]]:
        """The guesses that need an entry, with parts, none of `refused`. Refused where no code agrees."""
        seen, splits = refused or (set[object](), set[object]())
        past = tuple([guess for guess, _ in path])
        members, planes, limits = self.survey(path)
        if not members:
            raise Refused("no code agrees with a path")
        guesses = self._below(planes, bound - 3 * len(members) + 2 + self.perfect)
        totals = list(map(least_totals, limits[: self.perfect * (guesses > 0)]))
        for guess in bits(guesses):
            if (key := self.key(past, guess)) in seen:
                continue
            seen.add(key)
            parts = self.parts(guess, members)
            least = [some[len(part)] for some, part in zip(totals, parts, strict=True)]
            missing = bound - len(members) - sum(least)
            if missing <= 0 or max(map(len, parts)) == len(members) or (split := frozenset(parts)) in splits:
                continue
            small = [part for part, turns in zip(parts, least, strict=True) if 2 < len(part) > turns // 2]
            if len(small) < missing or len([*islice(filterfalse(self.tells, small), missing)]) < missing:
                splits.add(split)
                yield guess, parts


class Checker:
    """The claims of a certificate, checked one after the other."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.claims: list[tuple[int, Path]] = []

    def check(self, line: str) -> None:
        """Check the next claim. Refused if it does not hold."""
        board = self._board
        try:
            bound, path, *entries = line.split()
            steps = [] if path == "-" else [step.split(":") for step in path.split(",")]
            read = tuple([(board.index[guess], board.answers.index(answer)) for guess, answer in steps])
            self._verify(int(bound), read, entries)
        except Refused as error:
            raise Refused(f"claim {len(self.claims) + 1}: {error}") from error
        except (IndexError, KeyError, RecursionError, ValueError) as error:
            raise Refused(f"claim {len(self.claims) + 1} cannot be read: {error}") from error
        self.claims.append((int(bound), read))

    def _verify(self, bound: int, path: Path, entries: list[str]) -> None:
        board, seen, splits = self._board, set[object](), set[object]()
        members, _, limits = board.survey(path)
        for entry in entries:
            text, _, needs = entry.partition(":")
            guess = board.index[text]
            parts = board.parts(guess, members)
            bounds = list(map(board.bound_of, parts, limits))
            for need in needs.split(","):
                [(answered, gain, number, order, colours)] = NEED.findall(need)
                answer = board.answers.index(answered)
                part = (*path, (guess, answer))
                if gain:
                    bounds[answer] = least_totals(limits[answer])[len(parts[answer])] + int(gain)
                    self._require_none(part, bounds[answer])
                    continue
                bounds[answer], known = self.claims[int(number) - 1]
                if int(number) < 1 or board.region(self._image(part, order, colours)) != board.region(known):
                    raise Refused(f"a part that {text} leaves is not the region of claim {number}")
            if len(members) + sum(bounds) < bound:
                raise Refused(f"{text} is shown to take {len(members) + sum(bounds)} turns and not {bound}")
            seen.add(board.key(tuple([one for one, _ in path]), guess))
            splits.add(frozenset(parts))
        self._require_none(path, bound, seen, splits)

    def _require_none(self, path: Path, bound: int, *refused: set[object]) -> None:
        """Refused if a guess needs an entry for a bound of a region."""
        for guess, _ in self._board.hard_guesses(path, bound, *refused):
            raise Refused(f"{self._board.texts[guess]} is not shown to take {bound} turns")

    def _image(self, path: Path, order: str, colours: str) -> Path:
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
    """The total of turns of a tree: guesses for each 2 codes or more, in pre-order. Refused for others."""
    total, waiting = 0, [(tuple(range(len(board.codes))), 1)]
    while waiting:
        members, turn = waiting.pop()
        text = next(guesses, "") if len(members) > 1 else board.texts[members[0]]
        if text not in board.index:
            raise Refused(f'the guess "{text}" of the tree is no code')
        parts = board.parts(board.index[text], members)
        total += turn * (len(members) - sum(map(len, parts)))
        waiting += [(part, turn + 1) for part in reversed(parts) if part]
    if next(guesses, None) is not None:
        raise Refused("the tree has guesses that no secret needs")
    return total


def check(lines: Iterator[str], make: Callable[[int, int, bool, bool], Board] = Board) -> str:
    """What a certificate proves, in a sentence. Refused if it does not hold. `make` gives the board."""
    first = "".join(islice(lines, 4))
    head, digest = HEAD.fullmatch(first), sha256(first.encode())
    if not head:
        raise Refused("this does not begin as a certificate of form 3")
    pegs, colours, total = map(int, head.group(1, 2, 5))
    no_repeats, blacks_only = head.group(3, 4)
    board = make(pegs, colours, not no_repeats, not blacks_only)
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
    size = f"{len(checker.claims):,} claim{'s' * (len(checker.claims) != 1)}, digest {digest.hexdigest():.16}"
    return f"{game} take {total:,} turns at least, and a tree takes them. {size}"


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
    except (Refused, UnicodeDecodeError) as error:
        print("REFUSED", repr(str(error))[1:-1] if isinstance(error, Refused) else "this is no text in ASCII")
        return 1
    except (OSError, EOFError, lzma.LZMAError) as error:
        print(repr(f"{arguments[0]}: {getattr(error, 'strerror', error)}")[1:-1], file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
